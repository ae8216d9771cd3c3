import type { RunClass } from '../domain/run-class.ts';
import { type Caption, captionLikeness, readCaption } from '../text/captions.ts';
import { captionOf } from '../text/key-phrase.ts';
import { readTerms } from '../text/terms.ts';
import { languageName, phrase } from './skill-phrases.ts';

/** What a skill from behaviour is called. */
export interface BehaviourCaption {
  readonly label: string;
  /** Whether it names the steps of the procedure in order, since its runs were asked for with no words in common. */
  readonly isSequence: boolean;
}

/** Prompts that are looked at, the newest. */
const mostPrompts = 30;

/** Words of a caption that at least this share of the runs' captions hold are kept. */
const commonShare = 0.5;

/** Units of a long procedure that a name tells: the first ones and the last. */
const mostNamed = 4;

/**
 * The name of a class: the kind of work that its prompts ask for, in the words that most of them share. One whose runs were asked for in many
 * ways is named by its steps, in order; so is one whose prompts name no work.
 */
export function nameClass(
  { units }: Pick<RunClass, 'units'>,
  { queries, likeness }: { readonly queries: readonly string[]; readonly likeness: number },
): BehaviourCaption {
  const labels = queries.slice(0, mostPrompts).flatMap((query) => captionOf(query) ?? []);
  const central = centralOf(labels);
  const isShared =
    central !== undefined && central.alike(likeness) * 2 >= Math.min(queries.length, mostPrompts);
  if (central !== undefined && isShared)
    return { label: commonWords(central.label, labels), isSequence: false };
  return { label: sequenceName(units), isSequence: true };
}

/** The caption that is nearest to all the others; of equal ones the shortest. */
function centralOf(labels: readonly string[]) {
  const read = labels.map((label) => ({ label, caption: readCaption(label) }));
  const nearness = (caption: Caption): number =>
    read.reduce((sum, other) => sum + captionLikeness(caption, other.caption), 0);
  const [best] = read
    .map((one) => ({ ...one, sum: nearness(one.caption) }))
    .sort((a, b) => b.sum - a.sum || a.label.length - b.label.length || (a.label < b.label ? -1 : 1));
  return (
    best && {
      label: best.label,
      alike: (likeness: number): number =>
        read.filter(({ caption }) => captionLikeness(best.caption, caption) >= likeness).length,
    }
  );
}

/** The words of a caption that most captions hold, where these are two at least; else the caption. */
function commonWords(label: string, labels: readonly string[]): string {
  const held = labels.map((one) => new Set(readTerms(one).map(({ term }) => term)));
  const isCommon = (word: string): boolean => {
    const terms = readTerms(word).map(({ term }) => term);
    const having = held.filter((own) => terms.some((term) => own.has(term))).length;
    return having >= commonShare * labels.length;
  };
  const common = label.split(' ').filter(isCommon);
  return common.length >= 2 ? common.join(' ') : label;
}

/** `edit TypeScript`, `npm test`, `github create issue`. */
function unitName(unit: string): string {
  const [kind = '', ...rest] = unit.split(' ');
  const [first = '', ...more] = rest;
  if (kind === 'edit') return [kind, languageName(first), ...more].join(' ');
  if (kind === 'mcp') return rest.join(' ').replace(/[/_]+/g, ' ');
  const words = kind === 'run' ? rest : [kind, ...rest];
  return words.filter((word) => !word.startsWith('-')).join(' ');
}

/** `from edit TypeScript through npm test to git commit`. */
function sequenceName(units: readonly string[]): string {
  const names = units.map(unitName).filter((name, at, all) => name !== '' && name !== all[at - 1]);
  const shown = names.length <= mostNamed ? names : [...names.slice(0, mostNamed - 1), ...names.slice(-1)];
  const [first = '', ...others] = shown;
  const last = others.at(-1);
  if (last === undefined) return first;
  const middle = others.slice(0, -1).map((name) => ` ${phrase('through')} ${name}`);
  return `${phrase('from')} ${first}${middle.join('')} ${phrase('to')} ${last}`;
}
