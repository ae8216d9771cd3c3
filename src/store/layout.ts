import { hashOf, sha256Of } from '../domain/identity.ts';
import { type Dict, isDict, type Json, sortedText } from '../domain/json.ts';
import type { Memory, Relation, Tombstone } from '../domain/memory.ts';
import { type Collection, splitTarget, targetOf } from '../domain/state.ts';
import { monthOf } from '../domain/time.ts';

/** Lines of a shard; the next one opens a new file of the same month. */
export const shardLines = 1000;

/** Sections of core memory whose keys are records of their own. */
export const coreSections = ['stablePatterns', 'preferences', 'beliefs', 'memoryConfig'] as const;

/** Folder name of a project: a readable slug and the first eight digits of its id. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40) || 'project';

/** Where records lie: what layout must know of the home. */
export interface LayoutContext {
  /** Name of a project, for people. */
  projectName(id: string): string;
  /** Folders that exist under `memories/`. */
  readonly ownerFolders: readonly string[];
  /** The owner folder of a memory. */
  folderOfMemory(id: string): string | undefined;
}

type Owner = Pick<Memory | Tombstone, 'scope' | 'project' | 'user'>;

/** Folder of an owner under `memories/`; an existing folder of the same project keeps its name. */
export function ownerFolder(
  owner: Owner,
  context: Pick<LayoutContext, 'projectName' | 'ownerFolders'>,
): string {
  if (owner.scope === 'global') return 'global';
  if (owner.scope === 'user') return `user-${hashOf(owner.user ?? '').slice(0, 8)}`;
  const project = owner.project ?? '';
  const suffix = `-${project.slice(0, 8)}`;
  const existing = context.ownerFolders.find((name) => name.endsWith(suffix));
  return existing ?? `${slugOf(context.projectName(project))}${suffix}`;
}

/** The file of a record, relative to the home, without a shard number. */
export function homeFile(collection: Collection, value: Located, context: LayoutContext): string {
  switch (collection) {
    case 'memories':
    case 'tombstones':
      return `memories/${ownerFolder(value.owner, context)}/${monthOf(value.discoveredAt)}.jsonl`;
    case 'relations':
      return `memories/${context.folderOfMemory(value.from) ?? 'global'}/relations.jsonl`;
    case 'reviews':
      return 'reviews.jsonl';
    case 'tags':
    case 'edges':
      return `nodes/user/${collection}.jsonl`;
    case 'patterns':
      return 'patterns.jsonl';
    case 'attention':
      return 'attention.json';
    case 'skills':
      return `skills/${value.id}/skill.json`;
    case 'profiles':
      return `profiles/${value.id}/profile.json`;
    case 'documents':
      return value.id;
    case 'core':
      return 'core-memory.json';
    case 'archive':
    case 'imported':
      return ledgerFile(collection, value.id);
    case 'extracted':
      return `extracted/${value.id}.json`;
  }
}

/** The document of a ledger's record. */
export const ledgerFile = (collection: 'archive' | 'imported', id: string): string =>
  collection === 'archive' ? `archive/${splitArchiveId(id).day}-forgotten.json` : `imported/${id}.json`;

/** What `homeFile` needs of a record. */
export interface Located {
  readonly id: string;
  readonly owner: Owner;
  readonly discoveredAt: string;
  readonly from: string;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads what `homeFile` needs out of a record, whatever its collection. */
export function locate(target: string, value: Json): Located {
  const record: Dict = isDict(value) ? value : {};
  const scope = record.scope === 'user' || record.scope === 'global' ? record.scope : 'project';
  const owner = { scope, project: text(record.project), user: text(record.user) } as const;
  return {
    id: splitTarget(target).id,
    owner,
    discoveredAt: text(record.discoveredAt),
    from: text((record as Partial<Relation>).from),
  };
}

/** `<day>/<memory id>` of an archive entry's id. */
export function splitArchiveId(id: string): { day: string; memory: string } {
  return { day: id.slice(0, 10), memory: id.slice(11) };
}

/** Files of lines that hold one kind of record. */
const lineKinds: Readonly<Record<string, Collection>> = {
  'reviews.jsonl': 'reviews',
  'patterns.jsonl': 'patterns',
  'nodes/user/tags.jsonl': 'tags',
  'nodes/user/edges.jsonl': 'edges',
};

/** Target of a record that stands on a line of a file of records; undefined for what is none. */
export function lineTarget(file: string, value: unknown): string | undefined {
  const kind = lineKinds[file];
  if (kind === undefined && !file.startsWith('memories/')) return undefined;
  if (!isDict(value) || typeof value.id !== 'string') return undefined;
  if (kind !== undefined) return targetOf(kind, value.id);
  if (value.tombstone === true) return targetOf('tombstones', value.id);
  const isRelation = typeof value.from === 'string' && typeof value.to === 'string';
  return targetOf(isRelation ? 'relations' : 'memories', value.id);
}

/** Files of lines, beside the memories' own, that a home may hold. */
export const lineFileNames: readonly string[] = Object.keys(lineKinds);

/** Whether a path is one of a text that hebb keeps: of a skill or profile, or a version of one. */
export const isDocumentPath = (path: string): boolean =>
  /^(?:skills\/[^/]+\/(?:SKILL|versions\/\d+)|profiles\/[^/]+\/(?:profile|versions\/\d+))\.md$/.test(path) &&
  !path.includes('..');

/** The base name of a shard without its number: `2026-10.2.jsonl` and `2026-10.jsonl` are the same month. */
export const shardFamily = (file: string): string => file.replace(/\.\d+\.jsonl$/, '.jsonl');

/** The n-th shard of a month. */
export const shardName = (file: string, number: number): string =>
  number === 1 ? file : file.replace(/\.jsonl$/, `.${number}.jsonl`);

/** Text of a record as it stands in a file of lines. */
export const lineOf = (value: Json): string => JSON.stringify(value);

/** Content hash of a record, whatever the order of its keys. */
export const contentHash = (value: Json): string => sha256Of(sortedText(value)).slice(0, 16);
