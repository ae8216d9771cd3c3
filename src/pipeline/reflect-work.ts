import type { Run, Step } from '../domain/run.ts';
import type { TaskPattern } from '../domain/skill.ts';
import { profileText, similarityOf } from '../text/similarity.ts';
import { commandRules } from './command-rules.ts';
import { isCheck, isHousekeeping, isLooking } from './command-shape.ts';
import { codeLanguageOf } from './git-languages.ts';
import { groupBy } from './group-by.ts';
import { commandOfShape } from './step-of.ts';
import { type Rate, rateOf } from './wilson.ts';

/** A kind of work: a task pattern, or while a run has none, what its steps were. */
export interface WorkKind {
  /** Id of the pattern; undefined when the kind is read from the steps. */
  readonly patternId?: string;
  readonly label: string;
}

/** Runs of one kind and how they ended; the rate is over those whose end is known. */
export interface WorkLine extends WorkKind {
  readonly runs: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly unknown: number;
  readonly rate: Rate;
}

/** How some runs ended. */
export function countOutcomes(runs: readonly Run[]): Omit<WorkLine, 'label' | 'patternId'> {
  const count = (outcome: Run['outcome']): number => runs.filter((run) => run.outcome === outcome).length;
  const [succeeded, failed] = [count('success'), count('failure')];
  const rate = rateOf(succeeded, succeeded + failed);
  return { runs: runs.length, succeeded, failed, unknown: count('unknown'), rate };
}

/** Tells the kind of a run. */
export type KindReader = (run: Run) => WorkKind;

/**
 * Reads kinds of work. A run belongs to the task pattern of its project that its session shows; of several, to the one whose caption is
 * nearest to the prompt. Without one its steps tell: the last check that ran, else what was edited, else the last command that did something.
 */
export function readKinds(patterns: Iterable<TaskPattern>): KindReader {
  const live = [...patterns].filter(({ mergedInto }) => mergedInto === undefined).sort(byId);
  const bySession = groupBy(
    live.flatMap((pattern) => pattern.sessions.map((session) => ({ pattern, session }))),
    ({ session }) => session,
  );
  return (run) => {
    const shown = (bySession.get(run.sessionId) ?? [])
      .map(({ pattern }) => pattern)
      .filter(({ project }) => project === run.project);
    const nearest = nearestTo(run.query, shown);
    return nearest ? { patternId: nearest.id, label: nearest.label } : { label: kindOfSteps(run.steps) };
  };
}

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);

function nearestTo(query: string, patterns: readonly TaskPattern[]): TaskPattern | undefined {
  if (patterns.length < 2) return patterns[0];
  const asked = profileText(query);
  const scored = patterns.map((pattern) => ({
    pattern,
    score: similarityOf(asked, profileText(pattern.label)),
  }));
  return scored.sort((a, b) => b.score - a.score || byId(a.pattern, b.pattern))[0]?.pattern;
}

function kindOfSteps(steps: readonly Step[]): string {
  const commands = steps.map(commandOfShape).filter(Boolean);
  const acting = commands.filter(
    (shape) => !isLooking(shape) && !isHousekeeping({ shape, masked: false, rest: [] }),
  );
  return (
    commands.findLast(isCheck) ??
    editingOf(steps) ??
    acting.at(-1) ??
    (commands.length > 0 ? 'commands that look or tidy up' : steps.length > 0 ? 'tools only' : 'conversation')
  );
}

/** `editing typescript`: the language most edited, of equal ones the first by name. */
function editingOf(steps: readonly Step[]): string | undefined {
  const edits = steps.filter(({ tool }) => commandRules.editTools.has(tool.toLowerCase()));
  const files = edits.flatMap(({ files }) => files);
  const [most] = [...groupBy(files, (file) => codeLanguageOf(file) ?? 'text')].sort(
    ([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1),
  );
  return most ? `editing ${most[0]}` : undefined;
}

/** Runs by kind of work, the most frequent first. */
export function workLines(runs: readonly Run[], kindOf: KindReader): WorkLine[] {
  const kinds = groupBy(
    runs.map((run) => ({ run, kind: kindOf(run) })),
    ({ kind }) => kind.patternId ?? kind.label,
  );
  return [...kinds.values()]
    .map((own) => ({
      ...own[0]?.kind,
      label: own[0]?.kind.label ?? '',
      ...countOutcomes(own.map(({ run }) => run)),
    }))
    .sort((a, b) => b.runs - a.runs || (a.label < b.label ? -1 : 1));
}
