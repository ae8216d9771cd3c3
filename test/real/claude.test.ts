import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realClients, runClient, type Session, type World } from './clients.ts';
import { type ModelServer, startModel, type Turn } from './model-server.ts';
import { createWorld, hebb, hebbProgram } from './world.ts';

const client = realClients.claude;

describe.skipIf(client.program === undefined)(
  `Claude Code with everything of hebb${client.program === undefined ? ' (skipped: not installed; HEBB_TEST_CLAUDE may name it)' : ''}`,
  () => {
    let world: World;
    let model: ModelServer;

    const say = async (prompt: string, script: readonly Turn[]): Promise<Session> => {
      model.play(script);
      return runClient(client, { world, modelUrl: model.url, prompt });
    };

    beforeAll(async () => {
      world = createWorld();
      model = await startModel();
      client.prepare(world, model.url);
      hebb(world, 'init', '--client', 'claude-code', '--yes');
      // What `hebb init` prints for the server, in the file that a project shares.
      const server = { command: process.execPath, args: [hebbProgram, 'mcp'] };
      writeFileSync(join(world.project, '.mcp.json'), JSON.stringify({ mcpServers: { hebb: server } }));
      for (const text of [
        'Build the shop with make shop before a release',
        'Tag a release only after the smoke test passed',
      ])
        hebb(world, 'learn', text, '--task-pattern', 'release the shop');
      hebb(world, 'consolidate', '--skills');
      hebb(world, 'skill', 'export', '--to', 'claude-code');
    });
    afterAll(() => model.close());

    it('connects to the server, and a tool call answers', async () => {
      const recall = { tool: 'mcp__hebb__memory_recall', input: { query: 'release the shop' } };
      const { exit, err } = await say('What do you know of releases?', [
        { calls: [recall] },
        { text: 'That.' },
      ]);
      expect(exit, err).toBe(0);
      const [first, second] = model.asked.slice(-2);
      expect(first?.body).toContain('"name":"mcp__hebb__memory_recall"');
      expect(second?.body).toContain('tool_result');
      expect(second?.body).not.toContain('"is_error":true');
    });

    it('lists the exported skill and the slash commands', async () => {
      const { out } = await say('/consolidate --dry-run', [{ text: 'Looked at.' }]);
      expect(out).toContain('Looked at.');
      const asked = model.asked.at(-1)?.body ?? '';
      expect(asked).toContain('release-the-shop');
      expect(asked).toMatch(/hebb\.js.{0,40}consolidate/);
    });

    it('knows two sessions later what the first one said', async () => {
      const rule = 'From now on, always call the staging server heron, never staging-1.';
      await say(rule, [{ text: 'I will.' }]);
      await say('List the files here', [
        { calls: [{ tool: 'Bash', input: { command: 'ls' } }] },
        { text: 'Listed.' },
      ]);
      hebb(world, 'auto-consolidate', '--force');
      await say('Which name has the staging server?', [{ text: 'heron' }]);
      const asked = model.asked.at(-1)?.body ?? '';
      expect(asked).toContain('hebb-memory');
      expect(asked).toContain('heron');
    });
  },
);
