import type { Evaluation, Run } from '../domain/run.ts';
import type { ModelHost } from './language.ts';
import { runProgram } from './run-program.ts';
import { showForeign } from './show-foreign.ts';

/** Long enough for a script that looks something up, short enough for many runs. */
const timeoutMs = 10_000;

const maxOutputBytes = 1_000;

/** What an evaluator said of a run; of an error also why, redacted and cut. */
export type EvaluatorAnswer = Pick<Run, 'evaluatorError'> & { readonly evaluation: Evaluation };

/**
 * Gives a run as JSON to a program of the person's own and reads how it ended: `success`, `failure`, or nothing where the program cannot tell.
 * Anything else, and another exit than 0, is an error of the evaluator. Started without a shell, with `HEBB_ACTIVE=1`; never throws.
 */
export async function askEvaluator(
  argv: readonly string[],
  host: ModelHost,
  run: Run,
): Promise<EvaluatorAnswer> {
  const printed = await runProgram({ argv, timeoutMs, maxOutputBytes }, host, `${JSON.stringify(run)}\n`);
  if (printed.kind === 'failure') return { evaluation: 'error', evaluatorError: showForeign(printed.reason) };
  const word = printed.text.trim().toLowerCase();
  if (word === '') return { evaluation: 'nothing' };
  if (word === 'success' || word === 'failure') return { evaluation: word };
  return { evaluation: 'error', evaluatorError: `it printed "${showForeign(printed.text)}"` };
}
