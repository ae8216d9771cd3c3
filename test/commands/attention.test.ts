import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder, snapshot } from '../support/home.ts';
import { runCommand } from './run-command.ts';

const makeHome = (): string => join(makeFolder(), 'home');
const topicsOf = async (home: string) => (await runCommand({ home }, 'attention')).data.topics;

describe('hebb attention', () => {
  it('sets a focus, shifts it, and lets it go', async () => {
    const home = makeHome();
    expect(await topicsOf(home)).toEqual({});
    await runCommand({ home }, 'attention', { focus: 'Billing' });
    await runCommand({ home }, 'attention', { focus: 'search' });
    expect(await topicsOf(home)).toEqual({ search: 0.95, billing: 0.665 });
    const { data } = await runCommand({ home }, 'attention', { reset: true });
    expect(data).toMatchObject({ topics: {}, dryRun: false });
    expect(await topicsOf(home)).toEqual({});
    await runCommand({ home }, 'undo');
    expect(await topicsOf(home)).toEqual({ search: 0.95, billing: 0.665 });
  });

  it('only looks without a flag, and makes no home', async () => {
    const home = makeHome();
    await runCommand({ home }, 'attention');
    expect(existsSync(home)).toBe(false);
  });

  it('writes nothing in a dry run', async () => {
    const home = makeHome();
    await runCommand({ home }, 'attention', { focus: 'billing' });
    const before = snapshot(home);
    const { data } = await runCommand({ home }, 'attention', { focus: 'search', dryRun: true });
    expect(data).toMatchObject({ topics: { search: 0.95, billing: 0.665 }, dryRun: true });
    expect(snapshot(home)).toEqual(before);
  });

  it.each([{ focus: '' }, { focus: 'x'.repeat(81) }])('refuses the topic of %j', async (options) => {
    await expect(runCommand({ home: makeHome() }, 'attention', options)).rejects.toMatchObject({
      failure: { code: 'usage.value' },
    });
  });

  it('refuses a focus together with a reset', async () => {
    const options = { focus: 'billing', reset: true };
    await expect(runCommand({ home: makeHome() }, 'attention', options)).rejects.toMatchObject({ exit: 2 });
  });
});
