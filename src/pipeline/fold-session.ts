import { type Event, eventId } from '../domain/event.ts';
import { hashOf } from '../domain/identity.ts';
import { compact } from '../domain/json.ts';
import type { Place } from '../domain/project.ts';
import type { Step } from '../domain/run.ts';
import type { SessionDoc } from '../domain/session.ts';
import type { SessionHead, TraceItem } from '../domain/trace.ts';
import { findDirectives } from '../text/directives.ts';
import { findReaction } from '../text/reactions.ts';
import type { Occasion } from './candidate-of.ts';
import { correctedEdit } from './corrected-edit.ts';
import { type Fixed, keepOpen, reckonStep, unprovenFixes } from './error-fix.ts';
import { errorFixCandidate } from './error-fix-candidate.ts';
import { eventOf, withEnding } from './event-of.ts';
import { redacted } from './excerpt.ts';
import { beginFold, endFold, type Fold, type FoldContext, type Folded, type OpenRun } from './fold-state.ts';
import { instructionsOf } from './instructions-of.ts';
import { decideOutcome } from './run-outcome.ts';
import { findingCandidates, ruleCandidates } from './session-candidates.ts';
import { tagsOf } from './session-tags.ts';
import { stepOf, withResult } from './step-of.ts';
import { relativePath } from './tool-input.ts';

/** Instructions that one session remembers. */
const MAX_INSTRUCTIONS = 300;

/** A session of which nothing has been read. */
export function newSession(head: SessionHead, place: Place): SessionDoc {
  const { client, clientVersion, sessionId, cwd = '', branch } = head;
  const { project, user, area } = place;
  const counts = { prompts: 0, steps: 0, failures: 0, tags: {}, instructions: [], said: {} };
  const open = { openRun: null, previousRun: null, openCalls: [], openErrors: [], seen: [] };
  const base = { v: 1 as const, id: sessionId, client, clientVersion, project, user, cwd, branch, area };
  return compact({ ...base, startedAt: '', endedAt: '', ...counts, ...open });
}

/**
 * Takes rows of a session into its document: a pure fold, so that a transcript read in pieces gives what it gives when read at once.
 * Calls are paired with results, also parallel ones; a result without a call is ignored; what was folded before is not folded again.
 * Rows of sub-agents come before the prompt that follows them in time, and belong to the run that is open.
 */
export function foldSession(doc: SessionDoc, items: readonly TraceItem[], context: FoldContext): Folded {
  const fold = beginFold(doc, context);
  for (const item of items) foldItem(fold, item);
  return endFold(fold);
}

function foldItem(fold: Fold, item: TraceItem): void {
  if (fold.startedAt === '' || item.at < fold.startedAt) fold.startedAt = item.at;
  if (item.at > fold.endedAt) fold.endedAt = item.at;
  if (item.kind === 'prompt') foldPrompt(fold, item);
  else if (item.kind === 'assistant') foldAssistant(fold, item);
  else if (item.kind === 'call') foldCall(fold, item);
  else if (item.kind === 'result') foldResult(fold, item);
  else if (item.kind === 'interrupt') foldInterrupt(fold, item);
  else if (item.kind === 'compaction') takeEvent(fold, plainEvent(fold, item, 'compact'));
}

type Item<K extends TraceItem['kind']> = Extract<TraceItem, { kind: K }>;

function factBase({ base }: Fold, at: string) {
  const { client, clientVersion, id: sessionId, cwd } = base;
  return compact({ client, clientVersion, sessionId, cwd, at });
}

const plainEvent = (fold: Fold, { at }: TraceItem, kind: 'compact' | 'stop'): Event =>
  eventOf({ ...factBase(fold, at), kind, ok: 'unknown' }, fold.context.place);

/** Marks an id as folded; false when it was before. */
function isNew({ seen }: Fold, id: string): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  return true;
}

function giveEvent({ events, context }: Fold, event: Event): void {
  if (!context.isSeen?.(event.id)) events.push(event);
}

function takeEvent(fold: Fold, event: Event): void {
  if (isNew(fold, event.id)) giveEvent(fold, event);
}

const occasion = (
  fold: Fold,
  { at, row }: TraceItem,
  eventIds: readonly string[],
): Omit<Occasion, 'quote'> => ({
  place: fold.context.place,
  sessionId: fold.base.id,
  runId: fold.openRun?.id,
  file: fold.context.transcript,
  at,
  row,
  eventIds,
});

function foldPrompt(fold: Fold, item: Item<'prompt'>): void {
  const { text, promptId, at } = item;
  const fact = { ...factBase(fold, at), kind: 'prompt' as const, ok: 'unknown' as const, text };
  const event = eventOf(promptId === undefined ? fact : { ...fact, promptId }, fold.context.place);
  if (!isNew(fold, event.id)) return;
  giveEvent(fold, event);
  closeRun(fold, text);
  openRun(fold, event);
  learnRules(fold, item, [event.id]);
  fold.prompts += 1;
}

function learnRules(fold: Fold, item: Item<'prompt'>, eventIds: readonly string[]): void {
  const { row, at } = item;
  const text = redacted(item.text);
  const directives = findDirectives(text);
  const rules = ruleCandidates(directives, occasion(fold, item, eventIds), fold.said);
  for (const { id } of rules) fold.said.set(id, (fold.said.get(id) ?? 0) + 1);
  fold.candidates.push(...rules);
  const room = MAX_INSTRUCTIONS - fold.instructions.length;
  fold.instructions.push(...instructionsOf({ text, row, at }, directives).slice(0, room));
}

