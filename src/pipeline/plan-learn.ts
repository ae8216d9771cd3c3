import type { Candidate, Judged } from '../domain/candidate.ts';
import { relationId } from '../domain/identity.ts';
import type { Change } from '../domain/plan.ts';
import type { ImportInput } from './import-desk.ts';
import { type ImportPlan, planImport } from './plan-import.ts';
import { type Link, relationChange } from './plan-relate.ts';

/** What learning decides from: as import, with one candidate and the links it was stated with. */
export interface LearnInput extends Omit<ImportInput, 'files'> {
  readonly candidate: Candidate;
  readonly relations: readonly Omit<Link, 'from'>[];
}

/** What learning would change, and the answer: verdict, score, threshold, terms and reason. */
export interface LearnPlan extends ImportPlan {
  readonly answer: Judged;
}

/** Judges one stated learning the way import does. Its relations are made when it is saved or repeats a memory. */
export function planLearn({ candidate, relations, ...input }: LearnInput): LearnPlan {
  const { state, now } = input;
  const file = {
    v: 1 as const,
    id: learnFileId(candidate, now),
    source: 'learn',
    at: now,
    candidates: [candidate],
  };
  const plan = planImport({ ...input, files: [file] });
  const answer =
    plan.judged[0] ?? state.imported.get(file.id)?.judged.find((one) => one.candidate.id === candidate.id);
  if (!answer) throw new Error('import gave no verdict on a candidate');
  const links = answer.memoryId === undefined ? [] : linkChanges(input, answer.memoryId, relations);
  return { ...plan, command: 'learn', changes: [...plan.changes, ...links], answer };
}

/** Id of the file that keeps the verdict: sortable by time, one for each learning and moment. */
const learnFileId = ({ id }: Candidate, now: string): string => `${now.replaceAll(/[:.]/g, '-')}-learn-${id}`;

function linkChanges(
  { state, now }: Pick<ImportInput, 'state' | 'now'>,
  from: string,
  relations: LearnInput['relations'],
): Change[] {
  const links = new Map(relations.map((link) => [relationId(from, link.type, link.to), { ...link, from }]));
  return [...links.values()].flatMap((link) => relationChange(state, link, now) ?? []);
}
