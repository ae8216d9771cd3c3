import { failed, type Result, success } from '../domain/failure.ts';
import { relationId } from '../domain/identity.ts';
import type { Relation, RelationType } from '../domain/memory.ts';
import type { Change, Plan } from '../domain/plan.ts';
import type { State } from '../domain/state.ts';
import { requireMemory } from './find-memories.ts';
import { changeRecord } from './record-changes.ts';

/** A link to make or to take away. `from` and `to` are ids, aliases or names. */
export interface Link {
  readonly from: string;
  readonly type: RelationType;
  readonly to: string;
}

/** Types whose target may be a name of something that is no memory, for example a framework. */
const openTypes: ReadonlySet<RelationType> = new Set(['applies_to', 'competes_in', 'part_of']);

/** Links two memories, or a memory to a named thing; nothing changes when they are linked already. */
export function planRelate(state: State, link: Link, now: string): Result<Plan> {
  const ends = resolveEnds(state, link);
  if (!ends.ok) return ends;
  const change = relationChange(state, ends.value, now);
  return success({ command: 'relate', changes: change ? [change] : [] });
}

/** Takes a link away; a failure when there is none. */
export function planUnrelate(state: State, link: Link): Result<Plan> {
  const ends = resolveEnds(state, link);
  if (!ends.ok) return ends;
  const { from, type, to } = ends.value;
  const before = state.relations.get(relationId(from, type, to));
  if (!before)
    return failed('relation.missing', `${from} has no ${type} relation to ${to}`, `hebb show ${from}`);
  const reason = {
    rule: 'relation.removed',
    text: 'A person took the relation away.',
    evidence: [from, to],
    numbers: {},
  };
  return success({
    command: 'relate',
    changes: [changeRecord('relations', { before, after: null, reason })],
  });
}

/** The change that links two resolved ends; undefined when they are linked already. */
export function relationChange(state: State, { from, type, to }: Link, now: string): Change | undefined {
  const id = relationId(from, type, to);
  if (state.relations.has(id)) return undefined;
  const after: Relation = { v: 1, id, rev: 1, from, type, to, at: now, updatedAt: now };
  const reason = {
    rule: 'relation.stated',
    text: `${type} was stated by hand.`,
    evidence: [from, to],
    numbers: {},
  };
  return changeRecord('relations', { before: null, after, reason });
}

function resolveEnds(state: State, { from, type, to }: Link): Result<Link> {
  const source = requireMemory(state, from);
  if (!source.ok) return source;
  const target = requireMemory(state, to);
  const id = target.ok ? target.value.id : openTypes.has(type) ? to.trim() : '';
  if (!target.ok && !id) return target;
  if (id === source.value.id)
    return failed('relation.self', `${from} cannot be related to itself`, 'name two memories');
  return success({ from: source.value.id, type, to: id });
}
