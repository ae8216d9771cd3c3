import { hashOf } from '../domain/identity.ts';
import { type Given, type InjectionMoment, keyOf, seenIn } from '../domain/injection.ts';
import type { Usage } from '../domain/usage.ts';
import { assembleBlock, unseenParts } from '../pipeline/injection-block.ts';
import type { PartInput } from '../pipeline/injection-budget.ts';
import { readSkillVersion } from '../store/home-facts.ts';
import { claimGiven, noteUsage, readGiven } from '../store/injected.ts';
import type { InjectDesk } from './inject-desk.ts';

/** Claims what a block would give and words what was claimed: of several hooks at once each thing is given by one. */
export function give(
  { input, paths, keys, policy, call }: InjectDesk,
  moment: InjectionMoment,
  parts: readonly PartInput[],
): string | undefined {
  const { host } = input;
  const context = { moment, secret: keys.secret, maxTokens: policy.inject.maxTokens };
  const fresh = unseenParts(parts, seenIn(readGiven(paths, call.sessionId)));
  const draft = assembleBlock(fresh, context);
  if (draft === undefined) return undefined;
  const by = `${host.pid}-${host.random(4)}`;
  const own = claimGiven(paths, call.sessionId, {
    by,
    at: host.now(),
    given: draft.given,
    versionOf: (slug) => readSkillVersion(paths, slug),
  });
  const block = own.length === draft.given.length ? draft : assembleBlock(onlyGiven(fresh, own), context);
  if (block === undefined) return undefined;
  noteQuietly(() => noteUsage(paths, keys.machineId, exposures(block.given, call.sessionId, host.now())));
  return block.text;
}

/** The lines that were claimed. */
function onlyGiven(parts: readonly PartInput[], given: readonly Given[]): PartInput[] {
  const own = new Set(given.map(keyOf));
  return unseenParts(parts, { has: (one) => !own.has(keyOf(one)), hasId: () => false });
}

const exposures = (given: readonly Given[], sessionId: string, at: string): Usage[] =>
  given
    .filter(({ part }) => part === 'memories')
    .map(({ id }) => ({
      v: 1,
      id: `u-${hashOf(id, sessionId, 'exposed')}`,
      memoryId: id,
      kind: 'exposed',
      at,
      by: 'derived',
      sessionId,
      evidence: [],
    }));

/** What is only counted never keeps an agent from what it counts. */
function noteQuietly(note: () => void): void {
  try {
    note();
  } catch {}
}
