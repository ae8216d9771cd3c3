import { failed, type Result, success } from '../domain/failure.ts';
import type { Change, Plan } from '../domain/plan.ts';
import type { TaskPattern } from '../domain/skill.ts';
import type { State } from '../domain/state.ts';
import { normalizeLabel } from '../text/captions.ts';
import { rootPattern } from './plan-patterns.ts';
import { changeRecord, reviseMemory } from './record-changes.ts';

/** The pattern of this id or name; a failure that names what there is. */
export function requirePattern(state: State, called: string): Result<TaskPattern> {
  const name = normalizeLabel(called);
  const found = [...state.patterns.values()].find(
    ({ id, label, aliases }) => id === called || [normalizeLabel(label), ...aliases].includes(name),
  );
  const root = found && rootPattern(state.patterns, found.id);
  return root
    ? success(root)
    : failed('pattern.missing', `no task pattern is called ${called}`, 'hebb patterns lists them');
}

const sorted = (values: readonly string[]): string[] => [...new Set(values)].sort();

/** Makes the first pattern a part of the second: its names, sessions and learnings go there. */
export function planMergePatterns(
  state: State,
  { from, into }: { readonly from: TaskPattern; readonly into: TaskPattern },
  now: string,
): Result<Plan> {
  if (from.id === into.id)
    return failed('pattern.same', `${from.label} and ${into.label} are one pattern already`, 'hebb patterns');
  if (from.project !== into.project)
    return failed(
      'pattern.project',
      `${from.label} and ${into.label} belong to two projects`,
      'hebb patterns',
    );
  const reason = {
    rule: 'pattern.merge',
    text: `A person says that “${from.label}” is “${into.label}”.`,
    evidence: [from.id, into.id],
    numbers: { sessions: from.sessions.length },
  };
  const names = [...into.aliases, ...from.aliases, normalizeLabel(from.label)];
  const joined: TaskPattern = {
    ...into,
    rev: into.rev + 1,
    aliases: sorted(names.filter((name) => name !== normalizeLabel(into.label))),
    sessions: sorted([...into.sessions, ...from.sessions]),
    updatedAt: now,
  };
  const gone: TaskPattern = { ...from, rev: from.rev + 1, mergedInto: into.id, updatedAt: now };
  const learnings = [...state.memories.values()].filter(({ patternId }) => patternId === from.id);
  const changes: Change[] = [
    changeRecord('patterns', { before: into, after: joined, reason }),
    changeRecord('patterns', { before: from, after: gone, reason }),
    ...learnings.map((before) =>
      changeRecord('memories', { before, after: reviseMemory(before, { patternId: into.id }, now), reason }),
    ),
  ];
  return success({ command: 'patterns merge', changes });
}
