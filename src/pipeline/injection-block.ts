import {
  type Given,
  givenOf,
  type InjectionMoment,
  injectionParts,
  labelOf,
  type Seen,
} from '../domain/injection.ts';
import { injectedTag } from '../domain/own-agent.ts';
import { fenceText, neutralizeTags } from '../text/fence.ts';
import { estimateTokens } from '../text/token-estimate.ts';
import { type FittedPart, fitParts, type PartInput, partText } from './injection-budget.ts';
import { injectionText } from './injection-words.ts';

/** A block for an agent, and what it gives. */
export interface InjectionBlock {
  readonly text: string;
  readonly given: readonly Given[];
}

/** What a block is made with. */
export interface BlockContext {
  readonly moment: InjectionMoment;
  /** Keys the label. */
  readonly secret: string;
  /** By `estimateTokens`, fence and all. */
  readonly maxTokens: number;
}

/** The lines that this session was not given yet. */
export const unseenParts = (parts: readonly PartInput[], seen: Seen): PartInput[] =>
  parts.map((part) => ({
    ...part,
    lines: part.lines.filter((line) => !seen.has(givenOf(part.part, line))),
  }));

/** The lines of things that the session has, in whatever wording: what a start that comes again may tell. */
export const changedParts = (parts: readonly PartInput[], seen: Seen): PartInput[] =>
  parts.map((part) => ({ ...part, lines: part.lines.filter(({ id }) => seen.hasId(id)) }));

/** What stands between the tags. */
function bodyOf(moment: InjectionMoment, parts: readonly FittedPart[]): string {
  const texts = parts.map(partText).filter((text) => text !== '');
  return neutralizeTags([injectionText(`about.${moment}`), ...texts].join('\n\n'));
}

/** A body between its tags; the label proves that this home wrote it. */
export const fenceBody = (body: string, secret: string): string =>
  fenceText(injectedTag, { text: body, attributes: { label: labelOf(secret, body) } });

/** Whether a text is a block of the home with this secret, unchanged. */
export function isOwnBlock(text: string, secret: string): boolean {
  const [, label, body] = /^<[\w-]+ label="([0-9a-f]{16})">\n([\s\S]*)\n<\/[\w-]+>$/.exec(text) ?? [];
  return body !== undefined && labelOf(secret, body) === label && fenceBody(body, secret) === text;
}

const orderOf = ({ part }: PartInput): number => injectionParts.indexOf(part);

/**
 * The block of these parts, within its budget; undefined when no line is left. What is escaped when the lines stand together may make
 * it longer than its parts: then they are fitted again into as much less.
 */
export function assembleBlock(
  parts: readonly PartInput[],
  { moment, secret, maxTokens }: BlockContext,
): InjectionBlock | undefined {
  const ordered = [...parts].sort((a, b) => orderOf(a) - orderOf(b));
  const around = estimateTokens(fenceBody(bodyOf(moment, []), secret));
  for (let budget = maxTokens - around; budget > 0; ) {
    const fitted = fitParts(ordered, budget);
    const given = fitted.flatMap(({ part, lines }) => lines.map((line) => givenOf(part, line)));
    if (given.length === 0) return undefined;
    const text = fenceBody(bodyOf(moment, fitted), secret);
    const over = estimateTokens(text) - maxTokens;
    if (over <= 0) return { text, given };
    budget -= over;
  }
  return undefined;
}
