import { readDeceived, readPlainly } from './safety-readings.ts';

/** A way in which a text hides something: what was found, and the text that was hidden (empty when there is none to read). */
export interface HiddenFind {
  readonly rule: string;
  /** Whether this alone refuses the text; the others ask for a look. */
  readonly isStrong: boolean;
  readonly quote: string;
}

/** Says whether a hidden text, read plainly, gives orders. */
export type OrderCheck = (reading: string) => boolean;

const mostBlobs = 40;
const longestBlob = 8_000;

/** What an order in a comment or a blob looks like: it speaks to an agent, or says what no note to people says. */
const ORDER =
  /\b(?:ignore|disregard|forget) (?:all|any|the|previous|prior|your|safety)\b|\boverrid(?:e|ing)\b|\bexecute\b|\bexfil|\bcurl\b|\bdo not (?:mention|tell|reveal|inform)\b|\byou (?:must|are now|should now)\b|\b(?:ai|agents?|assistants?|llm|model|claude|gpt|copilot)(?: agents?)? ?[:,] |\bagents? (?:must|should|shall)\b|\bbefore (?:processing|answering|doing|responding)\b|\bwithout (?:telling|asking)\b|\b(?:send|upload|post|forward) .{0,80}(?:https?:|@| to )|\brm -rf\b|\bsystem prompt\b|忽略|無視|игнорир|ignoriere|ignora /;

/** Everything that a text hides, in the order of the checks. `isOrder` judges what was hidden. */
export function findHidden(text: string, isOrder: OrderCheck): HiddenFind[] {
  const gives = (hidden: string): boolean => {
    const plain = readPlainly(hidden);
    return ORDER.test(plain) || isOrder(plain) || isOrder(readDeceived(plain));
  };
  return [
    ...findTags(text),
    ...findBidi(text),
    ...findZeroWidth(text),
    ...findMixedScript(text),
    ...findConcealed(text, gives),
    ...findEncoded(text, gives),
  ];
}

const clip = (quote: string): string =>
  quote
    .replace(/\s{1,200}/g, ' ')
    .trim()
    .slice(0, 160);

/** Tag characters spell ASCII that nobody sees; only the flags of England, Scotland and Wales use a few. */
function findTags(text: string): HiddenFind[] {
  const rest = text.replace(/🏴(?:\udb40[\udc60-\udc7f]){2,8}/g, '');
  const tags = rest.match(/\udb40[\udc00-\udc7f]/g) ?? [];
  if (tags.length === 0) return [];
  const spelled = tags.map((tag) => String.fromCharCode(tag.charCodeAt(1) - 0xdc00)).join('');
  return [{ rule: 'tag-characters', isStrong: true, quote: clip(spelled) }];
}

function findBidi(text: string): HiddenFind[] {
  const hasOverride = /[\u202d\u202e]/.test(text);
  const hasControls = /[\u202a-\u202c\u2066-\u2069]/.test(text) && !/[\u0590-\u08ff\ufb1d-\ufefc]/.test(text);
  if (!hasOverride && !hasControls) return [];
  return [{ rule: 'bidi-controls', isStrong: hasOverride, quote: clip(readPlainly(text)) }];
}

function findZeroWidth(text: string): HiddenFind[] {
  const runs = text.match(
    /[\u200b\u2060\ufeff]{2,400}|(?<=[A-Za-z .,])[\u200c\u200d]{1,400}(?=[A-Za-z .,])/g,
  );
  const singles = text.match(/(?<=[A-Za-z])[\u200b\u2060\u00ad\u180e](?=[A-Za-z])/g) ?? [];
  if (!runs && singles.length < 3) return [];
  return [{ rule: 'zero-width', isStrong: false, quote: clip(readPlainly(text)) }];
}

/** A word of Latin letters with Cyrillic or Greek look-alikes among them. */
function findMixedScript(text: string): HiddenFind[] {
  const words =
    text.match(/(?<!\p{L})(?=\p{L}{0,40}[A-Za-z])(?=\p{L}{0,40}[\u0391-\u03c9\u0400-\u04ff])\p{L}{4,40}/gu) ??
    [];
  const disguised = words.filter((word) => /^[a-z]{4,40}$/.test(readDeceived(word.toLowerCase())));
  const [first] = disguised;
  return first === undefined ? [] : [{ rule: 'mixed-script', isStrong: false, quote: clip(first) }];
}

