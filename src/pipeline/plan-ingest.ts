import { type Dict, stringAt } from '../domain/json.ts';
import type { Plan } from '../domain/plan.ts';
import { defaultPolicy } from '../domain/policy.ts';
import type { State } from '../domain/state.ts';
import { parseTime } from '../domain/time.ts';
import { dayNamedIn } from '../text/query-cues.ts';
import { makeCandidate } from './make-candidate.ts';
import { memoryOf } from './memory-of.ts';
import { changeRecord } from './record-changes.ts';
import { screenCandidate } from './screen-candidate.ts';

/** Texts to store as they are: `{id, text, date?}` each, in the order in which they were said; an equal date is one session. */
export interface IngestInput {
  readonly requests: readonly Dict[];
  readonly now: string;
}

/** Admits each text as an active memory under its own id: the way in for measurements, past relevance but not past the screen. */
export function planIngest(state: State, { requests, now }: IngestInput): Plan {
  const changes = requests.flatMap((request, index) => {
    const id = stringAt(request, 'id');
    const summary = stringAt(request, 'text');
    if (id === undefined || summary === undefined) return [];
    const date = stringAt(request, 'date');
    const at = parseTime(date) ?? (date === undefined ? undefined : dayNamedIn(date)) ?? now;
    const candidate = makeCandidate({
      entityType: 'note',
      summary,
      observations: [],
      appliesTo: [],
      severity: 'medium',
      source: 'import',
      common: false,
      scope: 'global',
      confidence: 1,
      provenance: [
        { origin: 'import', at, row: index + 1, ...(date === undefined ? {} : { sessionId: date }) },
      ],
    });
    const answer = screenCandidate(candidate);
    const blocked =
      answer.verdict === 'blocked' ? { status: 'blocked' as const, gate: { reason: answer.reason } } : {};
    // As fresh as on the day it was said: what was ingested a minute ago has not faded, however old its date.
    const after = { ...memoryOf(candidate, defaultPolicy, now), id, anchoredAt: now, ...blocked };
    const reason = { rule: 'ingest', text: 'Stored as given.', evidence: [], numbers: { row: index + 1 } };
    return [changeRecord('memories', { before: state.memories.get(id) ?? null, after, reason })];
  });
  return { command: 'ingest', changes };
}
