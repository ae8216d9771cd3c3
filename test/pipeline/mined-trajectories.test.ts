import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Run } from '../../src/domain/run.ts';
import { classUnits } from '../../src/pipeline/class-units.ts';
import { containsProcedure } from '../../src/pipeline/contains-procedure.ts';
import { mineProcedures } from '../../src/pipeline/mine-procedures.ts';
import { fold, prompt, usesTool } from './items.ts';

interface Trajectory {
  /** Kind of work and number. */
  readonly id: string;
  readonly session: string;
  readonly query: string;
  readonly steps: readonly {
    readonly tool: string;
    readonly input: Record<string, unknown>;
    readonly failed?: true;
  }[];
}

const path = new URL('../../fixtures/trajectories/runs.jsonl', import.meta.url);
const trajectories = readFileSync(path, 'utf8')
  .trim()
  .split('\n')
  .map((line): Trajectory => JSON.parse(line));

/** The run that a trajectory is folded into. */
function runOf({ query, steps, id }: Trajectory): Run {
  const scenes = steps.map(({ tool, input, failed }) => usesTool(tool, input, failed && 'Exit code 1'));
  const [run] = fold([prompt(query), ...scenes], id).runs;
  if (!run) throw new Error(`${id} is no run`);
  return run;
}

const folded = trajectories.map((told) => ({ ...told, run: runOf(told) }));
const sequences = folded.map(({ run, query, session }) => ({ units: classUnits(run.steps), query, session }));

/** What was made to be found, by kind of work. */
const wanted = {
  release: [
    'run npm test',
    'edit CHANGELOG.md',
    'run npm version --no-git-tag-version',
    'run npm run build',
    'run git commit -m',
    'run git push',
    'run npm publish --access',
  ],
  bug: [
    'edit typescript test',
    'run vitest',
    'edit typescript',
    'run vitest',
    'run npm run lint',
    'run git commit -a -m',
  ],
  migration: [
    'edit prisma',
    'run prisma migrate dev --name',
    'run prisma generate',
    'edit typescript',
    'run npm test',
    'run git commit -m',
  ],
  rollout: [
    'run docker build -t',
    'run docker push',
    'edit yaml',
    'run kubectl apply -f',
    'run kubectl rollout --timeout',
    'run kubectl logs --tail',
  ],
  ticket: [
    'mcp tracker/get_issue',
    'run git checkout -b',
    'edit typescript',
    'edit typescript test',
    'run npm test',
    'run git commit -m',
    'run git push -u',
    'run gh pr create --fill',
    'mcp tracker/add_comment',
  ],
};

describe('35 runs of five kinds of work, each done in seven ways', () => {
  const mined = mineProcedures(sequences);

  it.each(Object.entries(wanted))('%s is a procedure, found as it was meant', (kind, units) => {
    const found = mined.find((one) => one.units.join() === units.join());
    expect(found, mined.map((one) => one.units.join(' → ')).join('\n')).toBeDefined();
    const members = found?.members.map((at) => folded[at]?.id.replace(/-\d+$/, ''));
    expect(new Set(members)).toEqual(new Set([kind]));
    expect(members?.length).toBeGreaterThanOrEqual(5);
  });

  it('gives one procedure of each kind before any second one', () => {
    const kinds = mined
      .slice(0, 5)
      .map(({ units }) => Object.values(wanted).findIndex((steps) => containsProcedure(steps, units)));
    expect(new Set(kinds).size).toBe(5);
  });

  it('gives every run its hashes, equal with equal units', () => {
    for (const { run } of folded) {
      expect(run.strictHash).toMatch(/^[0-9a-f]{64}$/);
      expect(run.classHash).toMatch(/^[0-9a-f]{64}$/);
    }
    const byHash = new Map(folded.map(({ run }, at) => [run.classHash, sequences[at]?.units.join()]));
    expect(new Set(byHash.values()).size).toBe(byHash.size);
  });
});
