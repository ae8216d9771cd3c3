import { cutMiddle } from '../cut-middle.ts';
import type { Outcome } from '../outcome.ts';

/** Texts by which opencode says that a person or a rule did not let a step happen, or that the person stopped it. */
const refusals = [
  /^The user (?:rejected|dismissed|has specified a rule which prevents)/,
  /^Tool execution (?:was )?aborted/,
  /^(?:The operation was )?Aborted\b/i,
  /^PermissionRejected/,
];

/** The outcome of a step that opencode calls an error. */
export function failureOutcome(text: string): Outcome {
  const refused = refusals.some((pattern) => pattern.test(text));
  return { ok: false, errorText: cutMiddle(text), ...(refused ? { refused } : {}) };
}

/**
 * The outcome of a step that ended. A command that fails is `completed` for opencode as well: only its exit status
 * tells. A command without one was stopped or timed out, and has no known end.
 */
export function endOutcome(exit: unknown, output: string): Outcome {
  if (exit === null) return { ok: 'unknown' };
  if (typeof exit !== 'number') return { ok: true };
  return exit === 0
    ? { ok: true, exitCode: 0 }
    : { ok: false, exitCode: exit, errorText: cutMiddle(output.trim()) };
}
