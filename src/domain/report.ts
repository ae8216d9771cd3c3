import type { ExitStatus } from './failure.ts';
import type { Json } from './json.ts';

/** A piece of output for people. cli decides colour and width; a block holds only what is said. */
export type Block =
  | { readonly kind: 'title'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'line'; readonly text: string; readonly tone?: Tone }
  | {
      readonly kind: 'item';
      readonly text: string;
      readonly detail?: readonly string[];
      readonly tone?: Tone;
    }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  /** Text that is printed as it is, for example Markdown. */
  | { readonly kind: 'raw'; readonly text: string };

/** How a line is meant: good, worth a look, wrong, or quiet. */
export type Tone = 'good' | 'warn' | 'bad' | 'dim';

/** What a command answers: one value with two faces, blocks for people and data for `--json`. */
export interface Report {
  readonly exit: ExitStatus;
  readonly human: readonly Block[];
  /** Printed as `{v: 1, command, exit, ...data}` under `--json`. */
  readonly data: { readonly [key: string]: Json };
}
