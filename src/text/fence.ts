import { hashOf } from '../domain/identity.ts';

/** A text in its fence, and the tag that closes it. */
export interface FencedText {
  readonly text: string;
  /** What the tag says beside its name, for example `{label: 'L1'}`; plain words only. */
  readonly attributes: Readonly<Record<string, string>>;
}

const invisible = /[^\P{Cc}\n\t]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const angle = '[<\\u{FF1C}\\u{FE64}\\u{2039}\\u{3008}\\u{27E8}]';
const names = 'hebb|system|assistant|user|human|text-|s>|start_of_turn|end_of_turn';
const tagStart = new RegExp(`${angle}(?=[ \\t\\n]{0,8}(?:[/|!?]|${angle}|${names}))`, 'giu');
const bracketTag = /\[(?=\/?INST\])/gi;

/** Characters that do not show are written as `\u{200b}`: a reader sees what an author hid. */
export const showInvisible = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(invisible, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`);

/**
 * A text in which nothing opens or closes a tag that a model or an agent could take for structure: closing tags,
 * comments, turn markers of chat templates, and tags with names that speak for hebb or for a role, also with
 * brackets that only look like `<`. The rest of the text stays as it is.
 */
export const neutralizeTags = (text: string): string =>
  showInvisible(text).replace(tagStart, '&lt;').replace(bracketTag, '&#91;');

/** A word that stands in none of the texts; the same for the same texts, so that a prompt is reproducible. */
export function nonceFor(texts: readonly string[]): string {
  for (let attempt = 0; ; attempt += 1) {
    const nonce = hashOf(String(attempt), ...texts);
    if (!texts.some((text) => text.toLowerCase().includes(nonce))) return nonce;
  }
}

/** Tag for fences around these texts: its nonce stands in none of them. */
export const fenceTag = (texts: readonly string[]): string => `text-${nonceFor(texts)}`;

/** One text between an opening and a closing tag, each on its own line. */
export function fenceText(tag: string, { text, attributes }: FencedText): string {
  const told = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<${tag}${told.join('')}>\n${neutralizeTags(text)}\n</${tag}>`;
}
