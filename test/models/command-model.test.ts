import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLanguageModel } from '../../src/models/create-model.ts';
import { makeFolder } from '../support/home.ts';
import { createModelHost, limits } from './samples.ts';

const folder = makeFolder();
const script = join(import.meta.dirname, 'scripted-command.sh');

async function ask(args: readonly string[], fields: { timeoutMs?: number; prompt?: string } = {}) {
  const { host, fetched, waits } = createModelHost(folder, { CLAUDECODE: '1', HEBB_ACTIVE: '0' });
  const argv = ['sh', script, ...args];
  const { timeoutMs = limits.timeoutMs } = fields;
  const model = await createLanguageModel({ kind: 'command', argv, ...limits, timeoutMs }, host);
  const reply = await model?.ask(fields.prompt ?? 'the prompt');
  expect(fetched).toEqual([]);
  expect(waits).toEqual([]);
  return { reply, ledger: model?.ledger() };
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('a command', () => {
  it('gets the prompt on stdin, whole, and prints the answer', async () => {
    const prompt = 'größe データ\n'.repeat(20_000);
    expect((await ask(['echo'], { prompt })).reply).toEqual({ kind: 'text', text: prompt });
  });

  it('is started without a shell, in the given folder, with HEBB_ACTIVE=1', async () => {
    const { reply } = await ask(['told', '$(touch x); `y` "z" *']);
    const told = [
      'active 1',
      'claude unset',
      'argument $(touch x); `y` "z" *',
      `folder ${folder}`,
      'bytes 10',
    ];
    expect(reply).toEqual({ kind: 'text', text: `${told.join('\n')}\n` });
  });

  it('may end without reading its prompt', async () => {
    expect((await ask(['deaf'], { prompt: 'x'.repeat(500_000) })).reply).toEqual({
      kind: 'text',
      text: 'done\n',
    });
  });

  it.each([
    ['a status', ['fails'], 'the command ended with status 3: not logged in run login'],
    ['too much output', ['oversized'], 'the command printed more than 1000000 bytes'],
  ])('fails with %s, told and not tried again', async (_, args, reason) => {
    const { reply, ledger } = await ask(args);
    expect(reply).toEqual({ kind: 'failure', reason, isTransient: false });
    expect(ledger).toMatchObject({ calls: 1, failures: 1 });
  });

  it('that does not exist is told', async () => {
    const { host } = createModelHost(folder);
    const model = await createLanguageModel({ kind: 'command', argv: ['no-such-program'], ...limits }, host);
    expect(await model?.ask('p')).toMatchObject({
      reason: 'the command no-such-program cannot be started: ENOENT',
    });
  });

  it.each(['hangs', 'stubborn', 'leaves-a-child'])(
    '%s: it is ended at the timeout, and is gone',
    async (mode) => {
      const file = join(folder, `${mode}.pid`);
      const { reply } = await ask([mode, file], { timeoutMs: 500 });
      expect(reply).toMatchObject({ kind: 'failure', reason: 'the command gave no answer within 0.5 s' });
      expect(isAlive(Number(readFileSync(file, 'utf8')))).toBe(false);
    },
  );
});