function openRun(fold: Fold, event: Event): void {
  const { base, context } = fold;
  const run: OpenRun = {
    v: 1,
    id: `w-${hashOf(base.id, event.id)}`,
    sessionId: base.id,
    client: base.client,
    project: context.place.project.id,
    user: context.place.user,
    query: event.text ?? '',
    steps: [],
    outcome: 'unknown',
    outcomeSource: 'none',
    createdAt: event.at,
    closed: false,
  };
  fold.openRun = run;
  fold.runs.set(run.id, run);
}

function closeRun(fold: Fold, next: string): void {
  const run = fold.openRun;
  if (!run) return;
  const closed: OpenRun = { ...run, ...decideOutcome(run, findReaction(next)), closed: true };
  fold.previousRun = closed;
  fold.runs.set(run.id, closed);
  learnFixes(fold, unprovenFixes(fold.openErrors, run.id));
  fold.openErrors = keepOpen(fold.openErrors, run.id);
  dropOldCalls(fold, closed);
}

/** Calls of runs before the one that just ended get no result any more: their events are given out as they are. */
function dropOldCalls(fold: Fold, { steps }: OpenRun): void {
  const own = new Set(steps.map(({ toolUseId }) => toolUseId));
  for (const [id, { event }] of fold.openCalls) {
    if (own.has(id)) continue;
    fold.openCalls.delete(id);
    giveEvent(fold, event);
  }
}

function learnFixes(fold: Fold, fixes: readonly Fixed[]): void {
  const where = { place: fold.context.place, sessionId: fold.base.id, file: fold.context.transcript };
  for (const fixed of fixes) fold.candidates.push(...errorFixCandidate(fixed, where));
}

function foldAssistant(fold: Fold, item: Item<'assistant'>): void {
  const found = findingCandidates(redacted(item.text), occasion(fold, item, []));
  if (found.length > 0 && isNew(fold, `a-${hashOf(fold.base.id, item.at, item.text)}`))
    fold.candidates.push(...found);
}

function foldCall(fold: Fold, item: Item<'call'>): void {
  const { at, toolUseId, tool, input, agentId } = item;
  const fact = {
    ...factBase(fold, at),
    kind: 'tool' as const,
    ok: 'unknown' as const,
    toolUseId,
    tool,
    input,
  };
  const event = eventOf(agentId === undefined ? fact : { ...fact, agentId }, fold.context.place);
  if (!isNew(fold, event.id)) return;
  const step = stepOf(item, event);
  fold.openCalls.set(toolUseId, { step, event });
  fold.openRun?.steps.push(step);
  if (fold.openRun) fold.runs.set(fold.openRun.id, fold.openRun);
  fold.steps += 1;
}

function foldResult(fold: Fold, item: Item<'result'>): void {
  const call = fold.openCalls.get(item.toolUseId);
  if (!call) return;
  fold.openCalls.delete(item.toolUseId);
  const { ok, errorText, correction, refused } = item;
  const event = withEnding({ ...call.event, at: item.at }, compact({ ok, errorText, correction }));
  giveEvent(fold, event);
  const step = withResult(call.step, item, event);
  replaceStep(fold, step);
  if (ok === false && !refused) fold.failures += 1;
  if (ok !== false) for (const tag of tagsOf(event)) fold.tags.set(tag, (fold.tags.get(tag) ?? 0) + 1);
  reckon(fold, step, item.row);
  if (correction) learnCorrection(fold, item, event);
}

function replaceStep(fold: Fold, step: Step): void {
  for (const run of [fold.openRun, fold.previousRun]) {
    const at = run?.steps.findLastIndex(({ toolUseId }) => toolUseId === step.toolUseId) ?? -1;
    if (!run || at < 0) continue;
    run.steps[at] = step;
    touchRun(fold, run);
    return;
  }
}

/** A late result may change how the run before ended; what the person said of it stays. */
function touchRun(fold: Fold, run: OpenRun): void {
  const said =
    run.outcomeSource === 'correction' || run.outcomeSource === 'thanks' ? run.outcomeSource : undefined;
  const next = run.closed ? { ...run, ...decideOutcome(run, said) } : run;
  if (run.closed) fold.previousRun = next;
  fold.runs.set(next.id, next);
}

function reckon(fold: Fold, step: Step, row: number): void {
  const { open, fixed } = reckonStep(fold.openErrors, {
    step,
    row,
    runId: fold.openRun?.id,
    sessionId: fold.base.id,
  });
  fold.openErrors = open;
  learnFixes(fold, fixed);
}

function learnCorrection(fold: Fold, item: Item<'result'>, event: Event): void {
  const { removed = [], added = [] } = item.correction ?? {};
  const file = relativePath(event.files[0] ?? '', fold.base.cwd);
  if (file !== '')
    fold.candidates.push(...correctedEdit({ file, removed, added }, occasion(fold, item, [event.id])));
}

function foldInterrupt(fold: Fold, item: Item<'interrupt'>): void {
  const id = eventId({ sessionId: fold.base.id, kind: 'stop', at: item.at, text: 'interrupt' });
  if (!isNew(fold, id) || !fold.openRun) return;
  fold.openRun = { ...fold.openRun, interrupted: true };
  fold.runs.set(fold.openRun.id, fold.openRun);
}
