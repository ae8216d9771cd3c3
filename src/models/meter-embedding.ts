import type { EmbeddingLimits } from '../domain/embedding-settings.ts';
import { createAccount } from './account.ts';
import type { EmbeddingModel, EmbeddingReply, MeteredEmbedding } from './embedding.ts';
import { lastingFailure } from './language.ts';
import { estimateTokens } from './meter.ts';

/** Keeps account of every attempt and refuses the one that could pass a cap. */
export function meterEmbedding(
  model: EmbeddingModel,
  name: string,
  limits: EmbeddingLimits,
): MeteredEmbedding {
  const account = createAccount(name, limits);
  const count = (reply: EmbeddingReply, input: number): void => {
    account.use(reply.usage ?? { input, output: 0 });
    if (reply.kind === 'failure') account.note('failures');
    if (reply.kind === 'unusable') account.note('unusable');
  };
  return {
    embed: async (texts) => {
      const input = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
      const cap = account.open({ input, output: 0 });
      if (cap !== undefined) return lastingFailure(cap);
      const reply = await model.embed(texts);
      count(reply, input);
      return reply;
    },
    ledger: account.ledger,
  };
}
