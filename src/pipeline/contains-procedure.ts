/** Units that may lie between two steps of a procedure, at most: what lies farther apart is no longer one doing. */
export const MAX_BETWEEN = 2;

/** Where a procedure lies in a run: from its first step to its last, both inclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The first shortest place where a run's units hold the steps of a procedure in order, at most `MAX_BETWEEN` other units between two of
 * them; undefined when they do not. Takes |units| × |procedure| × `MAX_BETWEEN` steps.
 */
export function spanOf(units: readonly string[], procedure: readonly string[]): Span | undefined {
  if (procedure.length === 0 || procedure.length > units.length) return undefined;
  // For each unit where the best reading of the procedure so far that ends there began; -1 where none does.
  let begins = units.map((unit, at) => (unit === procedure[0] ? at : -1));
  for (const step of procedure.slice(1)) {
    const last: readonly number[] = begins;
    begins = units.map((unit, at) =>
      unit === step ? Math.max(-1, ...last.slice(Math.max(0, at - 1 - MAX_BETWEEN), at)) : -1,
    );
  }
  return begins
    .flatMap((from, to) => (from < 0 ? [] : [{ from, to }]))
    .reduce<Span | undefined>(
      (best, span) => (best && best.to - best.from <= span.to - span.from ? best : span),
      undefined,
    );
}

/** Whether a run's units hold a procedure, gaps allowed. */
export const containsProcedure = (units: readonly string[], procedure: readonly string[]): boolean =>
  spanOf(units, procedure) !== undefined;
