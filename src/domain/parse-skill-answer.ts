import { type Dict, isDict } from './json.ts';
import { hasOnly, maxReplyLength, proseOf } from './parse-answer.ts';
import type { CitedCheck, CitedText, CitedTrouble, SkillAnswer } from './question.ts';
import { type Parsed, parseStrictObject, problemOf } from './strict-json.ts';

/** What an answer may hold at most: items of a list, characters of a text. */
const most = { lines: 8, steps: 30, pitfalls: 16, checks: 8, cites: 8, description: 800, text: 500 } as const;

/** A skill, or that there is too little to write one from. */
export type DistilReply =
  | { readonly kind: 'said'; readonly said: SkillAnswer }
  | { readonly kind: 'insufficient'; readonly reason: string };

const keys = ['description', 'when', 'notWhen', 'steps', 'pitfalls', 'checks'] as const;

/**
 * `{"insufficient": reason}`, or `{"description", "when", "notWhen", "steps": [{"text", "cites"}], "pitfalls": [{"symptom", "cause", "fix",
 * "cites"}], "checks": [{"text", "expect", "cites"}]}` with no other keys, every list there, and no label that is not among these.
 */
export function parseDistilReply(text: string, labels: readonly string[]): Parsed<DistilReply> {
  const object = parseStrictObject(text, maxReplyLength);
  if (!object.ok) return object;
  if ('insufficient' in object.value) return parseInsufficient(object.value);
  if (!hasOnly(object.value, keys)) return problemOf(`keys must be ${keys.join(', ')}, or only insufficient`);
  const said = parseSaid(object.value, labels);
  return said.ok ? { ok: true, value: { kind: 'said', said: said.value } } : said;
}

function parseInsufficient(value: Dict): Parsed<DistilReply> {
  const reason = proseOf(value.insufficient, most.text);
  return reason !== undefined && hasOnly(value, ['insufficient'])
    ? { ok: true, value: { kind: 'insufficient', reason } }
    : problemOf(`insufficient must be the only key, with a reason of at most ${most.text} characters`);
}

function parseSaid(value: Dict, labels: readonly string[]): Parsed<SkillAnswer> {
  const description = proseOf(value.description, most.description);
  if (description === undefined)
    return problemOf(`description must be a text of at most ${most.description} characters`);
  const when = parseList(value, { key: 'when', most: most.lines, least: 1 }, parseLine);
  if (!when.ok) return when;
  const notWhen = parseList(value, { key: 'notWhen', most: most.lines, least: 0 }, parseLine);
  if (!notWhen.ok) return notWhen;
  const steps = parseList(value, { key: 'steps', most: most.steps, least: 2 }, stepParser(labels));
  if (!steps.ok) return steps;
  const pitfalls = parseList(
    value,
    { key: 'pitfalls', most: most.pitfalls, least: 0 },
    troubleParser(labels),
  );
  if (!pitfalls.ok) return pitfalls;
  const checks = parseList(value, { key: 'checks', most: most.checks, least: 1 }, checkParser(labels));
  if (!checks.ok) return checks;
  const lists = { steps: steps.value, pitfalls: pitfalls.value, checks: checks.value };
  return { ok: true, value: { description, when: when.value, notWhen: notWhen.value, ...lists } };
}

function parseList<T>(
  value: Dict,
  { key, most: upTo, least }: { readonly key: string; readonly most: number; readonly least: number },
  parse: (item: unknown) => Parsed<T>,
): Parsed<T[]> {
  const list = value[key];
  if (!Array.isArray(list) || list.length < least || list.length > upTo)
    return problemOf(`${key} must be a list of ${least} to ${upTo} items`);
  const items: T[] = [];
  for (const item of list) {
    const parsed = parse(item);
    if (!parsed.ok) return problemOf(`${key}: ${parsed.problem}`);
    items.push(parsed.value);
  }
  return { ok: true, value: items };
}

function parseLine(item: unknown): Parsed<string> {
  const line = proseOf(item, most.text);
  return line === undefined
    ? problemOf(`an item is no text of at most ${most.text} characters`)
    : { ok: true, value: line };
}

/** The labels of an item: known ones, each once, at least so many. */
function citesOf(item: Dict, labels: readonly string[], least: number): Parsed<string[]> {
  const { cites } = item;
  if (!Array.isArray(cites) || cites.length < least || cites.length > most.cites)
    return problemOf(`cites must be a list of ${least} to ${most.cites} labels`);
  const known = cites.filter((one) => typeof one === 'string').filter((one) => labels.includes(one));
  if (known.length < cites.length) return problemOf('it cites a label that was not given');
  return { ok: true, value: [...new Set(known)] };
}

/** The texts and labels of an object that has exactly these keys; texts in `open` may be empty. */
function parseCited(
  item: unknown,
  names: readonly string[],
  { labels, open = '', least = 1 }: { labels: readonly string[]; open?: string; least?: number },
): Parsed<{ readonly texts: readonly string[]; readonly cites: string[] }> {
  if (!isDict(item) || !hasOnly(item, [...names, 'cites']))
    return problemOf(`an item must be an object with ${names.join(', ')} and cites`);
  const texts: string[] = [];
  for (const name of names) {
    const text = name === open && (item[name] ?? '') === '' ? '' : proseOf(item[name], most.text);
    if (text === undefined) return problemOf(`${name} must be a text of at most ${most.text} characters`);
    texts.push(text);
  }
  const cites = citesOf(item, labels, least);
  return cites.ok ? { ok: true, value: { texts, cites: cites.value } } : cites;
}

const stepParser =
  (labels: readonly string[]) =>
  (item: unknown): Parsed<CitedText> => {
    const parsed = parseCited(item, ['text'], { labels });
    if (!parsed.ok) return parsed;
    const [text = ''] = parsed.value.texts;
    return { ok: true, value: { text, cites: parsed.value.cites } };
  };

const troubleParser =
  (labels: readonly string[]) =>
  (item: unknown): Parsed<CitedTrouble> => {
    const parsed = parseCited(item, ['symptom', 'cause', 'fix'], { labels, open: 'cause' });
    if (!parsed.ok) return parsed;
    const [symptom = '', cause = '', fix = ''] = parsed.value.texts;
    return { ok: true, value: { symptom, cause, fix, cites: parsed.value.cites } };
  };

const checkParser =
  (labels: readonly string[]) =>
  (item: unknown): Parsed<CitedCheck> => {
    const parsed = parseCited(item, ['text', 'expect'], { labels, least: 0 });
    if (!parsed.ok) return parsed;
    const [text = '', expect = ''] = parsed.value.texts;
    return { ok: true, value: { text, expect, cites: parsed.value.cites } };
  };
