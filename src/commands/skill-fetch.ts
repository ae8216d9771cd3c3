import { toJson } from '../domain/json.ts';
import type { Report } from '../domain/report.ts';
import { fenceTag, fenceText } from '../text/fence.ts';
import { type CommandInput, hasFlag } from './command.ts';
import { fetchedText, fetchSkill } from './skill-desk.ts';
import { slugOf } from './skill-slug-argument.ts';

const fenced = (text: string): string => fenceText(fenceTag([text]), { text, attributes: {} });

/** `hebb skill fetch <slug>`: a skill to work by, with its sources; `--agent` fences it, since it is text of others. */
export async function fetchOneSkill(input: CommandInput): Promise<Report> {
  const slug = slugOf(input);
  const fetched = await fetchSkill(input, await input.door.read(), slug);
  const { skill, sources, stale } = fetched;
  const isForAgent = hasFlag(input.options, 'agent');
  const text = isForAgent ? `The skill ${slug}:\n${fenced(fetchedText(fetched))}` : fetchedText(fetched);
  return {
    exit: 0,
    human: [{ kind: 'raw', text }],
    data: {
      slug,
      version: skill.version,
      role: skill.role,
      source: skill.source,
      body: isForAgent ? fenced(fetched.body) : fetched.body,
      sources: toJson(sources),
      stale: stale ?? null,
    },
  };
}
