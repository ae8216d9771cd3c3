import words from '../../templates/export/words.yaml';
import type { HomeFacts } from '../domain/injection.ts';
import type { Policy } from '../domain/policy.ts';
import type { BlockText } from '../text/marked-block.ts';
import { assembleBlock } from './injection-block.ts';
import { maskedFacts } from './injection-masked.ts';
import { startParts } from './injection-start.ts';
import { fillText } from './template-text.ts';

/** A text that hebb writes around an exported block; throws on a name that the file does not have. */
export const exportWords = (path: string, values: Readonly<Record<string, string>> = {}): string =>
  fillText({ file: 'templates/export/words.yaml', words }, path, values);

/** What an exported block is made from. */
export interface ExportBlockInput {
  readonly facts: HomeFacts;
  /** Id of the project and of the person. */
  readonly project: string;
  readonly user: string;
  readonly policy: Pick<Policy, 'inject' | 'due'>;
  /** Keys the label. */
  readonly secret: string;
  /** Whether the instruction files of the place say this already. */
  isKnown(text: string): boolean;
}

/**
 * What an agent without hooks is given: profile, core memory and catalogue as at the start of a session, by the same rules and within the
 * same budget, in the tag by which it is known again wherever it is read. No date and no chance: the same for the same memory.
 */
export function exportBlock({ facts, policy, secret, ...place }: ExportBlockInput): string {
  const inject = { ...policy.inject, notices: false, base: false };
  const parts = startParts({
    ...place,
    facts: maskedFacts(facts),
    policy: inject,
    due: policy.due,
    day: '',
    installedAt: '',
  });
  const block = assembleBlock(parts, { moment: 'session-start', secret, maxTokens: inject.maxTokens });
  return block?.text ?? exportWords('agents-md.empty');
}

/** The block as it stands between hebb's marks. */
export const markedBlockText = (block: string): BlockText => ({
  about: exportWords('agents-md.about'),
  body: block,
});
