/** Pieces that a text is cut into: what a quadratic reading does in the whole costs it this many times less in pieces. */
const pieces = 16;

/** Below this nothing is measured but the clock, in milliseconds. */
const noise = 0.2;

function cut(text: string): string[] {
  const length = Math.ceil(text.length / pieces);
  return Array.from({ length: pieces }, (_, at) => text.slice(at * length, (at + 1) * length));
}

function costOf(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** From here on, in milliseconds, the pieces are read a second time: a moment in which the machine did something else is not measured twice. */
const doubtful = 1;

/**
 * Whether reading a text costs about what reading it in sixteen pieces costs: linear work is equal, quadratic work is
 * sixteen times more, and whatever else the machine does meets both. One of eight tries below four times is enough, so
 * that only a reading that is always slower fails.
 */
export function isLinear(read: (text: string) => unknown, text: string): boolean {
  const parts = cut(text);
  const costInPieces = (): number =>
    costOf(() => {
      for (const part of parts) read(part);
    });
  return Array.from({ length: 8 }).some(() => {
    const first = costInPieces();
    const whole = costOf(() => void read(text));
    if (whole >= 4 * first + noise) return false;
    return whole < doubtful || whole < 4 * Math.min(first, costInPieces()) + noise;
  });
}
