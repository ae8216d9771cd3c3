import { describe, expect, it } from 'vitest';
import type { Run } from '../../src/domain/run.ts';
import { classOf } from '../../src/pipeline/class-units.ts';
import { withIdentity } from '../../src/pipeline/run-identity.ts';
import { strictHash } from '../../src/pipeline/strict-hash.ts';
import { edits, fold, prompt, runs, usesTool } from './items.ts';

describe('a folded run', () => {
  it('carries the hashes of its steps, also while it is open', () => {
    const { runs: folded } = fold([
      prompt('fix the cart please'),
      edits('src/cart.ts'),
      runs('npm test', 'Exit code 1'),
      prompt('and the tax'),
      runs('npm test'),
    ]);
    expect(folded).toHaveLength(2);
    for (const run of folded) {
      expect(run.strictHash).toBe(strictHash(run.steps));
      expect(run.classHash).toBe(classOf(run)?.hash);
    }
    expect(folded[0]?.classHash).not.toBe(folded[1]?.classHash);
  });

  it('has none without steps, and no class where it only looked', () => {
    const [said, looked] = fold([prompt('what is this'), prompt('and that'), runs('ls -la')]).runs;
    expect(said).not.toHaveProperty('strictHash');
    expect(said).not.toHaveProperty('classHash');
    expect(looked?.strictHash).toMatch(/^[0-9a-f]{64}$/);
    expect(looked).not.toHaveProperty('classHash');
  });

  it('names the skill that a step opened', () => {
    const [run] = fold([
      prompt('release it'),
      usesTool('Skill', { skill: 'release' }),
      runs('hebb skill fetch fix-hooks'),
      runs('npm publish'),
    ]).runs;
    expect(run?.steps.map(({ skill }) => skill)).toEqual(['release', 'fix-hooks', undefined]);
  });
});

describe('withIdentity', () => {
  const [run] = fold([prompt('fix the cart please'), edits('src/cart.ts')]).runs;

  it('gives what it gave before when it is asked again', () => {
    expect(run && withIdentity(run)).toEqual(run);
  });

  it('drops hashes that the steps no longer have', () => {
    const emptied: Run | undefined = run && { ...run, steps: [] };
    const bare = emptied && withIdentity(emptied);
    expect(bare).not.toHaveProperty('classHash');
    expect(bare).not.toHaveProperty('strictHash');
  });
});
