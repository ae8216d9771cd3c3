import { hashOf } from '../domain/identity.ts';
import { isStanding, type Memory } from '../domain/memory.ts';
import type { Change, Plan, Reason } from '../domain/plan.ts';
import type { PatternPolicy } from '../domain/policy.ts';
import type { Run } from '../domain/run.ts';
import type { TaskPattern } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import { earlierOf } from '../domain/time.ts';
import { captionLikeness, normalizeLabel, readCaption } from '../text/captions.ts';
import { captionOf } from '../text/key-phrase.ts';
import type { Lexicon } from '../text/synonyms.ts';
import { groupBy } from './group-by.ts';
import { groupCaptions } from './group-captions.ts';
import { changeRecord, reviseMemory } from './record-changes.ts';

/** What resolving captions reads. */
export interface PatternInput {
  /** For learnings that came without a caption: the prompt of their run names the kind of work. */
  readonly runs: readonly Run[];
  readonly policy: PatternPolicy;
  readonly now: string;
  readonly lexicon?: Lexicon;
}

/** A learning with the caption of its work. */
interface Captioned {
  readonly memory: Memory;
  readonly label: string;
}

/** The pattern that a pattern became part of, or itself. */
export function rootPattern(patterns: ReadonlyMap<string, TaskPattern>, id: string): TaskPattern | undefined {
  let found = patterns.get(id);
  for (let steps = 0; found?.mergedInto !== undefined && steps < 100; steps++)
    found = patterns.get(found.mergedInto);
  return found;
}

const isGrouped = (memory: Memory): boolean => memory.scope === 'project' && isStanding(memory);

/** The caption that a learning was given, else that of the prompt or commit subject that taught it. */
function labelOf(memory: Memory, queries: ReadonlyMap<string, string>): string | undefined {
  if (memory.taskPattern !== undefined) return memory.taskPattern;
  for (const { origin, runId, quote } of memory.provenance) {
    const told = runId === undefined ? (origin === 'git' ? quote : undefined) : queries.get(runId);
    const caption = told === undefined ? undefined : captionOf(told);
    if (caption !== undefined) return caption;
  }
  return undefined;
}

/**
 * Gives every learning of a project its task pattern (spec 5): the link that stands, else the pattern whose label or alias
 * says the same after normalising, else the one most alike from `likeness` on, else a new one. New captions are grouped with
 * one another first, so that the order of a batch changes nothing.
 */
export function planPatterns(state: State, input: PatternInput): Plan {
  const queries = new Map(input.runs.map(({ id, query }) => [id, query]));
  const linked = [...state.memories.values()].filter(isGrouped);
  const byProject = groupBy(linked, ({ project }) => project ?? '');
  const changes = [...byProject].flatMap(([project, memories]) =>
    resolveProject({ state, input, project }, captioned(memories, queries)),
  );
  return { command: 'patterns', changes };
}

function captioned(memories: readonly Memory[], queries: ReadonlyMap<string, string>): Captioned[] {
  return memories.flatMap((memory) => {
    const label = labelOf(memory, queries);
    return label === undefined ? [] : [{ memory, label }];
  });
}

interface Resolving {
  readonly state: State;
  readonly input: PatternInput;
  readonly project: string;
}

function resolveProject(context: Resolving, learnings: readonly Captioned[]): Change[] {
  const { state, project } = context;
  const pool = [...state.patterns.values()].filter(
    (pattern) => pattern.project === project && pattern.mergedInto === undefined,
  );
  const given = groupBy(learnings, ({ label }) => normalizeLabel(label));
  const homes = resolveLabels(context, pool, given);
  const members = new Map<string, Captioned[]>();
  for (const learning of learnings) {
    const id = linkedTo(state, learning.memory) ?? homes.get(normalizeLabel(learning.label));
    if (id !== undefined) members.set(id, [...(members.get(id) ?? []), learning]);
  }
  return [...members]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([id, own]) => patternChanges(context, { id, own }));
}

const linkedTo = ({ patterns }: State, { patternId }: Memory): string | undefined =>
  patternId === undefined ? undefined : rootPattern(patterns, patternId)?.id;

