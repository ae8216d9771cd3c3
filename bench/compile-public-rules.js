// Compiles the expressions of the npm package agent-threat-rules (MIT) into templates/safety/public-rules.txt, one JSON row
// a line: [id, flags, words of which one must occur, source]. The package is not a dependency:
//   npm pack agent-threat-rules@4.0.0 && tar xzf agent-threat-rules-4.0.0.tgz && node bench/compile-public-rules.js package
// Its test cases are not read: public evaluation rows come from them. Left out are expressions that fire on harmless text
// (own tables, rows of ../shared that are benign, READMEs of the installed packages), slow ones, and those without a word.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { parseDocument } from 'yaml';

const [folder = 'package'] = process.argv.slice(2);
const root = new URL('..', import.meta.url).pathname;
const categories = ['prompt-injection', 'agent-manipulation', 'skill-compromise', 'context-exfiltration'];
const shortest = 3;
const longestSource = 1_200;

const harmless = readHarmless();
const hostile = ['a', ' ', 'a ', 'ignore all ', 'a.', '/a', '"a', '<a ', '- '].map((piece) =>
  piece.repeat(2_000).slice(0, 2_000),
);
const kept = categories.flatMap((category) => readRules(category)).filter(isUsable);
const notice = readFileSync(join(folder, 'LICENSE'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => `# ${line}`.trimEnd());
const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const rows = kept.map(({ id, flags, words, source }) => JSON.stringify([id, flags, words, source]));
const file = [
  `# Compiled by bench/compile-public-rules.js from ${name} ${version}, under this licence:`,
  ...notice,
  ...rows,
  '',
].join('\n');
writeFileSync(join(root, 'templates/safety/public-rules.txt'), file);
console.log(
  `${kept.length} expressions of ${new Set(kept.map(({ id }) => id)).size} rules, ${file.length} bytes`,
);

function readRules(category) {
  const path = join(folder, 'rules', category);
  return readdirSync(path)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .flatMap((file) => readExpressions(join(path, file)));
}

function readExpressions(path) {
  // One file of the package is no valid YAML behind its conditions; the part before is read.
  const text = readFileSync(path, 'utf8').split('\ntest_cases:')[0];
  const { id, detection } = parseDocument(text).toJS();
  const conditions = Array.isArray(detection?.conditions) ? detection.conditions : [];
  if (detection?.condition !== 'any') return [];
  return conditions
    .filter(({ operator, value }) => operator === 'regex' && typeof value === 'string')
    .map(({ value }) => toExpression(id, value))
    .filter((expression) => expression !== undefined);
}

function toExpression(id, value) {
  const mode = /^\(\?([imsu]+)\)/.exec(value)?.[0] ?? '';
  const source = value.slice(mode.length);
  const letters = new Set(`i${mode.replace(/[(?u)]/g, '')}`);
  for (const flags of [[...letters].join(''), [...letters, 'u'].join('')]) {
    try {
      return { id, flags, source, expression: new RegExp(source, flags), words: requiredWords(source) };
    } catch {}
  }
  return undefined;
}

function isUsable({ expression, source, words }) {
  if (words.length === 0 || source.length > longestSource) return false;
  if (harmless.some((text) => words.some((word) => text.lower.includes(word)) && expression.test(text.text)))
    return false;
  return hostile.every((text) => [1, 2, 3].some(() => timeOf(() => expression.test(text)) < 2));
}

function timeOf(run) {
  const start = performance.now();
  run();
  return performance.now() - start;
}

function readHarmless() {
  const rowsOf = (path) =>
    readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const tables = fastGlob.sync(['fixtures/safety/{benign,fresh}.jsonl', 'fixtures/directives/*.jsonl'], {
    cwd: root,
  });
  const shared = join(root, '../shared/eval/public/safety/injection.jsonl');
  const readmes = fastGlob.sync('node_modules/**/{README,CHANGELOG,CONTRIBUTING,SECURITY}.md', { cwd: root });
  const texts = [
    ...tables
      .flatMap((path) => rowsOf(join(root, path)))
      .filter(({ attack }) => attack !== true)
      .map(({ text }) => text),
    ...(existsSync(shared)
      ? rowsOf(shared)
          .filter(({ label }) => label === 0)
          .map(({ text }) => text)
      : []),
    ...readmes.flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .filter((line) => line.length > 25 && line.length < 400),
    ),
  ];
  return [...new Set(texts)].map((text) => ({ text, lower: text.toLowerCase() }));
}

/** Lower-case words of which every match of the expression has at least one; none when there is no such list. */
function requiredWords(source) {
  const best = readAlternatives({ source, at: 0 });
  return best ? [...new Set(best)].slice(0, 80) : [];
}

/** What a group needs: the words of each branch; null when a branch can match without any. */
function readAlternatives(state) {
  const branches = [readSequence(state)];
  while (state.source[state.at] === '|') {
    state.at += 1;
    branches.push(readSequence(state));
  }
  return branches.some((branch) => branch === null) ? null : branches.flat();
}

function readSequence(state) {
  const found = [];
  let run = '';
  const close = () => {
    if (run.length >= shortest) found.push([run]);
    run = '';
  };
  while (state.at < state.source.length && !'|)'.includes(state.source[state.at])) {
    const { literal, words, isNothing } = readAtom(state);
    const isOptional = readQuantifier(state);
    if (isNothing) continue;
    if (literal !== undefined && isOptional === undefined) {
      run += literal;
      continue;
    }
    close();
    if (words && isOptional !== true) found.push(words);
    if (literal !== undefined && isOptional === false) run = literal;
  }
  close();
  const length = (words) => Math.min(...words.map((word) => word.length));
  return found.sort((a, b) => length(b) - length(a) || a.length - b.length)[0] ?? null;
}

/** undefined: no quantifier; true: the atom may be missing; false: once or more. */
function readQuantifier(state) {
  const match = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(state.source.slice(state.at));
  if (!match) return undefined;
  state.at += match[0].length;
  return '*?'.includes(match[0][0]) || match[1] === '0';
}

function readAtom(state) {
  const rest = state.source.slice(state.at);
  const take = (length) => {
    state.at += length;
  };
  if (rest[0] === '(') {
    const head = /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(rest)[0];
    take(head.length);
    const words = readAlternatives(state);
    take(1);
    return /[=!]$/.test(head) ? { isNothing: true } : { words };
  }
  if (rest[0] === '[') {
    take(/^\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]/.exec(rest)?.[0].length ?? 1);
    return {};
  }
  if (rest[0] === '\\') {
    const hex = /^\\(?:x([0-9a-f]{2})|u([0-9a-f]{4}))/i.exec(rest);
    if (hex) {
      take(hex[0].length);
      return { literal: String.fromCharCode(Number.parseInt(hex[1] ?? hex[2], 16)).toLowerCase() };
    }
    const property = /^\\[pPu]\{[^}]*\}/.exec(rest);
    take(property?.[0].length ?? 2);
    if ('bB'.includes(rest[1])) return { isNothing: true };
    return /[a-z0-9]/i.test(rest[1]) ? {} : { literal: rest[1] };
  }
  take(1);
  if ('^$'.includes(rest[0])) return { isNothing: true };
  return rest[0] === '.' ? {} : { literal: rest[0].toLowerCase() };
}
