import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RealClient, realClients, runClient, type Session, type World } from './clients.ts';
import { type ModelServer, startModel, type Turn } from './model-server.ts';
import { createWorld, hebb, hebbJson } from './world.ts';

const test = "import test from 'node:test';\ntest('cart', () => {});\n";
const check = 'node --test cart.test.mjs';

/** The same session in each client's own tools: a failing check, the file that mends it, the check again, and an edit. */
const sessions: Readonly<Record<keyof typeof realClients, (world: World) => readonly Turn[]>> = {
  claude: ({ project }) => [
    {
      text: 'I run the test.',
      calls: [{ tool: 'Bash', input: { command: check, description: 'Run the test' } }],
    },
    { calls: [{ tool: 'Write', input: { file_path: join(project, 'cart.test.mjs'), content: test } }] },
    { calls: [{ tool: 'Bash', input: { command: check, description: 'Run the test again' } }] },
    { text: 'The test file was missing.' },
  ],
  codex: () => [
    { text: 'I run the test.', calls: [{ tool: 'exec_command', input: { cmd: check } }] },
    {
      calls: [
        {
          tool: 'apply_patch',
          input: {
            patch: `*** Begin Patch\n*** Add File: cart.test.mjs\n${test
              .trimEnd()
              .split('\n')
              .map((line) => `+${line}`)
              .join('\n')}\n*** End Patch\n`,
          },
        },
      ],
    },
    { calls: [{ tool: 'exec_command', input: { cmd: check } }] },
    { text: 'The test file was missing.' },
  ],
  gemini: ({ project }) => [
    {
      text: 'I run the test.',
      calls: [{ tool: 'run_shell_command', input: { command: check, description: 'Run the test' } }],
    },
    { calls: [{ tool: 'write_file', input: { file_path: join(project, 'cart.test.mjs'), content: test } }] },
    { calls: [{ tool: 'run_shell_command', input: { command: check, description: 'Run the test again' } }] },
    { text: 'The test file was missing.' },
  ],
  opencode: ({ project }) => [
    {
      text: 'I run the test.',
      calls: [{ tool: 'bash', input: { command: check, description: 'Run the test' } }],
    },
    { calls: [{ tool: 'write', input: { filePath: join(project, 'cart.test.mjs'), content: test } }] },
    { calls: [{ tool: 'bash', input: { command: check, description: 'Run the test again' } }] },
    { text: 'The test file was missing.' },
  ],
};

const prompt = 'Make the cart test run';

interface Line {
  readonly kind: string;
  readonly ok: boolean | 'unknown';
  readonly text?: string;
  readonly command?: string;
  readonly files: readonly string[];
}

/** What the learning log holds, in its own order. */
function logOf({ userHome }: World): Line[] {
  const folder = join(userHome, '.hebb', 'learning-log');
  return readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line)),
  );
}

const told = (lines: readonly Line[]): string[] =>
  lines.flatMap(({ kind, ok, text, command, files }) => {
    if (kind === 'prompt') return [`prompt ${text}`];
    if (command?.includes(check)) return ['check'];
    return kind === 'edit' || kind === 'tool-failed'
      ? files.map((file) => `${kind} ${file.slice(file.lastIndexOf('/') + 1)} ${ok}`)
      : [];
  });

for (const [name, client] of Object.entries(realClients) as [keyof typeof realClients, RealClient][])
  describe.skipIf(client.program === undefined)(
    `${client.name}${client.program === undefined ? ' (skipped: not installed; HEBB_TEST_* may name it)' : ''}`,
    () => {
      let world: World;
      let model: ModelServer;
      let session: Session;

      beforeAll(async () => {
        world = createWorld();
        model = await startModel();
        client.prepare(world, model.url);
        hebb(world, 'init', '--client', client.name, '--yes');
        hebb(
          world,
          'learn',
          'Cart tests live beside package.json in cart.test.mjs',
          '--severity',
          'critical',
        );
        model.play(sessions[name](world));
        session = await runClient(client, { world, modelUrl: model.url, prompt });
        hebb(world, 'analyze-sessions');
      });
      afterAll(() => model.close());

      it('goes its way as if hebb were not there', () => {
        expect(session.exit, session.err).toBe(0);
        expect(session.out).toContain('The test file was missing.');
        expect(`${session.out}${session.err}`).not.toMatch(/hook.{0,40}(?:error|fail|invalid)/i);
      });

      it('tells of prompt, edit, failing check and its fix, each once', () => {
        expect(told(logOf(world)).sort()).toEqual(
          [`prompt ${prompt}`, 'check', 'edit cart.test.mjs true', 'check'].sort(),
        );
      });

      it('tells no more when everything is read again', () => {
        const before = logOf(world);
        hebb(world, 'capture', '--drain');
        hebb(world, 'analyze-sessions');
        expect(logOf(world)).toEqual(before);
      });

      it('gives the model what hebb injects, fenced', () => {
        const [first] = model.asked;
        expect(first?.body).toContain('hebb-memory');
        expect(first?.body).toContain('Cart tests live beside package.json');
      });

      // The hooks of Codex do not tell how a command ended; its rollout does, and the run is read from both.
      it('leaves a run that ended well, each step with its outcome', () => {
        const { runs } = hebbJson(world, 'workflows', 'list');
        expect(runs).toMatchObject([{ query: prompt, outcome: 'success', outcomeSource: 'last-check' }]);
        const [{ id }] = runs as [{ id: string }];
        const { run } = hebbJson(world, 'workflows', 'show', id) as { run: { steps: { ok: unknown }[] } };
        expect(run.steps.map(({ ok }) => ok)).toEqual([false, true, true]);
      });

      it('is as it was after hebb leaves', () => {
        hebb(world, 'init', '--remove', '--client', client.name, '--yes');
        const folder = {
          claude: '.claude',
          codex: '.codex',
          gemini: '.gemini',
          opencode: '.config/opencode',
        }[name];
        const left = readdirSync(join(world.userHome, folder), { recursive: true, encoding: 'utf8' }).filter(
          (path) => /hebb/i.test(path) && !path.startsWith('projects'),
        );
        expect(left).toEqual([]);
      });
    },
  );
