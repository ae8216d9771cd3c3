import { measureEntropy } from './entropy.ts';
import { redactionRules } from './redaction-rules.ts';

const wrapped =
  /^(?:\$?\$?\{[^{}]{0,200}\}|\$\([\s\S]{0,300}|`[\s\S]{0,300}|\{\{[\s\S]{0,200}\}\}|<[^<>]{0,200}>|\[[\w :.-]{0,100}\]|#\{[^{}]{0,200}\}|%\(?[\w .-]{0,60}\)?[%sdqv]|<%[\s\S]{0,200}|__[A-Za-z0-9_]{1,80}__|@@?[A-Za-z_]{2,40}@?)$/;
const variable =
  /^\$(?:env:)?[A-Za-z_][\w:.>-]{0,80}$|^\$\d$|^\$\{[A-Za-z_][\w:.!?=,/ -]{0,80}|^\$\{\{|^\{\{-? ?[.$\w]/;
const pointer =
  /^(?:op|vault|ssm|arn|ref\+[a-z]+|projects|keyring|file|secretsmanager|akv|gcp-secret):\/?\/?|^@[a-z]{2,12}:|^@Microsoft\.KeyVault/i;

/** True when a value stands for a secret and is none: documented examples, fillers, variables, masks. */
export function isPlaceholder(value: string): boolean {
  if (value.includes('[redacted:') || redactionRules.published.has(value)) return true;
  if (wrapped.test(value) || variable.test(value) || pointer.test(value)) return true;
  return isFiller(value);
}

function isFiller(value: string): boolean {
  const lower = value.toLowerCase();
  if (redactionRules.placeholderWords.has(lower.replace(/[\s_.:-]/g, ''))) return true;
  if (redactionRules.placeholderParts.some((part) => lower.includes(part))) return true;
  if (lower.includes('abcdefghijklmnopqrstuvwxyz')) return true;
  return value.length >= 8 && isMonotone(value);
}

// "xxxxxxxx", "00000000-0000-…", "aaaaaaaaaa1111111111": the longer a text, the more letters a real one has.
function isMonotone(value: string): boolean {
  if (value.replace(/(.)\1{5,}/g, '').length * 2 < value.length) return true;
  return measureEntropy(value) < Math.min(2, Math.log2(value.length) / 2);
}