/** Pattern id of each normalised label. */
function resolveLabels(
  { state, input, project }: Resolving,
  pool: readonly TaskPattern[],
  given: ReadonlyMap<string, readonly Captioned[]>,
): Map<string, string> {
  const homes = new Map<string, string>();
  const known = new Map(
    pool.flatMap(({ id, label, aliases }) => [label, ...aliases].map((name) => [normalizeLabel(name), id])),
  );
  const captions = pool.map((pattern) => ({ pattern, caption: readCaption(pattern.label, input.lexicon) }));
  const fresh: string[] = [];
  for (const [label, own] of given) {
    if (own.every(({ memory }) => linkedTo(state, memory) !== undefined)) continue;
    const home = known.get(label) ?? nearest(captions, label, input);
    if (home === undefined) fresh.push(label);
    else homes.set(label, home);
  }
  const items = fresh.map((label) => ({ id: label, text: label }));
  const query = { from: input.policy.likeness, ...(input.lexicon ? { lexicon: input.lexicon } : {}) };
  for (const group of groupCaptions(items, query)) {
    const id = `p-${hashOf(project, group[0] ?? '')}`;
    for (const label of group) homes.set(label, id);
  }
  return homes;
}

function nearest(
  captions: readonly { readonly pattern: TaskPattern; readonly caption: ReturnType<typeof readCaption> }[],
  label: string,
  { policy, lexicon }: PatternInput,
): string | undefined {
  const own = readCaption(label, lexicon);
  let best: { id: string; likeness: number } | undefined;
  for (const { pattern, caption } of captions) {
    const likeness = captionLikeness(own, caption);
    const isBetter =
      best === undefined || likeness > best.likeness || (likeness === best.likeness && pattern.id < best.id);
    if (likeness >= policy.likeness && isBetter) best = { id: pattern.id, likeness };
  }
  return best?.id;
}

const sorted = (values: Iterable<string>): string[] => [...new Set(values)].sort();

/** The shortest of the commonest captions names the pattern. */
function nameOf(own: readonly Captioned[]): string {
  const counts = groupBy(own, ({ label }) => label);
  return (
    [...counts]
      .filter(([label]) => label !== '')
      .sort(([a, x], [b, y]) => y.length - x.length || a.length - b.length || (a < b ? -1 : 1))[0]?.[0] ?? ''
  );
}

function patternChanges(
  context: Resolving,
  { id, own }: { id: string; own: readonly Captioned[] },
): Change[] {
  const { state, input, project } = context;
  const before = state.patterns.get(id) ?? null;
  const after = nextPattern({ before, id, own, project, now: input.now });
  const links = own.filter(({ memory }) => memory.patternId !== id);
  const reason = (text: string, evidence: readonly string[]): Reason => ({
    rule: 'pattern.resolve',
    text,
    evidence,
    numbers: { likeness: input.policy.likeness, sessions: after.sessions.length },
  });
  const hasChanged = before === null || JSON.stringify(before) !== JSON.stringify(after);
  return [
    ...(hasChanged
      ? [
          changeRecord('patterns', {
            before,
            after,
            reason: reason(
              `The kind of work called “${after.label}”.`,
              links.map(({ memory }) => memory.id),
            ),
          }),
        ]
      : []),
    ...links.map(({ memory }) =>
      changeRecord('memories', {
        before: memory,
        after: reviseMemory(memory, { patternId: id }, input.now),
        reason: reason(`Learned at “${after.label}”.`, [id]),
      }),
    ),
  ];
}

/** The pattern with its new names and sessions; the same object where nothing is new. */
function nextPattern({
  before,
  id,
  own,
  project,
  now,
}: {
  readonly before: TaskPattern | null;
  readonly id: string;
  readonly own: readonly Captioned[];
  readonly project: string;
  readonly now: string;
}): TaskPattern {
  const label = before?.label ?? nameOf(own);
  const names = own.map((one) => normalizeLabel(one.label)).filter((name) => name !== '');
  const aliases = sorted(
    [...(before?.aliases ?? []), ...names].filter((name) => name !== normalizeLabel(label)),
  );
  const met = own.flatMap(({ memory }) => memory.provenance.flatMap(({ sessionId }) => sessionId ?? []));
  const sessions = sorted([...(before?.sessions ?? []), ...met]);
  if (before && before.aliases.length === aliases.length && before.sessions.length === sessions.length)
    return before;
  const discoveredAt = own
    .map(({ memory }) => memory.discoveredAt)
    .reduce(earlierOf, before?.discoveredAt ?? now);
  const rev = (before?.rev ?? 0) + 1;
  return { ...before, v: 1, id, rev, project, label, aliases, sessions, discoveredAt, updatedAt: now };
}
