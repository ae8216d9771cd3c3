import { isOwnTool } from '../domain/own-agent.ts';
import type { Run, Step } from '../domain/run.ts';
import { commandOfShape } from './step-of.ts';

/** Whether a step is one of hebb's: its tools, its commands, or a skill that was opened. */
const isOwnStep = (step: Step): boolean =>
  step.skill !== undefined || isOwnTool(step.tool) || /^hebb(?: |$)/.test(commandOfShape(step));

/**
 * A run as the model of a skill: reading a skill is no step of the work, and its slug no value of the session. Otherwise a skill that was read
 * would tell to read itself.
 */
export const withoutOwnSteps = (run: Run): Run =>
  run.steps.some(isOwnStep) ? { ...run, steps: run.steps.filter((step) => !isOwnStep(step)) } : run;
