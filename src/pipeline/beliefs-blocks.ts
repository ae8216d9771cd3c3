import type { Block, Tone } from '../domain/report.ts';
import { dayOf } from '../domain/time.ts';
import type { BeliefVerdict, JudgedBelief } from './beliefs.ts';
import type { BeliefEvidence } from './beliefs-evidence.ts';
import { shortId } from './memory-blocks.ts';
import { briefLine, lineOf } from './reflect-section.ts';

const tones: Readonly<Record<BeliefVerdict, Tone>> = {
  supported: 'good',
  weakened: 'warn',
  contradicted: 'bad',
  'no evidence': 'dim',
};

/** Pieces of evidence that are shown of each side; all are in `--json`. */
const SHOWN = 3;

/** Beliefs with their verdicts for people. */
export function beliefBlocks(beliefs: readonly JudgedBelief[], unreadable: readonly string[]): Block[] {
  const apart: Block[] = unreadable.map((key) => ({
    kind: 'line',
    text: `beliefs.${key} of core-memory.json holds no sentence and was not judged.`,
    tone: 'warn',
  }));
  if (beliefs.length === 0) return [...noBeliefs, ...apart];
  const count = (verdict: BeliefVerdict): number => beliefs.filter((one) => one.verdict === verdict).length;
  const told = (['contradicted', 'weakened', 'supported', 'no evidence'] as const)
    .filter((verdict) => count(verdict) > 0)
    .map((verdict) => `${count(verdict)} ${verdict}`);
  const title = `${beliefs.length} ${beliefs.length === 1 ? 'belief' : 'beliefs'}: ${told.join(', ')}`;
  return [{ kind: 'title', text: title }, ...beliefs.flatMap(beliefItem), ...apart];
}

const noBeliefs: readonly Block[] = [
  {
    kind: 'line',
    text: 'Core memory holds no beliefs. hebb learn "<what you believe>" --type belief, then hebb promote <id>, puts one there.',
  },
];

function beliefItem({ key, statement, formedAt, verdict, why, supporting, opposing }: JudgedBelief): Block[] {
  const since = formedAt === null ? 'of unknown age: everything counts' : `formed ${dayOf(formedAt)}`;
  const detail = [
    `${key}, ${since}`,
    why,
    ...sideTexts('against', opposing),
    ...sideTexts('for', supporting),
  ];
  return [{ kind: 'item', text: `${verdict}: ${lineOf(statement)}`, detail, tone: tones[verdict] }];
}

function sideTexts(side: string, evidence: readonly BeliefEvidence[]): string[] {
  const shown = evidence
    .slice(0, SHOWN)
    .map(
      ({ at, kind, id, text, why }) =>
        `${side}: ${dayOf(at)} ${kind} ${kind === 'memory' ? shortId(id) : id} “${briefLine(text, 80)}”: ${why}`,
    );
  return evidence.length > SHOWN ? [...shown, `… and ${evidence.length - SHOWN} more ${side}`] : shown;
}
