import { type Event, type EventKind, eventId, excerptLength, type Ok } from '../domain/event.ts';
import type { HookFact } from '../domain/hook-fact.ts';
import { hashOf } from '../domain/identity.ts';
import { compact } from '../domain/json.ts';
import type { Place } from '../domain/project.ts';
import { detectCodePatterns } from '../text/code-patterns.ts';
import { errorExcerpt } from '../text/error-signature.ts';
import { languageOf } from '../text/languages.ts';
import { excerpt, redacted } from './excerpt.ts';
import { languagesOf } from './git-languages.ts';
import { commandLine, editsOf, type FileEdit, filesOf, isEdit } from './tool-input.ts';

/** How a tool use ended, as a hook or a transcript row tells it. */
export type Ending = Pick<HookFact, 'ok' | 'errorText' | 'correction' | 'userModified' | 'durationMs'>;

const toolKinds: ReadonlySet<EventKind> = new Set(['edit', 'command', 'tool', 'tool-failed']);

/** Longest list of files that one event names. */
const MAX_FILES = 50;

/**
 * The event of a fact, the same whether a hook or a transcript told it: texts redacted and cut, no file contents, no
 * tool output. Where it happened is given, since a fact knows only its folder.
 */
export function eventOf(fact: HookFact, place: Place): Event {
  const event = toolKinds.has(fact.kind) ? toolEvent(fact, place) : plainEvent(fact, place);
  return toolKinds.has(fact.kind)
    ? withEnding(event, { ...fact, ok: fact.kind === 'tool-failed' ? false : fact.ok })
    : event;
}

function baseOf(fact: HookFact, place: Place) {
  const { at, client, clientVersion, sessionId, promptId, turnId, toolUseId, agentId, cwd } = fact;
  const { project, user, branch, branchCertain, area } = place;
  const told = { at, client, clientVersion, sessionId, promptId, turnId, toolUseId, agentId, cwd };
  return { v: 1 as const, ...told, project, user, branch, branchCertain, area };
}

function plainEvent(fact: HookFact, place: Place): Event {
  const text = fact.text === undefined ? undefined : excerpt(fact.text);
  const id = eventId({ ...fact, text });
  const base = { ...baseOf(fact, place), id, kind: fact.kind, ok: fact.ok, text };
  return compact({ ...base, files: [], patterns: [] });
}

/** The event of a tool use before it is known how it ended. */
function toolEvent(fact: HookFact, place: Place): Event {
  const { tool = '', input = {}, cwd } = fact;
  const edits = editsOf(tool, input);
  const line = commandLine(input);
  const command = line === undefined ? undefined : excerpt(line);
  const files = filesOf(tool, input, cwd).slice(0, MAX_FILES);
  const kind: EventKind = isEdit(tool, input) ? 'edit' : line === undefined ? 'tool' : 'command';
  const id = eventId({ ...fact, kind, text: command ?? files.join(' ') });
  const language = languagesOf(edits.map(({ file }) => file))[0];
  return compact({
    ...baseOf(fact, place),
    id,
    kind,
    tool,
    files,
    language,
    command,
    ok: 'unknown' as Ok,
    patterns: patternsOf(edits),
    patch: patchOf(edits),
  });
}

const patternsOf = (edits: readonly FileEdit[]): string[] =>
  [...new Set(edits.flatMap(({ file, added }) => detectCodePatterns(added, languageOf(file) ?? '')))].sort();

function patchOf(edits: readonly FileEdit[]): Event['patch'] {
  if (edits.length === 0) return undefined;
  const added = edits.flatMap((edit) => edit.added);
  const removed = edits.reduce((sum, edit) => sum + edit.removed.length, 0);
  return { added: added.length, removed, hash: hashOf(added.join('\n')) };
}

const shownLines = (lines: readonly string[], mark: string): string[] =>
  lines.map((line) => `${mark} ${line}`);

/** The same event when it is known how the tool use ended. */
export function withEnding(event: Event, ending: Ending): Event {
  const { ok, errorText, correction, userModified, durationMs } = ending;
  const changed =
    correction && [...shownLines(correction.removed, '-'), ...shownLines(correction.added, '+')].join('\n');
  return compact({
    ...event,
    kind: ok === false ? ('tool-failed' as const) : event.kind,
    ok,
    errorText:
      ok === false && errorText !== undefined
        ? excerpt(errorExcerpt(redacted(errorText), excerptLength))
        : undefined,
    durationMs,
    userModified: userModified ?? (correction ? true : undefined),
    text: changed === undefined ? undefined : excerpt(changed),
  });
}
