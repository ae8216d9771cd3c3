import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare } from './paired.js';
import { makeTexts } from './texts.js';

const idOf = (at) => `m-${createHash('sha256').update(String(at)).digest('hex').slice(0, 16)}`;

/** A memory as a session of twenty lessons leaves it; of the last days, so that none has faded. */
function memoryOf(text, at) {
  const when = new Date(Date.now() - (1 + (at % 20)) * 86_400_000).toISOString();
  return {
    v: 1,
    id: idOf(at),
    rev: 1,
    name: `pattern:lesson-${at}`,
    entityType: 'pattern',
    summary: text,
    observations: [],
    appliesTo: [],
    severity: 'medium',
    source: 'implementation',
    scope: 'global',
    status: 'active',
    support: 1,
    confidence: 0.8,
    base: 0.7,
    decayRate: 0.02,
    anchoredAt: when,
    discoveredAt: when,
    admittedAt: when,
    pinned: false,
    critical: false,
    citations: [],
    provenance: [{ origin: 'transcript', at: when, sessionId: `s-${Math.floor(at / 20)}`, row: at % 20 }],
    gate: {},
    aliases: [],
    updatedAt: when,
  };
}

const shardLines = 1000;

/** A home with so many memories in the files that a person reads: enough for whatever only asks. */
function makeHome(home, count) {
  const shards = join(home, 'memories', 'global');
  mkdirSync(shards, { recursive: true });
  const lines = makeTexts(count).map((text, at) => `${JSON.stringify(memoryOf(text, at))}\n`);
  for (let from = 0; from < count; from += shardLines) {
    const number = from / shardLines + 1;
    const name = number === 1 ? '2026-01.jsonl' : `2026-01.${number}.jsonl`;
    writeFileSync(join(shards, name), lines.slice(from, from + shardLines).join(''));
  }
  const installedAt = new Date().toISOString();
  const own = { machineId: 'be'.repeat(8), home, host: 'bench', secret: 'be'.repeat(32), installedAt };
  writeFileSync(
    join(home, 'state.json'),
    JSON.stringify({ v: 1, ...own, marks: {}, logRead: {}, projects: {} }),
  );
}

/** Words of one text, and words that are in every tenth. */
const queries = { rare: ['launch', 'option', 'harbor'], common: ['use', 'value', 'string', 'call', 'list'] };

/**
 * A question from a process that has just started, against one that does nothing: with the index there, and for the smallest home also
 * where there can be none. `hebb(home, ...args)` makes a command of the bench.
 */
export function measureRecall(hebb, { folder, counts, rounds }) {
  const bare = { argv: [process.execPath, '-e', '0'] };
  return counts.map(([count, bar]) => {
    const name = `recall-${count}`;
    makeHome(join(folder, name), count);
    const { bare: _, ...ratios } = compare(
      { bare, rare: hebb(name, 'recall', ...queries.rare), common: hebb(name, 'recall', ...queries.common) },
      { rounds },
    );
    rmSync(join(folder, name, 'cache'), { recursive: true });
    // A file in the way of the folder: nothing can be kept, and memory has to do.
    writeFileSync(join(folder, name, 'cache'), '');
    const { memory } = compare({ bare, memory: hebb(name, 'recall', ...queries.rare) }, { rounds: 3 });
    return { count, bar, ...ratios, memory };
  });
}
