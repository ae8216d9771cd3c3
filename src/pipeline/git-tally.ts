import type { AddedLines, Commit } from '../domain/commit.ts';
import { detectCodePatterns } from '../text/code-patterns.ts';
import { languageOf } from '../text/languages.ts';
import type { Newest } from './git-draft.ts';
import type { GitLedger, PairRow } from './git-ledger.ts';
import { gitLimits } from './git-limits.ts';
import { isBot, isMechanical, type PathKind, pathKind } from './git-rules.ts';
import { subjectStyles } from './git-style.ts';
import { parseSubject, type Subject, saysSomething, subjectText } from './git-subject.ts';

/** A commit that repaired or took something back, before it is known whether its place still exists. */
export interface Repair {
  readonly commit: Commit;
  readonly subject: Subject;
  /** Files of code that it touched, without tests. */
  readonly places: readonly string[];
}

/** A count and the newest commit behind it. */
export interface Counted {
  count: number;
  sha: string;
  at: string;
  /** The commit counted last: none counts twice, and the first of a read, its newest, stays the evidence. */
  last: string;
}

/** One item: a file, or a folder with a slash at its end. */
export interface Item {
  readonly name: string;
  readonly index: number;
  readonly isFolder: boolean;
  changes: number;
  fixes: number;
  /** How often it changed together with items of a higher number, by that number. */
  readonly partners: Map<number, Counted>;
}

/** What is known of a path, looked up once. */
interface Entry {
  readonly kind: PathKind;
  readonly item: Item;
  readonly folder: Item | undefined;
}

/** The folder of a file, with a slash at its end; empty at the root. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Counts over a history that is read newest first; begun from the ledger of what was read before. */
export class GitTally {
  readonly items: Item[] = [];
  readonly patterns = new Map<string, Counted>();
  readonly style: Map<string, number>;
  readonly repairs: Repair[] = [];
  readonly emitted: readonly string[];
  /** Commits read now, bots and releases too. */
  read = 0;
  /** Commits that are evidence of what changes together, of all reads. */
  commits: number;
  /** Time of the newest commit read. */
  newestAt = '';
  #styled = 0;
  #pairCount = 0;
  readonly #byName = new Map<string, Item>();
  readonly #entries = new Map<string, Entry>();
  readonly #bots = new Map<string, boolean>();
  readonly #undone = new Set<string>();
  readonly #people = new Map<string, string>();

  constructor(ledger: GitLedger) {
    this.commits = ledger.commits;
    this.emitted = ledger.emitted;
    this.style = new Map(Object.entries(ledger.style));
    for (const [name, changes, fixes] of ledger.items) Object.assign(this.#itemOf(name), { changes, fixes });
    for (const row of ledger.pairs) this.#restorePair(row);
    for (const [language, pattern, count, sha, at] of ledger.patterns)
      this.patterns.set(`${language}\n${pattern}`, { count, sha, at, last: '' });
  }

  #restorePair([a, b, count, sha, at]: PairRow): void {
    const [low, high] = [this.#itemOf(a), this.#itemOf(b)].sort((x, y) => x.index - y.index);
    if (!low || !high) return;
    low.partners.set(high.index, { count, sha, at, last: '' });
    this.#pairCount += 1;
  }

  /** Every pair of items that changed together. */
  *pairs(): Generator<readonly [Item, Item, Counted]> {
    for (const a of this.items)
      for (const [index, counted] of a.partners) {
        const b = this.items[index];
        if (b) yield [a, b, counted];
      }
  }

  /** The item of a name, if it was ever seen. */
  find(name: string): Item | undefined {
    return this.#byName.get(name);
  }

  /** Counts one commit. Bots, releases and automatic saves are read and do not count. */
  add(commit: Commit): void {
    this.read += 1;
    if (commit.at > this.newestAt) this.newestAt = commit.at;
    if (this.#isBot(commit) || isMechanical(commit.subject)) return;
    this.#people.set(commit.sha, commit.at);
    this.#addStyle(commit);
    const subject = parseSubject(commit.subject);
    const entries = commit.files.map((file) => this.#entryOf(file.path));
    const places = entries.flatMap(({ kind, item }) => (kind === 'code' ? item.name : []));
    this.#addRepair({ commit, subject, places });
    this.#addItems(commit, entries, subject.isFix && places.length > 0);
  }

  /** Counts the patterns in lines that a person's commit added to one file of code. */
  addLines({ sha, path, lines }: AddedLines): void {
    const at = this.#people.get(sha);
    const language = languageOf(path);
    const { kind } = this.#entryOf(path);
    if (at === undefined || language === undefined || (kind !== 'code' && kind !== 'test')) return;
    for (const pattern of detectCodePatterns(lines, language))
      countOnce(this.patterns, `${language}\n${pattern}`, { sha, at });
  }

  #itemOf(name: string): Item {
    const known = this.#byName.get(name);
    if (known) return known;
    const isFolder = name.endsWith('/');
    const item = { name, index: this.items.length, isFolder, changes: 0, fixes: 0, partners: new Map() };
    this.items.push(item);
    this.#byName.set(name, item);
    return item;
  }

  #entryOf(path: string): Entry {
    const known = this.#entries.get(path);
    if (known) return known;
    const folder = folderOf(path);
    const item = this.#itemOf(path);
    const entry = { kind: pathKind(path), item, folder: folder === '' ? undefined : this.#itemOf(folder) };
    this.#entries.set(path, entry);
    return entry;
  }

  #isBot({ author, email }: Commit): boolean {
    const who = `${author} <${email}>`;
    const known = this.#bots.get(who) ?? isBot(author, email);
    this.#bots.set(who, known);
    return known;
  }

  #addStyle({ subject, body }: Commit): void {
    if (this.#styled >= gitLimits.stylesRead) return;
    this.#styled += 1;
    for (const style of subjectStyles(subject, body)) this.style.set(style, (this.style.get(style) ?? 0) + 1);
  }

  /** A repair counts unless a newer commit took it back; a commit that takes back a taking-back counts for nothing. */
  #addRepair(repair: Repair): void {
    const { commit, subject, places } = repair;
    const undone = this.#isUndone(commit);
    if (subject.reverts !== undefined && !undone) {
      this.#undone.add(subject.reverts);
      for (const [, sha = ''] of commit.body.matchAll(/reverts commit ([0-9a-f]{40,64})/g))
        this.#undone.add(sha);
    }
    const isRevert = subject.reverts !== undefined && !/^revert/i.test(subject.reverts);
    if (undone || !(subject.isFix || isRevert) || this.repairs.length >= gitLimits.fixesRead) return;
    const local = places.length > 0 && places.length <= gitLimits.filesPerFix;
    if (local && saysSomething(subjectText(subject))) this.repairs.push(repair);
  }

