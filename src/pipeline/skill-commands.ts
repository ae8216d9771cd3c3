import type { SkillEvidence } from '../domain/skill-document.ts';
import { parseShell } from '../text/shell.ts';
import { commandRules as rules } from './command-rules.ts';
import { commandShape } from './command-shape.ts';
import { type BodyLine, type SkillBody, spansOf } from './skill-body.ts';

/** The key of the metadata that names the tools and commands of a skill, separated by commas. */
export const toolsKey = 'hebb-tools';

/** A tool or the shape of a command that a body uses. */
export interface UsedTool {
  readonly name: string;
  readonly line: number;
}

const DEEPEST = 3;
/** A word as one word of a shell line, whatever it holds. */
export const quoteWord = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

/** The shape of every simple command of some shell, those in substitutions and in `bash -c` too; what only prepares is left out. */
export function shapesOf(shell: string, depth = 0): string[] {
  if (depth > DEEPEST) return [];
  return parseShell(shell).flatMap(({ words, env }) => {
    const inner = [...words, ...env].flatMap((word) =>
      [...word.matchAll(/[$<>]\(([\s\S]*)\)|`([^`]*)`/g)].map(([, first, second]) => first ?? second ?? ''),
    );
    const shellAt = words.findIndex(
      (word, at) => rules.shells.has(word) && /^-\w{0,3}c$/.test(words[at + 1] ?? ''),
    );
    const own = shellAt < 0 ? shapeOf(words) : shapesOf(words[shellAt + 2] ?? '', depth + 1);
    return [...own, ...inner.flatMap((line) => shapesOf(line, depth + 1))];
  });
}

function shapeOf(words: readonly string[]): string[] {
  const { shape } = commandShape(words.map(quoteWord).join(' '));
  return shape === '' || rules.preparing.has(shape.split(' ', 1).join('')) ? [] : [shape];
}

/** What the metadata declares, each as a shape. */
export const declaredTools = (metadata: Readonly<Record<string, string>>): string[] =>
  (metadata[toolsKey] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => shapesOf(name)[0] ?? name);

/** Whether a name stands for a shape: `npm` for `npm run lint`. */
export const covers = (name: string, shape: string): boolean =>
  shape === name || shape.startsWith(`${name} `);

const SHELLS = new Set([
  '',
  'sh',
  'bash',
  'zsh',
  'shell',
  'console',
  'shell-session',
  'shellsession',
  'terminal',
  'fish',
  'powershell',
]);

/** The shell in the fences of a body. Where some lines have a prompt, the others are output. A fence without a word is shell. */
function shellIn(lines: readonly BodyLine[]): BodyLine[] {
  const shell = lines.filter(({ language }) => language !== undefined && SHELLS.has(language));
  return groupsOf(shell).map((group) => {
    const prompted = group.filter(({ text }) => /^\s*\$\s/.test(text));
    const said = prompted.length > 0 ? prompted : group;
    return {
      line: group[0]?.line ?? 0,
      text: said.map(({ text }) => text.replace(/^\s*[$>]\s/, '')).join('\n'),
    };
  });
}

/** Lines that follow each other. */
function groupsOf(lines: readonly BodyLine[]): BodyLine[][] {
  const groups: BodyLine[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (last?.at(-1)?.line === line.line - 1) last.push(line);
    else groups.push([line]);
  }
  return groups;
}

const KNOWN = [rules.subcommands, rules.interpreters, rules.shells, rules.wrappers, rules.checkPrograms];

/** Whether a code span is a command or a tool, as far as one can tell: code and names of files are neither. */
function isCommand(span: string, { ran, programs }: SkillEvidence): boolean {
  const [first = '', ...rest] = span.split(/\s+/);
  if (/^\.{0,2}\/[\w./-]+$/.test(first))
    return rest.length > 0 || /\.(?:sh|py|js|mjs|ts|rb|pl)$|\/[\w-]+$/.test(first);
  const isRun = ran.some((name) => covers(first, name));
  if (rest.length === 0) return isRun;
  if (isRun || programs.includes(first) || KNOWN.some((names) => names.has(first))) return true;
  return (
    /^[a-z][\w.+-]*$/.test(first) &&
    (rest.some((word) => /^--?[a-z]/i.test(word)) || / (?:\|\|?|&&) /.test(span))
  );
}

/** Every tool and command that a body uses: shell fences, code spans that are commands, and the names of MCP tools anywhere. */
export function usedTools({ lines }: SkillBody, evidence: SkillEvidence): UsedTool[] {
  const fenced = shellIn(lines).flatMap(({ text, line }) => shapesOf(text).map((name) => ({ name, line })));
  const spans = lines.flatMap((line) =>
    spansOf(line)
      .filter((span) => isCommand(span, evidence))
      .flatMap((span) => shapesOf(span).map((name) => ({ name, line: line.line }))),
  );
  const named = lines.flatMap(({ text, line }) =>
    [...text.matchAll(/\bmcp__\w+/g)].map(([name]) => ({ name, line })),
  );
  const all = [...fenced, ...spans, ...named].sort((a, b) => a.line - b.line);
  return all.filter((one, at) => all.findIndex(({ name }) => name === one.name) === at);
}

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The script of the project that a shape runs: `lint` of `npm run lint`, `test` of `npm test`. */
function scriptOf(shape: string): string | undefined {
  return /^(?:npm|pnpm|yarn|bun) (?:(?:run|run-script) (\S+)|(test|start))$/
    .exec(shape)
    ?.slice(1)
    .find((name) => name !== undefined);
}

/** Whether a tool or command is there: seen to run, a script of the project, a file of the repository, or on PATH. */
export function isThere(
  shape: string,
  { ran, scripts, files, programs }: Pick<SkillEvidence, 'ran' | 'scripts' | 'files' | 'programs'>,
): boolean {
  if (ran.some((name) => covers(shape, name))) return true;
  const script = scriptOf(shape);
  if (script !== undefined) return scripts.includes(script);
  const [program = '', file] = shape.split(' ');
  if (file !== undefined && rules.interpreters.has(program))
    return files.some((path) => baseOf(path) === file);
  return programs.includes(program) || files.some((path) => baseOf(path) === program);
}
