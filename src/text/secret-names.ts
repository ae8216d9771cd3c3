import type { RedactionRules } from './redaction-rules.ts';

/** A name that makes its value a secret, found in a text. */
export interface SecretName {
  readonly kind: string;
  /** Offsets of the whole name in the text. */
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

interface NameIndex {
  readonly expression: RegExp;
  readonly kinds: readonly { readonly kind: string; readonly whole: boolean }[];
  readonly rules: RedactionRules;
}

const indexes = new WeakMap<RedactionRules, NameIndex>();

function indexNames(rules: RedactionRules): NameIndex {
  const known = indexes.get(rules);
  if (known !== undefined) return known;
  const groups = rules.names.map((group) => `(${group.words.join('|')})`);
  const index: NameIndex = {
    expression: new RegExp(groups.join('|'), 'giu'),
    kinds: rules.names,
    rules,
  };
  indexes.set(rules, index);
  return index;
}

const leading = /[\p{L}\p{N}_.$-]{1,60}$/u;
const inMask = /\[redacted:[a-z0-9-]{0,40}$/;
const trailing = /^[\p{L}\p{N}_-]{1,60}/u;

/** Every name in a text that says "what follows is a secret", in order; names that only speak of one left out. */
export function findSecretNames(text: string, rules: RedactionRules): SecretName[] {
  const index = indexNames(rules);
  const names: SecretName[] = [];
  let done = 0;
  for (const match of text.matchAll(index.expression)) {
    if (match.index < done) continue;
    const name = readName(text, match, index);
    if (name === undefined) continue;
    names.push(name);
    done = name.to;
  }
  return names;
}

function readName(text: string, match: RegExpMatchArray, index: NameIndex): SecretName | undefined {
  const at = match.index ?? 0;
  const end = at + match[0].length;
  if (inMask.test(text.slice(Math.max(0, at - 60), at))) return undefined;
  const before = text.slice(Math.max(0, at - 60), at).match(leading)?.[0] ?? '';
  const after = text.slice(end, end + 60).match(trailing)?.[0] ?? '';
  const group = index.kinds.find((_, place) => match[place + 1] !== undefined);
  if (group === undefined || (group.whole && !standsAlone(before, match[0], after))) return undefined;
  if (isHarmless(before, after, index.rules)) return undefined;
  const name = before + match[0] + after;
  return { kind: group.kind, from: at - before.length, to: end + after.length, name };
}

function standsAlone(before: string, word: string, after: string): boolean {
  const left =
    before === '' || /[^\p{L}]$/u.test(before) || (/^[A-Z][a-z]/.test(word) && /[a-z]$/.test(before));
  return left && (after === '' || /^[^\p{Ll}]/u.test(after));
}

const splitWords = (text: string): string[] =>
  text
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

function isHarmless(before: string, after: string, rules: RedactionRules): boolean {
  const behind = splitWords(after);
  // `tokens`, `passwordless`, `tokenizer`: letters that go straight on make another word.
  if (/^\p{Ll}{3}/u.test(after) || behind.some((word) => rules.harmlessAfter.has(word))) return true;
  return splitWords(before.slice(before.lastIndexOf('.') + 1)).some((word) => rules.harmlessBefore.has(word));
}

/** True when a key of a mapping or an environment names a secret; the kind of secret, or undefined. */
export function classifyName(key: string, rules: RedactionRules): string | undefined {
  return findSecretNames(key, rules).find((name) => key.trim().length - name.to <= 1)?.kind;
}
