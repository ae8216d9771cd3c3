/** How a terminal is told what to do. */
const csi = '\u001b[';

/** Draws pictures on a terminal: of each only the rows that look otherwise than before. */
export interface Painter {
  /** Takes the screen: another one than that of the shell, without a cursor. */
  enter(): void;
  /** Rows from the top, as `drawnOf` makes them. */
  paint(rows: readonly string[]): void;
  /** Gives the screen back as it was; harmless when it was not taken. */
  leave(): void;
}

/** A painter that writes here. The writes of one picture are one, and are shown at once where the terminal can. */
export function createPainter(write: (text: string) => void): Painter {
  let shown: readonly string[] = [];
  let hasScreen = false;
  return {
    enter: () => {
      hasScreen = true;
      shown = [];
      write(`${csi}?1049h${csi}?25l${csi}2J`);
    },
    paint: (rows) => {
      if (!hasScreen) return;
      const isOther = rows.length !== shown.length;
      const changed = rows.flatMap((row, at) =>
        !isOther && row === shown[at] ? [] : [`${csi}${at + 1};1H${csi}2K${row}`],
      );
      shown = rows;
      if (changed.length === 0) return;
      const cleared = isOther ? `${csi}2J` : '';
      write(`${csi}?2026h${cleared}${changed.join('')}${csi}?2026l`);
    },
    leave: () => {
      if (!hasScreen) return;
      hasScreen = false;
      write(`${csi}0m${csi}?25h${csi}?1049l`);
    },
  };
}
