import { type Candidate, type CandidateFile, evidenceKey, type Provenance } from '../domain/candidate.ts';
import { hashOf } from '../domain/identity.ts';
import type { Plan } from '../domain/plan.ts';
import type { State } from '../domain/state.ts';
import { uniteCandidates } from './candidate-of.ts';
import { purgedFacts } from './purged-facts.ts';
import { changeRecord } from './record-changes.ts';

/** What was extracted, and from what kind of source. */
export interface Extraction {
  /** `sessions`, `git`, `notes`: part of the file's name. */
  readonly source: string;
  readonly at: string;
  readonly candidates: readonly Candidate[];
}

/** What is kept of an extraction: files of candidates that were not known, one a project. */
export interface ExtractionPlan extends Plan {
  readonly files: readonly CandidateFile[];
}

const rowKey = (provenance: Provenance): string => `${evidenceKey(provenance)} ${provenance.row ?? ''}`;

/** Evidence that the home holds of each candidate already, by candidate id: in memories, waiting files and verdicts. */
function knownEvidence(state: State): Map<string, Set<string>> {
  const known = new Map<string, Set<string>>();
  const add = (id: string, provenance: readonly Provenance[]): void => {
    const keys = known.get(id) ?? new Set<string>();
    for (const entry of provenance) keys.add(rowKey(entry));
    known.set(id, keys);
  };
  for (const { id, aliases, provenance } of state.memories.values())
    for (const name of [id, ...aliases]) add(name, provenance);
  for (const file of state.extracted.values())
    for (const { id, provenance } of file.candidates) add(id, provenance);
  for (const file of state.imported.values())
    for (const { candidate } of file.judged) add(candidate.id, candidate.provenance);
  return known;
}

/** The candidates that say or support something that the home does not hold yet. */
function unknown(state: State, candidates: readonly Candidate[]): Candidate[] {
  const known = knownEvidence(state);
  const isPurged = purgedFacts(state);
  return uniteCandidates(candidates).filter(
    (candidate) =>
      !candidate.provenance.every((entry) => known.get(candidate.id)?.has(rowKey(entry))) &&
      !isPurged(candidate),
  );
}

/** Lays new candidates down as files that wait for import. Extracting the same again changes nothing. */
export function planExtraction(state: State, { source, at, candidates }: Extraction): ExtractionPlan {
  const fresh = unknown(state, candidates);
  const owners = [...new Set(fresh.map(({ project }) => project ?? ''))].sort();
  const files = owners.map((owner): CandidateFile => {
    const own = fresh.filter(({ project }) => (project ?? '') === owner);
    const content = hashOf(...own.map(({ id, provenance }) => id + provenance.map(rowKey).join()));
    const id = `${at.replace(/[:.]/g, '-')}-${source}-${content.slice(0, 8)}`;
    return { v: 1, id, source, at, ...(owner === '' ? {} : { project: owner }), candidates: own };
  });
  const changes = files.map((file) => {
    const text = `${file.candidates.length} candidates from ${source}`;
    const reason = {
      rule: 'extract',
      text,
      evidence: file.candidates.map(({ id }) => id),
      numbers: { candidates: file.candidates.length },
    };
    return changeRecord('extracted', { before: state.extracted.get(file.id) ?? null, after: file, reason });
  });
  return { command: `extract ${source}`, changes, files };
}
