import * as fs from 'node:fs';
import { join } from 'node:path';
import type { Sight } from '../domain/diagnosis.ts';
import { inspectMarks } from './inspect.ts';
import { addToQuarantine } from './quarantine.ts';
import { readIfThere } from './reading.ts';
import type { Store } from './store.ts';

/** Takes the rights of others away. Links are left alone. */
function closeEntries(store: Store, open: readonly string[]): void {
  for (const file of open) {
    const path = join(store.paths.home, file);
    fs.chmodSync(path, fs.lstatSync(path).isDirectory() ? 0o700 : 0o600);
  }
}

/** Observations and caches; damaged records are mended where the home is opened and published. */
const isFact = (file: string): boolean =>
  /^(?:learning-log|workflows|usage|sessions|cache|reports)\//.test(file);

/** A line becomes spaces, so that what counts bytes still counts right; a document goes as a whole. */
function takeOut(store: Store, file: string, lines: ReadonlySet<number>): void {
  const path = join(store.paths.home, file);
  if (!file.endsWith('.jsonl')) {
    store.files.remove(path);
    return;
  }
  const rest = (readIfThere(path) ?? '')
    .split('\n')
    .map((line, index) => (lines.has(index + 1) ? ' '.repeat(Buffer.byteLength(line)) : line));
  store.files.replace(path, rest.join('\n'));
}

/** Sets damaged observations aside, as damaged records are when a home is opened. */
function setAside(store: Store, bad: Sight['bad'], now: string): void {
  const facts = bad.filter(({ file }) => isFact(file));
  const whole = facts.map((line) => ({
    ...line,
    text: line.text === '' ? (readIfThere(join(store.paths.home, line.file)) ?? '') : line.text,
  }));
  addToQuarantine(store, whole, now);
  for (const file of new Set(facts.map((line) => line.file)))
    takeOut(store, file, new Set(facts.filter((line) => line.file === file).map(({ line }) => line)));
}

function dropMarks(store: Store): void {
  const { gone, replaced, log } = inspectMarks(store.paths, store.home());
  if (gone.length + replaced.length + log.length === 0) return;
  const wrong = new Set([...gone, ...replaced, ...log]);
  const without = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(record).filter(([key]) => !wrong.has(key)));
  store.updateHome((home) => ({ ...home, marks: without(home.marks), logRead: without(home.logRead) }));
}

/** Mends what is safe to mend in a home that is open for writing: nothing that is whole is lost. */
export function repairHome(
  store: Store,
  sight: Pick<Sight, 'open' | 'locks' | 'temps' | 'bad'>,
  now: string,
): void {
  for (const file of [...sight.locks, ...sight.temps]) store.files.remove(join(store.paths.home, file));
  setAside(store, sight.bad, now);
  dropMarks(store);
  store.publish();
  closeEntries(
    store,
    sight.open.filter((file) => fs.existsSync(join(store.paths.home, file))),
  );
}
