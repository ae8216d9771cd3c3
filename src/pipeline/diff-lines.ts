/** A line of one text or of both. */
interface Step {
  readonly sign: ' ' | '-' | '+';
  readonly text: string;
}

/** Lines around a change that are shown with it. */
const around = 3;

/** Lengths of the longest common subsequences of what follows each pair of lines. */
function commonLengths(a: readonly string[], b: readonly string[]): Uint32Array[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint32Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      (table[i] ?? [])[j] =
        a[i] === b[j]
          ? (table[i + 1]?.[j + 1] ?? 0) + 1
          : Math.max(table[i + 1]?.[j] ?? 0, table[i]?.[j + 1] ?? 0);
  return table;
}

function stepsBetween(a: readonly string[], b: readonly string[]): Step[] {
  const table = commonLengths(a, b);
  const steps: Step[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const isSame = i < a.length && j < b.length && a[i] === b[j];
    const goesFirst = i < a.length && (j >= b.length || (table[i + 1]?.[j] ?? 0) >= (table[i]?.[j + 1] ?? 0));
    if (isSame) steps.push({ sign: ' ', text: a[i] ?? '' });
    else if (goesFirst) steps.push({ sign: '-', text: a[i] ?? '' });
    else steps.push({ sign: '+', text: b[j] ?? '' });
    if (isSame || goesFirst) i++;
    if (isSame || !goesFirst) j++;
  }
  return steps;
}

/** Ranges of steps that are shown, each a run of changes with what is around them. */
function hunksOf(steps: readonly Step[]): { from: number; to: number }[] {
  const hunks: { from: number; to: number }[] = [];
  for (const [at, { sign }] of steps.entries()) {
    if (sign === ' ') continue;
    const [from, to] = [Math.max(0, at - around), Math.min(steps.length, at + around + 1)];
    const last = hunks.at(-1);
    if (last && from <= last.to) last.to = to;
    else hunks.push({ from, to });
  }
  return hunks;
}

const linesIn = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
const count = (steps: readonly Step[], sign: '-' | '+'): number =>
  steps.filter((step) => step.sign !== sign).length;
/** First line and number of lines; an empty range is named by the line before it. */
const rangeOf = (before: number, length: number): string => `${length === 0 ? before : before + 1},${length}`;

/** Two texts with their names as a unified diff; empty when their lines are the same. Takes the product of their lines in time and memory. */
export function diffLines(
  a: { readonly name: string; readonly text: string },
  b: { readonly name: string; readonly text: string },
): string {
  const steps = stepsBetween(linesIn(a.text), linesIn(b.text));
  const hunks = hunksOf(steps).map(({ from, to }) => {
    const before = steps.slice(0, from);
    const shown = steps.slice(from, to);
    const head = `@@ -${rangeOf(count(before, '+'), count(shown, '+'))} +${rangeOf(count(before, '-'), count(shown, '-'))} @@`;
    return [head, ...shown.map(({ sign, text }) => `${sign}${text}`)].join('\n');
  });
  return hunks.length === 0 ? '' : [`--- ${a.name}`, `+++ ${b.name}`, ...hunks].join('\n');
}
