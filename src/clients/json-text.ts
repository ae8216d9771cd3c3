import {
  createScanner,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { isDict, type Json } from '../domain/json.ts';

/** Where in a file something is wrong, as editors count: from 1. */
export interface JsonProblem {
  readonly line: number;
  readonly column: number;
  readonly what: string;
}

/** A text of JSON, comments and trailing commas allowed, with its tree. */
export interface JsonText {
  readonly text: string;
  readonly root: Node;
}

/** Where an offset stands. */
export function problemAt(text: string, offset: number, what: string): JsonProblem {
  const before = text.slice(0, offset);
  const line = before.split(/\r\n|\r|\n/);
  return { line: line.length, column: (line.at(-1)?.length ?? 0) + 1, what };
}

/** `CommaExpected` as words. */
const wordsOf = (error: ParseError): string =>
  printParseErrorCode(error.error)
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();

/** Reads a text as JSON with comments; the first thing that is wrong with it where it is none. */
export function parseJsonText(text: string): JsonText | JsonProblem {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) return problemAt(text, error.offset, wordsOf(error));
  return root ? { text, root } : problemAt(text, 0, 'nothing in it');
}

/** The tree of a text that is known to be JSON. */
export function treeOf(text: string): Node {
  const parsed = parseJsonText(text);
  if ('root' in parsed) return parsed.root;
  throw new Error(`no JSON at ${parsed.line}:${parsed.column}: ${parsed.what}`);
}

/** What a node means. */
export const jsonOf = (node: Node): Json => getNodeValue(node);

/** The members of an object by their keys; the first where a key stands twice. */
export const memberOf = (node: Node | undefined, key: string): Node | undefined =>
  node?.children?.find((member) => keyOf(member) === key);

/** Key of a member of an object. */
export function keyOf(member: Node): string | undefined {
  const key: unknown = member.children?.[0]?.value;
  return member.type === 'property' && typeof key === 'string' ? key : undefined;
}

/** Value of a member of an object. */
export const valueNodeOf = (node: Node | undefined, key: string): Node | undefined =>
  memberOf(node, key)?.children?.[1];

const endOf = (node: Node): number => node.offset + node.length;
const replaceAt = (text: string, [from, to]: readonly [number, number], by: string): string =>
  text.slice(0, from) + by + text.slice(to);

/** How a file is written. */
interface Style {
  readonly unit: string;
  readonly eol: string;
  /** Whether keys and values are apart on a line: `"a": 1`. */
  readonly isSpaced: boolean;
}

function styleOf({ text, root }: JsonText): Style {
  const eol = /\r\n|\n/.exec(text)?.[0] ?? '\n';
  const first = root.children?.[0];
  const before = first ? text.slice(0, first.offset) : '';
  const unit = /[\r\n]([ \t]+)$/.exec(before)?.[1] ?? '  ';
  const [key, value] = first?.children ?? [];
  const isSpaced = !key || !value || /\s/.test(text.slice(endOf(key), value.offset));
  return { unit, eol, isSpaced };
}

/** White space that the line of an offset begins with. */
const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))?.[0] ?? '';

