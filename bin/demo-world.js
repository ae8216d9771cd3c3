// A person, her project and her agent's files, laid out in a temporary folder from fixtures/demo. Only real programs run in it: git and hebb.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const fixtures = join(root, 'fixtures', 'demo');

/** Secrets that the fixtures only name: put together here, so that none ever stands in the repository. */
export const secrets = {
  'payment-key': ['sk', 'live', '9fK2mQ7xT4vB8nL1cR6wZ3yH5dJ0gAsP'].join('_'),
  'db-password': ['c4H', 'xq', '!uW7', 'rZ2p', 'Lm'].join(''),
};

/** An empty place to play in: a person's home, her project in it, and the settings that keep everything of hers out of the game. */
export function createWorld() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hebb-demo-')));
  const home = join(folder, 'mara');
  const project = join(home, 'tea-shop');
  mkdirSync(project, { recursive: true });
  return { folder, home, project, memory: join(home, '.hebb') };
}

const environment = ({ home }, at) => ({
  PATH: process.env.PATH,
  HOME: home,
  HEBB_NOW: at,
  HEBB_USER: 'mara@example.com',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
});

/** Runs hebb as a person would, in the project, at a given time. Statuses that say something went wrong end the demo. */
export function hebb(world, at, args, more = {}) {
  const env = { ...environment(world, at), ...more };
  const child = spawnSync(process.execPath, [join(root, 'bin', 'hebb.js'), ...args], {
    cwd: world.project,
    env,
    encoding: 'utf8',
  });
  if (![0, 3, 10].includes(child.status)) throw new Error(`hebb ${args.join(' ')}: ${child.stderr}`);
  return child;
}

function git(world, args, input) {
  const options = { cwd: world.project, env: environment(world, ''), encoding: 'utf8', input };
  const child = spawnSync('git', args, options);
  if (child.status !== 0) throw new Error(`git ${args.join(' ')}: ${child.stderr ?? child.error}`);
}

/** A text of the fixtures with this world's places and secrets in it. */
const filled = (world, text) =>
  text.replaceAll(/\{\{([\w-]+)\}\}/g, (mark, name) =>
    name === 'project' ? world.project : (secrets[name] ?? mark),
  );

/** Copies files of the fixtures; their time is what hebb takes for the time of writing. */
function lay(world, { from, to, at }) {
  mkdirSync(to, { recursive: true });
  const names = readdirSync(join(fixtures, from)).sort();
  for (const [index, name] of names.entries()) {
    const text = filled(world, readFileSync(join(fixtures, from, name), 'utf8'));
    writeFileSync(join(to, name), text);
    const time = new Date(Date.parse(at) + index * 1000);
    utimesSync(join(to, name), time, time);
  }
  return names.length;
}

/** Where Claude Code keeps what belongs to the project. */
const clientFolder = ({ home, project }) =>
  join(home, '.claude', 'projects', project.replace(/[^A-Za-z0-9]/g, '-'));

/** Transcripts of one season. */
export const layTranscripts = (world, season, at) =>
  lay(world, { from: `transcripts/${season}`, to: clientFolder(world), at });

/** What the agent noted for itself, what lies in the project, and what the hooks left. */
export function layNotesAndSpool(world, at) {
  lay(world, { from: 'agent-memory', to: join(clientFolder(world), 'memory'), at });
  lay(world, { from: 'project', to: world.project, at });
  lay(world, { from: 'spool', to: join(world.memory, 'spool'), at });
}

const author = 'Mara <mara@example.com>';
const bytes = (text) => `data ${Buffer.byteLength(text)}\n${text}\n`;

/** The history as a stream for `git fast-import`: one process instead of a hundred. Each commit appends lines to files. */
function historyStream(commits) {
  const files = new Map();
  return commits
    .map(({ at, subject, body, files: appended }) => {
      const who = `${author} ${Date.parse(at) / 1000} +0000`;
      const changes = Object.entries(appended).map(([path, line]) => {
        files.set(path, `${files.get(path) ?? ''}${line}\n`);
        return `M 100644 inline ${path}\n${bytes(files.get(path))}`;
      });
      const message = bytes(body ? `${subject}\n\n${body}\n` : `${subject}\n`);
      return `commit refs/heads/main\nauthor ${who}\ncommitter ${who}\n${message}${changes.join('')}`;
    })
    .join('\n');
}

/** Makes the project's repository; the number of its commits. */
export function layHistory(world) {
  const commits = JSON.parse(readFileSync(join(fixtures, 'history.json'), 'utf8'));
  git(world, ['init', '--quiet', '--initial-branch=main']);
  git(world, ['fast-import', '--quiet'], historyStream(commits));
  git(world, ['reset', '--quiet', '--hard']);
  return commits.length;
}

/** Her other computer learns something too; its memory comes over as `git pull` would bring it. */
export function learnElsewhere(world, at, text) {
  const other = join(world.home, 'other-computer');
  hebb(world, at, ['learn', text], { HEBB_HOME: other });
  for (const part of ['memories', 'journal'])
    cpSync(join(other, part), join(world.memory, part), { recursive: true });
}
