import { hashOf } from '../domain/identity.ts';
import { type Given, type InjectionCall, type InjectionMoment, keyOf, seenIn } from '../domain/injection.ts';
import type { Policy } from '../domain/policy.ts';
import type { RecallItem } from '../domain/recall.ts';
import { dayOf } from '../domain/time.ts';
import type { Usage } from '../domain/usage.ts';
import { assembleBlock, changedParts, unseenParts } from '../pipeline/injection-block.ts';
import type { PartInput } from '../pipeline/injection-budget.ts';
import { knownBy } from '../pipeline/injection-known.ts';
import { promptParts } from '../pipeline/injection-prompt.ts';
import { rankSkills } from '../pipeline/injection-skills.ts';
import { isSkillOf, startParts } from '../pipeline/injection-start.ts';
import { isGone } from '../sources/cited-files.ts';
import { readSettings, withMemoryConfig } from '../store/config.ts';
import type { Files } from '../store/files.ts';
import {
  type HomeKeys,
  readCoreHead,
  readHomeFacts,
  readHomeKeys,
  readLiveSkills,
  readSkillBody,
} from '../store/home-facts.ts';
import { claimGiven, dropOldGiven, noteForgot, noteUsage, readGiven } from '../store/injected.ts';
import type { Paths } from '../store/paths.ts';
import type { CommandInput } from './command.ts';
import { findSessionPlace, type SessionPlace } from './inject-place.ts';
import { withSwitches } from './inject-policy.ts';
import { type Reminded, remind } from './inject-recall.ts';
import { ownersHere } from './recall-place.ts';

/** Everything around a call. */
interface Desk {
  readonly input: CommandInput;
  readonly files: Files;
  readonly paths: Paths;
  readonly keys: HomeKeys;
  readonly policy: Policy;
  readonly call: InjectionCall;
  readonly place: SessionPlace;
  /** The moment as of which memories are ranked: it does not move between two consolidations, at least within a day. */
  readonly asOf: string;
}

/** The block that a call is answered with; undefined when there is nothing to add. */
export async function makeBlock(
  input: CommandInput,
  moment: InjectionMoment,
  call: InjectionCall,
): Promise<string | undefined> {
  const desk = await openDesk(input, call);
  if (desk === undefined) return undefined;
  if (call.forgot) noteForgot(desk.paths, call.sessionId);
  const parts = moment === 'prompt' ? await partsNear(desk) : partsToStart(desk);
  return give(desk, moment, parts);
}

async function openDesk(input: CommandInput, call: InjectionCall): Promise<Desk | undefined> {
  const { files, paths } = input.door.bare();
  const keys = readHomeKeys(paths);
  if (keys === undefined) return undefined;
  const settings = await readSettings(paths);
  const core = readCoreHead(paths);
  const policy = withMemoryConfig(settings.policy, core.memoryConfig, paths.core);
  const place = await findSessionPlace({ host: input.host, files, paths, cwd: call.cwd });
  const asOf = core.lastConsolidation ?? `${dayOf(input.host.now())}T00:00:00.000Z`;
  const inject = withSwitches(policy.inject, input.host.vars);
  return { input, files, paths, keys, policy: { ...policy, inject }, call, place, asOf };
}

/** A session that is taken up again has its first block still; what had no room then has none now. */
function partsToStart({ input, paths, keys, policy, call, place }: Desk): PartInput[] {
  dropOldGiven(paths, input.host.wallMs());
  const parts = startParts({
    facts: readHomeFacts(paths, place.user),
    project: place.project,
    user: place.user,
    policy: policy.inject,
    due: policy.due,
    day: dayOf(input.host.now()),
    installedAt: keys.installedAt,
    isKnown: knownBy(place.known),
  });
  const given = readGiven(paths, call.sessionId);
  const names = parts.map(({ part }) => part);
  return given.some(({ part }) => names.includes(part)) ? changedParts(parts, seenIn(given)) : parts;
}

const nothingReminded: Reminded = { memories: [], currentIds: (ids) => ids, close: () => {} };

async function partsNear(desk: Desk): Promise<PartInput[]> {
  const { input, policy, call, place, asOf } = desk;
  const reminder = { prompt: call.prompt, owners: ownersHere(place), now: asOf };
  const reminded = policy.inject.memories ? await remind(input, reminder) : nothingReminded;
  try {
    return partsOf(desk, reminded);
  } finally {
    reminded.close();
  }
}

function partsOf({ paths, policy, call, place }: Desk, { memories, currentIds }: Reminded): PartInput[] {
  const { suggestions, skillBodies } = policy.inject;
  const wantsSkills = suggestions || skillBodies > 0;
  const skills = wantsSkills ? readLiveSkills(paths).filter((skill) => isSkillOf(skill, place)) : [];
  return promptParts({
    memories,
    currentIds,
    skills: rankSkills(skills, call.prompt, policy.strength),
    policy: policy.inject,
    seen: seenIn(readGiven(paths, call.sessionId)),
    bodyOf: (slug) => readSkillBody(paths, slug),
    isStale: (item) => isStale(item, place),
    isKnown: knownBy(place.known),
  });
}

/** Only what was learned in a project says something of its files. */
const isStale = ({ scope, citations }: RecallItem, place: SessionPlace): boolean =>
  scope === 'project' && citations.some((citation) => isGone(citation, place));

/** Claims what a block would give and prints what was claimed: of two hooks at once each thing is given by one. */
function give(
  { input, paths, keys, policy, call }: Desk,
  moment: InjectionMoment,
  parts: PartInput[],
): string | undefined {
  const { host } = input;
  const context = { moment, secret: keys.secret, maxTokens: policy.inject.maxTokens };
  const fresh = unseenParts(parts, seenIn(readGiven(paths, call.sessionId)));
  const draft = assembleBlock(fresh, context);
  if (draft === undefined) return undefined;
  const by = `${host.pid}-${host.random(4)}`;
  const own = claimGiven(paths, call.sessionId, { by, given: draft.given });
  const block = own.length === draft.given.length ? draft : assembleBlock(onlyGiven(fresh, own), context);
  if (block === undefined) return undefined;
  noteQuietly(() => noteUsage(paths, keys.machineId, exposures(block.given, call.sessionId, host.now())));
  return block.text;
}

/** The lines that were claimed. */
function onlyGiven(parts: readonly PartInput[], given: readonly Given[]): PartInput[] {
  const others = new Set(given.map(keyOf));
  return unseenParts(parts, { has: (one) => !others.has(keyOf(one)), hasId: () => false });
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
