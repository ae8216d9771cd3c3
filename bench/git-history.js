import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './load-source.js';
import { makeRandom } from './texts.js';

const areas = [
  'api',
  'auth',
  'billing',
  'cli',
  'core',
  'db',
  'docs',
  'jobs',
  'search',
  'ui',
  'web',
  'worker',
];
const nouns = [
  'cache',
  'client',
  'config',
  'cursor',
  'form',
  'index',
  'parser',
  'queue',
  'router',
  'schema',
  'store',
  'token',
];
const verbs = [
  'add',
  'allow',
  'clean up',
  'drop',
  'handle',
  'move',
  'rename',
  'speed up',
  'support',
  'test',
  'update',
  'use',
];
const authors = [
  'Ada Byron <ada@example.org>',
  'Linus Q <linus@example.org>',
  'Zoë Ångström <zoe@example.org>',
];

/** Subjects as a team with conventional commits writes them, one in five a fix, some with a body and a ticket. */
function makeMessage(pick, at) {
  const [area, noun] = [pick(areas), pick(nouns)];
  const fix = at % 5 === 0;
  const subject = fix
    ? `fix(${area}): ${noun} is empty when the ${pick(nouns)} is missing (#${at})`
    : `${pick(['feat', 'chore', 'refactor', 'test'])}(${area}): ${pick(verbs)} the ${noun} of the ${pick(nouns)}`;
  return at % 3 === 0 ? `${subject}\n\nThe ${noun} was read twice. Closes #${at}.\n` : `${subject}\n`;
}

/** One to six files of an area; a source file mostly brings its test along. Lines change a few at a time. */
function makeFiles(pick, random, at) {
  const area = pick(areas);
  const names = Array.from(
    { length: 1 + Math.floor(random() ** 3 * 6) },
    () => `${pick(nouns)}-${Math.floor(random() ** 2 * 12)}`,
  );
  return [...new Set(names)].flatMap((name) => {
    const lines = Array.from({ length: 40 }, (_, n) =>
      n % 13 === at % 13
        ? `  if (!state.${name.split('-')[0]}) throw new Error('${at}');`
        : `  const value${n} = read(${n});`,
    );
    const source = [`src/${area}/${name}.ts`, `${lines.join('\n')}\n`];
    return random() < 0.6
      ? [source, [`test/${area}/${name}.test.ts`, `it('works ${at}', () => {});\n`]]
      : [source];
  });
}

function makeStream(count) {
  const random = makeRandom(11);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const data = (text) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const start = Date.UTC(2022, 0, 3) / 1000;
  const commits = Array.from({ length: count }, (_, at) => {
    const files = makeFiles(pick, random, at).map(([path, text]) => `M 100644 inline ${path}\n${data(text)}`);
    const who = `${pick(authors)} ${start + at * 14_400} +0000`;
    return `commit refs/heads/main\nauthor ${who}\ncommitter ${who}\n${data(makeMessage(pick, at))}${files.join('')}\n`;
  });
  return commits.join('');
}

function git(folder, args, input) {
  const { status, stderr } = spawnSync('git', ['-C', folder, ...args], {
    input,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
}

/** A repository with so many synthetic commits, made once and kept under results/. */
export function gitHistory(count) {
  const folder = join(root, 'results', `history-${count}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  git(draft, ['init', '-q', '-b', 'main']);
  git(draft, ['fast-import', '--quiet'], makeStream(count));
  git(draft, ['reset', '-q', '--hard', 'main']);
  git(draft, ['gc', '-q']);
  renameSync(draft, folder);
  return folder;
}
