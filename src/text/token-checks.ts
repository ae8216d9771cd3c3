import { isWordLike, looksRandom, measureEntropy } from './entropy.ts';
import { isPlaceholder } from './placeholder.ts';

const decodeBase64 = (text: string): string => Buffer.from(text, 'base64').toString('latin1');

/** A JSON web token's header is JSON, so its base64 must decode to an object. */
function isJwt(token: string): boolean {
  const header = token.slice(0, token.indexOf('.'));
  return /^\{\s{0,4}"[\w-]{1,40}"\s{0,4}:[\x20-\x7e\s]{1,4000}\}?$/.test(decodeBase64(header));
}

/** Basic credentials are base64 of printable `user:password`; the password part must not be a placeholder. */
function isBasicAuth(token: string): boolean {
  const pair = decodeBase64(token);
  return /^[\x20-\x7e]{0,200}:[\x20-\x7e]{0,200}$/.test(pair) && isLivePair(pair);
}

const templated = /^\$[A-Za-z_{(]|\$[{(]|\{\{|^[<{[].{0,80}[>}\]]$|^%[A-Z_]{1,40}%$/;

/** `user:password` as curl takes it: a live password, or a random user name that is a key without a password. */
function isLivePair(pair: string): boolean {
  const at = pair.indexOf(':');
  const password = pair.slice(at + 1);
  if (/^-?\d{0,20}[,}\]]/.test(password)) return false;
  return password === '' ? looksRandom(pair.slice(0, at)) : isLivePassword(password);
}

function isLivePassword(value: string): boolean {
  return value.length >= 3 && !isPlaceholder(value) && !templated.test(value) && !/^[{<[(%]/.test(value);
}

/** A credential after a scheme word: long and mixed, not prose. */
function isOpaque(value: string): boolean {
  if (isPlaceholder(value) || templated.test(value)) return false;
  return looksRandom(value) || (value.length >= 20 && measureEntropy(value) >= 4 && /\d/.test(value));
}

/** The password of a command line: no variable, no port, no bare word that may be the next argument. */
const isCliPassword = (value: string): boolean =>
  isLivePassword(value) && /[^a-z_-]/i.test(value) && !/^\d{1,5}(?::\d{1,5})?$/.test(value);

/** What the field `check` of a rule may name. */
export const tokenChecks: Readonly<Record<string, (value: string) => boolean>> = {
  jwt: isJwt,
  'basic-auth': isBasicAuth,
  'curl-user': isLivePair,
  'url-password': (value) => isLivePassword(value) && !templated.test(value),
  opaque: isOpaque,
  password: isLivePassword,
  'mixed-password': (value) => isLivePassword(value) && !isWordLike(value),
  'cli-password': isCliPassword,
};
