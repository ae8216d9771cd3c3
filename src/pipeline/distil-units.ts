import type { Cited, DistilInput } from '../domain/distil.ts';
import type { Memory } from '../domain/memory.ts';
import type { Run } from '../domain/run.ts';
import { foldCase } from '../text/normalize.ts';
import { isNegation } from '../text/polarity.ts';
import { readTokens } from '../text/tokens.ts';
import { type CommonMove, commonMoves, moveOf } from './distil-trajectory.ts';
import { languageName, phrase } from './skill-phrases.ts';
import { commandOfShape } from './step-of.ts';

/** One step, pitfall or check of a skill, with the labels of its evidence. */
export interface Unit {
  readonly text: string;
  readonly labels: readonly string[];
}

/** The parts of a skill before they are written down. */
export interface SkillUnits {
  readonly when: readonly Unit[];
  readonly steps: readonly Unit[];
  readonly pitfalls: readonly Unit[];
  readonly checks: readonly Unit[];
}

const sentence = (text: string): string => {
  const trimmed = text.replace(/\s+/g, ' ').trim();
  const capital = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[.!?。！？)]$/.test(capital) ? capital : `${capital}.`;
};

/** An error with its fix is told as one; what one should not do is a pitfall; everything else is a step. */
type Role = 'error' | 'avoid' | 'step';

function roleOf({ entityType, summary, polarity }: Memory): Role {
  if (entityType === 'mistake' && /; (?:fixed by|worked again after|tried) /.test(summary)) return 'error';
  const [first = ''] = readTokens(foldCase(summary)).map(({ text }) => text);
  const forbids = isNegation(first) || /^(?:do not|don['’]t) /i.test(summary);
  return (polarity === 'avoid' && forbids) || forbids ? 'avoid' : 'step';
}

/** Everything that a skill says, from learnings, errors, and what runs did. */
export function unitsFor(input: DistilInput): SkillUnits {
  const moves = commonMoves(input.successes);
  const roles = input.learnings.map((learning) => ({ learning, role: roleOf(learning.what) }));
  const of = (role: Role): Cited<Memory>[] =>
    roles.filter((one) => one.role === role).map(({ learning }) => learning);
  return {
    when: [],
    steps: orderSteps(moves, of('step')),
    pitfalls: [
      ...[...of('error'), ...input.errors].map(errorUnit),
      ...of('avoid').map(({ label, what }) => ({
        text: phrase('avoid', { text: sentence(what.summary) }),
        labels: [label],
      })),
      ...failureUnits(input),
    ],
    checks: checkUnits(input, moves),
  };
}

function moveUnit({ kind, what, files, labels }: CommonMove): Unit {
  const [file] = files;
  if (kind === 'run') return { text: phrase('run', { command: what }), labels };
  if (kind === 'tool') return { text: phrase('useTool', { tool: what }), labels };
  if (file !== undefined) return { text: phrase('editFile', { file }), labels };
  return { text: what === '' ? phrase('editAny') : phrase('editKind', { kind: languageName(what) }), labels };
}

/** Words of a move by which a learning may speak of it. */
const wordsOf = ({ kind, what }: CommonMove): string[] =>
  kind === 'edit' ? (what === '' ? [] : [what]) : [what, what.split(' ', 1).join('')].map(foldCase);

const speaksOf = (summary: string, move: CommonMove): boolean => {
  const folded = foldCase(summary);
  return wordsOf(move).some((word) => word.length > 2 && folded.includes(word));
};

/** Learnings in the order in which they were learned; each stands before the first move that it speaks of, the rest come first. */
function orderSteps(moves: readonly CommonMove[], learnings: readonly Cited<Memory>[]): Unit[] {
  const unit = ({ label, what }: Cited<Memory>): Unit => ({ text: sentence(what.summary), labels: [label] });
  const placed = learnings.map((learning) => ({
    learning,
    at: moves.findIndex((move) => speaksOf(learning.what.summary, move)),
  }));
  const before = (at: number): Unit[] =>
    placed.filter((one) => one.at === at).map(({ learning }) => unit(learning));
  return [...before(-1), ...moves.flatMap((move, at) => [...before(at), moveUnit(move)])];
}

/** “editing a, b and running c” as an order. */
const imperative = (fix: string): string =>
  fix.replace(/\bediting\b/g, phrase('edit')).replace(/\brunning\b/g, phrase('runIt'));

const FIXED = /^(?<symptom>.*?); (?:fixed by|worked again after|tried) (?<fix>.*?)(?:, not proven)?$/s;

/** Symptom, cause and fix of an error that hebb met, as its learning tells it. */
function errorUnit({ label, what }: Cited<Memory>): Unit {
  const { symptom = what.summary, fix = '' } = FIXED.exec(what.summary)?.groups ?? {};
  const said = what.observations.filter((line) => !/^(?:fixed|worked again|tried)/i.test(line));
  const parts = [
    phrase('symptom', { symptom: sentence(symptom) }),
    ...(said[0] === undefined ? [] : [phrase('cause', { cause: sentence(said[0]) })]),
    phrase('fix', { fix: sentence(fix === '' ? phrase('unfixed') : imperative(fix)) }),
  ];
  return { text: parts.join(' '), labels: [label] };
}

/** The last thing that went wrong in a run that failed, and whether another run got past it. */
function failureUnits({ failures }: DistilInput): Unit[] {
  return failures.flatMap(({ label, what }): Unit[] => {
    const failed = what.steps
      .filter(({ ok, transient, refused }) => ok === false && !transient && !refused)
      .at(-1);
    const command = failed && commandOfShape(failed);
    if (!failed || !command) return [];
    const parts = [
      phrase('symptom', { symptom: sentence(phrase('failing', { command })) }),
      phrase('cause', { cause: sentence(phrase('uncaught')) }),
      phrase('fix', { fix: sentence(phrase('rerun', { command })) }),
    ];
    return [{ text: parts.join(' '), labels: [label] }];
  });
}

/** The last check of a run. */
function lastCheck(run: Run): string | undefined {
  return run.steps
    .filter(({ ok }) => ok === true)
    .map(moveOf)
    .filter((move) => move?.isCheck)
    .at(-1)?.what;
}

/** The checks that ended successful runs, the commonest first; else those of the common way. */
function checkUnits({ successes }: DistilInput, moves: readonly CommonMove[]): Unit[] {
  const ends = new Map<string, string[]>();
  for (const { label, what } of successes) {
    const check = lastCheck(what);
    if (check !== undefined) ends.set(check, [...(ends.get(check) ?? []), label]);
  }
  const commonest = [...ends].sort(([, a], [, b]) => b.length - a.length).slice(0, 3);
  const known = moves
    .filter((move) => move.isCheck && !ends.has(move.what))
    .map(({ what, labels }) => [what, labels] as const);
  return [...commonest, ...known].map(([command, labels]) => ({
    text: phrase('check', { command }),
    labels: labels.slice(0, 3),
  }));
}
