import type { LanguageModel } from './language.ts';

const waitsMs = [1_000, 4_000] as const;
const longestWaitMs = 20_000;

/** Asks again after a transient failure, at most twice, after growing waits or as long as the service asks for. */
export const withRetries = (model: LanguageModel, wait: (ms: number) => Promise<unknown>): LanguageModel => ({
  ask: async (prompt) => {
    let reply = await model.ask(prompt);
    for (const waitMs of waitsMs) {
      if (reply.kind !== 'failure' || !reply.isTransient) break;
      await wait(Math.min(Math.max(waitMs, reply.retryAfterMs ?? 0), longestWaitMs));
      reply = await model.ask(prompt);
    }
    return reply;
  },
});
