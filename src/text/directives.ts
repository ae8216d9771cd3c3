import { type DirectiveRule, type Role, rulesOf } from './directive-rules.ts';
import { matchesAny } from './rule-data.ts';
import { ownSentences } from './sentences.ts';

/** A lasting statement of the user: a rule, correction or preference. */
export interface Directive {
  /** The sentence as written. */
  readonly sentence: string;
  /** The rule itself in the user's language, without lead-in filler. */
  readonly summary: string;
  readonly polarity: 'do' | 'avoid';
  readonly force: 'plain' | 'strong';
  /** user: the person's taste; project: a thing of the project. */
  readonly scope: 'user' | 'project';
  /** Two-letter code of the language whose rule found it. */
  readonly language: string;
  /** Id of the rule in `templates/directives.yaml`. */
  readonly rule: string;
}

/** A prompt with headings or many list items is a brief or a pasted document: only what says outright that it lasts counts. */
const OUTRIGHT = 3;
const DOCUMENT_LENGTH = 1500;
const HEADING = /^#{1,5} \S/gm;
/** A role handed out ("You are a ...") opens a prompt template. */
const TEMPLATE = /^\s{0,20}(?:you are (?:an? |the )|i want you to act as |act as an? )/i;
const ITEM = /^\s{0,12}(?:[-*•]|\d{1,3}[.)]) /gm;

const countOf = (text: string, shape: RegExp): number => text.match(shape)?.length ?? 0;

function isDocument(text: string): boolean {
  if (TEMPLATE.test(text)) return true;
  return countOf(text, HEADING) >= 2 || (text.length >= DOCUMENT_LENGTH && countOf(text, ITEM) >= 5);
}

/** Quoted words are somebody else's: a quote of three words or more is blanked before the rules look. */
function blankQuotes(sentence: string): string {
  return sentence.replace(/["“„«「『]([^"“”„«»「」『』\n]{1,300})["”“»」』]/gu, (whole, inner: string) =>
    /\s\S{1,80}\s\S|[\u3040-\u30ff\u4e00-\u9fff]{6}/u.test(inner) ? '«»' : whole,
  );
}

/** Cut filler from the front, piece by piece. */
function stripLead(sentence: string): string {
  let rest = sentence;
  for (let round = 0; round < 5; round++) {
    const lead = rulesOf('lead').find((rule) => rule.expression.test(rest));
    const shorter = lead ? rest.replace(lead.expression, '').trim() : rest;
    if (shorter === rest || shorter.length < 4) return rest;
    rest = shorter;
  }
  return rest;
}

function summarise(sentence: string): string {
  const rest = stripLead(sentence).replace(/[.!?。！？;；,，、:：\s]{1,10}$/u, '');
  return /^\p{Ll}+ /u.test(rest) ? rest.charAt(0).toUpperCase() + rest.slice(1) : rest;
}

/** Writing that a language needs; a sentence without it need not be held against that language's rules. */
const SCRIPTS: ReadonlyMap<string, RegExp> = new Map([
  ['ru', /[\u0400-\u04ff]/],
  ['zh', /^[^\u3040-\u30ff]*[\u4e00-\u9fff][^\u3040-\u30ff]*$/],
  ['ja', /[\u3040-\u30ff]/],
  ['ko', /[\uac00-\ud7af]/],
]);
const LATIN = /[A-Za-z]{2}/;

const isWrittenIn = (language: string, sentence: string): boolean =>
  language === 'any' || (SCRIPTS.get(language) ?? LATIN).test(sentence);

const holds = (rule: DirectiveRule, text: string): boolean =>
  isWrittenIn(rule.language, text) && rule.expression.test(text);

/** The strongest cue; of equal ones the one whose language the sentence looks like, then the first of the file. */
function pickCue(cues: readonly DirectiveRule[], sentence: string): DirectiveRule | undefined {
  const tongues = new Set(
    rulesOf('tongue').flatMap((rule) => (holds(rule, sentence) ? [rule.language] : [])),
  );
  const rank = (rule: DirectiveRule) => rule.level * 2 + (tongues.has(rule.language) ? 1 : 0);
  return [...cues].sort((a, b) => rank(b) - rank(a))[0];
}

/** The cue of the sentence, as written and without its filler, that no guard undoes. */
function findCue(sentence: string): DirectiveRule | undefined {
  const plain = blankQuotes(sentence);
  const bare = stripLead(plain);
  const cues = rulesOf('cue').filter((rule) => holds(rule, plain) || (bare !== plain && holds(rule, bare)));
  if (cues.length === 0) return undefined;
  const highestVeto = Math.max(...rulesOf('guard').map((rule) => (holds(rule, plain) ? rule.level : 0)));
  return pickCue(
    cues.filter((rule) => rule.level > highestVeto),
    plain,
  );
}

/** The rules of a role that speak the language of the cue: French "nos" is no Portuguese "nos". */
const rulesIn = (role: Role, language: string): DirectiveRule[] =>
  rulesOf(role).filter((rule) => rule.language === 'any' || rule.language === language);

/** "our API" is the project's whatever else is said; then how the agent talks; then named things; then what the cue is about. */
function scopeOf(sentence: string, cue: DirectiveRule): 'user' | 'project' {
  const things = rulesIn('project', cue.language);
  const owned = things.filter((rule) => rule.language !== 'any');
  if (matchesAny(owned, sentence)) return 'project';
  if (matchesAny(rulesIn('person', cue.language), sentence)) return 'user';
  return cue.field('scope') === 'user' && !matchesAny(things, sentence) ? 'user' : 'project';
}

function readSentence(sentence: string, leastWeight: number): Directive[] {
  const cue = findCue(sentence);
  if (!cue || cue.level < leastWeight) return [];
  const { language } = cue;
  const avoids = rulesIn('avoid', language);
  const forbids = matchesAny(avoids, stripLead(sentence)) || matchesAny(avoids, sentence);
  return [
    {
      sentence,
      summary: summarise(sentence),
      polarity: cue.polarity ?? (forbids ? 'avoid' : 'do'),
      force: matchesAny(rulesIn('force', language), sentence) ? 'strong' : 'plain',
      scope: scopeOf(sentence, cue),
      language,
      rule: cue.id,
    },
  ];
}

/**
 * The lasting rules, corrections and preferences that the user states in a prompt, in order, each once. Questions, one-off orders, narrative,
 * hypotheses, reported speech and everything pasted are no rules. Pure; reads at most 100,000 characters, 500 a sentence.
 */
export function findDirectives(text: string): Directive[] {
  const leastWeight = isDocument(text) ? OUTRIGHT : 1;
  const found = ownSentences(text).flatMap((sentence) => readSentence(sentence, leastWeight));
  return [...new Map(found.map((directive) => [directive.summary.toLowerCase(), directive])).values()];
}

/** True when the text states at least one lasting rule, correction or preference. */
export const detectCapture = (text: string): boolean => findDirectives(text).length > 0;
