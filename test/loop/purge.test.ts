import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { foldedText } from '../../src/pipeline/purge-fold.ts';
import { writeTranscript } from '../support/claude-transcript.ts';
import { copyFolder, makeFolder } from '../support/home.ts';
import { createDesk, type Desk, jsonIn, runIn } from '../support/program.ts';

const fact = 'Always greet Renée Dubois at the Genève desk before noon';
const other = 'Never push to the release branch on Fridays';
const first = 'aaaaaaaa-0000-4000-8000-000000000000';
const second = 'bbbbbbbb-0000-4000-8000-000000000000';

const filesUnder = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesUnder(path) : [path];
  });

const contentOf = (path: string): string => {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
};

/** Every reading of a text: as it is, and with the escapes of JSON read once and twice. */
const readingsOf = (text: string): string[] => {
  const unescaped = (one: string): string =>
    one
      .replace(/\\u([0-9a-f]{4})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
      .replace(/\\./g, ' ');
  return [text, unescaped(text), unescaped(unescaped(text))];
};

/** Files under the home in which a text is found in any form. */
const grep = (desk: Desk, text: string): string[] =>
  filesUnder(desk.home).filter((path) =>
    readingsOf(contentOf(path)).some((one) => foldedText(one).includes(foldedText(text))),
  );

const told = (desk: Desk): void => {
  writeTranscript(desk, {
    id: first,
    at: '2026-10-20T09:00:00.000Z',
    turns: [{ says: `${fact}.` }, { runs: 'pnpm test' }, { says: `${other}.` }],
  });
  writeTranscript(desk, {
    id: second,
    at: '2026-10-21T09:00:00.000Z',
    turns: [{ says: `${other}.` }, { says: `Please, ${fact.toUpperCase()}!` }],
  });
};

interface Line {
  readonly id: string;
  readonly summary: string;
}

const memories = async (desk: Desk): Promise<Line[]> => {
  const { data } = await jsonIn(desk, ['list', '--all', '--global']);
  return data.memories;
};

const idOf = async (desk: Desk, text: string): Promise<string> => {
  const found = (await memories(desk)).find(({ summary }) =>
    foldedText(summary).startsWith(foldedText(text)),
  );
  expect(found, text).toBeDefined();
  return found?.id ?? '';
};

/** A home in which the fact lies in as many places as possible. */
async function fill(desk: Desk): Promise<void> {
  told(desk);
  await runIn(desk, ['auto-consolidate', '--force']);
  await runIn(desk, ['learn', fact.normalize('NFD'), '--type', 'preference']);
  await runIn(desk, ['learn', 'Tea is served at four in the kitchen']);
  await runIn(desk, ['learn', `Say hello twice: ${fact}, even on Mondays`]);
  const id = await idOf(desk, fact);
  await runIn(desk, ['pin', id]);
  await runIn(desk, ['promote', id]);
  await runIn(desk, ['relate', id, 'related_to', await idOf(desk, 'Tea is served')]);
  await runIn(desk, ['consolidate']);
  const lay = (name: string, text: string | Uint8Array): void => {
    mkdirSync(join(desk.home, name, '..'), { recursive: true });
    writeFileSync(join(desk.home, name), text, { mode: 0o600 });
  };
  lay(
    'spool/claude-code.1.1.0.json',
    JSON.stringify({ session_id: 'x', cwd: desk.project, hook_event_name: 'UserPromptSubmit', prompt: fact }),
  );
  lay(
    'quarantine/2026-10.jsonl',
    `${JSON.stringify({ v: 1, id: 'q-1', text: `{"summary": ${JSON.stringify(JSON.stringify(fact))}, torn` })}\n`,
  );
  lay('quarantine/core-memory.json.1', `{"stablePatterns": {"x": "${fact}"`);
  lay('exports/notes.md', `# Notes\n- ${fact.normalize('NFD')}\n- ${other}\n`);
  lay('injected/s1.jsonl', `${JSON.stringify({ id, text: fact })}\n`);
  lay('cache/git/p.json', JSON.stringify({ v: 1, emitted: [fact] }));
  lay('journal/dddddddddddddddd/2025-01.jsonl.gz', gzipSync(`${JSON.stringify(oldOperation(id))}\n`));
  lay('memories/global/2026-01.jsonl.77-ab.0.tmp', `{"summary": "${fact}`);
}

/** One home for all, laid back as it was for each test: making it takes as long as many tests. */
let kept: Desk | undefined;

async function livedIn(): Promise<Desk> {
  const desk = kept ?? deskIn(makeFolder());
  if (!kept) {
    await fill(desk);
    copyFolder(desk.home, `${desk.home}-kept`);
    kept = desk;
  }
  copyFolder(`${desk.home}-kept`, desk.home);
  return desk;
}

function deskIn(userHome: string): Desk {
  const project = join(userHome, 'shop');
  mkdirSync(project);
  return { userHome, home: join(userHome, '.hebb'), project };
}

const oldOperation = (id: string): object => ({
  v: 1,
  seq: 1,
  id: 'o-old',
  group: 'o-old',
  at: '2025-01-05T10:00:00.000Z',
  command: 'pin',
  changes: [
    {
      target: 'reviews/w-1',
      before: null,
      after: {
        v: 1,
        id: 'w-1',
        rev: 1,
        kind: 'similar',
        a: id,
        b: 'm-b',
        similarity: 0.8,
        reason: fact,
        at: 'x',
        updatedAt: 'x',
      },
      reason: { rule: 'x', text: `about ${fact}`, evidence: [], numbers: {} },
    },
  ],
});

describe('hebb purge', () => {
  it('without --yes says what it would erase and writes nothing', async () => {
    const desk = await livedIn();
    const before = filesUnder(desk.home).map((path) => contentOf(path));
    const ran = await jsonIn(desk, ['purge', await idOf(desk, fact)]);
    expect([ran.exit, ran.data.done, ran.data.undoable]).toEqual([0, false, false]);
    expect(ran.data.files.map(({ file }: { file: string }) => file.split('/')[0])).toEqual(
      expect.arrayContaining([
        'cache',
        'exports',
        'imported',
        'injected',
        'journal',
        'learning-log',
        'memories',
        'quarantine',
        'sessions',
        'spool',
        'workflows',
      ]),
    );
    expect(filesUnder(desk.home).map((path) => contentOf(path))).toEqual(before);
    expect((await runIn(desk, ['purge', await idOf(desk, fact)])).out).toMatch(
      /cannot be undone[\s\S]*git[\s\S]*--yes/,
    );
  });

  it('leaves the text nowhere, in no form, and everything else works', async () => {
    const desk = await livedIn();
    expect(grep(desk, fact).length).toBeGreaterThan(12);
    const ran = await jsonIn(desk, ['purge', await idOf(desk, fact), '--yes']);
    expect([ran.exit, ran.data.done]).toEqual([0, true]);
    expect(grep(desk, fact)).toEqual([]);
    expect(grep(desk, 'Renée Dubois')).toEqual([]);
    for (const argv of [
      ['list'],
      ['log'],
      ['status'],
      ['consolidate'],
      ['auto-consolidate', '--force'],
      ['report'],
    ]) {
      const next = await runIn(desk, argv);
      expect([argv, next.exit, next.err]).toEqual([argv, 0, '']);
    }
    expect((await memories(desk)).map(({ summary }) => summary)).toEqual(
      expect.arrayContaining(['Tea is served at four in the kitchen']),
    );
    expect(grep(desk, fact)).toEqual([]);
    expect(grep(desk, other).length).toBeGreaterThan(3);
  });

  it('cannot be undone, and undo of what came before neither breaks nor brings it back', async () => {
    const desk = await livedIn();
    await runIn(desk, ['purge', await idOf(desk, fact), '--yes']);
    const log = await jsonIn(desk, ['log', '--limit', '200']);
    const operations: { id: string; command: string }[] = log.data.operations;
    expect(operations[0]?.command).toBe('purge');
    const last = await runIn(desk, ['undo']);
    expect([last.exit, last.err]).toEqual([1, expect.stringContaining('a purge cannot be undone')]);
    for (const { id } of operations.slice(1)) {
      const undone = await runIn(desk, ['undo', id]);
      expect([0, 1]).toContain(undone.exit);
      expect(grep(desk, fact), id).toEqual([]);
    }
    expect((await runIn(desk, ['restore'])).exit).toBe(0);
    expect(grep(desk, fact)).toEqual([]);
    expect((await runIn(desk, ['list'])).exit).toBe(0);
  });

  it.each([
    [
      'the same transcript read anew',
      async (desk: Desk) => {
        const path = join(desk.home, 'state.json');
        writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), marks: {} }));
        await runIn(desk, ['auto-consolidate', '--force']);
      },
    ],
    ['learn', async (desk: Desk) => void (await runIn(desk, ['learn', fact]))],
    ['learn in capitals', async (desk: Desk) => void (await runIn(desk, ['learn', fact.toUpperCase()]))],
    [
      'learn with other spacing',
      async (desk: Desk) => void (await runIn(desk, ['learn', `  ${fact.replaceAll(' ', '   ')}.`])),
    ],
    [
      'learn decomposed and as another type',
      async (desk: Desk) => void (await runIn(desk, ['learn', fact.normalize('NFD'), '--type', 'belief'])),
    ],
    [
      'a candidate file',
      async (desk: Desk) => {
        const path = join(desk.project, 'candidates.json');
        writeFileSync(
          path,
          JSON.stringify({
            learnings: [{ summary: fact, type: 'pattern', severity: 'critical' }],
            candidates: [],
          }),
        );
        await runIn(desk, ['import', path]);
      },
    ],
  ])('stays out: %s', async (_, again) => {
    const desk = await livedIn();
    await runIn(desk, ['purge', await idOf(desk, fact), '--yes']);
    await again(desk);
    await runIn(desk, ['import']);
    expect(
      (await memories(desk)).filter(({ summary }) => foldedText(summary).includes(foldedText(fact))),
    ).toEqual([]);
    expect(grep(desk, fact)).toEqual([]);
  });

  it('erases what lies only in the archive', async () => {
    const desk = createDesk();
    await runIn(desk, ['learn', fact]);
    await runIn(desk, ['learn', other]);
    const id = await idOf(desk, fact);
    await runIn(desk, ['forget', id]);
    expect((await runIn(desk, ['purge', fact.toLowerCase(), '--yes'])).exit).toBe(0);
    expect(grep(desk, fact)).toEqual([]);
    expect((await runIn(desk, ['restore', id])).exit).toBe(1);
    expect((await runIn(desk, ['learn', fact])).out).toMatch(/forgotten/);
  });

  it('erases a session: what only it taught goes, what others taught too stays', async () => {
    const desk = createDesk();
    told(desk);
    await runIn(desk, ['auto-consolidate', '--force']);
    const own = 'Keep the quarterly forecast of Mr Okonkwo in cents';
    writeTranscript(desk, {
      id: 'cccccccc-0000-4000-8000-000000000000',
      at: '2026-10-22T09:00:00.000Z',
      turns: [{ says: `${other}.` }, { says: `Always ${own}.` }, { runs: 'make forecast' }],
    });
    await runIn(desk, ['auto-consolidate', '--force']);
    expect(grep(desk, own).length).toBeGreaterThan(3);
    expect(
      (await runIn(desk, ['purge', '--session', 'cccccccc-0000-4000-8000-000000000000', '--yes'])).exit,
    ).toBe(0);
    expect(grep(desk, own)).toEqual([]);
    expect(grep(desk, 'make forecast')).toEqual([]);
    expect(grep(desk, fact).length).toBeGreaterThan(3);
    const kept = await jsonIn(desk, ['show', await idOf(desk, other)]);
    expect(kept.out).not.toContain('cccccccc');
    expect((await runIn(desk, ['consolidate'])).exit).toBe(0);
  });

  it.each([
    ['nothing named', ['purge'], 2],
    ['nothing found', ['purge', 'no such thing', '--yes'], 1],
  ])('%s', async (_, argv, exit) => {
    const desk = createDesk();
    await runIn(desk, ['learn', other]);
    expect((await runIn(desk, argv)).exit).toBe(exit);
  });
});
