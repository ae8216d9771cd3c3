import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countMemories, readDueHead, readDueNews } from '../../src/store/due-facts.ts';
import { pathsOf } from '../../src/store/paths.ts';
import { makeFolder } from '../support/home.ts';

const lastRunAt = '2026-06-10T00:00:00.000Z';
const before = '2026-06-09T23:59:59.999Z';
const after = '2026-06-10T00:00:00.001Z';

/** A home of these files. */
function homeOf(files: Readonly<Record<string, string | object>>) {
  const home = makeFolder();
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(home, name, '..'), { recursive: true });
    writeFileSync(join(home, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return pathsOf(home);
}

const state = { installedAt: '2026-01-01T00:00:00.000Z', lastRunAt, logRead: { '2026-06.jsonl': 4 } };
const head = { installedAt: state.installedAt, lastRunAt, logRead: state.logRead };
/** Lines of memories, one a time; the summary looks like a time as well. */
const memories = (...times: readonly string[]): string =>
  times
    .map((at) => `${JSON.stringify({ summary: `"admittedAt":"${after}"`, admittedAt: at, decayRate: 0 })}\n`)
    .join('');

describe('the head of a home', () => {
  it.each([
    ['of an empty folder', {}, undefined],
    ['of a state that cannot be read', { 'state.json': '{"installedAt": ' }, undefined],
    ['that never ran', { 'state.json': { installedAt: 'x' } }, { installedAt: 'x', logRead: {} }],
    ['that ran', { 'state.json': state }, head],
    [
      'with a schedule',
      { 'state.json': { ...state, schedule: { using: 'cron', at: 'Sun 03:00', since: before } } },
      { ...head, schedule: { at: 'Sun 03:00', since: before } },
    ],
  ])('%s', (_, files, expected) => expect(readDueHead(homeOf(files))).toEqual(expected));
});

describe('what waits', () => {
  it.each<[string, Record<string, string | object>, [number, number]]>([
    ['nothing', {}, [0, 0]],
    ['payloads, but not what is no payload', { 'spool/a.1.json': '', 'spool/CACHEDIR.TAG': '' }, [1, 0]],
    ['lines of the log that are new', { 'learning-log/2026-06.jsonl': '{1}\n{2}\n{3}\n' }, [2, 0]],
    ['no line that was read', { 'learning-log/2026-06.jsonl': '{1}\n' }, [0, 0]],
    ['no half line', { 'learning-log/2026-06.jsonl': '{1}\n{2}\n{3' }, [1, 0]],
    ['all of a log that became shorter', { 'learning-log/2026-06.jsonl': '1\n' }, [1, 0]],
    ['a month that was never read', { 'learning-log/2026-07.jsonl': '{1}\n{2}\n' }, [2, 0]],
    [
      'extractions newer than the last run',
      {
        'extracted/a.json': { at: before },
        'extracted/b.json': { at: after },
        'extracted/c.json': { at: lastRunAt },
        'extracted/d.json': '{"at": ',
      },
      [0, 1],
    ],
  ])('%s', (_, files, [unprocessedEvents, pendingExtractions]) =>
    expect(readDueNews(homeOf(files), head)).toEqual({ unprocessedEvents, pendingExtractions }),
  );
});

describe('memories', () => {
  const files = {
    'memories/a-1/2026-05.jsonl': memories(before, before, after),
    'memories/global/2026-06.jsonl': memories(before, after, lastRunAt),
    'memories/global/relations.jsonl': '{"id":"r-1"}\n',
  };

  it('are counted, all where enough are new', () => {
    expect(countMemories(homeOf(files), { lastRunAt }, 2)).toEqual({ newMemories: 2, memories: 6 });
    expect(countMemories(homeOf(files), { lastRunAt }, 3)).toEqual({ newMemories: 2, memories: 2 });
    expect(countMemories(homeOf(files), {}, 1)).toEqual({ newMemories: 6, memories: 6 });
    expect(countMemories(homeOf({}), {}, 1)).toEqual({ newMemories: 0, memories: 0 });
  });

  it('are not read where nothing was written since the last run', () => {
    const paths = homeOf(files);
    const old = new Date(before);
    for (const name of Object.keys(files)) utimesSync(join(paths.home, name), old, old);
    expect(countMemories(paths, { lastRunAt }, 1)).toEqual({ newMemories: 0, memories: 0 });
  });
});
