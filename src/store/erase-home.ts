import * as fs from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sha256Of } from '../domain/identity.ts';
import { isDict, type Json, parseJson } from '../domain/json.ts';
import type { Eraser, Tally } from '../domain/purge.ts';
import { targetOf } from '../domain/state.ts';
import {
  bytesAfter,
  erasableFiles,
  indentOf,
  inflated,
  isCountedInBytes,
  isRecallIndex,
  openIfThere,
  padded,
  readIfPresent,
} from './erasable-files.ts';
import type { Files } from './files.ts';
import { lineTarget } from './layout.ts';
import type { Owner } from './lock.ts';
import type { Paths } from './paths.ts';
import { readIfThere } from './reading.ts';
import { isDigestFile } from './run-digest-cache.ts';
import { coreDocument, coreRecords } from './tables.ts';
import { isOrphanTemp } from './temp-files.ts';
import { isVectorFile } from './vectors.ts';

/** A home to erase in. */
export interface ErasedHome {
  readonly files: Files;
  readonly paths: Paths;
  readonly owner: Owner;
}

/** What is erased in one file, relative to the home. */
export interface Erasure extends Tally {
  readonly file: string;
  /** Whether nothing is left of the file. */
  readonly gone: boolean;
}

const isReference = (image: Json): image is { readonly $object: string } =>
  isDict(image) && typeof image.$object === 'string' && Object.keys(image).length === 1;

/** Of these, what a person wrote. */
const personal = ['config.yaml', 'base.md'];

class HomeErasing {
  readonly #home: ErasedHome;
  readonly #eraser: Eraser;
  /** Whether it is really done. */
  readonly #writes: boolean;
  readonly #referenced = new Set<string>();
  readonly #erasures: Erasure[] = [];

  constructor(home: ErasedHome, eraser: Eraser, writes: boolean) {
    this.#home = home;
    this.#eraser = eraser;
    this.#writes = writes;
  }

  run(): readonly Erasure[] {
    this.#eraser.take();
    for (const file of erasableFiles(this.#home.paths)) this.#eraseFile(file);
    return this.#erasures;
  }

  #eraseFile(file: string): void {
    const path = join(this.#home.paths.home, file);
    if (isRecallIndex(file) || isVectorFile(file) || isDigestFile(file)) this.#dropDerived(path);
    else if (file.endsWith('.tmp')) this.#removeTemp(file, path);
    else if (file.startsWith('objects/')) this.#eraseObject(file, path);
    else if (this.#isOfSession(file)) this.#remove(file, path, { removed: 1, masked: 0 });
    else this.#rewrite(file, path);
  }

  /** No erasure of its own: what it holds is erased where it came from. */
  #dropDerived(path: string): void {
    if (this.#writes) this.#home.files.remove(path);
  }

  #rewrite(file: string, path: string): void {
    const fd = openIfThere(path);
    if (fd === undefined) return;
    try {
      this.#rewriteOpen({ file, path, fd });
    } finally {
      fs.closeSync(fd);
    }
  }

  /** What another process appended to the old file while the new one was written follows it. */
  #rewriteOpen({ file, path, fd }: { file: string; path: string; fd: number }): void {
    const bytes = fs.readFileSync(fd);
    const next = this.#erased(file, bytes);
    const tally = this.#eraser.take();
    if (tally.removed + tally.masked === 0) return;
    if (next === null) {
      this.#remove(file, path, tally);
      return;
    }
    this.#note({ file, ...tally, gone: false });
    if (!this.#writes) return;
    this.#home.files.replace(path, next);
    const late = bytesAfter(fd, bytes.length);
    if (late.length > 0) this.#home.files.append(path, String(this.#erased(file, late) ?? ''));
  }

  #note(erasure: Erasure): void {
    this.#erasures.push(erasure);
  }

  #remove(file: string, path: string, tally: Tally): void {
    this.#note({ file, ...tally, gone: true });
    if (this.#writes) this.#home.files.remove(path);
  }

  #removeTemp(file: string, path: string): void {
    if (isOrphanTemp(path, this.#home.owner)) this.#remove(file, path, { removed: 1, masked: 0 });
  }

  #isOfSession(file: string): boolean {
    return (
      /^(?:sessions|injected)\//.test(file) && this.#eraser.isSession(basename(file).replace(/\.\w+$/, ''))
    );
  }

  /** An image that the journals no longer name. A preview has written no new ones, so there it says what will go. */
  #eraseObject(file: string, path: string): void {
    if (this.#referenced.has(basename(file).replace('.json.gz', ''))) return;
    this.#remove(file, path, { removed: 1, masked: 0 });
  }

  #erased(file: string, bytes: Buffer): string | Uint8Array | null {
    if (!file.endsWith('.gz')) return this.#erasedText(file, bytes.toString('utf8'));
    const inner = this.#erasedText(file.slice(0, -3), inflated(bytes), true);
    return inner === null ? null : gzipSync(inner);
  }

