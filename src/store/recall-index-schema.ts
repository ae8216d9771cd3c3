import { isDict } from '../domain/json.ts';
import type { RecallHead } from './recall-index.ts';
import type { Database } from './recall-index-driver.ts';

/** Raised when the tables or what stands in them changes: another number means that the index is made anew. */
export const schemaVersion = 4;

/** Where a word or, after the mark, a pair of letters stands; what scores need of each document; the documents; what joins them. */
const tables = `
create table meta(key text primary key, value text) without rowid;
create table postings(term text, block integer, data blob, primary key(term, block)) without rowid;
create table slots(block integer primary key, data blob);
create table beside(block integer primary key, data blob);
create table docs(row integer primary key, id text, hash text, json text);
create table bodies(row integer primary key, terms text, folded text);
create table names(name text, kind integer, id text, row integer, primary key(name, kind, id)) without rowid;
create table owners(number integer primary key, name text unique, documents integer);
create table sessions(number integer primary key, name text unique);
create table placed(session integer, place real, id text, row integer, primary key(session, place, id)) without rowid;
create table links(id text primary key, kind integer, a text, b text, weight real, since text) without rowid;
create table synonyms(stem text primary key, others text) without rowid;
create index links_a on links(a);
create index links_b on links(b);
`;

/** Makes an empty index in an empty file. It is written for one go and renamed when whole, so it needs no journal. */
export function createTables(database: Database): void {
  database.exec('pragma journal_mode = off; pragma synchronous = off; pragma secure_delete = on');
  database.exec(tables);
}

/** Makes a connection ready to change an index in place: what is taken out leaves no trace in free pages. What is derived need not outlive the machine. */
export const prepareToWrite = (database: Database): void =>
  database.exec('pragma synchronous = off; pragma secure_delete = on');

/** What the index says of itself; undefined when it is of another version, or none. */
export function readHead(database: Database, version: string): RecallHead | undefined {
  const [text] = database.get(`select value from meta where key = 'head'`) ?? [];
  if (typeof text !== 'string') return undefined;
  const value: unknown = JSON.parse(text);
  return isHead(value) && value.schema === schemaVersion && value.version === version ? value : undefined;
}

/** It was written by `writeHead` of this version or of another one, which names itself. */
const isHead = (value: unknown): value is RecallHead =>
  isDict(value) && typeof value.schema === 'number' && typeof value.version === 'string';

/** Writes what the index says of itself. */
export const writeHead = (database: Database, head: RecallHead): void =>
  database.run(`insert or replace into meta values('head', ?)`, JSON.stringify(head));

/** What a stem may be found by instead of itself. */
export function readSynonyms(database: Database, stem: string): readonly string[] {
  const [others] = database.get('select others from synonyms where stem = ?', stem) ?? [];
  return typeof others === 'string' ? JSON.parse(others) : [];
}

/** Replaces the synonyms. */
export function writeSynonyms(database: Database, synonyms: ReadonlyMap<string, readonly string[]>): void {
  database.exec('delete from synonyms');
  for (const [stem, others] of synonyms)
    database.run('insert into synonyms values(?, ?)', stem, JSON.stringify(others));
}
