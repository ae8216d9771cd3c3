import { readFileSync } from 'node:fs';
import { failed, type Result, success } from '../domain/failure.ts';
import type { FoundEntity, FoundRelation, GraphFile } from '../domain/graph.ts';
import { hashOf } from '../domain/identity.ts';
import { type Dict, isDict, parseJson, stringAt } from '../domain/json.ts';
import { parseTime } from '../domain/time.ts';

/** A row with its place in the file, and its text where the file has one line for it. */
interface Row {
  readonly row: number;
  readonly value: unknown;
  readonly text: string;
}

/** What a row is; `foreign` is JSON of another kind. */
type Read =
  | { readonly kind: 'entity'; readonly entity: FoundEntity; readonly problem?: string }
  | { readonly kind: 'relation'; readonly relation: FoundRelation }
  | { readonly kind: 'foreign' | 'torn'; readonly problem: string };

const shape = 'an entity has name and observations, a relation has from, to and relationType';

/** Reads an MCP memory file under the name that evidence and messages give it. The file is never written. */
export function readMcpMemory(path: string, file: string): Result<GraphFile> {
  try {
    return parseMcpMemory(readFileSync(path, 'utf8'), file);
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'cannot be read';
    return failed('mcp-memory.unreadable', `${file}: ${problem}`, 'name the memory.jsonl of the server');
  }
}

/**
 * The graph in a text: a row a line as the official server writes it, the same without `type` or with `_type`, observations
 * as objects with a time, or one document of `entities` and `relations`. A line that cannot be read is a problem and the rest
 * goes on; a file of another kind is a failure that says what was found.
 */
export function parseMcpMemory(content: string, file: string): Result<GraphFile> {
  const text = content.replace(/^\ufeff/, '');
  const rows = documentRows(text) ?? lineRows(text);
  const entities: FoundEntity[] = [];
  const relations: FoundRelation[] = [];
  const problems: GraphFile['problems'][number][] = [];
  let foreign = 0;
  for (const row of rows) {
    const read = readRow(row);
    if (read.kind === 'entity') entities.push(read.entity);
    if (read.kind === 'relation') relations.push(read.relation);
    if (read.kind === 'foreign') foreign++;
    if ('problem' in read && read.problem !== undefined)
      problems.push({ file, line: row.row, problem: read.problem, text: row.text });
  }
  const found = entities.length + relations.length;
  const [first] = problems;
  if (first && (found === 0 || foreign > found)) {
    const hint = `an MCP memory file has one JSON object a line: ${shape}`;
    return failed('mcp-memory.foreign', `${file}:${first.line}: no MCP memory graph: ${first.problem}`, hint);
  }
  const isCanonical = rows.every(({ text: line, value }) => !line.includes('\n') && isCanonicalRow(value));
  return success({ file, hash: hashOf(text), entities, relations, problems, isCanonical });
}

/** Whether the official server loads a row as what it is. */
function isCanonicalRow(value: unknown): boolean {
  if (!isDict(value)) return false;
  const { type, observations } = value;
  const has = (...keys: readonly string[]): boolean => keys.every((key) => typeof value[key] === 'string');
  if (type === 'relation') return has('from', 'to', 'relationType');
  const isTexts = Array.isArray(observations) && observations.every((text) => typeof text === 'string');
  return type === 'entity' && has('name', 'entityType') && isTexts;
}

/** Rows of a text that is one JSON document; undefined when it is not. A single row is a document as well. */
function documentRows(text: string): Row[] | undefined {
  const value = parseJson(text);
  if (!isDict(value) && !Array.isArray(value)) return undefined;
  const { entities, relations } = isDict(value) ? value : { entities: value, relations: [] };
  if (!Array.isArray(entities) && !Array.isArray(relations)) return [{ row: 1, value, text }];
  const items: unknown[] = [...listOf(entities), ...listOf(relations)];
  return items.map((item, at) => ({ row: at + 1, value: item, text: JSON.stringify(item, null, 1) ?? '' }));
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const lineRows = (text: string): Row[] =>
  text.split('\n').flatMap((line, at) => {
    const isBlank = line.trim() === '';
    return isBlank ? [] : [{ row: at + 1, value: parseJson(line), text: line }];
  });

function readRow({ row, value }: Row): Read {
  if (value === undefined) return { kind: 'torn', problem: 'not JSON' };
  if (!isDict(value)) return { kind: 'foreign', problem: 'not a JSON object' };
  return (
    readEntity(value, row) ?? readRelation(value, row) ?? { kind: 'foreign', problem: whatStands(value) }
  );
}

const whatStands = (value: Dict): string => {
  const keys = Object.keys(value).slice(0, 6).join(', ');
  return `neither an entity nor a relation, its keys are ${keys || 'none'}`;
};

const typeOf = (value: Dict): string | undefined => stringAt(value, 'type') ?? stringAt(value, '_type');

function readEntity(value: Dict, row: number): Read | undefined {
  const type = typeOf(value);
  const name = stringAt(value, 'name');
  const entityType = stringAt(value, 'entityType') ?? (type === 'entity' ? undefined : type);
  const isMeant = type === 'entity' || Array.isArray(value.observations) || 'entityType' in value;
  if (!isMeant) return undefined;
  if (name === undefined || name.trim() === '')
    return { kind: 'foreign', problem: 'an entity without a name' };
  const notes = observationsIn(value.observations);
  const at =
    earliest([stringAt(value, 'createdAt'), ...notes.times]) ?? parseTime(stringAt(value, '_savedAt'));
  const entity = { name, entityType: entityType ?? 'unknown', observations: notes.texts, row };
  return {
    kind: 'entity',
    entity: at === undefined ? entity : { ...entity, at },
    ...(notes.lost > 0 ? { problem: `${notes.lost} observations are no texts` } : {}),
  };
}

function readRelation(value: Dict, row: number): Read | undefined {
  const from = stringAt(value, 'from') ?? stringAt(value, 'source');
  const to = stringAt(value, 'to') ?? stringAt(value, 'target');
  const relationType = stringAt(value, 'relationType');
  if (from === undefined || to === undefined || relationType === undefined) {
    return typeOf(value) === 'relation'
      ? { kind: 'foreign', problem: 'a relation without from, to or relationType' }
      : undefined;
  }
  return { kind: 'relation', relation: { from, to, relationType, row } };
}

/** Observations as texts, the times they carry, and how many are neither text nor an object with one. */
interface Notes {
  readonly texts: string[];
  readonly times: (string | undefined)[];
  readonly lost: number;
}

function observationsIn(value: unknown): Notes {
  const items = typeof value === 'string' ? [value] : listOf(value);
  const read = items.map((item) => ({ text: textIn(item), time: isDict(item) ? timeIn(item) : undefined }));
  const texts = read.flatMap(({ text }) => text ?? []);
  return { texts, times: read.map(({ time }) => time), lost: items.length - texts.length };
}

function textIn(item: unknown): string | undefined {
  if (typeof item === 'string') return item;
  if (typeof item === 'number' || typeof item === 'boolean') return String(item);
  if (!isDict(item)) return undefined;
  return stringAt(item, 'text') ?? stringAt(item, 'content') ?? stringAt(item, 'observation');
}

const timeIn = (item: Dict): string | undefined =>
  stringAt(item, 'timestamp') ?? stringAt(item, 'createdAt') ?? stringAt(item, 'at');

const earliest = (times: readonly (string | undefined)[]): string | undefined =>
  times
    .flatMap((time) => parseTime(time) ?? [])
    .sort()
    .at(0);
