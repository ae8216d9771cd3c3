import * as fs from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Sight } from '../domain/diagnosis.ts';
import { compact } from '../domain/json.ts';
import { isStanding } from '../domain/memory.ts';
import { daysBetween } from '../domain/time.ts';
import { askedAt } from '../pipeline/schedule-times.ts';
import type { Store } from '../store/store.ts';
import { findMarkedBlock } from '../text/marked-block.ts';
import type { CommandInput } from './command.ts';
import { lookAtSchedule } from './schedule-sight.ts';

/** Days for which a missed run may wait for whoever comes first. */
const catchUpDays = 1;

/** Looks at what surrounds a home: its schedule, the projects of its memories, and the blocks that it keeps elsewhere. */
export function seePlace(
  input: CommandInput,
  store: Store,
): Pick<Sight, 'schedule' | 'unreachable' | 'blocks'> {
  return {
    schedule: seeSchedule(input, store),
    unreachable: unreachableIn(store),
    blocks: brokenBlocks(store),
  };
}

function seeSchedule(input: CommandInput, store: Store): Sight['schedule'] {
  const { record, nextAt, problems } = lookAtSchedule(input, store);
  const now = input.host.now();
  const asked = askedAt(record, now);
  const isMissed =
    asked !== undefined && (store.home().lastRunAt ?? '') < asked && daysBetween(asked, now) > catchUpDays;
  const nightly = record?.nightly === undefined ? '' : ` and at ${record.nightly} every night`;
  return compact({
    text: record && `${record.at}${nightly} with ${record.using}${nextAt ? `, next ${nextAt}` : ''}`,
    problems,
    missedAt: isMissed ? asked : undefined,
  });
}

/** Memories of projects that no folder leads to: their id is none that this home knows, or only another name of one. */
function unreachableIn(store: Store): Sight['unreachable'] {
  const known = store.home().projects;
  const counts = new Map<string, number>();
  for (const memory of store.state().memories.values()) {
    const { scope, project = '' } = memory;
    if (scope === 'project' && isStanding(memory) && !known[project])
      counts.set(project, (counts.get(project) ?? 0) + 1);
  }
  return [...counts].map(([project, memories]) => ({ project, memories }));
}

function brokenBlocks(store: Store): string[] {
  return Object.entries(store.home().blocks ?? {}).flatMap(([path, { kind }]) => {
    if (kind !== 'agents-md' || !fs.existsSync(path)) return [];
    const found = findMarkedBlock(fs.readFileSync(path, 'utf8'), path);
    return found.ok ? [] : [found.failure.message];
  });
}

/** `HEBB_HOME` where it is relative. */
export function relativeHomeIn({ vars }: CommandInput['host']): { readonly relativeHome?: string } {
  const named = vars.HEBB_HOME;
  return named && !isAbsolute(named) ? { relativeHome: named } : {};
}