  #erasedText(file: string, text: string, packed = false): string | null {
    if (file.endsWith('.jsonl')) return this.#lines(file, text, !packed && isCountedInBytes(file));
    const value = file.endsWith('.json') ? parseJson(text) : undefined;
    if (value === undefined) return this.#eraser.text(text);
    const rest = this.#document(file, value);
    return rest === null ? null : `${JSON.stringify(rest, null, indentOf(text))}\n`;
  }

  #lines(file: string, text: string, keepsLength: boolean): string | null {
    const lines = text.split('\n').flatMap((line) => {
      if (line.trim() === '') return [line];
      const rest = this.#line(file, line);
      if (rest === line) return [line];
      if (keepsLength) return [padded(rest ?? '', Buffer.byteLength(line))];
      return rest === null ? [] : [rest];
    });
    const isEmpty = !keepsLength && text.trim() !== '' && lines.every((line) => line.trim() === '');
    return isEmpty ? null : lines.join('\n');
  }

  #line(file: string, line: string): string | null {
    const value = parseJson(line);
    if (value === undefined) {
      for (const [, name = ''] of line.matchAll(/"\$object":"([0-9a-f]{64})"/g)) this.#referenced.add(name);
      return this.#eraser.text(line);
    }
    const before = this.#eraser.found();
    const rest = this.#lineValue(file, value);
    if (this.#eraser.found() === before) return line;
    return rest === null ? null : JSON.stringify(rest);
  }

  #lineValue(file: string, value: Json): Json {
    if (file.startsWith('journal/')) return this.#operation(value);
    const target = lineTarget(file, value);
    return target === undefined ? this.#eraser.fact(value) : this.#eraser.record(target, value);
  }

  #document(file: string, value: Json): Json {
    const room = file.split('/')[0] ?? '';
    if (file === 'core-memory.json' && isDict(value)) return this.#core(value);
    if ((room === 'extracted' || room === 'imported') && isDict(value))
      return this.#eraser.record(targetOf(room, String(value.id)), value as Json);
    if (room === 'archive' && isDict(value) && Array.isArray(value.forgotten))
      return this.#archive(value.forgotten);
    return this.#eraser.fact(value);
  }

  #core(document: { readonly [key: string]: unknown }): Json {
    const rest = coreRecords(document).map(([id, value]): [string, Json] => [
      id,
      this.#eraser.record(targetOf('core', id), value),
    ]);
    return coreDocument(new Map(rest.filter(([, value]) => value !== null))) as Json;
  }

  #archive(forgotten: readonly Json[]): Json {
    const rest = forgotten
      .map((entry) => this.#eraser.record(targetOf('archive', isDict(entry) ? String(entry.id) : ''), entry))
      .filter((entry) => entry !== null);
    return rest.length > 0 ? { v: 1, forgotten: rest } : null;
  }

  #operation(value: Json): Json {
    if (!isDict(value) || !Array.isArray(value.changes)) return this.#eraser.fact(value);
    const names = new Map<Json, string>();
    const changes = value.changes.map((change: Json) => {
      if (!isDict(change)) return change;
      return {
        ...change,
        before: this.#inflate(change.before as Json, names),
        after: this.#inflate(change.after as Json, names),
      };
    });
    const before = this.#eraser.found();
    const rest = this.#eraser.operation({ ...value, changes } as Json);
    if (this.#eraser.found() === before) {
      for (const name of names.values()) this.#referenced.add(name);
      return value as Json;
    }
    return this.#deflate(rest, names.size > 0);
  }

  #inflate(image: Json, names: Map<Json, string>): Json {
    if (!isReference(image)) return image;
    const bytes = readIfPresent(join(this.#home.paths.objects, `${image.$object}.json.gz`));
    const value = bytes === undefined ? undefined : parseJson(inflated(bytes));
    if (value === undefined) {
      this.#referenced.add(image.$object);
      return image;
    }
    names.set(value, image.$object);
    return value;
  }

  /** Large images go to objects again, under the hash of what stays of them. */
  #deflate(operation: Json, hadObjects: boolean): Json {
    if (!hadObjects || !isDict(operation) || !Array.isArray(operation.changes)) return operation;
    const changes = operation.changes.map((change: Json) =>
      isDict(change)
        ? { ...change, before: this.#keep(change.before as Json), after: this.#keep(change.after as Json) }
        : change,
    );
    return { ...operation, changes } as Json;
  }

  #keep(image: Json): Json {
    const text = JSON.stringify(image);
    if (text === undefined || text.length <= objectFrom) return image;
    const sha = sha256Of(text);
    this.#referenced.add(sha);
    const path = join(this.#home.paths.objects, `${sha}.json.gz`);
    if (this.#writes && !fs.existsSync(path)) this.#home.files.replace(path, gzipSync(text));
    return { $object: sha };
  }
}

/**
 * Of an operation that had large images, every image longer than a reference becomes one, so that its line does not grow,
 * in characters.
 */
const objectFrom = JSON.stringify({ $object: '0'.repeat(64) }).length;

/**
 * Takes out of every file of a home what the eraser names, file by file: each by temporary file, sync and rename, so
 * that a crash leaves each as it was or done, and the same call again finishes. Under `publish.lock` and `write.lock`.
 */
export const eraseHome = (home: ErasedHome, eraser: Eraser): readonly Erasure[] =>
  new HomeErasing(home, eraser, true).run();

/** What `eraseHome` would do. Writes nothing. */
export const previewErasing = (home: ErasedHome, eraser: Eraser): readonly Erasure[] =>
  new HomeErasing(home, eraser, false).run();

/** Files that are a person's own and hold some of it: they are named, not changed. */
export const keptFiles = (paths: Paths, eraser: Eraser): string[] =>
  personal.filter((file) => {
    const text = readIfThere(join(paths.home, file));
    return text !== undefined && eraser.text(text) !== text;
  });
