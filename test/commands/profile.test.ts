import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { consolidateProfiles, type ProfileLine } from '../../src/commands/consolidate-profile.ts';
import { run as profile } from '../../src/commands/profile.ts';
import { type Dict, dictAt, dictsAt, toJson } from '../../src/domain/json.ts';
import type { Memory } from '../../src/domain/memory.ts';
import type { Plan } from '../../src/domain/plan.ts';
import type { State } from '../../src/domain/state.ts';
import type { MeteredModel } from '../../src/models/language.ts';
import { profileIdOf } from '../../src/pipeline/profile-facts.ts';
import { userKey } from '../../src/sources/project.ts';
import { labelsIn, scriptedModel } from '../models/samples.ts';
import { fact, unlike } from '../pipeline/profile-world.ts';
import { createHost, type HostFields, makeFolder, now, openHome, run } from '../support/home.ts';
import { callCommand } from './call-command.ts';

const ada = userKey('ada');
const bob = userKey('bob');

/** A home with these memories, and the hours that passed in it. */
class ProfileHome {
  readonly fields: HostFields;
  #hours = 0;

  constructor() {
    const folder = makeFolder();
    this.fields = { home: join(folder, 'home'), cwd: folder, vars: { HEBB_USER: 'ada' } };
  }

  at(hours = 0): HostFields {
    this.#hours += hours;
    return { ...this.fields, now: new Date(Date.parse(now) + this.#hours * 3_600_000).toISOString() };
  }

  async put(memories: readonly Memory[]): Promise<this> {
    const store = await openHome({ ...this.at(), write: true });
    const reason = { rule: 'test', text: 'put', evidence: [], numbers: {} };
    store.commit({
      command: 'learn',
      plan: () => ({
        command: 'learn',
        changes: memories.map((one) => ({
          target: `memories/${one.id}`,
          before: null,
          after: toJson(one),
          reason,
        })),
      }),
    });
    store.publish();
    return this;
  }

  /** The stage of a consolidation. */
  async consolidate({ model, only }: { model?: MeteredModel; only?: string } = {}): Promise<ProfileLine[]> {
    const fields = this.at(24);
    const store = await openHome({ ...fields, write: true });
    const commit = <P extends Plan>(plan: (state: State) => P): P | undefined => {
      let made: P | undefined;
      store.commit({
        command: 'consolidate profile',
        plan: (state) => {
          made = plan(state);
          return made;
        },
      });
      return made;
    };
    const lines = await consolidateProfiles({
      store,
      host: createHost(fields),
      policy: store.policy(),
      now: fields.now ?? now,
      only,
      commit,
      ...(model ? { model } : {}),
    });
    store.publish();
    return lines;
  }

  call(args: readonly string[], options: Dict = {}) {
    return callCommand(profile, { args, options }, this.at());
  }

  path(user = ada): string {
    return join(this.fields.home, 'profiles', profileIdOf(user), 'profile.md');
  }

  text(user = ada): string {
    return fs.existsSync(this.path(user)) ? fs.readFileSync(this.path(user), 'utf8') : '';
  }

  async statusOf(id: string): Promise<string | undefined> {
    return (await openHome(this.fields)).state().memories.get(id)?.status;
  }
}

const factsOf = (user: string, count = 6, from = 0): Memory[] =>
  unlike.slice(from, from + count).map((summary, at) =>
    fact(`${user.slice(0, 8)}${String(from + at).padStart(8, '0')}`, summary, {
      user,
      name: `preference:${summary.toLowerCase().replaceAll(/\W+/g, '-')}`,
    }),
  );

const shownIn = (data: Dict): Dict => dictAt(data, 'profile') ?? {};

describe('hebb profile', () => {
  it('shows a profile with the facts behind each bullet, and its versions', async () => {
    const desk = await new ProfileHome().put(factsOf(ada));
    const empty = await desk.call([]);
    expect(empty.out).toContain('No profile yet');
    expect(empty.out).toContain('6 facts are pending: the next consolidation folds them.');
    expect((await desk.call(['history'])).out).toContain('No version yet');
    expect(await desk.consolidate()).toEqual([
      { user: ada, why: '6 facts folded', version: 1, bullets: 6, facts: 6 },
    ]);
    const { data, out } = await desk.call(['show']);
    expect(out).toMatch(/Answer in German\n.*m-\w{6} {2}Answer in German/);
    expect(out).toContain('0 facts are pending (due from 6 on, 0 of 24 hours after the last version).');
    const bullets = dictsAt(shownIn(data), 'bullets');
    expect(bullets).toHaveLength(6);
    expect(dictsAt(bullets[0] ?? {}, 'facts')[0]).toMatchObject({ status: 'consolidated' });
    expect((await desk.call(['history'])).data).toMatchObject({ version: 1, versions: [{ action: 'fold' }] });
  });

  it('shows that of another person by name, and that of nobody', async () => {
    const desk = await new ProfileHome().put([...factsOf(ada), ...factsOf(bob, 7)]);
    await desk.consolidate();
    expect(shownIn((await desk.call(['show'], { user: 'Bob' })).data)).toMatchObject({
      user: bob,
      version: 1,
    });
    expect(shownIn((await desk.call(['show'], { user: bob.slice(0, 8) })).data)).toMatchObject({ user: bob });
    await expect(desk.call(['show'], { user: 'carol' })).rejects.toMatchObject({
      failure: { code: 'profile.user' },
    });
  });

  it('goes back to a version, and under --dry-run says what that would change', async () => {
    const desk = await new ProfileHome().put(factsOf(ada));
    await desk.consolidate();
    const first = desk.text();
    await desk.put(factsOf(ada, 6, 6));
    await desk.consolidate();
    const second = desk.text();
    const dry = await desk.call(['rollback'], { dryRun: true });
    expect(dry.out).toContain('Dry run');
    expect(dry.data).toMatchObject({ dryRun: true });
    expect(desk.text()).toBe(second);
    expect((await desk.call(['rollback'])).out).toContain('Back to version 1.');
    expect(desk.text()).toBe(first);
    expect((await desk.call(['rollback', '3'])).out).toContain('That is the version in use.');
    await desk.call(['rollback', '2']);
    expect(desk.text()).toBe(second);
  });

  it.each([['nonsense'], ['show', 'x'], ['rollback', 'one']])('%s %s is no use of it', async (...args) => {
    await expect(new ProfileHome().call(args)).rejects.toMatchObject({ exit: 2 });
  });
});

describe('a run', () => {
  it('for one project leaves profiles, and base.md is never touched', async () => {
    const desk = await new ProfileHome().put(factsOf(ada));
    fs.writeFileSync(join(desk.fields.home, 'base.md'), '- mine\n');
    expect(await desk.consolidate({ only: 'p' })).toEqual([]);
    await desk.consolidate();
    expect(fs.readFileSync(join(desk.fields.home, 'base.md'), 'utf8')).toBe('- mine\n');
  });

  it('takes over what a person wrote into profile.md', async () => {
    const desk = await new ProfileHome().put(factsOf(ada));
    await desk.consolidate();
    const text = `${desk.text().replace('- Answer in German', '- Answer in German, code in English')}- Likes tea\n`;
    fs.writeFileSync(desk.path(), text);
    const shown = (await desk.call([])).out;
    expect(shown).toContain('You edited it');
    expect(shown).toMatch(/code in English {2}\(your words\)\n.*Answer in German/);
    expect(await desk.consolidate()).toMatchObject([{ version: 2, why: 'Edited by hand' }]);
    await desk.put(factsOf(ada, 6, 6));
    await desk.consolidate();
    expect(desk.text()).toContain('- Answer in German, code in English\n');
    expect(desk.text()).toContain('- Likes tea\n');
  });

  it.each(['forget', 'purge'])('after hebb %s drops the words of the fact', async (command) => {
    const desk = await new ProfileHome().put(factsOf(ada));
    await desk.consolidate();
    const [, german] = factsOf(ada);
    const done = await run([command, german?.id ?? '', ...(command === 'purge' ? ['--yes'] : [])], desk.at());
    expect([done.exit, done.err]).toEqual([0, expect.anything()]);
    expect(await desk.consolidate()).toMatchObject([{ version: 2, bullets: 5, facts: 5 }]);
    expect(desk.text()).not.toMatch(/German|purged/);
    const all = fs
      .readdirSync(join(desk.path(), '..', 'versions'))
      .map((name) => fs.readFileSync(join(desk.path(), '..', 'versions', name), 'utf8'));
    expect(all.some((text) => text.includes('German'))).toBe(command === 'forget');
    expect(await desk.consolidate()).toEqual([]);
  });

  it('after hebb edit folds the fact anew; hebb undo of a version gives the facts back', async () => {
    const desk = await new ProfileHome().put(factsOf(ada));
    await desk.consolidate();
    const [, german] = factsOf(ada);
    expect((await run(['edit', german?.id ?? '', '--text', 'Answer in French'], desk.at())).exit).toBe(0);
    expect(await desk.statusOf(german?.id ?? '')).toBe('confirmed');
    expect(await desk.consolidate()).toMatchObject([
      { why: expect.stringMatching(/was edited; 1 fact folded/) },
    ]);
    expect(desk.text()).toContain('- Answer in French\n');
    await run(['undo'], desk.at());
    expect(desk.text()).toContain('- Answer in German\n');
    expect(await desk.statusOf(german?.id ?? '')).toBe('confirmed');
  });
});

describe('with a model', () => {
  it('nothing of a bad reply goes live: the reason is kept, and the next run asks again', async () => {
    const desk = await new ProfileHome().put(factsOf(ada));
    const { model, prompts } = scriptedModel([() => 'Sure!']);
    const lines = await desk.consolidate({ model });
    expect(lines).toEqual([
      {
        user: ada,
        why: expect.stringContaining('No profile'),
        refused: [expect.stringContaining('could not be used')],
      },
    ]);
    expect([prompts.length, desk.text()]).toEqual([2, '']);
    expect((await desk.call([])).out).toContain('its answer could not be used');
    expect(await desk.consolidate()).toMatchObject([{ version: 1 }]);
  });

  it('what it writes within the rules is the profile, of each user apart', async () => {
    const desk = await new ProfileHome().put([...factsOf(ada), ...factsOf(bob, 7)]);
    const { model, prompts } = scriptedModel([
      (prompt) =>
        JSON.stringify({
          answers: [{ text: 'Uses pnpm, not npm; answers in German', labels: labelsIn(prompt).slice(0, 2) }],
        }),
    ]);
    const lines = await desk.consolidate({ model });
    expect(lines.map(({ user, facts }) => [user, facts]).sort()).toEqual(
      [
        [ada, 2],
        [bob, 2],
      ].sort(),
    );
    expect(prompts).toHaveLength(2);
    expect(desk.text()).toBe('- Uses pnpm, not npm; answers in German\n');
    expect(await desk.statusOf(factsOf(ada)[2]?.id ?? '')).toBe('active');
  });

  it('one reply of 13 bullets is discarded whole', async () => {
    const desk = await new ProfileHome().put(factsOf(ada, 13));
    const { model } = scriptedModel([
      (prompt) =>
        JSON.stringify({
          answers: labelsIn(prompt).map((label) => ({ text: wordsOf(prompt, label), labels: [label] })),
        }),
    ]);
    const [line] = await desk.consolidate({ model });
    expect(line?.refused?.[0]).toContain('13 bullets of at most 12');
    expect(desk.text()).toBe('');
  });
});

const wordsOf = (prompt: string, label: string): string =>
  new RegExp(`label="${label}"[^>]*>\\n(.*)\\n`).exec(prompt)?.[1] ?? '';
