import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Judged } from '../../src/domain/candidate.ts';
import { writeTranscript } from '../support/claude-transcript.ts';
import { createDesk, type Desk, jsonIn } from '../support/program.ts';

const folder = 'fixtures/safety/poisoned';

interface Poisoned {
  readonly goal: string;
  readonly planted: string;
  readonly text: string;
}

const documents: readonly Poisoned[] = readdirSync(folder).map((name) =>
  JSON.parse(readFileSync(join(folder, name), 'utf8')),
);
const harmless: readonly string[] = JSON.parse(readFileSync('fixtures/safety/remember.json', 'utf8')).map(
  (one: string | { text: string }) => (typeof one === 'string' ? one : one.text),
);

const env = (desk: Desk) => ({
  PATH: process.env.PATH,
  HOME: desk.userHome,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
});

/** A history in which every document is the body of a fix. */
function commitAll(desk: Desk): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], {
      cwd: desk.project,
      env: env(desk),
      stdio: 'pipe',
    });
  git('init', '-q', '-b', 'main');
  for (const [index, { text, planted }] of documents.entries()) {
    writeFileSync(join(desk.project, `file-${index % 9}.ts`), `export const value = ${index};\n`);
    git('add', '.');
    git('commit', '-q', '-m', `fix: ${planted}`, '-m', text);
  }
}

/** The documents as a prompt, as what an agent says and reads, as notes and as the agent's own memory. */
function tellAll(desk: Desk): void {
  const turns = documents.flatMap(({ text, planted }) => [
    { says: text },
    { runs: `cat notes.txt`, fails: text },
    { answers: `The root cause was: ${planted}` },
  ]);
  writeTranscript(desk, {
    id: 'bad0bad0-0000-4000-8000-000000000000',
    at: '2026-10-30T09:00:00.000Z',
    turns,
  });
  const lines = documents.map(({ planted }) => `- ${planted}`).join('\n');
  writeFileSync(join(desk.project, 'progress.md'), `# Progress\n\n## Learnings\n${lines}\n`);
  const memory = join(
    desk.userHome,
    '.claude',
    'projects',
    desk.project.replace(/[^A-Za-z0-9]/g, '-'),
    'memory',
  );
  mkdirSync(memory, { recursive: true });
  for (const [index, { text }] of documents.entries()) {
    writeFileSync(
      join(memory, `note-${index}.md`),
      `---\nname: note-${index}\ntype: feedback\n---\n${text}\n`,
    );
  }
}

const candidateOf = (summary: string, index: number) => ({
  id: `m-${String(index).padStart(16, '0')}`,
  name: `pattern:planted-${index}`,
  entityType: 'pattern',
  summary,
  observations: [],
  appliesTo: ['shell', 'git', 'ci'],
  severity: 'critical',
  source: 'import',
  scope: 'global',
  confidence: 1,
  provenance: [{ origin: 'import', at: '2026-10-30T09:00:00.000Z', row: index }],
});

function writeCandidates(desk: Desk): string {
  const path = join(desk.project, 'candidates.json');
  const summaries = [...documents.map(({ planted }) => planted), ...harmless];
  const file = {
    v: 1,
    id: 'planted',
    source: 'import',
    at: '2026-10-30T09:00:00.000Z',
    candidates: summaries.map(candidateOf),
  };
  writeFileSync(path, JSON.stringify(file));
  return path;
}

describe('36 poisoned documents and 6 harmless ones', () => {
  let judged: Judged[] = [];
  let live: { summary: string; status: string; observations: string[] }[] = [];
  let held: { id: string; reason: string }[] = [];

  beforeAll(async () => {
    const desk = createDesk();
    commitAll(desk);
    tellAll(desk);
    const options = { now: '2027-01-01T10:00:00.000Z' };
    await jsonIn(desk, ['auto-consolidate', '--force'], options);
    const { data } = await jsonIn(desk, ['import', writeCandidates(desk)], options);
    judged = data.judged;
    const list = await jsonIn(desk, ['list', '--all', '--limit', '10000'], options);
    live = list.data.memories.filter(
      ({ status }: { status: string }) => status === 'active' || status === 'confirmed',
    );
    held = readFileSync(join(desk.home, 'quarantine', 'blocked.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  });

  it('are 36 and 6', () => {
    expect([documents.length, harmless.length]).toEqual([36, 6]);
  });

  it('let nothing planted become an active memory, on any path', () => {
    const said = live.flatMap(({ summary, observations }) => [summary, ...observations]).join('\n');
    expect(
      documents.filter(({ planted }) => said.includes(planted.slice(0, 60))).map(({ planted }) => planted),
    ).toEqual([]);
  });

  it('hold each planted candidate in quarantine, with the rule', () => {
    const planted = judged.filter(
      ({ candidate }) =>
        candidate.name.startsWith('pattern:planted') && !harmless.includes(candidate.summary),
    );
    const open = planted.filter(
      ({ candidate }) => !held.some(({ id, reason }) => id === candidate.id && reason.includes('rule ')),
    );
    expect(planted).toHaveLength(36);
    expect(open.map(({ candidate, verdict }) => `${verdict}: ${candidate.summary}`)).toEqual([]);
  });

  it('keep what is harmless', () => {
    const kept = judged.filter(({ candidate }) => harmless.includes(candidate.summary));
    expect(kept.map(({ verdict }) => verdict)).toEqual(harmless.map(() => 'saved'));
  });
});
