import type { ModelLedger } from '../domain/model-ledger.ts';
import type { ModelCaps, ModelPrice } from '../domain/model-settings.ts';
import type { TokenUsage } from './language.ts';

/** What may be used, and what it costs. */
export interface AccountLimits {
  readonly caps: ModelCaps;
  readonly price?: ModelPrice;
}

/** What a model used in one run. */
export interface Account {
  /** Opens an attempt that uses so much at most; the cap that it could pass, when there is one: then it is not made. */
  open(worst: TokenUsage): string | undefined;
  /** Counts what the attempt has used. */
  use(used: TokenUsage): void;
  /** Counts how it went wrong. */
  note(trouble: 'failures' | 'refusals' | 'unusable'): void;
  ledger(): ModelLedger;
}

/** An empty account of the model of this name. */
export function createAccount(name: string, { caps, price }: AccountLimits): Account {
  const used = { calls: 0, input: 0, output: 0, failures: 0, refusals: 0, unusable: 0 };
  let capped: string | null = null;
  const usdOf = ({ input, output }: TokenUsage): number | null =>
    price ? (input * price.input + output * price.output) / 1_000_000 : null;

  const capBefore = ({ input, output }: TokenUsage): string | undefined => {
    const worst = { input: used.input + input, output: used.output + output };
    if (used.calls >= caps.calls) return `the cap of ${caps.calls} calls is reached`;
    if (worst.input + worst.output > caps.tokens) return `the cap of ${caps.tokens} tokens is reached`;
    if (caps.usd !== undefined && (usdOf(worst) ?? 0) > caps.usd)
      return `the cap of ${caps.usd} US dollars is reached`;
    return undefined;
  };

  return {
    open: (worst) => {
      const cap = capBefore(worst);
      if (cap === undefined) used.calls += 1;
      else capped = cap;
      return cap;
    },
    use: ({ input, output }) => {
      used.input += input;
      used.output += output;
    },
    note: (trouble) => {
      used[trouble] += 1;
    },
    ledger: () => ({
      model: name,
      calls: used.calls,
      inputTokens: used.input,
      outputTokens: used.output,
      usd: usdOf(used),
      failures: used.failures,
      refusals: used.refusals,
      unusable: used.unusable,
      capped,
    }),
  };
}
