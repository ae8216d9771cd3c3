// Do mined procedures hold where nothing was mined? Sessions of some tasks are mined, sessions of the others are looked at; many seeded
// splits, their mean. Beside it the plainest thing that could be done: closed n-grams.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSource } from './load-source.js';
import { makeRandom } from './texts.js';

const mostPatterns = 20;
const splits = 24;

const readLines = (path) => readFileSync(path, 'utf8').trim().split('\n').map(JSON.parse);
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Sessions with the task that they are about, loops folded as in runs. A command of the second set is its first word. */
function readSessions(folder, foldLoops) {
  const airline = readLines(join(folder, 'public/behaviour/tau-airline.jsonl')).map(
    ({ id, task, actions }) => ({
      ...{ id, task: String(task) },
      actions: foldLoops(actions.map(({ tool }) => tool)),
    }),
  );
  const coding = readLines(join(folder, 'public/behaviour/swe-agent.jsonl')).map(
    ({ id, instance, actions }) => ({
      ...{ id, task: instance },
      actions: foldLoops(actions.map((line) => line.trim().split(/\s+/)[0])),
    }),
  );
  return { 'tau-airline': airline, 'swe-agent': coding };
}

/** Whether a session holds a pattern, whatever lies between its steps. */
const holds = ({ actions }, pattern) => {
  let found = 0;
  for (const action of actions) if (action === pattern[found]) found += 1;
  return found === pattern.length;
};

/** Share of steps that lie in a pattern of three or more steps without a gap. */
function coverageOf(sessions, patterns) {
  const long = patterns.filter(({ length }) => length >= 3);
  const covered = sessions.map(({ actions }) => {
    const inside = new Set();
    for (const pattern of long)
      for (let from = 0; from + pattern.length <= actions.length; from += 1)
        if (pattern.every((step, at) => actions[from + at] === step))
          for (const at of pattern.keys()) inside.add(from + at);
    return inside.size;
  });
  const all = sessions.reduce((sum, { actions }) => sum + actions.length, 0);
  return covered.reduce((sum, count) => sum + count, 0) / all;
}

/** What sessions have without gaps, of two to six steps, in three sessions of two tasks; nothing that lies inside a better one. */
function closedGrams(sessions) {
  const found = new Map();
  for (const { id, task, actions } of sessions)
    for (let length = 2; length <= 6; length += 1)
      for (let from = 0; from + length <= actions.length; from += 1) {
        const pattern = actions.slice(from, from + length);
        const key = pattern.join(' ');
        const entry = found.get(key) ?? { pattern, ids: new Set(), tasks: new Set() };
        found.set(key, entry);
        entry.ids.add(id);
        entry.tasks.add(task);
      }
  const ranked = [...found.values()]
    .filter(({ ids, tasks }) => ids.size >= 3 && tasks.size >= 2)
    .sort((a, b) => b.ids.size * (b.pattern.length - 1) - a.ids.size * (a.pattern.length - 1));
  const kept = [];
  for (const { pattern } of ranked)
    if (!kept.some((other) => ` ${other.join(' ')} `.includes(` ${pattern.join(' ')} `))) kept.push(pattern);
  return kept.slice(0, mostPatterns);
}

/** The sessions of so many tasks, and those of the others. */
function splitByTask(sessions, share, seed) {
  const random = makeRandom(seed);
  const tasks = [...new Set(sessions.map(({ task }) => task))].sort();
  const drawn = tasks.map((task) => [random(), task]).sort(([a], [b]) => a - b);
  const mined = new Set(drawn.slice(0, Math.round(tasks.length * share)).map(([, task]) => task));
  return [sessions.filter(({ task }) => mined.has(task)), sessions.filter(({ task }) => !mined.has(task))];
}

/** Means over the splits: a pattern is supported when two sessions of tasks that were not mined hold it, one where few of these are left. */
function measure(sessions, { share, mine }) {
  const needed = share > 0.6 ? 1 : 2;
  const figures = Array.from({ length: splits }, (_, seed) => {
    const [mined, unseen] = splitByTask(sessions, share, seed + 1);
    const patterns = mine(mined);
    const count = Math.max(1, patterns.length);
    return {
      patterns: patterns.length,
      'four steps or more': patterns.filter(({ length }) => length >= 4).length / count,
      support:
        patterns.filter((one) => unseen.filter((session) => holds(session, one)).length >= needed).length /
        count,
      coverage: coverageOf(unseen, patterns),
    };
  });
  return Object.fromEntries(
    Object.keys(figures[0]).map((key) => [key, mean(figures.map((one) => one[key]))]),
  );
}

/** Rows of set, share of tasks mined and system; and what the whole of each set gives. Nothing where the sets are not there. */
export async function measureMining(folder) {
  if (!existsSync(join(folder, 'public/behaviour'))) return { rows: [], whole: {} };
  const { answerMining, foldLoops } = await loadSource([
    'src/pipeline/mine-request.ts',
    'src/pipeline/fold-loops.ts',
  ]);
  const hebb = (sessions) => answerMining({ sessions, max: mostPatterns }).patterns;
  const sets = readSessions(folder, foldLoops);
  const systems = { hebb, 'closed n-grams': closedGrams };
  const rows = Object.entries(sets).flatMap(([set, sessions]) =>
    [0.5, 0.7].flatMap((share) =>
      Object.entries(systems).map(([system, mine]) => ({
        ...{ set, mined: share, system },
        ...measure(sessions, { share, mine }),
      })),
    ),
  );
  return { rows, whole: Object.fromEntries(Object.entries(sets).map(([set, own]) => [set, hebb(own)])) };
}
