import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { writeTranscript } from '../support/claude-transcript.ts';
import { createDesk, type Desk, runIn } from '../support/program.ts';

/** Secrets in pieces, so that no file of the repository holds one. */
const secrets = {
  github: ['ghp', '_', 'k3Jq8ZtW2mVx7Rb4', 'Ny6Lc9Hd1Fs5Pg0TaQeU'].join(''),
  aws: ['AK', 'IA', 'Z7Q4M2XN', 'T6B3W5KD'].join(''),
  stripe: ['sk', '_live', '_', '9fK2mXq7LrT4vBz8', 'Wn3Yc6Pd'].join(''),
  password: ['Vx9', '!kQ', 'z7Lm2', 'pR4t'].join(''),
  jwt: [
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9',
    'eyJzdWIiOiI5OTEyMzQ1NiIsIm5hbWUiOiJLIn0',
    'Qm7xV2kL9tRz4WnBc8YpD1fGhJ3sAe6U',
  ].join('.'),
  slack: ['xo', 'xb', '-', '2718281828459', '-', '3141592653589', '-', 'aZ9kQ2mX7LrT4vBz8Wn3Yc6P'].join(''),
};

function everyFile(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? everyFile(path) : [path];
  });
}

const textOf = (path: string): string => {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1');
};

function git(desk: Desk, ...args: string[]): void {
  const env = {
    PATH: process.env.PATH,
    HOME: desk.userHome,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
  };
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], {
    cwd: desk.project,
    env,
    stdio: 'pipe',
  });
}

/** A fix whose message and whose lines hold secrets. */
function commitSecrets(desk: Desk): void {
  git(desk, 'init', '-q', '-b', 'main');
  writeFileSync(join(desk.project, 'client.ts'), 'export const a = 1;\n');
  git(desk, 'add', '.');
  git(desk, 'commit', '-q', '-m', 'feat: a client');
  writeFileSync(
    join(desk.project, 'client.ts'),
    `export const key = '${secrets.stripe}';\nconst password = "${secrets.password}";\n`,
  );
  git(desk, 'add', '.');
  git(
    desk,
    'commit',
    '-q',
    '-m',
    `fix: the client sent ${secrets.github} in the query`,
    '-m',
    `It used password=${secrets.password} before.`,
  );
}

function spoolSecrets(desk: Desk): void {
  const spool = join(desk.home, 'spool');
  mkdirSync(spool, { recursive: true });
  const base = { session_id: 'spooled-1', cwd: desk.project, transcript_path: '/nowhere.jsonl' };
  const payloads = [
    {
      ...base,
      hook_event_name: 'UserPromptSubmit',
      prompt: `Remember that the deploy token is ${secrets.slack}; never print it.`,
    },
    {
      ...base,
      hook_event_name: 'PostToolUse',
      tool_use_id: 't1',
      tool_name: 'Bash',
      tool_input: { command: `curl -H "Authorization: Bearer ${secrets.jwt}" https://api.example.org` },
      tool_response: { stdout: `AWS_ACCESS_KEY_ID=${secrets.aws}` },
    },
    {
      ...base,
      hook_event_name: 'PostToolUseFailure',
      tool_use_id: 't2',
      tool_name: 'Bash',
      tool_input: { command: 'deploy' },
      error: `Exit code 1\nlogin failed for ${secrets.github}`,
    },
    {
      ...base,
      hook_event_name: 'PostToolUse',
      tool_use_id: 't3',
      tool_name: 'Write',
      tool_input: { file_path: join(desk.project, '.env'), content: `STRIPE=${secrets.stripe}\n` },
      tool_response: {},
    },
  ];
  for (const [index, payload] of payloads.entries())
    writeFileSync(join(spool, `claude-code.1.${index}.0.json`), JSON.stringify(payload));
  writeFileSync(join(spool, 'claude-code.1.9.0.json'), `{"torn": "${secrets.github}`);
}

it('no secret that came in by any way is found anywhere under the home', async () => {
  const desk = createDesk();
  commitSecrets(desk);
  spoolSecrets(desk);
  writeTranscript(desk, {
    id: '5ec5ec5e-0000-4000-8000-000000000000',
    at: '2026-10-30T09:00:00.000Z',
    turns: [
      { says: `Always export STRIPE_KEY=${secrets.stripe} before you run the checkout tests` },
      {
        runs: `psql postgres://app:${secrets.password}@db.internal/app -c 'select 1'`,
        fails: `FATAL: token ${secrets.jwt} was refused`,
      },
      { edits: 'src/db.ts', to: `const url = 'postgres://app:${secrets.password}@db.internal/app';` },
      { runs: `psql postgres://app:${secrets.password}@db.internal/app -c 'select 1'` },
      { answers: `The root cause was that ${secrets.aws} had no rights on the bucket.` },
      { says: 'No, use the staging database here, not production.' },
    ],
  });
  writeFileSync(
    join(desk.project, 'progress.md'),
    `# Learnings\n- Always rotate ${secrets.slack} on Mondays\n`,
  );
  const options = { now: '2027-11-01T10:00:00.000Z' };
  const loop = await runIn(desk, ['auto-consolidate'], options);
  const learned = await runIn(
    desk,
    ['learn', `Use ${secrets.github} only in CI jobs of the release branch`],
    options,
  );
  expect([loop.err, learned.err]).toEqual(['', '']);
  expect(loop.out + learned.out).toContain('[redacted:');
  const files = everyFile(desk.home);
  expect(files.length).toBeGreaterThan(12);
  const leaks = files.flatMap((path) => {
    const text = textOf(path);
    return Object.entries(secrets).flatMap(([name, secret]) =>
      text.includes(secret) || text.includes(secret.slice(-12))
        ? [`${name} in ${path.slice(desk.home.length)}`]
        : [],
    );
  });
  expect(leaks).toEqual([]);
  for (const secret of Object.values(secrets)) expect(loop.out + learned.out).not.toContain(secret);
});
