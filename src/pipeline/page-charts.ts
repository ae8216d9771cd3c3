import { type Bin, type DayCount, decayLine } from './charts.ts';
import type { View } from './render-template.ts';

/** One bar: what it stands for, and how many. */
export interface Bar {
  readonly label: string;
  readonly count: number;
}

const width = 320;
const height = 120;
/** Room for the words under the bars and the count above the tallest. */
const base = height - 16;
const top = 14;

const rounded = (value: number): string => String(Math.round(value * 10) / 10);

const plot = (bars: readonly Bar[]): View[] => {
  const step = width / Math.max(1, bars.length);
  const most = Math.max(1, ...bars.map(({ count }) => count));
  return bars.map(({ label, count }, at) => {
    // An empty bar still shows where it would stand.
    const tall = Math.max(1, ((base - top) * count) / most);
    return {
      label,
      count: String(count),
      kind: count === 0 ? 'none' : '',
      x: rounded(at * step + step * 0.1),
      y: rounded(base - tall),
      width: rounded(step * 0.8),
      height: rounded(tall),
    };
  });
};

/** Bars side by side with the words of the first and the last, and the largest count where it stands. */
export function barChart(title: string, bars: readonly Bar[]): View {
  const most = bars.reduce((best, { count }, at) => (count > (bars[best]?.count ?? 0) ? at : best), 0);
  const total = bars.reduce((sum, { count }) => sum + count, 0);
  const tallest = bars[most];
  const peak: View[] =
    total === 0
      ? []
      : [
          {
            x: rounded(Math.min(width - 8, Math.max(8, (most + 0.5) * (width / bars.length)))),
            y: rounded(top - 3),
            anchor: 'middle',
            text: String(tallest?.count ?? 0),
          },
        ];
  return {
    title,
    height: String(height),
    told: `${title}: ${total} in all${total === 0 ? '' : `, most in ${tallest?.label}: ${tallest?.count}`}`,
    bars: plot(bars),
    labels: [
      { x: '0', y: String(height - 3), anchor: 'start', text: bars[0]?.label ?? '' },
      { x: String(width), y: String(height - 3), anchor: 'end', text: bars.at(-1)?.label ?? '' },
      ...peak,
    ],
  };
}

const bar = 22;
/** Room for names on the left. */
const named = 110;

/** Bars one under the other, each with its name and count, the largest first; what is beyond `shown` is one bar. */
export function namedBars(title: string, bars: readonly Bar[], shown = 8): View {
  const sorted = [...bars].sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
  const rest = sorted.slice(shown).reduce((sum, { count }) => sum + count, 0);
  const all = rest > 0 ? [...sorted.slice(0, shown), { label: 'others', count: rest }] : sorted;
  const most = Math.max(1, ...all.map(({ count }) => count));
  const lengthOf = (count: number): number => Math.max(1, ((width - named - 40) * count) / most);
  return {
    title,
    height: String(Math.max(bar, all.length * bar)),
    told: `${title}: ${all.map(({ label, count }) => `${label} ${count}`).join(', ') || 'none'}`,
    bars: all.map(({ label, count }, at) => ({
      label,
      count: String(count),
      kind: '',
      x: String(named),
      y: String(at * bar + 4),
      width: rounded(lengthOf(count)),
      height: String(bar - 8),
    })),
    labels: all.flatMap(({ label, count }, at) => [
      { x: String(named - 6), y: String(at * bar + 15), anchor: 'end', text: label.slice(0, 16) },
      {
        x: rounded(named + lengthOf(count) + 6),
        y: String(at * bar + 15),
        anchor: 'start',
        text: String(count),
      },
    ]),
  };
}

/** Bins of strength as bars, named by where they begin. */
export const strengthBars = (bins: readonly Bin[]): Bar[] =>
  bins.map(({ from, to, count }) => ({ label: `${from.toFixed(1)}–${to.toFixed(1)}`, count }));

/** Days as bars. */
export const dayBars = (days: readonly DayCount[]): Bar[] =>
  days.map(({ day, count }) => ({ label: day, count }));

/** Points of a line of decay over 90 days in a box of 90 × 20, strength 1 at its top. */
export const decayPoints = (fading: { readonly strength: number; readonly decayRate: number }): string =>
  decayLine(fading, { points: 31 })
    .map((strength, at) => `${at * 3},${rounded(heightOf(strength))}`)
    .join(' ');

/** Where a strength stands in that box. */
export const heightOf = (strength: number): number => 19 - strength * 18;
