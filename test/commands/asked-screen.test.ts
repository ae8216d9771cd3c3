import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askedScreen, openLanguageModel } from '../../src/commands/asked-screen.ts';
import { screenKey, withModelScreen } from '../../src/pipeline/model-questions.ts';
import { candidate } from '../pipeline/samples.ts';
import { createHost, makeFolder, openHome } from '../support/home.ts';

const script = join(import.meta.dirname, '../models/scripted-command.sh');
const a = candidate('a');

async function askIn(config: string) {
  const folder = makeFolder();
  const home = join(folder, 'home');
  mkdirSync(home);
  writeFileSync(join(home, 'config.yaml'), config);
  const fields = { home, cwd: folder, vars: { PATH: '/usr/bin:/bin' } };
  const store = await openHome(fields);
  const model = await openLanguageModel(store, createHost(fields));
  return { model, ...(await askedScreen([a], model)) };
}

const commandConfig = (mode: string): string =>
  `models:\n  language: command\n  command: [sh, ${JSON.stringify(script)}, ${mode}]\n`;

const pass = () => ({ verdict: 'pass' }) as const;

describe('candidates before import', () => {
  it.each(['', 'models:\n  language: none\n  command: claude -p\n'])(
    'without a model nothing is asked and nothing changes: %j',
    async (config) => {
      const { model, screens, ledger } = await askIn(config);
      expect([model, screens, ledger]).toEqual([undefined, undefined, undefined]);
      expect(withModelScreen(pass, screens)(a)).toEqual({ verdict: 'pass' });
    },
  );

  it.each([
    ['allow', 'pass', { calls: 1, unusable: 0 }],
    ['block', 'blocked', { calls: 1, unusable: 0 }],
    ['garbage', 'pending', { calls: 2, unusable: 2 }],
    ['fails', 'pending', { calls: 1, failures: 1 }],
  ])('a model that says %s: %s', async (mode, verdict, counted) => {
    const { screens, ledger } = await askIn(commandConfig(mode));
    expect(screens?.has(screenKey(a))).toBe(true);
    expect(withModelScreen(pass, screens)(a).verdict).toBe(verdict);
    expect(ledger).toMatchObject(counted);
  });
});
