import { describe, expect, it } from 'vitest';
import { createProgress, progressText, shownTime } from '../../src/cli/progress.ts';

const stage = { doing: 'reading sessions', at: 1000, done: 0 };

describe('how far something is', () => {
  it.each([
    [undefined, 5000, 'reading sessions'],
    [{ done: 7 }, 1200, 'reading sessions: 7'],
    [{ done: 7, total: 90 }, 1200, 'reading sessions: 7 of 90'],
    [{ done: 0, total: 90 }, 9000, 'reading sessions: 0 of 90'],
    [{ done: 40 }, 3000, 'reading sessions: 40, 20/s'],
    [{ done: 40, total: 200 }, 3000, 'reading sessions: 40 of 200, 20/s, 8 s left'],
    [{ done: 1, total: 100 }, 3000, 'reading sessions: 1 of 100, 0.50/s, 3 min left'],
    [{ done: 200, total: 200 }, 3000, 'reading sessions: 200 of 200, 100/s'],
  ])('%j after %i ms is told as %s', (counted, now, text) => {
    expect(progressText(stage, counted, now)).toBe(text);
  });

  it('begins a rate with the first count of its stage', () => {
    expect(progressText({ ...stage, done: 100 }, { done: 110, total: 120 }, 2000)).toBe(
      'reading sessions: 110 of 120, 10/s, 1 s left',
    );
  });

  it.each([
    [10, '1 s'],
    [59_000, '59 s'],
    [61_000, '1 min'],
    [3_900_000, '1 h 5 min'],
  ])('%i ms are %s', (ms, text) => {
    expect(shownTime(ms)).toBe(text);
  });
});

/** A terminal of this width, and what was written to it. */
function terminal(columns: number) {
  const written: string[] = [];
  const clock = { now: 0 };
  const progress = createProgress({
    elapsed: () => clock.now,
    write: (text) => written.push(text.replace('\r\u001b[2K', '<')),
    columns: () => columns,
  });
  const at = (now: number): typeof progress => {
    clock.now = now;
    return progress;
  };
  return { written, at };
}

describe('the line', () => {
  it('waits until the work takes long, and is not drawn faster than it is read', () => {
    const { written, at } = terminal(80);
    at(399)('reading');
    at(400)('reading', { done: 1 });
    at(450)('reading', { done: 2 });
    at(500)('reading', { done: 3 });
    expect(written).toEqual(['<reading: 1', '<reading: 3']);
  });

  it('shows a new stage at once', () => {
    const { written, at } = terminal(80);
    at(1000)('reading');
    at(1001)('comparing');
    expect(written).toEqual(['<reading', '<comparing']);
  });

  it('is taken away when the work is done, where it was shown at all', () => {
    const { written, at } = terminal(80);
    at(10)('reading');
    at(20)('');
    at(1000)('comparing');
    at(1010)('');
    at(1020)('');
    expect(written).toEqual(['<comparing', '<']);
  });

  it('is silent where nobody looks', () => {
    const { written, at } = terminal(0);
    at(1000)('reading');
    at(2000)('');
    expect(written).toEqual([]);
  });

  it('never wraps', () => {
    const { written, at } = terminal(12);
    at(1000)('reading sessions', { done: 5 });
    expect(written).toEqual(['<reading se…']);
  });
});
