import type { Run } from '../domain/run.ts';

/**
 * The outcome of a run whose trace was judged and whose evaluator was asked: the evaluator decides, but a run whose trace failed stays a
 * failure. What it said is kept with the run, so that a late row of the trace can be judged again.
 */
export function settleOutcome(run: Run): Run {
  const { evaluation, outcome } = run;
  if (evaluation === 'failure' || (evaluation === 'success' && outcome !== 'failure'))
    return { ...run, outcome: evaluation, outcomeSource: 'evaluator' };
  return run;
}
