// `npm start`: the whole loop on a small made-up project, in a temporary folder, with the real program. --clean removes the folder.
import { rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import {
  createWorld,
  hebb,
  layHistory,
  layNotesAndSpool,
  layTranscripts,
  learnElsewhere,
} from './demo-world.js';

const now = '2026-11-30T08:00:00Z';

/** What lies behind: a first run in July, one thing forgotten since, and a rule learned on another computer. Not told. */
function liveUntilNow(world) {
  const commits = layHistory(world);
  layTranscripts(world, 'july', '2026-07-06T16:00:00Z');
  hebb(world, '2026-07-06T18:00:00Z', ['analyze-sessions']);
  hebb(world, '2026-07-06T18:00:00Z', ['import']);
  hebb(world, '2026-08-20T08:00:00Z', ['forget', 'make ship']);
  learnElsewhere(
    world,
    '2026-09-14T08:00:00Z',
    'Always store a price as an integer in cents, never as a float',
  );
  const sessions = layTranscripts(world, 'autumn', '2026-11-28T09:00:00Z');
  layNotesAndSpool(world, '2026-11-29T17:00:00Z');
  return { commits, sessions };
}

/** The id by which the list calls a memory. */
const idOf = (list, words) =>
  list
    .split('\n')
    .find((line) => line.includes(words))
    ?.trim()
    .split(' ')[0];

/** Plays the demo; every line goes to `print`. Returns the folder that it played in, and what each command said. */
export function play(print) {
  const world = createWorld();
  const said = [];
  const run = (...args) => {
    const { stdout, stderr } = hebb(world, now, args);
    const text = `$ hebb ${args.join(' ')}\n${`${stdout}${stderr}`.trimEnd()}`;
    said.push(text);
    print(`${text}\n`);
    return stdout;
  };
  const { commits, sessions } = liveUntilNow(world);
  print(`Mara builds the API of a tea shop with a coding agent. She tried hebb in July and let it lie; now it
is the end of November. Since then: ${sessions} sessions of Claude Code in English and German, another of which
only hooks tell, ${commits} commits, a progress.md, the agent's own memory files, and a rule that came from her
other computer. All of it is made up; the program is the real one. Is there anything to do?
`);
  run('auto-consolidate', '--check');
  print(`There is. A run reads everything and lets in what passes the gate. Look for a rule said twice, a rule she
took back that the agent still writes down, a password, and an order that somebody hid in progress.md.
`);
  run('auto-consolidate');
  print('What was kept out, and what needs her?\n');
  run('gate', 'audit');
  const list = run('list', '--limit', '5');
  print('What would it tell the agent now, and why does it know that? What if the run was wrong?\n');
  run('recall', 'how are the tests run here', '--limit', '3');
  run('explain', idOf(list, 'vitest') ?? '');
  run('undo', '--dry-run');
  run('status');
  return { world, said };
}

const ending = (world) => `Everything lies in plain files that you can read, edit and put under git:
  ${world.memory}
Memories, the journal, the archive and the reports are there to look at. The folder stays until you
remove it: rm -r ${world.folder} (npm start -- --clean leaves nothing behind).

On your own sessions, nothing is written until you leave out --dry-run:
  node bin/hebb.js analyze-sessions --last-24h --dry-run
  node bin/hebb.js extract-git . --dry-run
  node bin/hebb.js auto-consolidate --dry-run
  node bin/hebb.js learn "what you want every session to know" --dry-run
  node bin/hebb.js status
  node bin/hebb.js --help`;

function main() {
  const started = performance.now();
  const { world } = play((text) => console.log(text));
  const clean = process.argv.includes('--clean');
  console.log(clean ? `The folder ${world.folder} is removed.` : ending(world));
  if (clean) rmSync(world.folder, { recursive: true });
  console.log(`\n(${((performance.now() - started) / 1000).toFixed(1)} s)`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
