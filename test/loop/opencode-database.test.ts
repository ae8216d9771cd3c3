import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dictAt, dictsAt, isDict, numberAt } from '../../src/domain/json.ts';
import { type Database, loadDriver } from '../../src/store/recall-index-driver.ts';
import { fixture } from '../clients/read-file.ts';
import { createDesk, type Desk, jsonIn } from '../support/program.ts';

const open = loadDriver();

/** The tables as opencode 1.18 makes them, as far as they are read. */
const tables = [
  'create table session (id text primary key, parent_id text, directory text not null, version text not null, revert text, time_created integer not null, time_updated integer not null)',
  'create table message (id text primary key, session_id text not null, time_created integer not null, time_updated integer not null, data text not null)',
  'create table part (id text primary key, message_id text not null, session_id text not null, time_created integer not null, time_updated integer not null, data text not null)',
];

const exported: unknown = JSON.parse(readFileSync(fixture('opencode/export.json'), 'utf8'));
const messages = isDict(exported) ? dictsAt(exported, 'messages') : [];
const sessionId = 'ses_0c0ffee0shopfixture000001';

function addMessages(database: Database, from: number, to: number, session = sessionId): void {
  for (const message of messages.slice(from, to)) {
    const { id, sessionID: _, ...info } = dictAt(message, 'info') ?? {};
    const created = numberAt(dictAt(info, 'time') ?? {}, 'created') ?? 0;
    const messageId = `${session}-${id}`;
    database.run(
      'insert into message values (?, ?, ?, ?, ?)',
      messageId,
      session,
      created,
      created,
      JSON.stringify(info),
    );
    for (const part of dictsAt(message, 'parts')) {
      const { id: partId, sessionID: _session, messageID: _message, ...data } = part;
      const row = [`${session}-${partId}`, messageId, session, created, created, JSON.stringify(data)];
      database.run('insert into part values (?, ?, ?, ?, ?, ?)', ...row);
    }
  }
}

function addSession(database: Database, desk: Desk, id: string, parent: string | null): void {
  database.run(
    'insert into session values (?, ?, ?, ?, ?, ?, ?)',
    id,
    parent,
    desk.project,
    '1.18.33',
    null,
    1,
    2,
  );
}

/** A database that its client has open, in the mode in which it keeps it. */
function openDatabase(desk: Desk): Database {
  const folder = join(desk.userHome, '.local/share/opencode');
  mkdirSync(folder, { recursive: true });
  const database = open?.(join(folder, 'opencode.db'));
  if (!database) throw new Error('no driver');
  database.exec('pragma journal_mode = wal');
  for (const table of tables) database.exec(table);
  return database;
}

const analyze = async (desk: Desk) => {
  const { data, exit } = await jsonIn(desk, ['analyze-sessions']);
  return { exit, prompts: data.prompts, steps: data.steps, files: data.files, bad: data.badLines };
};

describe.skipIf(open === undefined)("opencode's database", () => {
  it('is read while opencode writes to it: new sessions, then only those that changed', async () => {
    const desk = createDesk();
    const database = openDatabase(desk);
    addSession(database, desk, sessionId, null);
    addSession(database, desk, 'ses_helper', sessionId);
    addMessages(database, 0, 4);
    addMessages(database, 3, 4, 'ses_helper');
    const name = '~/.local/share/opencode/opencode.db#';
    expect(await analyze(desk)).toMatchObject({
      exit: 0,
      prompts: 1,
      steps: 5,
      files: [
        { file: `${name}${sessionId}`, prompts: 1, steps: 5, state: 'new' },
        { file: `${name}ses_helper`, prompts: 0, steps: 0, state: 'new' },
      ],
    });
    addMessages(database, 5, 7);
    expect(await analyze(desk)).toMatchObject({
      prompts: 1,
      steps: 0,
      files: [
        { file: `${name}ses_helper`, state: 'same' },
        { file: `${name}${sessionId}`, state: 'appended' },
      ],
    });
    database.close();
  });

  it('names a record that is too large, and takes no other file of this name for one', async () => {
    const desk = createDesk();
    const database = openDatabase(desk);
    addSession(database, desk, sessionId, null);
    addMessages(database, 0, 4);
    database.exec(
      `update part set data = '{"type":"text","text":"' || hex(zeroblob(600000)) || '"}' where id like '%000300'`,
    );
    mkdirSync(desk.home, { recursive: true });
    writeFileSync(join(desk.home, 'config.yaml'), 'capture: { maxLineMb: 1 }\n');
    writeFileSync(join(desk.userHome, '.local/share/opencode/opencode-old.db'), 'no database');
    const found = await analyze(desk);
    expect(found).toMatchObject({ exit: 3, prompts: 1 });
    expect(found.bad).toEqual([
      {
        file: expect.stringContaining('opencode-old.db'),
        line: 0,
        problem: expect.stringContaining('not a database'),
      },
      {
        file: expect.stringContaining(`opencode.db#${sessionId}`),
        line: 5,
        problem: 'record of 1200025 bytes is too long',
      },
    ]);
    database.close();
  });
});
