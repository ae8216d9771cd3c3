import type { Cited, DistilInput } from '../domain/distil.ts';
import type { Memory } from '../domain/memory.ts';
import type { Run, Step } from '../domain/run.ts';
import { errorExcerpt } from '../text/error-signature.ts';
import { partsOf, sentence, type Trouble, troubleOf } from './distil-learning.ts';
import { isTelling, type Move, moveOf } from './distil-trajectory.ts';
import { excerptLine } from './excerpt.ts';
import { languageName, phrase } from './skill-phrases.ts';
import type { Unit } from './skill-units.ts';
import { commandOfShape } from './step-of.ts';

/** A unit before it is weighed against others. */
type Pitfall = Omit<Unit, 'weight'>;

/** Longest message of an error that a pitfall quotes, and the moves that a fix names at most. */
const longestMessage = 120;
const mostMoves = 3;

/** A pitfall as symptom, cause and fix; a part that is not known is left out, but for the fix. */
export function troubleText({ symptom, cause, fix }: Trouble): string {
  return [
    phrase('symptom', { symptom: sentence(symptom) }),
    ...(cause === '' ? [] : [phrase('cause', { cause: sentence(cause) })]),
    phrase('fix', { fix: sentence(fix === '' ? phrase('unfixed') : fix) }),
  ].join(' ');
}

/** A mistake with what is known of its cause and fix; one of which nothing is known stands as it was told. */
export function troubleUnit({ label, what }: Cited<Memory>): Pitfall {
  const trouble = troubleOf(what);
  const isBare = trouble.cause === '' && trouble.fix === '';
  return { text: isBare ? sentence(trouble.symptom) : troubleText(trouble), labels: [label] };
}

/** What one should not do, why, and what to do instead. */
export function warningUnit({ label, what }: Cited<Memory>): Pitfall {
  const { what: warning, why, instead } = partsOf(what.summary);
  const parts = [
    sentence(warning),
    ...(why === '' ? [] : [phrase('why', { cause: sentence(why) })]),
    ...(instead === '' ? [] : [phrase('fix', { fix: sentence(instead) })]),
  ];
  return { text: parts.join(' '), labels: [label] };
}

const hasFailed = ({ ok, transient, refused }: Step): boolean => ok === false && !transient && !refused;

/** What ended runs that failed, each command once, and how other runs got past it. */
export function failureUnits({ failures, successes }: DistilInput): Pitfall[] {
  const units = new Map<string, Pitfall>();
  for (const { label, what } of failures) {
    const failed = what.steps.findLast((step) => hasFailed(step) && isTelling(commandOfShape(step)));
    if (!failed) continue;
    const command = commandOfShape(failed);
    const known = units.get(command);
    if (known) units.set(command, { ...known, labels: [...known.labels, label] });
    else units.set(command, pitfallOf(failed, label, successes));
  }
  return [...units.values()];
}

/** The line of a failure that tells, in a form that may stand in quotes; empty when there is none. */
export const messageOf = ({ errorText = '' }: Step): string =>
  excerptLine(errorExcerpt(errorText, longestMessage), longestMessage).replace(/[“”`]/g, '').trim();

function pitfallOf(failed: Step, label: string, successes: readonly Cited<Run>[]): Pitfall {
  const command = commandOfShape(failed);
  const message = messageOf(failed);
  const isSaying = (message.match(/\p{L}{2,}/gu) ?? []).length >= 2;
  const remedy = remedyIn(failed, successes);
  const trouble = {
    symptom: isSaying ? phrase('ends', { command, message }) : phrase('fails', { command }),
    cause: remedy ? '' : phrase('uncaught'),
    fix: remedy?.fix ?? '',
  };
  return { text: troubleText(trouble), labels: remedy ? [label, remedy.label] : [label] };
}

/** How a successful run got past the same command: what it did between its failure and its success. */
function remedyIn(
  failed: Step,
  successes: readonly Cited<Run>[],
): { readonly label: string; readonly fix: string } | undefined {
  const command = commandOfShape(failed);
  const isSame = (step: Step): boolean => commandOfShape(step) === command;
  for (const { label, what } of successes) {
    const from = what.steps.findIndex(
      (step) => isSame(step) && hasFailed(step) && (!failed.signature || step.signature === failed.signature),
    );
    const to = what.steps.findIndex((step, at) => at > from && isSame(step) && step.ok === true);
    if (from < 0 || to < 0) continue;
    const moves = what.steps
      .slice(from + 1, to)
      .flatMap((step) => (step.ok === false ? [] : (moveOf(step) ?? [])));
    const done = [...new Set(moves.filter((move) => move.what !== command).map(doing))].slice(-mostMoves);
    if (done.length > 0) return { label, fix: phrase('passedAfter', { moves: done.join(', '), command }) };
  }
  return undefined;
}

/** A move as something that was done: “run `npm test`”. */
export function doing({ kind, what }: Move): string {
  if (kind === 'run') return phrase('runCommand', { command: what });
  if (kind === 'tool') return phrase('useIt', { tool: what });
  return what === '' ? phrase('editThem') : phrase('editIt', { kind: languageName(what) });
}
