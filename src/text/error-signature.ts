/** Longest error text that is read, in characters from the front and from the end. */
const END_CAP = 8000;
const SIGNATURE_CAP = 200;

/** A kind of line that names an error. Among the lines of an error the kind that stands first in this list tells most. */
interface Shape {
  readonly expression: RegExp;
  /** Which of several such lines: a traceback tells at its end, a compiler at its beginning. */
  readonly pick: 'first' | 'last';
}

const first = (expression: RegExp): Shape => ({ expression, pick: 'first' });
const last = (expression: RegExp): Shape => ({ expression, pick: 'last' });

const SHAPES: readonly Shape[] = [
  first(/\berror TS\d{3,6}: /),
  first(/^\s{0,8}error\[E\d{4}\]: /),
  first(/^\s{0,4}(?:npm (?:error|ERR!)) (?:Missing script|code E(?!LIFECYCLE)|Could not|Invalid|Cannot)/),
  first(/^curl: \(\d{1,3}\) /),
  last(/^(?:E {1,6})?(?:[a-z_]\w{0,60}\.){0,6}[A-Z]\w{0,60}(?:Error|Exception|Exit|Warning)(?:: |$)/),
  first(/^\s{0,12}(?:Uncaught )?(?:\[?[A-Z]\w{0,60})?(?:Error|Exception)(?: \[\w{1,60}\])?: \S/),
  first(/^\s{0,8}(?:panic|fatal|FATAL(?: ERROR)?|thread '[^']{1,60}' panicked at)\b/),
  first(/^\S{1,200}\.\w{1,6}[:(]\d{1,7}(?:[:,]\d{1,7})?\)?:? \S/),
  first(/^\s{0,8}(?:error|ERROR|Error)\b[:\s]/),
  first(
    /\b(?:command not found|No such file or directory|not recognized as|No rule to make target|does not exist|not found)\b/i,
  ),
  first(/^\s{0,4}(?:npm (?:error|ERR!))/),
  first(
    /\b(?:error|fail(?:ed|ure)?|cannot|can't|could not|unable|invalid|undefined|unknown|missing|rejected|conflict)\b/i,
  ),
  first(/\S/),
];

const NOISE =
  /^\s{0,8}(?:Exit code:? \d{1,4}|(?:npm (?:error|ERR!) )?(?:A complete log of this run|errno -?\d|path |command |Lifecycle script)|make(?:\[\d{1,3}\])?: (?:\*\*\* .{0,200}Error \d|Entering|Leaving)|error: could not compile|Found \d{1,6} errors?|% Total|Dload|\d{1,3} {1,6}\d{1,12} {1,6}\d{1,3} {1,6}\d|Traceback \(most recent|> |\$ |at |During handling of|The above exception)/;

/** The lines that say something, without colour codes and the client's own wrapping. When nothing but noise is there, all of them. */
function tellingLines(errorText: string): string[] {
  const text =
    errorText.length > 2 * END_CAP
      ? `${errorText.slice(0, END_CAP)}\n${errorText.slice(-END_CAP)}`
      : errorText;
  const lines = text
    .replace(/\u001b\[[\d;]{0,20}[A-Za-z]/g, '')
    .replace(/<\/?(?:tool_use_error|error|stderr|stdout)>/g, '')
    .split(/\r?\n/)
    .map((line) => line.slice(0, 600).trimEnd())
    .filter((line) => /\S/.test(line));
  const telling = lines.filter((line) => !NOISE.test(line));
  return telling.length > 0 ? telling : lines;
}

function pickLine(lines: readonly string[]): string {
  for (const { expression, pick } of SHAPES) {
    const match =
      pick === 'first'
        ? lines.find((line) => expression.test(line))
        : lines.findLast((line) => expression.test(line));
    if (match !== undefined) return match;
  }
  return '';
}

/** Where it happened differs between sessions and sits in front: `src/a.ts(3,4): `, `./a.go:3:4: `, pytest's `E   `. */
const LOCATION = /^\s{0,20}(?:E {1,6})?(?:\S{1,200}\.\w{1,6}[:(]\d{1,7}(?:[:,]\d{1,7})?\)?:?(?: -)? )?/;

const NORMALISE: readonly (readonly [RegExp, string])[] = [
  [/\bhttps?:\/\/[^\s"')]{1,300}/g, '<url>'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>'],
  [
    /"[^"\n]{0,300}"|`[^`\n]{0,300}`|(?<![\p{L}\p{N}])'[^'\n]{0,300}'(?![\p{L}\p{N}])|[‘“][^’”\n]{0,300}[’”]/gu,
    '<text>',
  ],
  [
    /(?:[A-Za-z]:)?(?:[\w.@~+-]{1,100})?(?:[/\\][\w.@+-]{1,100}){1,30}(?:[:(]\d{1,7}(?:[:,]\d{1,7})?\)?)?/g,
    '<path>',
  ],
  [
    /\b[\w-]{1,80}\.(?:[cm]?[jt]sx?|py|rs|go|rb|java|kt|json|ya?ml|toml|sh|css|html?|exs?|php|cs|cc?|h)(?:[:(]\d{1,7}(?:[:,]\d{1,7})?\)?)?(?![\w.])/g,
    '<path>',
  ],
  [/\b0x[0-9a-f]{1,32}\b/gi, '<id>'],
  [/\b(?=[a-f]{0,40}\d)[0-9a-f]{7,64}\b/gi, '<id>'],
  [/(?<![\p{L}\p{N}_<])\d{1,20}(?:[.,:]\d{1,20}){0,6}(?:ms|s|kb|mb|gb|%)?(?![\p{L}\p{N}_])/giu, '<n>'],
  [/\s{1,100}/g, ' '],
];

/** One line with everything that differs from run to run replaced by its kind. */
function normalise(line: string): string {
  return NORMALISE.reduce(
    (text, [shape, kind]) => text.replace(shape, kind),
    line.replace(LOCATION, ''),
  ).trim();
}

const TEST_TITLE = /^\s{0,8}(?:FAIL|✕|✗|×|FAILED|--- FAIL:|not ok \d{1,5} -)\s{1,4}(.{1,200})/;

/** "expected 1 to be 2" says nothing alone: which test said it belongs to the error. */
function titleOf(lines: readonly string[]): string {
  const title = lines.map((line) => TEST_TITLE.exec(line)?.[1]).find((found) => found !== undefined);
  return title === undefined ? '' : ` in ${normalise(title)}`;
}

/**
 * A signature that is the same whenever the same error comes again: the most telling line in lower case with paths, numbers, ids, addresses
 * and quoted words replaced by their kind; codes (TS2345, E0308, ENOENT) stay. A failed assertion carries the name of its test. At most 200
 * characters; empty only for an empty text.
 */
export function errorSignature(errorText: string): string {
  const lines = tellingLines(errorText);
  const line = normalise(pickLine(lines));
  const title = /^(?:assert|expected\b)/i.test(line) ? titleOf(lines) : '';
  return (line + title).toLowerCase().slice(0, SIGNATURE_CAP);
}

/** The most telling line of an error for people, with runs of blanks made one, cut to `max` characters. */
export function errorExcerpt(errorText: string, max = 200): string {
  const line = pickLine(tellingLines(errorText))
    .replace(/\s{1,600}/g, ' ')
    .trim();
  return line.length <= max ? line : `${line.slice(0, Math.max(0, max - 1)).trimEnd()}…`;
}