  #isUndone({ sha, subject }: Commit): boolean {
    return this.#undone.size > 0 && (this.#undone.has(sha) || this.#undone.has(subject));
  }

  #addItems(commit: Commit, entries: readonly Entry[], isFix: boolean): void {
    const items = evidenceIn(entries).sort((a, b) => a.index - b.index);
    if (items.length === 0) return;
    this.commits += 1;
    for (const item of items) {
      item.changes += 1;
      if (isFix) item.fixes += 1;
    }
    items.forEach((a, at) => {
      for (let next = at + 1; next < items.length; next += 1) this.#addPair(a, items[next] ?? a, commit);
    });
    if (this.#pairCount > gitLimits.pairsInMemory) this.#dropRarePairs();
  }

  /** `a` has the lower number. */
  #addPair(a: Item, b: Item, commit: Commit): void {
    if (a.isFolder && (b.isFolder || b.name.startsWith(a.name))) return;
    if (b.isFolder && a.name.startsWith(b.name)) return;
    if (countOnce(a.partners, b.index, commit)) this.#pairCount += 1;
  }

  #dropRarePairs(): void {
    for (let least = 2; this.#pairCount > gitLimits.pairsInMemory / 2; least += 1)
      for (const { partners } of this.items)
        for (const [index, { count }] of partners)
          if (count < least && partners.delete(index)) this.#pairCount -= 1;
  }
}

/** The files and folders that a commit is evidence of: none when it touched no code, or too much to tell anything. */
function evidenceIn(entries: readonly Entry[]): Item[] {
  const files: Item[] = [];
  const folders: Item[] = [];
  let hasCode = false;
  for (const { kind, item, folder } of entries) {
    if (kind !== 'code' && kind !== 'manifest') continue;
    files.push(item);
    if (kind !== 'code') continue;
    hasCode = true;
    if (folder && !folders.includes(folder)) folders.push(folder);
  }
  return hasCode && files.length <= gitLimits.filesPerCommit ? [...files, ...folders] : [];
}

/** Counts a commit under a key, once; true when the key is new. */
function countOnce<K>(counts: Map<K, Counted>, key: K, { sha, at }: Newest): boolean {
  const known = counts.get(key);
  if (!known) counts.set(key, { count: 1, sha, at, last: sha });
  else if (known.last !== sha) {
    known.count += 1;
    if (known.last === '') known.sha = sha;
    if (known.last === '') known.at = at;
    known.last = sha;
  }
  return known === undefined;
}
