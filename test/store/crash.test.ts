import { describe, expect, it } from 'vitest';
import { proveCrashes, visibleCrashes } from '../support/crash-proof.ts';
import { run } from '../support/home.ts';
import { keepHome, makeLiveHome } from '../support/live-home.ts';

/** A command that only looks, by way of opening the home for writing. */
const look = ['import'];

/** Commands that commit one operation each: what is done already is not done twice. */
const commands: readonly {
  readonly title: string;
  readonly before?: readonly string[];
  readonly argv: readonly string[];
  readonly once?: boolean;
}[] = [
  {
    title: 'learn',
    argv: ['learn', 'Sign every release with the shared key', '--scope', 'global'],
    once: true,
  },
  { title: 'forget', argv: ['forget', 'm-stale-too'], once: true },
  { title: 'undo', before: ['forget', 'm-stale-too'], argv: ['undo'], once: true },
  { title: 'restore', before: ['forget', 'm-stale-too'], argv: ['restore'] },
  { title: 'edit', argv: ['edit', 'm-kept', '--text', 'Prefer functions over classes'] },
];

describe('a process that dies anywhere', () => {
  it('in consolidate leaves whole operations, and the next run ends the same', async () => {
    const live = await makeLiveHome({ inputs: false });
    const { crashes, operations } = await proveCrashes(live, { argv: ['consolidate'] }, visibleCrashes);
    expect(operations).toBe(3);
    expect(crashes).toBeGreaterThan(60);
  });

  it.each(commands)('in $title leaves whole operations', async ({ before, argv, once }) => {
    const made = await makeLiveHome({ inputs: false });
    if (before) await run(before, { home: made.home });
    const live = before ? keepHome(made.home) : made;
    const again = (isCommitted: boolean): readonly string[] => (once && isCommitted ? look : argv);
    const { operations } = await proveCrashes(live, { argv, again }, visibleCrashes);
    expect(operations).toBe(1);
  });

  it('in the whole loop loses nothing that was captured', async () => {
    const live = await makeLiveHome({ inputs: true });
    const some = (steps: Parameters<typeof visibleCrashes>[0]) =>
      visibleCrashes(steps).filter((_, at) => at % 9 === 0);
    const { operations } = await proveCrashes(live, { argv: ['auto-consolidate', '--force'] }, some);
    expect(operations).toBe(5);
  });
});
