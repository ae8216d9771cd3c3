/** Letters of other scripts that look like Latin ones, and the signs that stand for letters. */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  'аa вb сc ԁd еe ѕs іi јj кk мm нh оo рp ԛq тt ѡw хx уy һh ӏl αa βb εe ηn ιi κk νv οo ρp τt υu χx ɡg ɑa ı1'
    .split(' ')
    .map((pair): [string, string] => [pair.slice(0, 1), pair.slice(1) === '1' ? 'i' : pair.slice(1)]),
);

const LEET: ReadonlyMap<string, string> = new Map(
  '0o 1i 3e 4a 5s 7t @a $s !i'.split(' ').map((pair): [string, string] => [pair.slice(0, 1), pair.slice(1)]),
);

const INVISIBLE =
  /\u034f|\u180b|\u180c|\u180d|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\ufe00-\ufe0f]|\udb40[\udc00-\udfff]/g;

/** A word that mixes Latin letters with Greek or Cyrillic ones. */
const MIXED =
  /(?<![\p{L}])(?=\p{L}{0,40}[a-z])(?=\p{L}{0,40}[\u0370-\u03ff\u0400-\u052f\u0251\u0261])\p{L}{2,40}/gu;

/** Lower case, NFKC, nothing invisible, one space between words; a line that goes on in lower case is one with the next. */
export function readPlainly(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\.env\.(?:example|sample|template|dist|test)\b/g, 'env-example')
    .replace(/[^\S\n]{1,400}/g, ' ')
    .replace(/([\p{Ll},]) ?\n ?(?=\p{Ll})(?![\w-]{1,30}:)/gu, '$1 ');
}

/** The text as one reads it who looks past tricks: look-alike letters, s p a c e d or h-yphened words, leetspeak, escapes. */
export function readDeceived(plain: string): string {
  return plain
    .replace(/\\u\{?([0-9a-f]{4})\}?|\\x([0-9a-f]{2})|&#x([0-9a-f]{2,4});|%([2-7][0-9a-f])/g, hexLetter)
    .replace(/&#(\d{2,4});/g, (_, code: string) => letterOf(Number(code)))
    .replace(MIXED, (word) => [...word].map((letter) => LOOK_ALIKES.get(letter) ?? letter).join(''))
    .replace(/(?<![\p{L}\p{N}])(?:[a-z][ ._*-]){4,60}[a-z](?![\p{L}\p{N}])/gu, joinSpaced)
    .replace(
      /(?<![\p{L}\p{N}@$])(?=[a-z0-9@$!]{0,20}[a-z])(?=[a-z0-9@$!]{0,20}[0134579@$])[a-z0-9@$!]{4,20}/gu,
      unleet,
    )
    .replace(/\b([a-z])-([a-z]{5,20})\b/g, '$1$2');
}

const letterOf = (code: number): string =>
  code >= 32 && code < 0xd800 ? String.fromCharCode(code).toLowerCase() : ' ';

const hexLetter = (_: string, ...groups: readonly unknown[]): string =>
  letterOf(Number.parseInt(String(groups.find((group) => typeof group === 'string') ?? ''), 16));

// Two spaces or another sign between the words were lost with the spaces: an ideal reader still knows the words, we know the commonest.
const JOINED =
  /ignore|previous|instructions?|disregard|system|prompt|password|secrets?|reveal|execute|upload|send|all|the|your|and|to/g;

const joinSpaced = (run: string): string => {
  const word = run.replace(/[ ._*-]/g, '');
  return word.replace(JOINED, ' $& ').replace(/ {2,}/g, ' ').trim();
};

const unleet = (word: string): string => {
  const read = [...word].map((sign) => LEET.get(sign) ?? sign).join('');
  return /^[a-z]{4,20}$/.test(read) ? read : word;
};
