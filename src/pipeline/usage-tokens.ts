import type { Memory } from '../domain/memory.ts';
import { commandRules as rules } from './command-rules.ts';
import { commandShape } from './command-shape.ts';

/** What shows that a memory was applied: pieces that no one types by accident. */
export interface UsageTokens {
  /** Commands and paths: found as a run of whole words in a command line or among the files of a step. */
  readonly phrases: readonly string[];
  /** The whole text, for shapes of two words or more (`npm test`) that it names. */
  readonly text: string;
}

const MAX_TEXT = 2_000;
const SPAN = /`([^`\n]{2,200})`/g;
const BARE =
  /(?<![\w/@.-])(?:[\w@.-]{1,80}\/)[\w@./-]{1,120}|(?<![\w/@.-])[\w-]{1,80}\.(?:[cm]?[jt]sx?|py|rs|go|rb|java|kt|ya?ml|toml|jsonc?|sh|sql|md|css|html)\b|(?<![\w-])--[a-z][\w-]{2,40}|\b[a-z]{2,40}(?:[A-Z][a-z0-9]{1,40}){1,6}\b|\b[A-Za-z]{2,40}(?:_[A-Za-z0-9]{1,40}){1,6}\b/g;
/** Clauses that tell what not to do, or what went wrong. */
const UNWANTED =
  /\b(?:never|don't|do not|avoid|stop|not|no longer|instead of|rather than|failed with|nunca|jamás|nicht|nie|niemals|statt|jamais|au lieu|não|никогда|не|вместо)\b|不要|别|不用|ないで|しない|말고|하지/iu;

const clausesOf = (text: string): string[] =>
  text.split(/[;,.](?=\s|$)|\s[–—]\s|。|，|；|、|(?=\b(?:instead of|rather than|statt|au lieu de|not)\s)/iu);

/** Where the person corrected an edit is no part of what was learned: the file is touched for many reasons. */
const PLACE = /: (?:changed|taken out|put in) by the user in \S{1,300}$/;

/** The part of a memory that tells what to do: of an error the commands that fixed it, of a rule the clauses that forbid nothing. */
function wantedText({ summary }: Memory): string {
  const fix = /; (?:fixed by|worked again after|tried) (.{1,1000})$/s.exec(summary)?.[1];
  if (fix !== undefined) return fix.replace(/^editing .{1,1000}?(?=$| and running )|, not proven$/gs, '');
  return clausesOf(summary.replace(PLACE, ''))
    .filter((clause) => !UNWANTED.test(clause))
    .join(' ; ');
}

const isDistinctive = (phrase: string): boolean => phrase.length >= 3 && /[^a-z]/.test(phrase);
const isProgram = (word: string): boolean => rules.subcommands.has(word) || rules.checkPrograms.has(word);

/** The distinctive pieces of a memory. A plain word never counts, but for a program between backticks (`pnpm`). */
export function usageTokens(memory: Memory): UsageTokens {
  const text = wantedText({ ...memory, summary: memory.summary.slice(0, MAX_TEXT) });
  const spans = [...text.matchAll(SPAN)].map(([, span = '']) => span.trim());
  const bare = [...text.replace(SPAN, ' ').matchAll(BARE)].map(([word]) => word.replace(/[./-]{1,3}$/, ''));
  const phrases = [
    ...spans.filter((span) => isDistinctive(span) || isProgram(span)),
    ...bare.filter(isDistinctive),
  ];
  return { phrases: [...new Set(phrases)], text: text.replaceAll('`', ' ').toLowerCase() };
}

const SEPARATORS = /[\s"'`=:;|&()<>,/]+/;
const piecesOf = (text: string): string[] => text.split(SEPARATORS).filter(Boolean);

const pairsOf = (pieces: readonly string[]): string[] =>
  pieces.slice(1).map((piece, at) => `${pieces[at] ?? ''} ${piece}`);

/** Keys under which a memory is kept, so that a step need not be compared with all: any step that applies it has one of them. */
export function tokenKeys({ phrases, text }: UsageTokens): string[] {
  const longest = phrases.map((phrase) =>
    piecesOf(phrase).reduce((best, piece) => (piece.length > best.length ? piece : best), ''),
  );
  return [...new Set([...longest.filter(Boolean), ...pairsOf(piecesOf(text))])];
}

/** The keys of a step, to look memories up by. */
export function stepKeys(command: string | undefined, files: readonly string[]): string[] {
  const shape = command === undefined ? '' : commandShape(command).shape.toLowerCase();
  return [
    ...new Set([...piecesOf([command ?? '', ...files].join(' ')), ...pairsOf(piecesOf(shape)).slice(0, 1)]),
  ];
}

const SEPARATOR = '(?:^|$|[\\s"\'`=:;|&()<>,])';

/** Whether a phrase stands in a text as whole words; a path also at the end of a longer one. */
function holds(text: string, phrase: string): boolean {
  const plain = phrase.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s{1,5}');
  return new RegExp(`(?:^|[\\s"'\`=:;|&()<>,/])${plain}${SEPARATOR}`).test(text);
}

const holdsShape = (text: string, shape: string): boolean =>
  shape.includes(' ') && holds(text, shape.toLowerCase());

/** Whether a command line or the files of a step contain a distinctive piece of the memory. */
export function isAppliedBy(
  { phrases, text }: UsageTokens,
  command: string | undefined,
  files: readonly string[],
): boolean {
  const line = command ?? '';
  if (phrases.some((phrase) => holds(line, phrase) || files.some((file) => holds(file, phrase)))) return true;
  return line !== '' && holdsShape(text, commandShape(line).shape);
}
