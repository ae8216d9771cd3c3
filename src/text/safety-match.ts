import { type Concepts, type Mention, readConcepts } from './safety-concepts.ts';
import type { SafetyRule } from './safety-rules.ts';

/** A place where a rule holds; `isQuoted` when it is told as a lesson or stands within quotation marks. */
export interface SafetyFind {
  readonly rule: SafetyRule;
  readonly quote: string;
  readonly isQuoted: boolean;
}

/** One sentence of a reading, with what it speaks of. */
interface Sentence {
  readonly text: string;
  readonly concepts: Concepts;
}

const longest = 600;
const step = 450;
const mostPlaces = 8;
const END = /[.!?](?=[\s"'”)\]])|[。！？]|\n/g;

/** Sentences of at most 600 characters; a longer one is read in windows that overlap by 200. */
function splitReading(reading: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const match of reading.matchAll(END)) {
    parts.push(reading.slice(start, match.index + match[0].length));
    start = match.index + match[0].length;
  }
  parts.push(reading.slice(start));
  return parts
    .map((part) => part.trim())
    .filter((part) => part.length > 3)
    .flatMap(windowsOf);
}

function windowsOf(part: string): string[] {
  if (part.length <= longest) return [part];
  const windows: string[] = [];
  for (let at = 0; at < part.length; at += step) windows.push(part.slice(at, at + longest));
  return windows;
}

/** Where the rules hold in a reading, at most one find for each rule. */
export function findUnsafe(reading: string, rules: readonly SafetyRule[]): SafetyFind[] {
  const sentences = splitReading(reading).map((text) => ({ text, concepts: readConcepts(text) }));
  const whole = { text: reading, concepts: new Map() };
  return rules.flatMap((rule) => {
    const finds = (rule.whole ? [whole] : sentences)
      .map((sentence) => findInSentence(sentence, rule))
      .filter((find) => find !== undefined);
    const best = finds.find((find) => !find.isQuoted) ?? finds[0];
    return best ? [best] : [];
  });
}

function findInSentence(sentence: Sentence, rule: SafetyRule): SafetyFind | undefined {
  const { text, concepts } = sentence;
  if (!rule.all.every((name) => concepts.has(name))) return undefined;
  if (rule.not.some((name) => concepts.has(name))) return undefined;
  const place = placeOf(sentence, rule);
  if (!place) return undefined;
  const quote = text.slice(Math.max(0, place.from - 20), place.to + 40).slice(0, 160);
  return { rule, quote, isQuoted: concepts.has('lesson') || isWithinQuotes(text, place) };
}

/** The stretch of the sentence in which the rule holds, undone by no guard. */
function placeOf(sentence: Sentence, rule: SafetyRule): Mention | undefined {
  const lists = rule.all.map((name) => (sentence.concepts.get(name) ?? []).slice(0, mostPlaces));
  const isUndone = (verb: Mention, used: readonly Mention[]): boolean =>
    rule.isGuarded && isDenied(sentence, verb, used);
  if (!rule.hasExpression) return arrange(lists, rule, isUndone);
  const match = rule.expression.exec(sentence.text);
  if (!match) return undefined;
  const place = { from: match.index, to: match.index + match[0].length };
  return isUndone(place, []) ? undefined : place;
}

type Undo = (verb: Mention, used: readonly Mention[]) => boolean;

/** The first choice of one mention for each concept that do not overlap and stand close enough. */
function arrange(
  lists: readonly (readonly Mention[])[],
  rule: SafetyRule,
  isUndone: Undo,
): Mention | undefined {
  const used: Mention[] = [];
  const choose = (at: number): Mention | undefined => {
    const list = lists[at];
    if (!list) {
      const [verb] = used;
      const span = spanOf(used);
      return verb && !isUndone(verb, used) ? span : undefined;
    }
    for (const mention of list) {
      const last = used.at(-1);
      if (used.some((other) => mention.from < other.to && other.from < mention.to)) continue;
      if (rule.ordered && last && mention.from < last.to) continue;
      used.push(mention);
      const { from, to } = spanOf(used);
      const found = to - from <= rule.within ? choose(at + 1) : undefined;
      if (found) return found;
      used.pop();
    }
    return undefined;
  };
  return choose(0);
}

function spanOf(mentions: readonly Mention[]): Mention {
  let from = Number.POSITIVE_INFINITY;
  let to = 0;
  for (const mention of mentions) {
    from = Math.min(from, mention.from);
    to = Math.max(to, mention.to);
  }
  return { from, to };
}

const clauseBreak = /[,;:，、；]| (?:but|then|and then|sondern|sino|mais|но) /;
const beforeVerb = 32;
const afterVerb = 14;

/** Whether a "never" that is no part of the find itself rules the verb: before it, or behind it where verbs end the sentence. */
function isDenied({ text, concepts }: Sentence, verb: Mention, used: readonly Mention[]): boolean {
  const own = (mention: Mention): boolean =>
    used.some((other) => mention.from < other.to && other.from < mention.to);
  return (concepts.get('deny') ?? []).some((deny) => {
    if (own(deny)) return false;
    if (deny.to <= verb.from)
      return verb.from - deny.to <= beforeVerb && !clauseBreak.test(text.slice(deny.to, verb.from));
    const isVerbFinal = text.charCodeAt(deny.from) >= 0x3000;
    const limit = isVerbFinal ? afterVerb : 24;
    const tail = text.slice(verb.to, deny.from);
    const isTrailing = isVerbFinal || /^\S{0,12} (?:[\p{L}-]{1,20} ){0,3}$/u.test(tail);
    return (
      deny.from >= verb.to &&
      deny.from - verb.to <= limit &&
      isTrailing &&
      (isVerbFinal || /^nicht|^nie|^kein/.test(text.slice(deny.from))) &&
      !clauseBreak.test(tail)
    );
  });
}

const QUOTES = /"[^"\n]{8,400}"|“[^”\n]{8,400}”|«[^»\n]{8,400}»|「[^」\n]{8,400}」|„[^“”\n]{8,400}[“”]/g;

/** Quoted words within a sentence that says more than the quotation. */
function isWithinQuotes(text: string, place: Mention): boolean {
  for (const match of text.matchAll(QUOTES)) {
    const end = match.index + match[0].length;
    if (match.index <= place.from && end >= place.to && text.length - match[0].length > 15) return true;
  }
  return false;
}
