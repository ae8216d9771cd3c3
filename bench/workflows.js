import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, peakMemory } from './paired.js';

const idOf = (...parts) => createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 16);

/** A number below `most`, the same for the same seed. */
const draw = (most, ...seed) => Number.parseInt(idOf(...seed).slice(0, 8), 16) % most;

/** What agents do again and again, and what comes between. */
const procedures = [
  ['npm version minor', 'npm run build', 'npm publish --access public', 'git push --tags'],
  ['npx prisma migrate dev --name change', 'npx prisma generate', 'npm test'],
  ['docker build -t app .', 'docker compose up -d', 'curl -s localhost:8080/health'],
  ['go generate ./...', 'go build ./...', 'go test ./... -run Unit'],
  ['pytest -x -q', 'ruff check --fix .', 'git commit -m done'],
  ['terraform plan -out plan', 'terraform apply plan', 'kubectl rollout status deploy/app'],
];
const noise = [
  'git status',
  'npx tsc --noEmit',
  'cargo check',
  'make lint',
  'git diff --stat',
  'node scripts/seed.js',
];
const verbs = ['release', 'migrate', 'deploy', 'check', 'repair', 'extend'];
const things = ['billing', 'the importer', 'search', 'the worker', 'accounts', 'reports', 'the gateway'];

function stepOf(command, at, row) {
  const shape = `Bash ${command.split(' ').slice(0, 2).join(' ')}`;
  const step = {
    toolUseId: `toolu_${idOf(at, row)}`,
    tool: 'Bash',
    argKeys: ['command', 'description'],
    shape,
  };
  return { ...step, ok: draw(12, at, row) > 0, at, row, files: [], command };
}

/** One run as a line of `workflows/`: a procedure with one to six other steps in it. */
function runOf(number, count) {
  const at = new Date(Date.now() - (1 + (179 * (count - number)) / count) * 86_400_000).toISOString();
  const kind = draw(procedures.length, 'kind', number);
  const commands = procedures[kind].flatMap((command, index) =>
    draw(3, number, index) === 0 ? [command, noise[draw(noise.length, number, index, 'noise')]] : [command],
  );
  return {
    v: 1,
    id: `w-${idOf('run', number)}`,
    sessionId: `s-${idOf('session', Math.floor(number / 12))}`,
    client: 'claude-code',
    project: idOf('project', number % 4),
    user: 'bench',
    query: `${verbs[kind]} ${things[draw(things.length, number)]} as in ticket ${draw(4000, number, 'ticket')}, then tell me what changed`,
    steps: commands.map((command, row) => stepOf(command, at, row)),
    outcome: draw(10, number, 'end') === 0 ? 'failure' : 'success',
    outcomeSource: 'last-check',
    createdAt: at,
    closed: true,
  };
}

/** A home with so many runs of half a year, in four projects. */
export function makeRunHome(home, count) {
  mkdirSync(join(home, 'workflows'), { recursive: true });
  const months = new Map();
  for (let number = 0; number < count; number += 1) {
    const run = runOf(number, count);
    const month = run.createdAt.slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), `${JSON.stringify(run)}\n`]);
    if (months.get(month).length === 500) flush(home, months, month);
  }
  for (const month of months.keys()) flush(home, months, month);
  const own = { machineId: 'be'.repeat(8), home, host: 'bench', secret: 'be'.repeat(32) };
  const state = { v: 1, ...own, installedAt: new Date().toISOString(), marks: {}, logRead: {}, projects: {} };
  writeFileSync(join(home, 'state.json'), JSON.stringify(state));
}

function flush(home, months, month) {
  appendFileSync(join(home, 'workflows', `${month}.jsonl`), months.get(month).join(''));
  months.set(month, []);
}

const parseAll = (folder) =>
  `for (const name of require('node:fs').readdirSync(${JSON.stringify(folder)})) for (const line of require('node:fs').readFileSync(require('node:path').join(${JSON.stringify(folder)}, name), 'utf8').split('\\n')) if (line) JSON.parse(line)`;

/**
 * What so many runs cost: read anew, from the cache, with one new run, and put into classes, each against reading and parsing all their lines;
 * and the peak memory of each in MB. `hebb(home, ...args)` makes a command of the bench.
 */
export function measureWorkflows(hebb, { folder, count, rounds }) {
  const home = join(folder, 'runs');
  makeRunHome(home, count);
  const runs = join(home, 'workflows');
  const last = readdirSync(runs).sort().at(-1);
  const parse = { argv: [process.execPath, '-e', parseAll(runs)] };
  const list = hebb('runs', 'workflows', 'list', '--all', '--limit', '1');
  const classes = hebb('runs', 'workflows', 'classes', '--all');
  let added = count;
  const forget = () => rmSync(join(home, 'cache'), { recursive: true, force: true });
  const addOne = () => appendFileSync(join(runs, last), `${JSON.stringify(runOf(added++, count))}\n`);
  const { anew } = compare({ parse, anew: { ...list, before: forget } }, { rounds: 3, warmUps: 0 });
  forget();
  const peaks = { anew: peakMemory(list), cached: peakMemory(list), classes: peakMemory(classes) };
  const { cached, one, grouped } = compare(
    { parse, cached: list, one: { ...list, before: addOne }, grouped: classes },
    { rounds },
  );
  return { anew, cached, one, grouped, peaks };
}
