import type { ModelFailure } from './language.ts';

const waitsMs = [1_000, 4_000] as const;
const longestWaitMs = 20_000;

/** Asks again after a transient failure, at most twice, after growing waits or as long as the service asks for. */
export const withRetries =
  <I, R extends { readonly kind: string }>(
    ask: (input: I) => Promise<R | ModelFailure>,
    wait: (ms: number) => Promise<unknown>,
  ) =>
  async (input: I): Promise<R | ModelFailure> => {
    let reply = await ask(input);
    for (const waitMs of waitsMs) {
      if (!isFailure(reply) || !reply.isTransient) break;
      await wait(Math.min(Math.max(waitMs, reply.retryAfterMs ?? 0), longestWaitMs));
      reply = await ask(input);
    }
    return reply;
  };

const isFailure = (reply: { readonly kind: string }): reply is ModelFailure => reply.kind === 'failure';
