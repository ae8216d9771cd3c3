import { fail, HebbError } from '../domain/failure.ts';
import { toJson } from '../domain/json.ts';
import type { Block, Report } from '../domain/report.ts';
import type { CommandInput } from './command.ts';
import { searchHere } from './skill-desk.ts';

/** Answers at most. */
const most = 10;

/** `hebb skill search <task>`: which skills fit, one line each and never their text. */
export async function searchForSkills(input: CommandInput): Promise<Report> {
  const task = input.args.slice(1).join(' ').trim();
  if (task === '')
    throw new HebbError(
      fail('usage.skill-search', 'skill search: needs a task', 'hebb skill search "fix a failing hook"')
        .failure,
      2,
    );
  const { found, active } = await searchHere(input, await input.door.read(), task);
  const shown = found.slice(0, most);
  const none: Block = {
    kind: 'line',
    text: active === 0 ? 'There are no active skills here yet.' : `No skill of ${active} fits.`,
  };
  const rows = shown.map(({ id, description, score }) => [id, score.toFixed(2), description]);
  const table: Block = { kind: 'table', head: ['skill', 'score', 'what it is for'], rows };
  return {
    exit: 0,
    human: shown.length > 0 ? [table, next] : [none],
    data: { task, skills: toJson(shown), active },
  };
}

const next: Block = { kind: 'line', text: 'hebb skill fetch <skill> reads one.', tone: 'dim' };
