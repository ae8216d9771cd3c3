import type { Candidate, Provenance } from '../domain/candidate.ts';
import { hashOf } from '../domain/identity.ts';
import { compact } from '../domain/json.ts';
import type { AgentMemoryFile, NoteFile } from '../domain/note.ts';
import { findDirectives } from '../text/directives.ts';
import { normalizeText } from '../text/normalize.ts';
import { redact } from '../text/redact.ts';
import { namedContexts } from './applies-to.ts';
import { uniteCandidates } from './candidate-of.ts';
import { excerptLine } from './excerpt.ts';
import { type CandidateDraft, makeCandidate } from './make-candidate.ts';
import { jsonStatements, type Statement, textStatements, tidy } from './note-statements.ts';

/** Whose notes these are. */
export interface NoteOwner {
  readonly project: string;
  readonly user: string;
}

const MAX_SUMMARY = 280;

const TYPES = { rule: 'pattern', finding: 'tech-insight', learning: 'tech-insight' } as const;

/** Key of a passage: the same sentence in the same file is one occasion, whatever else of the file changes. */
export const passageHash = (quote: string): string => hashOf('passage', normalizeText(quote));

function draftOf(statement: Statement, provenance: Provenance, owner: NoteOwner): CandidateDraft {
  const { kind, summary, polarity, strong } = statement;
  return {
    entityType: TYPES[kind],
    summary: excerptLine(summary, MAX_SUMMARY),
    observations: [],
    appliesTo: namedContexts(summary),
    severity: kind === 'finding' ? 'low' : strong ? 'high' : 'medium',
    source: provenance.origin,
    common: false,
    scope: 'project',
    project: owner.project,
    ...(polarity === undefined ? {} : { polarity }),
    confidence: kind === 'finding' ? 0.4 : 0.5,
    provenance: [provenance],
  };
}

/** Text is masked whole and first, since a secret may be spread over lines. */
const maskedText = ({ text }: NoteFile): string => redact(text).text;

function provenanceIn(origin: string, note: NoteFile, { row, quote }: Statement): Provenance {
  const { file, at, rowsBefore = 0 } = note;
  const place = row > 0 ? row + rowsBefore : undefined;
  return compact({ origin, at, file, row: place, hash: passageHash(quote), quote: excerptLine(quote) });
}

/**
 * Learnings that a project's notes state: rules, findings, and what stands under a heading of learnings. Status lines are
 * none. They count for the project, since it is not known who wrote them.
 */
export function notesCandidates(note: NoteFile, owner: NoteOwner): Candidate[] {
  const text = maskedText(note);
  const statements = /\.json$/i.test(note.file) ? jsonStatements(text) : textStatements(text);
  const drafts = statements.map((one) => draftOf(one, provenanceIn('notes', note, one), owner));
  return uniteCandidates(drafts.map(makeCandidate));
}

/** Paragraphs of a memory on one line each, without marks. */
const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n[ \t]{0,20}\n|\n(?=\s{0,3}(?:\*\*|#))/)
    .map((part) =>
      part
        .replace(/\*\*|__|^#{1,6}\s{1,4}/gm, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((part) => part !== '');

/** What a memory is about decides what it becomes. */
const MEMORY_TYPES = {
  user: 'preference',
  feedback: 'pattern',
  project: 'tech-insight',
  reference: 'tech-insight',
} as const;

/** A memory with a type is one learning: the first paragraph says it, the others say why and how. */
function typedMemory(
  memory: AgentMemoryFile,
  type: keyof typeof MEMORY_TYPES,
  owner: NoteOwner,
): Candidate[] {
  const text = maskedText(memory);
  const [first = '', ...rest] = paragraphsOf(text);
  const said = first.length > MAX_SUMMARY && memory.description ? memory.description : first;
  if (said === '') return [];
  const row = text.split('\n').findIndex((line) => line.trim() !== '') + 1;
  const polarity = findDirectives(first)[0]?.polarity;
  const statement: Statement = {
    kind: 'learning',
    summary: tidy(said),
    quote: said,
    row,
    ...(polarity ? { polarity } : {}),
  };
  const { project: _, ...draft } = draftOf(statement, provenanceIn('agent-memory', memory, statement), owner);
  const whose = type === 'user' ? { scope: 'user' as const, user: owner.user } : { project: owner.project };
  const observations = rest.slice(0, 4).map((part) => excerptLine(part, MAX_SUMMARY));
  return [makeCandidate({ ...draft, ...whose, entityType: MEMORY_TYPES[type], observations })];
}

/** Learnings of an agent's own memory file; an index of links gives none. */
export function agentMemoryCandidates(memory: AgentMemoryFile, owner: NoteOwner): Candidate[] {
  if (memory.type !== undefined) return typedMemory(memory, memory.type, owner);
  const statements = textStatements(maskedText(memory), true);
  const drafts = statements.map((one) => draftOf(one, provenanceIn('agent-memory', memory, one), owner));
  return uniteCandidates(drafts.map(makeCandidate));
}

/**
 * Which pieces of evidence from agents' memory files no longer hold: the file is gone, or it does not say so any more.
 * `present` are the candidates of all files that were read now; only evidence under `folder` is judged.
 */
export function withdrawnEvidence(
  provenance: readonly Provenance[],
  present: readonly Candidate[],
  folder: string,
): Provenance[] {
  const keyOf = ({ file, hash }: Provenance): string => `${file} ${hash}`;
  const held = new Set(present.flatMap((candidate) => candidate.provenance.map(keyOf)));
  return provenance.filter(
    (one) => one.origin === 'agent-memory' && one.file?.startsWith(folder) === true && !held.has(keyOf(one)),
  );
}
