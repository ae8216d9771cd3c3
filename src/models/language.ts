import type { ModelLedger } from '../domain/model-ledger.ts';

/** Tokens as a service counted them. */
export interface TokenUsage {
  readonly input: number;
  readonly output: number;
}

/** Asking that came to nothing. The reason is for people: no key, no prompt, no unredacted text in it. */
export interface ModelFailure {
  readonly kind: 'failure';
  readonly reason: string;
  /** Worth another attempt after a while. */
  readonly isTransient: boolean;
  /** How long the service asked to wait. */
  readonly retryAfterMs?: number;
  readonly usage?: TokenUsage;
}

/** What came of asking once. */
export type ModelReply =
  | { readonly kind: 'text'; readonly text: string; readonly usage?: TokenUsage }
  | { readonly kind: 'refusal'; readonly reason: string; readonly usage?: TokenUsage }
  | ModelFailure;

/** Anything that answers a prompt. Never throws. */
export interface LanguageModel {
  ask(prompt: string): Promise<ModelReply>;
}

/** A model with its account. */
export interface MeteredModel extends LanguageModel {
  /** Counts an answer that could not be read. */
  countUnusable(): void;
  /** What was used so far. */
  ledger(): ModelLedger;
}

/** A response as far as it is read here; the global `Response` is one. */
export interface ResponseLike {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** The one door to the network; the global `fetch` is one, and tests count what passes. */
export type FetchLike = (
  url: string,
  init: {
    readonly method: 'POST';
    readonly headers: Record<string, string>;
    readonly body: string;
    readonly signal: AbortSignal;
    /** A redirect could carry the key elsewhere. */
    readonly redirect: 'error';
  },
) => Promise<ResponseLike>;

/** What the makers of models need of the process. */
export interface ModelHost {
  readonly vars: Readonly<Record<string, string | undefined>>;
  readonly userHome: string;
  /** Where a command runs: no project, since what lies there (instructions, hooks) would speak to the model. */
  readonly folder: string;
  readonly fetch: FetchLike;
  wait(ms: number): Promise<unknown>;
}

/** Shorthand for a failure that another attempt would not heal. */
export const lastingFailure = (reason: string): ModelFailure => ({
  kind: 'failure',
  reason,
  isTransient: false,
});
