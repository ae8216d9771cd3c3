import type { ModelLedger } from '../domain/model-ledger.ts';
import type { ModelLimits } from '../domain/model-settings.ts';
import {
  type LanguageModel,
  lastingFailure,
  type MeteredModel,
  type ModelReply,
  type TokenUsage,
} from './language.ts';

const bytesPerToken = 3;

/** Tokens of a text, rather too many than too few: its UTF-8 bytes divided by three. */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / bytesPerToken);

/**
 * Keeps account of every attempt and refuses the one that could pass a cap: the prompt and the longest answer must
 * still fit. What the service says it used counts, else the estimate.
 */
export function meterModel(model: LanguageModel, name: string, limits: ModelLimits): MeteredModel {
  const used = { calls: 0, input: 0, output: 0, failures: 0, refusals: 0, unusable: 0 };
  let capped: string | null = null;
  const usdOf = ({ input, output }: TokenUsage): number | null =>
    limits.price ? (input * limits.price.input + output * limits.price.output) / 1_000_000 : null;

  const capBefore = (input: number): string | undefined => {
    const { calls, tokens, usd } = limits.caps;
    const worst = { input: used.input + input, output: used.output + limits.answerTokens };
    if (used.calls >= calls) return `the cap of ${calls} calls is reached`;
    if (worst.input + worst.output > tokens) return `the cap of ${tokens} tokens is reached`;
    if (usd !== undefined && (usdOf(worst) ?? 0) > usd) return `the cap of ${usd} US dollars is reached`;
    return undefined;
  };

  const count = (reply: ModelReply, input: number): void => {
    used.input += reply.usage?.input ?? input;
    used.output += reply.usage?.output ?? (reply.kind === 'text' ? estimateTokens(reply.text) : 0);
    if (reply.kind === 'failure') used.failures += 1;
    if (reply.kind === 'refusal') used.refusals += 1;
  };

  return {
    ask: async (prompt) => {
      const input = estimateTokens(prompt);
      const cap = capBefore(input);
      if (cap !== undefined) {
        capped = cap;
        return lastingFailure(cap);
      }
      used.calls += 1;
      const reply = await model.ask(prompt);
      count(reply, input);
      return reply;
    },
    countUnusable: () => {
      used.unusable += 1;
    },
    ledger: (): ModelLedger => ({
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
