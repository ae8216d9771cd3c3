import type { Memory } from '../domain/memory.ts';
import type { KnownElsewhere } from '../domain/note.ts';
import { polarityOf } from '../text/polarity.ts';
import { profileText, similarityOf } from '../text/similarity.ts';

/** From this similarity on, two sentences of opposite polarity speak of the same thing. */
const sameSubject = 0.7;

/** Pairs of a memory and an instruction line that forbid what the other asks for, each as one sentence that quotes both. */
export function contradictionsWith(memories: readonly Memory[], lines: readonly KnownElsewhere[]): string[] {
  const known = lines.map((line) => ({
    line,
    profile: profileText(line.text),
    polarity: polarityOf(line.text),
  }));
  return memories.flatMap((memory) => {
    const profile = profileText(memory.summary);
    const polarity = polarityOf(memory.summary);
    return known
      .filter((one) => one.polarity !== polarity && similarityOf(one.profile, profile) > sameSubject)
      .map(
        ({ line }) => `${memory.id} says “${memory.summary}”, ${line.file}:${line.line} says “${line.text}”`,
      );
  });
}
