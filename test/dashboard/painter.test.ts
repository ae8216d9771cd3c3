import { describe, expect, it } from 'vitest';
import { createPainter } from '../../src/dashboard/painter.ts';

function paper() {
  const writes: string[] = [];
  return { writes, painter: createPainter((text) => void writes.push(text)) };
}

describe('the painter', () => {
  it('draws all of the first picture, then only rows that changed, each picture in one write', () => {
    const { writes, painter } = paper();
    painter.enter();
    painter.paint(['a', 'b']);
    painter.paint(['a', 'c']);
    painter.paint(['a', 'c']);
    expect(writes).toHaveLength(3);
    expect(writes[1]).toContain('\u001b[1;1H\u001b[2Ka\u001b[2;1H\u001b[2Kb');
    expect(writes[2]).toBe('\u001b[?2026h\u001b[2;1H\u001b[2Kc\u001b[?2026l');
  });

  it('draws anew when the screen has another height', () => {
    const { writes, painter } = paper();
    painter.enter();
    painter.paint(['a']);
    painter.paint(['a', 'b']);
    expect(writes.at(-1)).toContain('\u001b[2J\u001b[1;1H\u001b[2Ka');
  });

  it('gives back what it took, once', () => {
    const { writes, painter } = paper();
    painter.leave();
    expect(writes).toEqual([]);
    painter.enter();
    painter.leave();
    painter.leave();
    painter.paint(['too late']);
    expect(writes).toEqual(['\u001b[?1049h\u001b[?25l\u001b[2J', '\u001b[0m\u001b[?25h\u001b[?1049l']);
  });
});
