import type { Polarity, Severity } from './candidate.ts';
import { type Dict, isDict } from './json.ts';
import type { ExtractedStatement, JudgeVerdict, ScreenVerdict, SkillVerdict } from './question.ts';
import { type Parsed, parseStrictObject, problemOf } from './strict-json.ts';

/** Longest reply that is read, in UTF-16 units. */
export const maxReplyLength = 40_000;
const maxReason = 300;
const maxSummary = 400;
const maxStatements = 20;
const maxAppliesTo = 10;
const maxName = 80;

/** Kinds of learnings that a model may state; people and importers can use others. */
export const extractableTypes = [
  'preference',
  'pattern',
  'mistake',
  'stack',
  'architecture',
  'design',
  'tech-insight',
  'research',
  'competitor',
] as const;

const severities: readonly Severity[] = ['critical', 'high', 'medium', 'low'];
const polarities: readonly Polarity[] = ['do', 'avoid'];
const verdicts: readonly ScreenVerdict['verdict'][] = ['allow', 'block'];
const relations: readonly JudgeVerdict['relation'][] = ['restates', 'contradicts', 'unrelated'];
const skillVerdicts: readonly SkillVerdict['verdict'][] = ['holds', 'breaks'];
const winners: readonly JudgeVerdict['winner'][] = ['new', 'existing', 'unclear'];

/** `{"answers": [{"label", "verdict": "allow"|"block", "reason"}]}` with exactly these labels, each once. */
export const parseScreenReply = (
  text: string,
  labels: readonly string[],
): Parsed<ReadonlyMap<string, ScreenVerdict>> =>
  eachOnce(parseEntries(text, labels, parseScreenEntry), labels);

/** `{"answers": [{"label", "relation", "winner", "reason"}]}` with exactly these labels, each once. */
export const parseJudgeReply = (
  text: string,
  labels: readonly string[],
): Parsed<ReadonlyMap<string, JudgeVerdict>> => eachOnce(parseEntries(text, labels, parseJudgeEntry), labels);

/** `{"answers": [{"label", "verdict": "holds"|"breaks", "reason"}]}` with exactly these labels, each once. */
export const parseSkillJudgeReply = (
  text: string,
  labels: readonly string[],
): Parsed<ReadonlyMap<string, SkillVerdict>> =>
  eachOnce(parseEntries(text, labels, parseSkillVerdict), labels);

/** `{"answers": [{"label", "entityType", "summary", "appliesTo"?, "severity"?, "polarity"?}]}`; none is an answer, too. */
export function parseExtractReply(
  text: string,
  labels: readonly string[],
): Parsed<readonly ExtractedStatement[]> {
  const parsed = parseEntries(text, labels, parseStatement);
  if (!parsed.ok) return parsed;
  if (parsed.value.length > maxStatements)
    return problemOf(`there are more than ${maxStatements} statements`);
  return { ok: true, value: parsed.value.map(({ label, entry }) => ({ label, ...entry })) };
}

/** One entry with its label taken off. */
interface Labelled<T> {
  readonly label: string;
  readonly entry: T;
}

type EntryParser<T> = (entry: Dict) => Parsed<T>;

/** One bad entry spoils the reply: whoever names a label that was not asked may have mixed up the others. */
function parseEntries<T>(
  text: string,
  labels: readonly string[],
  parse: EntryParser<T>,
): Parsed<Labelled<T>[]> {
  const object = parseStrictObject(text, maxReplyLength);
  if (!object.ok) return object;
  const { answers, ...others } = object.value;
  if (!Array.isArray(answers) || Object.keys(others).length > 0)
    return problemOf('the object does not have "answers", a list, as its only key');
  const entries: Labelled<T>[] = [];
  for (const item of answers) {
    const parsed = parseLabelled(item, labels, parse);
    if (!parsed.ok) return parsed;
    entries.push(parsed.value);
  }
  return { ok: true, value: entries };
}

function parseLabelled<T>(
  item: unknown,
  labels: readonly string[],
  parse: EntryParser<T>,
): Parsed<Labelled<T>> {
  if (!isDict(item)) return problemOf('an item of "answers" is not an object');
  const { label, ...entry } = item;
  if (typeof label !== 'string' || !labels.includes(label))
    return problemOf('it has a label that was not asked for');
  const parsed = parse(entry);
  return parsed.ok ? { ok: true, value: { label, entry: parsed.value } } : parsed;
}

