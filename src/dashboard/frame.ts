import type { Facts } from '../commands/dashboard-facts.ts';
import { gateAudit, openAtGate } from '../pipeline/gate-audit.ts';
import { drawBlocks } from './blocks.ts';
import { commandLine } from './call.ts';
import { blank, bold, cut, dim, fitLine, type Line, line, lineWidth, plainOf, toned, wrap } from './line.ts';
import { remembering } from './memo.ts';
import { actionsAt } from './press.ts';
import type { Screens } from './screens.ts';
import { type Proposal, placeOf, type Ui, type ViewName, viewNames } from './ui.ts';
import { helpLines } from './views/help.ts';
import type { Room } from './views/overview.ts';
import { waitingSkills } from './views/skills.ts';

/** Everything that one picture is made from. */
export interface Picture {
  readonly facts: Facts;
  readonly ui: Ui;
  readonly size: Room;
  readonly screens: Screens;
  /** Whether the home is watched: a picture that is printed once is not. */
  readonly isLive: boolean;
}

/** The smallest screen on which something can be shown. */
const smallest: Room = { columns: 40, rows: 10 };

const titles: Readonly<Record<ViewName, string>> = {
  overview: 'Overview',
  memories: 'Memories',
  review: 'Review',
  skills: 'Skills',
  workflows: 'Workflows',
  journal: 'Journal',
  graph: 'Graph',
};

/** What waits in a view. Counted once for the same facts, not with every key. */
const badges = remembering((facts: Facts): Partial<Record<ViewName, number>> => {
  const { state, now, policy } = facts;
  return { review: openAtGate(gateAudit(state, now, policy)), skills: waitingSkills(facts).length };
});

function tabs({ facts, ui, size, isLive }: Picture): Line {
  const counts = badges(facts);
  const names = viewNames.map((view, at) => {
    const count = counts[view] ?? 0;
    const name = `${at + 1} ${titles[view]}${count > 0 ? `(${count})` : ''}`;
    return view === ui.view ? { text: `[${name}]`, bold: true, inverse: true } : { text: ` ${name} ` };
  });
  const shown = line(...names);
  const where = `${facts.home}${isLive ? ' · live' : ''}`;
  const room = size.columns - lineWidth(shown) - 1;
  return room > 12
    ? [...shown, { text: cut(where, room).padStart(room + 1), dim: true }]
    : tight(shown, size.columns);
}