const longestComment = 2_000;

/** The beginnings of a text's comments; one that nothing closes goes on to the end. */
function commentsOf(text: string): string[] {
  const comments: string[] = [];
  for (let at = text.indexOf('<!--'); at >= 0 && comments.length < mostBlobs; ) {
    const close = text.indexOf('-->', at + 4);
    const end = close < 0 ? text.length : close;
    comments.push(text.slice(at + 4, Math.min(end, at + 4 + longestComment)));
    at = text.indexOf('<!--', end);
  }
  return comments;
}

const UNSEEN_ELEMENT =
  /<[a-z]{1,12}\b[^<>]{0,200}(?:\bhidden\b|display: ?none|visibility: ?hidden|font-size: ?0|opacity: ?0|color: ?(?:white|#fff|transparent))[^<>]{0,200}>([^<]{1,2000})/gi;
const UNSEEN_META = /<meta\b[^<>]{0,80}\bcontent=["']([^"'<>]{1,1000})/gi;
const COMMENT_LINK = /^\[\/\/\]: ?# ?[("']([^\n]{1,500})[)"']$/gm;

/** Comments and elements that a rendered page does not show, where they give orders. */
function findConcealed(text: string, gives: OrderCheck): HiddenFind[] {
  const matched = (expression: RegExp): string[] =>
    [...text.matchAll(expression)].slice(0, mostBlobs).map((match) => match[1] ?? '');
  const kinds: readonly (readonly [string, readonly string[]])[] = [
    ['comment-order', commentsOf(text)],
    ['unseen-element', matched(UNSEEN_ELEMENT)],
    ['unseen-meta', matched(UNSEEN_META)],
    ['comment-order', matched(COMMENT_LINK)],
  ];
  return kinds.flatMap(([rule, hidden]) =>
    hidden
      .filter((one) => gives(one) || decodedTexts(one).some(isReadable))
      .slice(0, 1)
      .map((one) => ({ rule, isStrong: true, quote: clip(one) })),
  );
}

const BASE64 = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{24,8000}={0,2}/g;
const HEX = /(?<![0-9A-Za-z])(?:[0-9A-Fa-f]{2} ?){16,4000}(?![0-9A-Za-z])/g;
const BINARY = /(?<![01])(?:[01]{8} ?){5,1000}(?![01])/g;

const fromBytes = (bytes: readonly string[], base: number): string =>
  String.fromCharCode(...bytes.slice(0, longestBlob / 2).map((byte) => Number.parseInt(byte, base)));

/** What the blobs of a text decode to, readable or not. */
function decodedTexts(text: string): string[] {
  const pick = (expression: RegExp): string[] => (text.match(expression) ?? []).slice(0, mostBlobs);
  return [
    ...pick(BASE64).map((blob) => Buffer.from(blob.slice(0, longestBlob), 'base64').toString('utf8')),
    ...pick(HEX).map((blob) => fromBytes(blob.match(/[0-9A-Fa-f]{2}/g) ?? [], 16)),
    ...pick(BINARY).map((blob) => fromBytes(blob.match(/[01]{8}/g) ?? [], 2)),
  ];
}

/** Words with spaces between them: no hash, key or compressed data reads like that. */
const isReadable = (decoded: string): boolean =>
  /^[\t\n\r\x20-\x7e\p{L}\p{P}]{10,8000}\ufffd?$/u.test(decoded) &&
  /[A-Za-z]{2,20} [A-Za-z]{2,20} /.test(`${decoded} `);

function findEncoded(text: string, gives: OrderCheck): HiddenFind[] {
  const [order] = decodedTexts(text).filter((decoded) => isReadable(decoded) && gives(decoded));
  return order === undefined ? [] : [{ rule: 'encoded-order', isStrong: true, quote: clip(order) }];
}
