import type { ModelLimits } from '../domain/model-settings.ts';
import { createAccount } from './account.ts';
import { type LanguageModel, lastingFailure, type MeteredModel, type ModelReply } from './language.ts';

const bytesPerToken = 3;

/** Tokens of a text, rather too many than too few: its UTF-8 bytes divided by three. */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / bytesPerToken);

/**
 * Keeps account of every attempt and refuses the one that could pass a cap: the prompt and the longest answer must
 * still fit. What the service says it used counts, else the estimate.
 */
export function meterModel(model: LanguageModel, name: string, limits: ModelLimits): MeteredModel {
  const account = createAccount(name, limits);
  const count = (reply: ModelReply, input: number): void => {
    const output = reply.kind === 'text' ? estimateTokens(reply.text) : 0;
    account.use({ input: reply.usage?.input ?? input, output: reply.usage?.output ?? output });
    if (reply.kind === 'failure') account.note('failures');
    if (reply.kind === 'refusal') account.note('refusals');
  };
  return {
    ask: async (prompt) => {
      const input = estimateTokens(prompt);
      const cap = account.open({ input, output: limits.answerTokens });
      if (cap !== undefined) return lastingFailure(cap);
      const reply = await model.ask(prompt);
      count(reply, input);
      return reply;
    },
    countUnusable: () => account.note('unusable'),
    ledger: account.ledger,
  };
}
