import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dictsAt } from '../../src/domain/json.ts';
import { diskOps } from '../../src/store/files.ts';
import { loadDriver } from '../../src/store/recall-index-driver.ts';
import { filesIn, now, run } from '../support/home.ts';
import {
  asked,
  bothAnswers,
  found,
  indexOf,
  learn,
  lessons,
  makePlace,
  said,
  shardOf,
} from '../support/recall.ts';

const hasIndex = loadDriver() !== undefined;

describe('hebb recall', () => {
  it('answers with what is known here, the best first, at most as many as are wanted', async () => {
    const place = makePlace();
    await learn(place, ...lessons);
    expect((await found(place, 'when do migrations run'))[0]).toBe(lessons[0]);
    expect((await found(place, '迁移'))[0]).toBe(lessons[3]);
    expect(await found(place, 'run the script of the package', '--limit', '1')).toHaveLength(1);
    const { out } = await asked(place, ['recall', 'migrations', '--no-track']);
    expect(out).toMatch(/^ {2}m-\w{6} {2}\w+ +1\.00 +Run the migrations/m);
    expect((await asked(place, ['recall', 'migrations', '--why', '--no-track'])).out).toMatch(
      /= relevance 1\.00 × strength 1\.00 × attention 1\.00 × trust 1\.00/,
    );
  });

  it('says so when it knows nothing, and what to do next', async () => {
    const place = makePlace();
    await learn(place, ...lessons);
    const ran = await asked(place, ['recall', 'kubernetes', '--no-track']);
    expect(ran.exit).toBe(0);
    expect(ran.out.replaceAll(/\s+/g, ' ')).toContain(
      'Nothing is known of “kubernetes”. hebb recall --global',
    );
  });

  it('asks for words and for a limit that is a number', async () => {
    const place = makePlace();
    expect((await asked(place, ['recall', 'x', '--limit', 'many'])).exit).toBe(2);
    expect((await asked(place, ['recall', ' '])).exit).toBe(2);
  });

  it('makes no home, and answers from nothing', async () => {
    const place = makePlace();
    expect((await asked(place, ['recall', 'anything'])).exit).toBe(0);
    expect(fs.existsSync(place.home)).toBe(false);
  });

  it('keeps to the project and the person; --global looks everywhere', async () => {
    const place = makePlace();
    const other = { ...place, project: join(place.home, '..', 'other') };
    fs.mkdirSync(other.project);
    await learn(place, lessons[0] ?? '');
    await learn(other, 'Run the importer at night');
    expect(await found(place, 'run')).toEqual([lessons[0]]);
    expect(await found(place, 'run', '--global')).toHaveLength(2);
    expect(await found(place, 'run', '--project', 'other')).toEqual(['Run the importer at night']);
  });

  it('leaves out what has faded', async () => {
    const place = makePlace();
    await learn(place, lessons[2] ?? '');
    const file = shardOf(place);
    const faded = fs
      .readFileSync(file, 'utf8')
      .replace(/"base":1,"decayRate":0,/, '"base":1,"decayRate":0.05,');
    expect(faded).toContain('0.05');
    fs.writeFileSync(file, faded);
    expect(await found(place, 'billing worker')).toHaveLength(1);
    const later = await asked(place, ['recall', 'billing worker', '--json'], {
      now: '2026-12-15T12:00:00.000Z',
    });
    expect(said(later.data)).toEqual([]);
  });

  it('marks what cites a file that is gone', async () => {
    const place = makePlace();
    fs.mkdirSync(join(place.project, 'src'));
    fs.writeFileSync(join(place.project, 'src/queue.ts'), '');
    expect((await asked(place, ['learn', lessons[2] ?? '', '--applies-to', 'src/queue.ts'])).exit).toBe(0);
    const stale = async () =>
      dictsAt((await asked(place, ['recall', 'billing', '--json'])).data, 'memories')[0]?.stale;
    expect(await stale()).toBe(false);
    fs.rmSync(join(place.project, 'src/queue.ts'));
    expect(await stale()).toBe(true);
    expect((await asked(place, ['recall', 'billing'])).out).toMatch(/ stale +The billing worker/);
  });

  it('notes in the usage log what it returned, unless told not to', async () => {
    const place = makePlace();
    await learn(place, lessons[0] ?? '');
    const lines = () => filesIn(place.home, '.jsonl').filter((name) => name.startsWith('usage/'));
    await found(place, 'migrations');
    expect(lines()).toEqual([]);
    await asked(place, ['recall', 'migrations']);
    const [file = ''] = lines();
    expect(JSON.parse(fs.readFileSync(join(place.home, file), 'utf8'))).toMatchObject({
      v: 1,
      kind: 'recalled',
      by: 'derived',
      at: now,
    });
  });

  it('takes the words of the person as synonyms', async () => {
    const place = makePlace();
    await learn(place, lessons[1] ?? '');
    expect(await found(place, 'frobnicate')).toEqual([]);
    fs.writeFileSync(join(place.home, 'config.yaml'), 'synonyms:\n  - [frobnicate, pnpm]\n');
    expect(await found(place, 'frobnicate')).toEqual([lessons[1]]);
  });
});

