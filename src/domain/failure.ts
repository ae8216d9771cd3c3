/** What went wrong, for people: a code, a lower-case sentence that names the file and the problem, and the next command to try. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** A value or the failure that stood in its way. Parsers at the door return it; nothing inside re-checks. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

/** Wraps a parsed value. */
export const success = <T>(value: T): Result<T> => ({ ok: true, value });

/** Wraps a failure. */
export const failed = (code: string, message: string, hint: string): Result<never> => ({
  ok: false,
  failure: { code, message, hint },
});

/** Exit status of a process; 10 is only for `--check`, 75 for a held lock. */
export type ExitStatus = 0 | 1 | 2 | 3 | 10 | 75;

/** A failure that ends a command. Only cli catches it, prints its three parts and exits with its status. */
export class HebbError extends Error {
  readonly failure: Failure;
  readonly exit: ExitStatus;

  constructor(failure: Failure, exit: ExitStatus = 1) {
    super(failure.message);
    this.name = 'HebbError';
    this.failure = failure;
    this.exit = exit;
  }
}

/** Shorthand for the common case: throw with code, sentence and hint. */
export const fail = (code: string, message: string, hint: string): HebbError =>
  new HebbError({ code, message, hint });

/** The value of a result, or its failure thrown. */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new HebbError(result.failure);
}
