import { blank, bold, type Line, line } from '../line.ts';

const keys: readonly (readonly [keys: string, meaning: string])[] = [
  ['1 to 7, ← →, Tab', 'the views: Overview, Memories, Review, Skills, Workflows, Journal, Graph'],
  ['↑ ↓, k j', 'one row up or down'],
  ['Home End, g G', 'the first and the last row'],
  ['PgUp PgDn, Space', 'scroll what stands beside or below the list'],
  ['Enter', 'the whole of it; in the graph: go there'],
  ['Esc, Backspace', 'back: out of the whole, out of the filter, a step back in the graph'],
  ['/', 'filter as you type; words, and type: project: status: kind: is:pinned'],
  ['t o s', 'walk through types, owners and statuses'],
  ['r', 'run the whole loop now (hebb auto-consolidate --force)'],
  ['u', 'undo what is chosen in the Journal; elsewhere the last run'],
  ['y n', 'after a plan: apply it, or leave it'],
  ['q, Ctrl-C', 'quit'],
];

const marks: readonly (readonly [mark: string, meaning: string])[] = [
  ['████▌···', 'strength, 0 to 1: what it is now, computed on reading'],
  ['▇▆▅▄▃▂▁', 'how something goes on, or what happened day by day'],
  ['✓ !', 'an indicator that is well, or that should be looked at'],
  ['◆', 'pinned: no policy forgets it'],
];

const rows = (pairs: readonly (readonly [string, string])[]): Line[] =>
  pairs.map(([name, meaning]) => line('  ', bold(name.padEnd(18)), meaning));

/** What the keys and signs mean. */
export const helpLines: readonly Line[] = [
  line(bold('KEYS')),
  ...rows(keys),
  blank,
  line('Every action first shows what its command prints under --dry-run, and waits for y.'),
  line('It is the same command that you could type: its line stands above the plan.'),
  blank,
  line(bold('SIGNS')),
  ...rows(marks),
];