describe.skipIf(!hasIndex)('the index of recall', () => {
  // Every kind of change: the slow suite.
  it('says what the home says after a lesson, a forgetting and an edit by hand', async () => {
    const place = makePlace();
    await learn(place, ...lessons);
    expect(await found(place, 'seed')).toEqual([lessons[0]]);
    await learn(place, 'Ask the queue worker before a release');
    expect((await asked(place, ['forget', 'pnpm'])).exit).toBe(0);
    const shard = fs.readFileSync(shardOf(place), 'utf8');
    fs.writeFileSync(shardOf(place), shard.replace('Redis', 'Postgres'));
    expect((await found(place, 'Postgres'))[0]).toBe('The billing worker reads its queue from Postgres');
    const [kept, fresh] = await bothAnswers(place);
    expect(kept).toEqual(fresh);
  });

  it('is brought up to date by the command that changes something', async () => {
    const place = makePlace();
    await learn(place, lessons[0] ?? '');
    expect(fs.existsSync(indexOf(place))).toBe(false);
    await found(place, 'migrations');
    await learn(place, lessons[2] ?? '');
    const before = fs.statSync(indexOf(place)).mtimeMs;
    expect(await found(place, 'billing')).toEqual([lessons[2]]);
    expect(fs.statSync(indexOf(place)).mtimeMs).toBe(before);
    expect(fs.statSync(indexOf(place)).mode & 0o777).toBe(0o600);
  });

  it('holds nothing of what was purged', async () => {
    const place = makePlace();
    await learn(place, ...lessons, 'The zanzibar token opens the vault');
    expect(await found(place, 'zanzibar')).toHaveLength(1);
    expect((await asked(place, ['purge', 'zanzibar', '--yes'])).exit).toBe(0);
    expect(await found(place, 'zanzibar')).toEqual([]);
    const left = filesIn(place.home, '').filter((name) => fs.statSync(join(place.home, name)).isFile());
    expect(left.filter((name) => fs.readFileSync(join(place.home, name)).includes('zanzibar'))).toEqual([]);
  });

  it('is made anew when it is damaged, of another version, or gone', async () => {
    const place = makePlace();
    await learn(place, ...lessons);
    const whole = await found(place, 'migrations script');
    for (const damage of ['no database at all', '']) {
      fs.writeFileSync(indexOf(place), damage);
      expect(await found(place, 'migrations script')).toEqual(whole);
    }
    const bytes = fs.readFileSync(indexOf(place));
    fs.writeFileSync(indexOf(place), bytes.fill(7, 4096));
    expect(await found(place, 'migrations script')).toEqual(whole);
  });

  it('is not needed: on a disk that cannot be written memory answers', async () => {
    const place = makePlace();
    await learn(place, ...lessons);
    const whole = await found(place, 'migrations script');
    fs.rmSync(indexOf(place));
    const refuse = (): never => {
      throw Object.assign(new Error('EROFS'), { code: 'EROFS' });
    };
    const ops = { ...diskOps, open: refuse, mkdir: refuse };
    const ran = await run(['recall', 'migrations script', '--json'], {
      home: place.home,
      cwd: place.project,
      ops,
    });
    expect(said(ran.data)).toEqual(whole);
    expect(fs.existsSync(indexOf(place))).toBe(false);
  });
});
