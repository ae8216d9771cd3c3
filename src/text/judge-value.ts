import { isWordLike, looksRandom, measureEntropy } from './entropy.ts';
import type { NamedValue } from './named-value.ts';
import { isPlaceholder } from './placeholder.ts';
import { redactionRules } from './redaction-rules.ts';

const member = /^[A-Za-z_$][\w$]{0,60}(?:(?:\.|->|::|\?\.|!\.)[A-Za-z_$#][\w$]{0,60}){1,12}[!;]?$/;
const accessor = /^(?:await|new|typeof|!|\(|&|\*)|^[A-Za-z_$][\w$.>:-]{0,100}[([{]/;
const location = /^(?:[a-z][a-z0-9+.-]{1,20}:\/\/|\.{0,2}\/|~\/|[A-Za-z]:\\|\/\/)/i;
const typeName = /^[\w.$]{1,200}$/;
const secretType = /(?:Key|Token|Secret|Passw|Credential|Provider)/;
const call = /[A-Za-z_]\(/;
const version = /^[~^>=<v]{0,3}\d{1,6}(?:\.\d{1,6}){1,4}(?:-[\w.]{1,40})?$/;
const file =
  /^[\w./\\-]{1,200}\.(?:json|ya?ml|txt|pem|key|crt|cer|p12|jks|env|ts|js|py|rb|go|rs|java|php|html?|md|conf|cfg|ini|toml|keytab|log|png|svg)$/i;

/** True when what stands behind a name that means "secret" is one, and not code, a word, a place or a filler. */
export function isSecretValue(found: NamedValue): boolean {
  if (found.value.length < 4) return false;
  // The beginning tells; the length of what is judged bounds the time.
  const head = { ...found, value: found.value.slice(0, 200) };
  const { value, quoted, kind } = head;
  if (isPlaceholder(value) || location.test(value) || file.test(value) || isExpression(head)) return false;
  // A quote that closes what stood before opens nothing: what follows it is the syntax of JSON or of a call.
  if (/\s/.test(value) || (quoted && /^[,:;}\])]/.test(value))) return false;
  return kind === 'password' ? isPassword(head) : isKey(value, quoted);
}

function isExpression({ value, quoted, tie, kind, setting }: NamedValue): boolean {
  if (/\$\{[\w.:-]{1,60}\}|\{\{[^{}]{1,60}\}\}|#\{[\w.]{1,60}\}/.test(value)) return true;
  if (quoted) return false;
  if (tie === 'spaced' && /^[A-Za-z_$]{1,200}$/.test(value)) return true;
  if (kind !== 'password' && !setting && typeName.test(value) && secretType.test(value)) return true;
  if (tie === 'spaced' && call.test(value) && !closesUnopened(value)) return true;
  if (member.test(value)) return tie === 'spaced' || !looksRandom(value.replace(/\./g, ''));
  return accessor.test(value) && !closesUnopened(value);
}

// Code closes what it opened, in order; a password does not care.
function closesUnopened(value: string): boolean {
  const open: string[] = [];
  const pairs: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
  for (const char of value) {
    if ('([{'.includes(char)) open.push(char);
    const wanted = pairs[char];
    if (wanted !== undefined && open.pop() !== wanted) return true;
  }
  return false;
}

function isPassword({ value, quoted, tie, setting }: NamedValue): boolean {
  if (redactionRules.commonPasswords.has(value.toLowerCase())) return tie !== 'spaced' || quoted;
  if (setting && /^[A-Za-z_-]{5,}$/.test(value)) return !/pass|secret|token|key/i.test(value);
  const digits = /\d/.test(value);
  const letters = /\p{L}/u.test(value);
  const signs = /[^\p{L}\p{N}_\-.:/]/u.test(value);
  if (version.test(value) || (tie === 'argument' && isWordLike(value))) return false;
  if (tie === 'loose') return value.length >= 6 && letters && (digits || signs) && !isWordLike(value);
  if (quoted) return letters ? digits || signs || looksRandom(value) : digits && value.length >= 4;
  if (value.length < 5) return false;
  if (tie === 'spaced' && /^[A-Za-z_]\w*$/.test(value)) return looksRandom(value);
  return letters ? digits || signs || looksRandom(value) : value.length >= 6 && digits;
}

function isKey(value: string, quoted: boolean): boolean {
  if (value.length < (quoted ? 8 : 10)) return false;
  if (/^\d{13,40}$/.test(value)) return true;
  if (looksRandom(value)) return true;
  return /[^\w\-.:/@]/.test(value) && /\p{L}/u.test(value) && measureEntropy(value) >= 3.5;
}
