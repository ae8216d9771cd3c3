/** Rounds of work that are asked for as things arrive. */
export interface Rounds {
  /** Asks for a round; what comes while one waits or runs is one more round at most. */
  ask(): void;
  /** No more rounds; ends when the one that runs has ended. */
  end(): Promise<void>;
}

/** A round, which must not fail, and how one is put off: `later` does the work after a while and gives back what calls it off. */
export interface RoundsInput {
  round(): Promise<void>;
  later(work: () => void): () => void;
}

/** One round at a time, a while after the first of the things that asked for it: a burst is one round, and a steady stream starves none. */
export function createRounds({ round, later }: RoundsInput): Rounds {
  let callOff: (() => void) | undefined;
  let running: Promise<void> | undefined;
  let isAsked = false;
  let isEnded = false;
  const start = (): void => {
    callOff = undefined;
    running = round().finally(() => {
      running = undefined;
      if (isAsked) ask();
      isAsked = false;
    });
  };
  const ask = (): void => {
    if (isEnded) return;
    if (running) isAsked = true;
    else callOff ??= later(start);
  };
  return {
    ask,
    end: async () => {
      isEnded = true;
      callOff?.();
      await running;
    },
  };
}