function eachOnce<T>(
  parsed: Parsed<readonly Labelled<T>[]>,
  labels: readonly string[],
): Parsed<ReadonlyMap<string, T>> {
  if (!parsed.ok) return parsed;
  const byLabel = new Map(parsed.value.map(({ label, entry }) => [label, entry]));
  if (!labels.every((label) => byLabel.has(label))) return problemOf('a label has no answer');
  if (byLabel.size < parsed.value.length) return problemOf('a label is answered twice');
  return { ok: true, value: byLabel };
}

const verdictParser =
  <T extends string>(known: readonly T[]) =>
  (entry: Dict): Parsed<{ verdict: T; reason: string }> => {
    const verdict = known.find((one) => one === entry.verdict);
    const reason = proseOf(entry.reason, maxReason);
    if (!hasOnly(entry, ['verdict', 'reason'])) return problemOf('keys must be label, verdict and reason');
    if (!verdict) return problemOf(`verdict must be ${known.join(' or ')}`);
    if (reason === undefined)
      return problemOf(`reason must be a sentence of at most ${maxReason} characters`);
    return { ok: true, value: { verdict, reason } };
  };

const parseScreenEntry = verdictParser(verdicts);
const parseSkillVerdict = verdictParser(skillVerdicts);

function parseJudgeEntry(entry: Dict): Parsed<JudgeVerdict> {
  const relation = relations.find((one) => one === entry.relation);
  const winner = winners.find((one) => one === entry.winner);
  const reason = proseOf(entry.reason, maxReason);
  if (!hasOnly(entry, ['relation', 'winner', 'reason']))
    return problemOf('keys must be label, relation, winner and reason');
  if (!relation) return problemOf(`relation must be one of ${relations.join(', ')}`);
  if (!winner) return problemOf(`winner must be one of ${winners.join(', ')}`);
  if (reason === undefined) return problemOf(`reason must be a sentence of at most ${maxReason} characters`);
  return { ok: true, value: { relation, winner, reason } };
}

function parseStatement(entry: Dict): Parsed<Omit<ExtractedStatement, 'label'>> {
  const entityType = extractableTypes.find((one) => one === entry.entityType);
  const summary = proseOf(entry.summary, maxSummary);
  const appliesTo = namesIn(entry.appliesTo ?? []);
  const severity = severities.find((one) => one === entry.severity);
  const polarity = polarities.find((one) => one === entry.polarity);
  if (!hasOnly(entry, ['entityType', 'summary', 'appliesTo', 'severity', 'polarity']))
    return problemOf('keys must be label, entityType, summary, appliesTo, severity and polarity');
  if (!entityType) return problemOf(`entityType must be one of ${extractableTypes.join(', ')}`);
  if (summary === undefined)
    return problemOf(`summary must be a sentence of at most ${maxSummary} characters`);
  if (!appliesTo) return problemOf(`appliesTo must be a list of at most ${maxAppliesTo} names`);
  if (!severity && entry.severity !== undefined)
    return problemOf(`severity must be one of ${severities.join(', ')}`);
  if (!polarity && entry.polarity !== undefined)
    return problemOf(`polarity must be ${polarities.join(' or ')}`);
  const value = { entityType, summary, appliesTo };
  return {
    ok: true,
    value: { ...value, ...(severity ? { severity } : {}), ...(polarity ? { polarity } : {}) },
  };
}

/** Whether an object has no other keys than these. */
export const hasOnly = (entry: Dict, keys: readonly string[]): boolean =>
  Object.keys(entry).every((key) => keys.includes(key));

/** A text on one line, without control or invisible characters; undefined when it is empty or too long. */
export function proseOf(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .trim();
  return text !== '' && text.length <= maxLength ? text : undefined;
}

function namesIn(value: unknown): string[] | undefined {
  if (!Array.isArray(value) || value.length > maxAppliesTo) return undefined;
  const names = value.flatMap((item: unknown) => proseOf(item, maxName) ?? []);
  return names.length === value.length ? names : undefined;
}
