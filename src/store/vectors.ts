import * as fs from 'node:fs';
import { join } from 'node:path';
import { hashOf } from '../domain/identity.ts';
import { isDict } from '../domain/json.ts';
import type { VectorEntry, VectorTable } from '../domain/vectors.ts';
import type { Files } from './files.ts';
import type { Paths } from './paths.ts';
import { isMissing, namesIn } from './reading.ts';

/** How a file begins: what it is, and the length of the description behind it. */
const mark = 'hebbvec1';
const headBytes = mark.length + 4;

/**
 * Files of vectors, relative to the home. They are derived: without them memories are embedded again. A purge drops them, since a
 * vector tells much of the text that it was made of.
 */
export const isVectorFile = (file: string): boolean => /^cache\/vectors-[0-9a-f]{16}\.bin$/.test(file);

/** Where the vectors of the model with this id lie. */
export const vectorsPath = (paths: Paths, modelId: string): string =>
  join(paths.cache, `vectors-${hashOf(modelId)}.bin`);

/** The vectors of a model; undefined where there are none or the file is damaged, which is the same. */
export function readVectorTable(paths: Paths, modelId: string): VectorTable | undefined {
  const bytes = readBytes(vectorsPath(paths, modelId));
  if (!bytes || bytes.length < headBytes || bytes.toString('latin1', 0, mark.length) !== mark)
    return undefined;
  const from = headBytes + bytes.readUInt32LE(mark.length);
  if (from > bytes.length) return undefined;
  const head = readHead(bytes.toString('utf8', headBytes, from));
  if (!head || bytes.length - from !== head.size * head.entries.length * Float32Array.BYTES_PER_ELEMENT)
    return undefined;
  return { ...head, values: numbersOf(bytes.subarray(from)) };
}

/** Bytes as numbers: in place where they lie well, as in a file of their own buffer, else copied. */
function numbersOf(bytes: Uint8Array): Float32Array {
  const well = bytes.byteOffset % Float32Array.BYTES_PER_ELEMENT === 0 ? bytes : Uint8Array.from(bytes);
  return new Float32Array(well.buffer, well.byteOffset, well.byteLength / Float32Array.BYTES_PER_ELEMENT);
}

function readBytes(path: string): Buffer | undefined {
  try {
    return fs.readFileSync(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** What `writeVectorTable` put before the vectors, with every owner once. */
function readHead(text: string): Pick<VectorTable, 'size' | 'entries'> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isDict(value) || typeof value.size !== 'number' || value.size < 1) return undefined;
    const { owners, entries } = value;
    if (!Array.isArray(owners) || !Array.isArray(entries)) return undefined;
    return {
      size: value.size,
      entries: entries.map(
        ([id, hash, owner]): VectorEntry => ({
          id: String(id),
          hash: String(hash),
          owner: String(owners[owner]),
        }),
      ),
    };
  } catch {
    return undefined;
  }
}

/** Replaces the vectors of a model, or removes them where there are none. Those of other models go: nobody compares them any more. */
export function writeVectorTable(
  { files, paths }: { readonly files: Files; readonly paths: Paths },
  modelId: string,
  table: VectorTable | undefined,
): void {
  const path = vectorsPath(paths, modelId);
  files.ensureFolder(paths.cache);
  if (table) files.replace(path, bytesOf(table));
  for (const name of namesIn(paths.cache)) {
    const other = join(paths.cache, name);
    if (isVectorFile(`cache/${name}`) && (other !== path || !table)) files.remove(other);
  }
}

function bytesOf({ size, entries, values }: VectorTable): Uint8Array {
  const owners = [...new Set(entries.map(({ owner }) => owner))];
  const numbers = new Map(owners.map((owner, number) => [owner, number]));
  const rows = entries.map(({ id, hash, owner }) => [id, hash, numbers.get(owner)]);
  const text = JSON.stringify({ size, owners, entries: rows });
  // Blanks behind it, so that the numbers begin where they can be used in place.
  const missing = -(headBytes + Buffer.byteLength(text)) & (Float32Array.BYTES_PER_ELEMENT - 1);
  const head = Buffer.from(text + ' '.repeat(missing));
  const start = Buffer.alloc(headBytes);
  start.write(mark, 'latin1');
  start.writeUInt32LE(head.length, mark.length);
  return Buffer.concat([start, head, new Uint8Array(values.buffer, values.byteOffset, values.byteLength)]);
}
