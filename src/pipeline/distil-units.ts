import type { Cited, DistilInput } from '../domain/distil.ts';
import type { Memory } from '../domain/memory.ts';
import type { Run } from '../domain/run.ts';
import { foldCase } from '../text/normalize.ts';
import { readTerms } from '../text/terms.ts';
import { type LearningRole, reworded, roleOf, sentence } from './distil-learning.ts';
import { failureUnits, troubleUnit, warningUnit } from './distil-pitfalls.ts';
import { type CommonMove, commonMoves, mostFolders, mostLabels, moveOf } from './distil-trajectory.ts';
import { expectationOf, languageName, phrase } from './skill-phrases.ts';
import { fewestSteps, type SkillUnits, type Unit } from './skill-units.ts';

/** The parts, and why some learnings are in none. */
export interface GatheredUnits extends SkillUnits {
  readonly left: readonly string[];
}

/** Checks that a skill names at most. */
const mostChecks = 5;

const severityWeight = { critical: 3, high: 1, medium: 0.5, low: 0 } as const;

/** How well a learning is supported: distinct occasions, how grave it is, how sure one was. */
const weightOf = ({ support, severity, confidence }: Memory): number =>
  support + severityWeight[severity] + confidence;

/** Everything that a skill says, from learnings, errors, and what runs did. */
export function unitsFor(input: DistilInput): GatheredUnits {
  const moves = commonMoves(input.successes);
  const ask = new Set(readTerms(`${input.caption}`).map(({ term }) => term));
  const isAsk = ({ what }: Cited<Memory>): boolean => saysOnly(what.summary, ask);
  const useful = input.learnings.filter((learning) => !isAsk(learning));
  const asks = input.learnings.filter(isAsk).map(({ label }) => label);
  const of = (role: LearningRole): Cited<Memory>[] => useful.filter(({ what }) => roleOf(what) === role);
  const weigh = <T extends Omit<Unit, 'weight'>>(unit: T, { what }: Cited<Memory>): Unit => ({
    ...unit,
    weight: weightOf(what),
  });
  const checks = checkUnits(input, moves);
  return {
    steps: withoutLastChecks(orderSteps(input, moves, [...of('step'), ...of('fact')]), moves),
    pitfalls: [
      ...[...of('error'), ...input.errors].map((one) => weigh(troubleUnit(one), one)),
      ...of('avoid').map((one) => weigh(warningUnit(one), one)),
      ...failureUnits(input).map((unit) => ({ ...unit, weight: 0.5 })),
    ],
    checks,
    left: asks.length > 0 ? [phrase('leftAsk', { labels: asks.join(', ') })] : [],
  };
}

/** Whether a learning says nothing but what is asked for anyway. */
function saysOnly(summary: string, ask: ReadonlySet<string>): boolean {
  const said = readTerms(reworded(summary)).map(({ term }) => term);
  return said.length > 0 && said.every((term) => ask.has(term));
}

/** A step of the procedure, and the move that it is. */
interface Placed extends Unit {
  readonly at: number;
  readonly move?: CommonMove;
}

/** Edits that follow one another are one step. */
function joinEdits(moves: readonly CommonMove[]): CommonMove[] {
  const joined: CommonMove[] = [];
  for (const move of moves) {
    const before = joined.at(-1);
    const isMore =
      before?.kind === 'edit' && move.kind === 'edit' && before.files.length + move.files.length === 0;
    if (!before || !isMore) joined.push(move);
    else {
      const kinds = [before.what, move.what];
      const folders = [...new Set([...before.folders, ...move.folders])].slice(0, mostFolders);
      joined[joined.length - 1] = { ...before, what: kinds.includes('') ? '' : kinds.join(','), folders };
    }
  }
  return joined;
}

/** “TypeScript, Go and shell”. */
const kindsIn = (what: string): string =>
  what
    .split(',')
    .map(languageName)
    .join(', ')
    .replace(/, ([^,]*)$/, ` ${phrase('and')} $1`);

function moveText({ kind, what, command, files, folders }: CommonMove): string {
  const [file] = files;
  if (kind === 'run') return phrase('run', { command });
  if (kind === 'tool') return phrase('useTool', { tool: what });
  if (file !== undefined) return phrase('editFile', { file });
  const text = what === '' ? phrase('editAny') : phrase('editKind', { kind: kindsIn(what) });
  const list = folders.map((folder) => `\`${folder}\``).join(', ');
  return list === '' ? text : phrase('under', { text: text.replace(/\.$/, ''), folders: list });
}

