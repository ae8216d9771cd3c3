import type { CallToolResult } from '@modelcontextprotocol/server';
import { HebbError } from '../domain/failure.ts';

/** The calls of a connection: each is answered whatever happens in it, and the end of it waits for all. */
export interface Calls {
  /** Runs the call of a tool; what fails in it becomes an error of the tool, with the next step. */
  answer(work: () => Promise<CallToolResult>): Promise<CallToolResult>;
  /** Runs any other work that is answered. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Resolves when no call is running. */
  answered(): Promise<void>;
}

/** An answer in words. */
export const wordsResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });

const errorResult = (message: string, next: string): CallToolResult => ({
  ...wordsResult(`${message}\nnext: ${next}`),
  isError: true,
});

const failureOf = (error: unknown): CallToolResult => {
  if (error instanceof HebbError) return errorResult(error.failure.message, error.failure.hint);
  const message = error instanceof Error ? error.message : String(error);
  return errorResult(message, 'hebb doctor tells what is wrong with the home');
};

/** Lets everything that was read from the input reach its handler, and every answer its stream. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The calls of one connection. */
export function createCalls(): Calls {
  const running = new Set<Promise<unknown>>();
  const track = <T>(work: Promise<T>): Promise<T> => {
    running.add(work);
    return work.finally(() => running.delete(work));
  };
  return {
    track,
    answer: (work) => track(work().catch(failureOf)),
    answered: async () => {
      do {
        await settle();
        await Promise.allSettled(running);
      } while (running.size > 0);
      await settle();
    },
  };
}
