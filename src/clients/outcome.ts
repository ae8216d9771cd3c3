import type { Ok } from '../domain/event.ts';

/** How a step ended, as a client tells it. */
export interface Outcome {
  readonly ok: Ok;
  readonly errorText?: string;
  readonly exitCode?: number;
  /** True when a person, a rule or a hook did not let the step happen; that is no failure of it. */
  readonly refused?: boolean;
}
