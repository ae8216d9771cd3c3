import type { Candidate } from '../domain/candidate.ts';
import type { Block } from '../domain/report.ts';

const shown = 20;

/** Where a candidate was met, in few words. */
function originOf({ provenance }: Candidate): string {
  const [first] = provenance;
  if (!first) return '';
  const place = first.sha
    ? `commit ${first.sha.slice(0, 10)}`
    : first.sessionId
      ? `session ${first.sessionId.slice(0, 8)}`
      : (first.file?.split('/').slice(-2).join('/') ?? first.origin);
  const row = first.row ? ` row ${first.row}` : '';
  const more = provenance.length > 1 ? ` and ${provenance.length - 1} more` : '';
  return `${first.at.slice(0, 10)}, ${place}${row}${more}`;
}

const detailOf = (candidate: Candidate): string[] => {
  const quote = candidate.provenance[0]?.quote;
  return [
    `${candidate.entityType}, ${candidate.source}, ${originOf(candidate)}`,
    ...(quote && quote !== candidate.summary ? [`“${quote}”`] : []),
  ];
};

/** Candidates with the line that says them. */
function candidateBlocks(candidates: readonly Candidate[]): Block[] {
  const items = candidates
    .slice(0, shown)
    .map((candidate): Block => ({ kind: 'item', text: candidate.summary, detail: detailOf(candidate) }));
  const rest = candidates.length - items.length;
  return rest > 0 ? [...items, { kind: 'line', text: `  … and ${rest} more`, tone: 'dim' }] : items;
}

/** What an extraction found. A step of a run only counts: each candidate is told with its verdict, by the import that follows. */
export function foundBlocks(found: readonly Candidate[], isStep: boolean): Block[] {
  if (found.length === 0) return [{ kind: 'line', text: 'No new candidates.' }];
  if (isStep) return [{ kind: 'line', text: `${found.length} candidates.` }];
  return [
    { kind: 'heading', text: `${found.length} candidates wait in extracted/` },
    ...candidateBlocks(found),
  ];
}
