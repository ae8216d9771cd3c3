import { describe, expect, it } from 'vitest';
import type { Evaluation, Outcome } from '../../src/domain/run.ts';
import { settleOutcome } from '../../src/pipeline/settle-outcome.ts';
import { runOf } from './reflect-samples.ts';

describe('the outcome of a run that was evaluated', () => {
  it.each<[Outcome, Evaluation, string]>([
    ['unknown', 'success', 'success evaluator'],
    ['success', 'success', 'success evaluator'],
    ['failure', 'success', 'failure last-check'],
    ['unknown', 'failure', 'failure evaluator'],
    ['success', 'failure', 'failure evaluator'],
    ['failure', 'failure', 'failure evaluator'],
    ['success', 'nothing', 'success last-check'],
    ['failure', 'nothing', 'failure last-check'],
    ['success', 'error', 'success last-check'],
    ['failure', 'error', 'failure last-check'],
  ])('with a trace that says %s and an evaluator that says %s is %s', (outcome, evaluation, expected) => {
    const run = runOf('a', 1, [], { outcome, outcomeSource: 'last-check', evaluation });
    const settled = settleOutcome(run);
    expect(`${settled.outcome} ${settled.outcomeSource}`).toBe(expected);
    expect(settleOutcome(settled)).toEqual(settled);
  });
});
