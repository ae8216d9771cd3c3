import { isOwnTool } from '../domain/own-agent.ts';
import type { Run, Step } from '../domain/run.ts';
import type { Reaction } from '../text/reactions.ts';
import { commandRules } from './command-rules.ts';
import { isCheck, isLooking } from './command-shape.ts';
import { commandOfShape } from './step-of.ts';

/** An outcome and what decided it. */
export type Decision = Pick<Run, 'outcome' | 'outcomeSource'>;

const decide = (outcome: Run['outcome'], outcomeSource: string): Decision => ({ outcome, outcomeSource });

/**
 * How a run ended, told by its steps and by what the person said next. A correction weighs most, then a failing last
 * check (thanks do not mend it), then thanks, an interrupt, a passing last check, and last an error that nothing resolved.
 */
export function decideOutcome(
  { steps, interrupted }: Pick<Run, 'steps' | 'interrupted'>,
  next?: Reaction,
): Decision {
  if (next === 'correction') return decide('failure', 'correction');
  const check = steps.findLast(isTellingCheck);
  if (check?.ok === false) return decide('failure', 'last-check');
  if (next === 'thanks') return decide('success', 'thanks');
  if (interrupted) return decide('unknown', 'interrupt');
  if (check) return decide('success', 'last-check');
  return hasUnresolvedError(steps) ? decide('failure', 'unresolved-error') : decide('unknown', 'none');
}

/** A check whose result is known, its own, and no fault of the network or choice of the person. */
const isTellingCheck = (step: Step): boolean =>
  isCheck(commandOfShape(step)) && step.ok !== 'unknown' && !step.masked && !step.transient && !step.refused;

/** Whether a failure of this step is one of the work: not a look that found nothing, not the agent's own tool or hebb's refusing an input. */
export const isWorkError = (step: Step): boolean =>
  step.ok === false &&
  !step.transient &&
  !step.refused &&
  !commandRules.ownTools.has(step.tool.toLowerCase()) &&
  !isOwnTool(step.tool) &&
  !isLooking(commandOfShape(step));

/** Some shape failed and its last try did not work. */
function hasUnresolvedError(steps: readonly Step[]): boolean {
  const last = new Map(steps.filter(({ ok }) => ok !== 'unknown').map((step) => [step.shape, step]));
  return [...last.values()].some(isWorkError);
}