/** Words of a move by which a learning may speak of it, the most telling first. */
function wordsOf({ kind, what }: CommonMove): string[] {
  if (kind !== 'run') return what === '' ? [] : [what];
  const [program = '', ...rest] = what.split(' ');
  return [what, ...rest.filter((word) => word !== 'run').reverse(), program].map(foldCase);
}

const asWord = (word: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_-])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}_-])`, 'u');

/** The first move that a text speaks of: by its whole name, else by the part that tells most. */
function spokenOf(summary: string, moves: readonly CommonMove[]): number {
  const folded = foldCase(summary);
  const deepest = Math.max(0, ...moves.map((move) => wordsOf(move).length));
  for (let rank = 0; rank < deepest; rank++) {
    const at = moves.findIndex((move) => {
      const word = wordsOf(move)[rank];
      return word !== undefined && word.length > 2 && asWord(word).test(folded);
    });
    if (at >= 0) return at;
  }
  return -1;
}

/** Where in a successful run something was learned, 0 to 1; undefined when it was elsewhere. */
function learnedAt({ provenance }: Memory, successes: readonly Cited<Run>[]): number | undefined {
  for (const { runId, row } of provenance) {
    const run = successes.find(({ what }) => what.id === runId)?.what;
    if (!run || row === undefined || run.steps.length === 0) continue;
    const before = run.steps.filter((step) => step.agentId === undefined && step.row < row);
    return before.length / run.steps.length + 1e-6;
  }
  return undefined;
}

/** Whether a learning is the order to make a move: then it stands in the place of the bare one. */
function isOrderFor(summary: string, { kind, what }: CommonMove): boolean {
  if (kind !== 'run') return false;
  const start = foldCase(reworded(summary))
    .replaceAll('`', '')
    .split(' ')
    .slice(0, 2 + what.split(' ').length);
  return asWord(foldCase(what)).test(start.join(' '));
}

/**
 * Learnings and moves in the order of the work: a learning stands before the first move that it speaks of, else where in a run it was
 * learned, else at the beginning, the best supported first.
 */
function orderSteps(
  { successes }: DistilInput,
  moves: readonly CommonMove[],
  learnings: readonly Cited<Memory>[],
): Placed[] {
  const covered = new Set<CommonMove>();
  const said = learnings.map(({ label, what }): Placed => {
    const index = spokenOf(what.summary, moves);
    const move = moves[index];
    const text = sentence(reworded(what.summary));
    const base = {
      text: roleOf(what) === 'fact' ? phrase('fact', { text }) : text,
      labels: [label],
      weight: weightOf(what),
    };
    if (!move) return { ...base, at: learnedAt(what, successes) ?? -1 };
    if (covered.has(move) || !isOrderFor(what.summary, move)) return { ...base, at: move.at - 1e-6 };
    covered.add(move);
    return { ...base, labels: [label, ...move.labels].slice(0, mostLabels), at: move.at };
  });
  const made = joinEdits(moves.filter((move) => !covered.has(move))).map((move): Placed => {
    return { text: moveText(move), labels: move.labels, weight: move.count, at: move.at, move };
  });
  return [...said.sort((a, b) => b.weight - a.weight), ...made].sort((a, b) => a.at - b.at);
}

/** A check at the very end is what Verification says. */
function withoutLastChecks(steps: readonly Placed[], moves: readonly CommonMove[]): Unit[] {
  const kept = [...steps];
  while (kept.length > fewestSteps && kept.at(-1)?.move?.isCheck && moves.length > 0) kept.pop();
  return kept.map(({ text, labels, weight }) => ({ text, labels, weight }));
}

/** The last check of a run that passed. */
function lastCheck(run: Run): string | undefined {
  const passed = run.steps.filter(({ ok }) => ok === true);
  return passed.map(moveOf).findLast((move) => move?.isCheck)?.what;
}

/** The checks that ended successful runs, the commonest first; then those of the common way. */
function checkUnits({ successes }: DistilInput, moves: readonly CommonMove[]): Unit[] {
  const ends = new Map<string, string[]>();
  for (const { label, what } of successes) {
    const check = lastCheck(what);
    if (check !== undefined) ends.set(check, [...(ends.get(check) ?? []), label]);
  }
  const commonest = [...ends].sort(([, a], [, b]) => b.length - a.length);
  const known = moves
    .filter((move) => move.isCheck && !ends.has(move.what))
    .map(({ what, labels }) => [what, labels] as const);
  return [...commonest, ...known].slice(0, mostChecks).map(([what, labels]) => {
    const command = moves.find((move) => move.kind === 'run' && move.what === what)?.command ?? what;
    return {
      text: phrase('check', { command, expect: expectationOf(command) }),
      labels: labels.slice(0, mostLabels),
      weight: labels.length,
    };
  });
}
