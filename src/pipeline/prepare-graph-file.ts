import type { Candidate, Judged, Provenance } from '../domain/candidate.ts';
import {
  entityId,
  type FoundEntity,
  type FoundRelation,
  type GraphFile,
  type GraphOwner,
} from '../domain/graph.ts';
import { candidateOfEntity } from './graph-entity.ts';
import { graphCandidate, isHeld, masked } from './graph-write.ts';
import { makeCandidate } from './make-candidate.ts';
import { maskRelation, relationCandidate } from './plan-graph-relations.ts';
import type { Screen } from './screen-masked.ts';

/** What importing a graph file decides with before it looks at the home. */
export interface GraphFileInput {
  readonly file: GraphFile;
  readonly owner: GraphOwner;
  readonly now: string;
  readonly screen: Screen;
}

/** A graph file that may go into the home: secrets masked, equal names one entity, and apart from it what was held back. */
export interface PreparedGraph {
  readonly entities: readonly FoundEntity[];
  readonly relations: readonly FoundRelation[];
  /** With verdict and reason, as `imported/` keeps them. */
  readonly held: readonly Judged[];
}

/** Masks, joins and screens a graph file. An observation that is held back does not hold back the rest of its entity. */
export function prepareGraphFile(input: GraphFileInput): PreparedGraph {
  const held: Judged[] = [];
  const entities = joinNames(input.file.entities).flatMap((entity) => {
    const screened = screenEntity(entity, input);
    held.push(...screened.held);
    return screened.entity ?? [];
  });
  const relations = input.file.relations.flatMap((found) => {
    const relation = { ...maskRelation(found), row: found.row };
    const { owner, now, screen } = input;
    const answer = screen(relationCandidate(relation, { scope: { owner }, now }));
    if (!isHeld(answer)) return [relation];
    const { from, relationType, to } = relation;
    held.push(judgedOf(statementOf(`${from} ${relationType} ${to}`, relation.row, input), answer));
    return [];
  });
  return { entities, relations, held: [...new Map(held.map((one) => [one.candidate.id, one])).values()] };
}

/** Entities of one name are one, with the observations of all: the first says what it is. */
function joinNames(entities: readonly FoundEntity[]): FoundEntity[] {
  const joined = new Map<string, FoundEntity>();
  for (const found of entities) {
    const { name, entityType, observations, ...rest } = found;
    const entity = {
      ...rest,
      name: masked(name),
      entityType: masked(entityType),
      observations: observations.map(masked),
    };
    const first = joined.get(entity.name);
    joined.set(entity.name, first ? joinTwo(first, entity) : entity);
  }
  return [...joined.values()];
}

function joinTwo(first: FoundEntity, second: FoundEntity): FoundEntity {
  const known = new Set(first.observations);
  const added = second.observations.filter((text) => !known.has(text));
  const at = [first.at, second.at]
    .flatMap((time) => time ?? [])
    .sort()
    .at(0);
  return {
    ...first,
    observations: [...first.observations, ...added],
    ...(at === undefined ? {} : { at }),
  };
}

/** What is left of an entity, and what is held of it. */
interface Screened {
  readonly entity?: FoundEntity;
  readonly held: readonly Judged[];
}

function screenEntity(entity: FoundEntity, input: GraphFileInput): Screened {
  const { name, entityType, observations } = entity;
  const ask = (says: readonly string[]) =>
    input.screen(graphCandidate({ name, says }, { ...input, id: entityId(input.owner, name) }));
  const whole = ask([entityType, ...observations]);
  if (!isHeld(whole)) return { entity, held: [] };
  const answers = observations.map((text) => ({ text, answer: ask([text]) }));
  const kept = answers.flatMap(({ text, answer }) => (isHeld(answer) ? [] : [text]));
  const rest = ask([entityType, ...kept]);
  if (isHeld(rest)) return { held: [judgedOf(heldEntity(entity, input), whole)] };
  const held = answers.flatMap(({ text, answer }) =>
    isHeld(answer) ? [judgedOf(statementOf(text, entity.row, input), answer)] : [],
  );
  return { entity: { ...entity, observations: kept }, held };
}

const heldEntity = (entity: FoundEntity, input: GraphFileInput): Candidate =>
  candidateOfEntity({
    entity,
    owner: input.owner,
    id: entityId(input.owner, entity.name),
    source: 'import',
    provenance: [provenanceOf(entity, input)],
  });

/** Where an entity or a relation was read; `at` is when it was written, where the file says so. */
export const provenanceOf = (
  { row, at }: Pick<FoundEntity, 'row' | 'at'>,
  { file: { file, hash }, now }: Pick<GraphFileInput, 'file' | 'now'>,
): Provenance => ({ origin: 'import', at: at ?? now, file, row, hash });

/** A text that is held back by itself, as the statement that it would become if a person let it in. */
const statementOf = (text: string, row: number, input: GraphFileInput): Candidate =>
  makeCandidate({
    entityType: 'note',
    summary: text,
    observations: [],
    appliesTo: [],
    severity: 'medium',
    source: 'import',
    common: false,
    ...input.owner,
    confidence: 1,
    provenance: [provenanceOf({ row }, input)],
  });

const judgedOf = (
  candidate: Candidate,
  { verdict, reason }: { readonly verdict: Judged['verdict']; readonly reason: string },
): Judged => ({ candidate, verdict, score: 0, threshold: 0, terms: [], reason });