/** A value on one line. */
function printInline(value: Json, isSpaced: boolean): string {
  if (!isSpaced) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((one) => printInline(one, true)).join(', ')}]`;
  if (!isDict(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)}: ${printInline(one, true)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** A value over several lines, of which the first stands at `indent` already. */
const printLines = (value: Json, { unit, eol }: Style, indent: string): string =>
  JSON.stringify(value, null, unit).replaceAll('\n', eol + indent);

/** A comma that follows what ends at `offset`, comments passed over; undefined where something else follows. */
function commaAfter(text: string, offset: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  for (;;) {
    scanner.scan();
    const at = scanner.getTokenOffset();
    const token = text.slice(at, at + scanner.getTokenLength());
    if (token.startsWith('//') || token.startsWith('/*')) continue;
    return token === ',' ? at : undefined;
  }
}

/** Whether what stands before an offset is a comment that only the end of its line ends. */
function endsInLineComment(text: string, from: number, to: number): boolean {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  let isLineComment = false;
  while (scanner.getPosition() < to) {
    scanner.scan();
    isLineComment = text.startsWith('//', scanner.getTokenOffset());
  }
  return isLineComment;
}

const textOf = (text: string, node: Node): string => text.slice(node.offset, endOf(node));

const innerOf = (node: Node): [number, number] => [node.offset + 1, endOf(node) - 1];

/** What stands between the brackets of a container. */
export const innerText = (text: string, node: Node): string => text.slice(...innerOf(node));

/** A member or element that is put in. */
export interface Child {
  /** For an object. */
  readonly key?: string;
  readonly value: Json;
}

function printChild({ key, value }: Child, print: (value: Json) => string, isSpaced: boolean): string {
  return key === undefined ? print(value) : `${JSON.stringify(key)}:${isSpaced ? ' ' : ''}${print(value)}`;
}

/** Puts a child at the end of a container. What stood there stays as it was, byte for byte, with a comma more where one is needed. */
export function addChild(text: string, container: Node, child: Child): string {
  const style = styleOf({ text, root: treeOf(text) });
  const children = container.children ?? [];
  return children.length === 0
    ? fillEmpty(text, container, { child, style })
    : addToOthers(text, container, { child, style });
}

interface Adding {
  readonly child: Child;
  readonly style: Style;
}

function fillEmpty(text: string, container: Node, { child, style }: Adding): string {
  const inner = innerText(text, container);
  const at = container.offset + 1 + inner.trimEnd().length;
  if (container.parent && !/[\r\n]/.test(textOf(text, treeOf(text))))
    return replaceAt(
      text,
      [at, at],
      printChild(child, (one) => printInline(one, style.isSpaced), style.isSpaced),
    );
  const base = indentAt(text, container.offset);
  const indent = base + style.unit;
  const printed = printChild(child, (one) => printLines(one, style, indent), true);
  const close = /[\r\n]/.test(inner.slice(inner.trimEnd().length)) ? '' : style.eol + base;
  return replaceAt(text, [at, at], style.eol + indent + printed + close);
}

function addToOthers(text: string, container: Node, { child, style }: Adding): string {
  const [first, last] = [container.children?.[0], container.children?.at(-1)];
  if (!first || !last) return text;
  const [from, close] = innerOf(container);
  const comma = commaAfter(text, endOf(last));
  const at = endOf(last) + text.slice(endOf(last), close).trimEnd().length;
  const opening = text.slice(from, first.offset);
  const isMultiline = /[\r\n]/.test(opening);
  const indent = isMultiline ? indentAt(text, first.offset) : '';
  const print = (one: Json): string =>
    isMultiline ? printLines(one, style, indent) : printInline(one, style.isSpaced);
  const isOnNewLine = isMultiline || endsInLineComment(text, endOf(last), at);
  const gap = isOnNewLine ? style.eol + indent : style.isSpaced ? ' ' : '';
  const printed = printChild(child, print, isMultiline || style.isSpaced);
  const added = replaceAt(text, [at, at], gap + printed + (comma === undefined ? '' : ','));
  return comma === undefined ? replaceAt(added, [endOf(last), endOf(last)], ',') : added;
}

/** Where the white space before a child begins that goes with it: none of it where a comment would swallow what follows. */
function startOf(text: string, child: Node, rest: string): number {
  const start = text.slice(0, child.offset).trimEnd().length;
  const from = (child.parent?.offset ?? -1) + 1;
  const isSwallowing = endsInLineComment(text, from, start) && !/^[ \t]*[\r\n]/.test(rest);
  return isSwallowing ? child.offset : start;
}

/** Takes a child out of its container, with the comma and the white space that belong to it. */
export function removeChild(text: string, child: Node): string {
  const siblings = child.parent?.children ?? [];
  const before = siblings[siblings.indexOf(child) - 1];
  const comma = commaAfter(text, endOf(child));
  const end = endOf(child);
  const rest = comma === undefined ? text.slice(end) : text.slice(end, comma) + text.slice(comma + 1);
  const left = text.slice(0, startOf(text, child, rest)) + rest;
  if (siblings.at(-1) !== child || comma !== undefined || !before) return left;
  const own = commaAfter(left, endOf(before));
  return own === undefined ? left : replaceAt(left, [own, own + 1], '');
}

/** Puts another value in the place of one; on its own lines where it was so. */
export function replaceValue(text: string, node: Node, value: Json): string {
  const style = styleOf({ text, root: treeOf(text) });
  const isMultiline = /[\r\n]/.test(textOf(text, node));
  const printed = isMultiline
    ? printLines(value, style, indentAt(text, node.offset))
    : printInline(value, style.isSpaced);
  return replaceAt(text, [node.offset, endOf(node)], printed);
}

/** Puts another text between the brackets of a container. */
export const replaceInner = (text: string, node: Node, inner: string): string =>
  replaceAt(text, innerOf(node), inner);

/** The first key that stands twice in an object. */
export function twiceIn(node: Node): Node | undefined {
  const seen = new Set<string>();
  return node.children?.find((member) => {
    const key = keyOf(member) ?? '';
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  });
}