/** On a narrow screen the names of views that are not shown give way to their digits. */
function tight(shown: Line, columns: number): Line {
  if (lineWidth(shown) <= columns) return shown;
  const squeezed = shown.map((span) => (span.inverse ? span : { ...span, text: span.text.trimEnd() }));
  if (lineWidth(squeezed) <= columns) return squeezed;
  return shown.map((span) =>
    span.inverse ? span : { ...span, text: span.text.replace(/^ (\d) [^(]*/, ' $1') },
  );
}

function proposalLines({ call, state, blocks, scroll }: Proposal, room: Room): Line[] {
  const said = wrap(commandLine(call), room.columns).map((row) => line(bold(row)));
  const head = [...said.slice(0, 3), line(dim('─'.repeat(room.columns)))];
  const all =
    state === 'asking' ? [line(dim('Asking what it would do …'))] : drawBlocks(blocks, room.columns);
  const rows = room.rows - head.length;
  const from = Math.max(0, Math.min(scroll, all.length - rows));
  const below = all.length - from - rows;
  const shown = all.slice(from, from + rows);
  return [
    ...head,
    ...(below > 0 ? [...shown.slice(0, -1), line(dim(`↓ ${below + 1} more rows, PgDn`))] : shown),
  ];
}

function body({ facts, ui, screens }: Picture, room: Room): readonly Line[] {
  const { mode } = ui;
  if (mode.kind === 'plan' || mode.kind === 'busy') return proposalLines(mode.proposal, room);
  if (mode.kind === 'help')
    return helpLines.slice(Math.min(mode.scroll, Math.max(0, helpLines.length - room.rows)));
  return screens.draw(facts, ui, room);
}

function proposalStatus({ state }: Proposal): Line {
  switch (state) {
    case 'asking':
      return line(dim('Working …'));
    case 'ready':
      return line(bold('Do this?'), '  y yes, n no');
    case 'refused':
      return line(toned('warn', 'hebb refuses this.'));
    case 'done':
      return line(toned('good', 'Done.'));
  }
}

function statusLine({ ui, facts }: Picture): Line {
  const { mode, message } = ui;
  if (mode.kind === 'filter') return line(bold('/'), placeOf(ui).filter, { text: ' ', inverse: true });
  if (mode.kind === 'line')
    return line(bold(mode.action.need?.kind === 'line' ? mode.action.need.question : ''), ' ', mode.text, {
      text: ' ',
      inverse: true,
    });
  if (mode.kind === 'busy') return line(dim('Working …'));
  if (mode.kind === 'plan') return proposalStatus(mode.proposal);
  if (message) return message.tone ? line(toned(message.tone, message.text)) : line(message.text);
  const { filter } = placeOf(ui);
  if (filter !== '') return line(dim('filter '), filter, dim('   Esc takes it away'));
  const [first] = facts.problems;
  return first ? line(toned('warn', `! ${first.file}:${first.line}: ${first.problem}`)) : blank;
}

/** What the keys do now, as much as fits. */
function hintLine(picture: Picture): Line {
  const { ui, size } = picture;
  const hints = hintsOf(picture);
  const shown: (readonly [string, string])[] = [];
  let room = size.columns;
  for (const hint of hints) {
    room -= hint[0].length + hint[1].length + 3;
    if (room < -2) break;
    shown.push(hint);
  }
  if (ui.mode.kind === 'busy') return blank;
  return line(
    ...shown.flatMap(([key, meaning], at) => [at === 0 ? '' : '  ', bold(key), dim(` ${meaning}`)]),
  );
}

function hintsOf({ ui, facts, screens }: Picture): (readonly [string, string])[] {
  const { mode } = ui;
  if (mode.kind === 'plan')
    return mode.proposal.state === 'ready'
      ? [
          ['y', 'apply'],
          ['n', 'leave'],
          ['PgDn', 'more'],
        ]
      : [['Esc', 'back']];
  if (mode.kind === 'filter')
    return [
      ['Enter', 'keep'],
      ['Esc', 'take away'],
      ['↑↓', 'move'],
    ];
  if (mode.kind === 'line')
    return [
      ['Enter', 'go on'],
      ['Esc', 'leave'],
    ];
  if (mode.kind === 'help')
    return [
      ['Esc', 'back'],
      ['q', 'quit'],
    ];
  const own = actionsAt(facts, ui, screens).map(({ key, label }) => [key, label] as const);
  const list = screens.listing(facts, ui.view, placeOf(ui));
  const facets = (list?.facets ?? []).map(({ key, name }) => [key, name] as const);
  const isEmpty = list !== undefined && list.total === 0;
  return [
    ...own,
    ...(ui.view === 'overview' ? [['r', 'run now'] as const, ['1-7', 'views'] as const] : []),
    ...(isEmpty || !list ? [] : [['/', 'filter'] as const]),
    ['?', 'help'],
    ['q', 'quit'],
    ...(isEmpty || !list ? [] : [['Enter', ui.view === 'graph' ? 'go there' : 'whole'] as const]),
    ...(isEmpty ? [] : facets),
  ];
}

/** The whole screen: exactly as many rows as it has, none wider than it is. */
export function drawFrame(picture: Picture): Line[] {
  const { size } = picture;
  if (size.columns < smallest.columns || size.rows < smallest.rows) {
    const small = `hebb needs ${smallest.columns}×${smallest.rows}`;
    return Array.from({ length: size.rows }, (_, at) => line(at === 0 ? cut(small, size.columns) : ''));
  }
  const room = { columns: size.columns, rows: size.rows - 4 };
  const middle = body(picture, room);
  const rows = [
    tabs(picture),
    line(dim('─'.repeat(size.columns))),
    ...Array.from({ length: room.rows }, (_, at) => middle[at] ?? blank),
    statusLine(picture),
    hintLine(picture),
  ];
  return rows.map((row) => (lineWidth(row) > size.columns ? fitLine(row, size.columns) : row));
}

/** The same as text, without looks. */
export const plainFrame = (lines: readonly Line[]): string => `${lines.map(plainOf).join('\n').trimEnd()}\n`;
