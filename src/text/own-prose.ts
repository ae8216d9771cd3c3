/** Longest prompt that is read, in characters; nobody types more, the rest is pasted. */
const PROSE_CAP = 100_000;

const FENCE = /^\s{0,12}(`{3,}|~{3,})/;
const SHELL_PROMPT = /^\s{0,8}(?:[$❯➜%#] ?\S|\w{1,30}@[\w.-]{1,60}[:~]|PS [A-Z]:)/;
const SPEAKER = /^\s{0,4}(?:\*\*)?(?:User|Human|Agent|Assistant|System|Claude|ChatGPT|AI)(?:\*\*)?: ?/;
const DIFF_START = /^(?:diff --git |@@ -\d|--- a\/|\+\+\+ b\/)/;

/** Lines that a program wrote: logs, stack frames, tables, JSON, code, quotes. */
const PASTED = [
  /^\s{0,8}>/,
  /^\s{0,8}\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/,
  /^\s{0,8}\[?\d\d:\d\d:\d\d/,
  /^\s{0,8}\[?(?:DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|TRACE)\b/,
  /^\s{0,12}at .{1,300}:\d{1,7}(?::\d{1,7})?\)?\s*$/,
  /^\s{0,12}File "[^"]{1,300}", line \d/,
  /^\s{0,8}(?:Traceback \(most recent|npm (?:ERR!|WARN|error)|error(?:\[E\d{4}\]|:| TS\d)|fatal:|warning:|panic:)/,
  /^\s{0,8}\w{0,40}(?:Error|Exception): /,
  /^\s{0,8}\|.{0,2000}\|\s*$/,
  /^\s{0,40}["'{}[\]()]{1,3}[\s\S]{0,200}[{}[\],]\s*$/,
  /[{;]\s*$/,
  /^\s{0,40}(?:import|export|const|let|var|def|class|func|fn|public|private|return|#include)\s.{0,300}[=({:]/,
  /^\s{0,8}\S{1,200}:\d{1,7}:\d{1,7}[:\s]/,
  /^\s{0,8}#\d{1,4} \[/,
];

const isPasted = (line: string): boolean => PASTED.some((shape) => shape.test(line));

/** Drop `<tag ...> ... </tag>` where the tag opens a line: reminders, command output, attached files. Linear: one search a tag name. */
function dropBlocks(text: string): string {
  const unclosed = new Set<string>();
  let kept = '';
  let from = 0;
  for (const match of text.matchAll(/^[ \t]{0,12}<([a-zA-Z][\w-]{0,60})(?:\s[^<>\n]{0,300})?>/gm)) {
    const name = match[1] ?? '';
    if (match.index < from || unclosed.has(name)) continue;
    const close = text.indexOf(`</${name}>`, match.index);
    if (close < 0) unclosed.add(name);
    else {
      kept += text.slice(from, match.index);
      from = close + name.length + 3;
    }
  }
  return kept + text.slice(from);
}

type Mode = 'prose' | 'fence' | 'output' | 'transcript';

/** What the line makes of the reading state. Output and diffs last until a blank line, a pasted conversation to the end. */
function nextMode(mode: Mode, line: string): Mode {
  if (mode === 'transcript') return mode;
  if (FENCE.test(line)) return mode === 'fence' ? 'prose' : 'fence';
  if (mode === 'fence') return mode;
  if (mode === 'output') return line.trim() === '' ? 'prose' : mode;
  if (SPEAKER.test(line)) return 'transcript';
  return SHELL_PROMPT.test(line) || DIFF_START.test(line) ? 'output' : 'prose';
}

/**
 * What the author of a prompt wrote with their own hand, line by line: code fences, quoted lines, XML-like blocks, logs, stack traces,
 * diffs, shell output and pasted conversations are left out. Text past 100,000 characters is not read.
 */
export function ownProse(text: string): string {
  const kept: string[] = [];
  let mode: Mode = 'prose';
  for (const line of dropBlocks(text.slice(0, PROSE_CAP)).split(/\r?\n/)) {
    const fenceEnds = mode === 'fence' && FENCE.test(line);
    mode = nextMode(mode, line);
    if (mode === 'prose' && !fenceEnds && line.length < 4000 && !isPasted(line)) kept.push(line);
  }
  return kept.join('\n');
}
