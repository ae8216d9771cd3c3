import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commit, initRepository } from '../sources/git-fixture.ts';
import { copyFolder, makeFolder } from '../support/home.ts';
import { hookIn, promptIn, startIn } from '../support/inject.ts';
import { homeFactsOf } from '../support/inject-home.ts';
import { createDesk, type Desk, jsonIn, runIn } from '../support/program.ts';

const facts = [
  'Run the migrations before the seed script',
  'The payment webhook retries three times and then stops',
  'Releases are cut from the stable branch',
];

let taught: Desk | undefined;

/** A copy of one home that knows three facts. */
async function deskWith(): Promise<Desk> {
  if (taught === undefined) {
    taught = createDesk();
    for (const text of facts) await runIn(taught, ['learn', text]);
  }
  return { ...taught, home: copyFolder(taught.home, join(makeFolder(), '.hebb')) };
}

const memoriesIn = (out: string): string[] =>
  [...out.matchAll(/^- (.+) \(m-[0-9a-f]{16}\)$/gm)].map(([, text = '']) => text);

/** Lays files into a home as a person or another command leaves them. */
function lay(home: string, files: Readonly<Record<string, unknown>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(home, name, '..'), { recursive: true });
    writeFileSync(join(home, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
}

describe('a prompt', () => {
  it('is given what is near it, once a session', async () => {
    const desk = await deskWith();
    const first = await promptIn(desk, 'seed script fails, did the migrations run before it?');
    expect(memoriesIn(first.out)).toEqual([facts[0]]);
    expect((await promptIn(desk, 'seed script fails, did the migrations run before it?')).out).toBe('');
    expect(memoriesIn((await promptIn(desk, 'seed script and migrations', { session: 's2' })).out)).toEqual([
      facts[0],
    ]);
  });

  it('is given nothing where nothing is near', async () => {
    const desk = await deskWith();
    for (const prompt of ['What is the capital of France?', 'hello', 'continue', 'ok, thanks!'])
      expect((await promptIn(desk, prompt)).out, prompt).toBe('');
    expect(existsSync(join(desk.home, 'injected'))).toBe(false);
  });

  it('gives each memory once in twenty prompts', async () => {
    const desk = await deskWith();
    const told: string[] = [];
    for (let turn = 0; turn < 20; turn++)
      told.push(...memoriesIn((await promptIn(desk, `${facts[turn % facts.length]} (${turn})`)).out));
    expect(told.sort()).toEqual([...facts].sort());
  });

  it('counts what it gave as exposed, which is no use', async () => {
    const desk = await deskWith();
    await promptIn(desk, facts[0] ?? '');
    const [machine = ''] = readdirSync(join(desk.home, 'usage'));
    const lines = readdirSync(join(desk.home, 'usage', machine)).flatMap((name) =>
      readFileSync(join(desk.home, 'usage', machine, name), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    );
    expect(lines).toMatchObject([{ kind: 'exposed', sessionId: 's1', by: 'derived' }]);
  });

  it('is given it again by another hook of the same moment only once', async () => {
    const desk = await deskWith();
    const both = await Promise.all([1, 2, 3].map(() => promptIn(desk, facts[0] ?? '')));
    expect(both.flatMap(({ out }) => memoriesIn(out))).toEqual([facts[0]]);
  });

  it('is given no memory that cites a file which is gone', async () => {
    const desk = createDesk();
    lay(desk.project, { 'src/pay.ts': 'export {}', 'src/old.ts': '' });
    await runIn(desk, ['learn', 'Refunds are computed in cents', '--applies-to', 'src/pay.ts']);
    await runIn(desk, ['learn', 'Refunds are stored by the day', '--applies-to', 'src/old.ts']);
    rmSync(join(desk.project, 'src/old.ts'));
    const { out } = await promptIn(desk, 'how are refunds computed and stored by the day in cents');
    expect(memoriesIn(out)).toEqual(['Refunds are computed in cents']);
  });

  it('is not told what the instruction files say, also when they change', async () => {
    const desk = await deskWith();
    expect(memoriesIn((await promptIn(desk, facts[0] ?? '', { session: 'a' })).out)).toHaveLength(1);
    writeFileSync(join(desk.project, 'AGENTS.md'), `# Rules\n\n- ${facts[0]}.\n`);
    expect((await promptIn(desk, facts[0] ?? '', { session: 'b' })).out).toBe('');
    writeFileSync(join(desk.project, 'AGENTS.md'), '# Rules\n');
    expect(memoriesIn((await promptIn(desk, facts[0] ?? '', { session: 'c' })).out)).toHaveLength(1);
  });

  it.each([
    ['by the environment', '', { HEBB_INJECT_MEMORIES: '0' }],
    ['by the settings', 'inject:\n  memories: false\n', {}],
    ['by a floor', 'inject:\n  minSimilarity: 1.1\n', {}],
    ['for an agent of hebb’s own', '', { HEBB_ACTIVE: '1' }],
  ])('is given nothing when switched off %s', async (_, config, vars) => {
    const desk = await deskWith();
    lay(desk.home, { 'config.yaml': config });
    expect((await promptIn(desk, facts[0] ?? '', { vars })).out).toBe('');
  });
});

describe('three projects', () => {
  it('never see what belongs to another', async () => {
    const desk = createDesk();
    const projects = ['shop', 'bank', 'mill'].map((name) => ({ name, folder: join(desk.userHome, name) }));
    for (const { name, folder } of projects) {
      mkdirSync(folder, { recursive: true });
      await runIn(desk, ['learn', `The canary of this place is ${name}bird`], { cwd: folder });
      await runIn(desk, ['promote', `canary-of-this-place-is-${name}bird`], { cwd: folder });
    }
    const ids = (await jsonIn(desk, ['list', '--all'])).data.memories.map(({ id }: { id: string }) => id);
    await runIn(desk, ['promote', ids[0]]);
    await runIn(desk, ['learn', 'Every canary is fed at noon', '--scope', 'global']);
    for (const { name, folder } of projects) {
      const prompt = await promptIn(desk, 'what is the canary of this place, and when is it fed at noon', {
        cwd: folder,
        session: name,
      });
      const start = await startIn(desk, { cwd: folder, session: name });
      const seen = [
        ...new Set([...`${prompt.out}${start.out}`.matchAll(/(\w+)bird/g)].map(([, found]) => found)),
      ];
      expect(seen, name).toEqual([name]);
      expect(prompt.out, name).toContain('fed at noon');
    }
  });
});

describe('the start of a session', () => {
  const laid = {
    'base.md': 'Answers are short.\n',
    'core-memory.json': {
      preferences: { indent: 'Two spaces' },
      lastConsolidation: '2026-10-31T03:00:00.000Z',
    },
  };

  it('tells base, profile, core memory, skills and what waits', async () => {
    const desk = await deskWith();
    lay(desk.home, { ...laid, ...(await homeFactsOf(desk)) });
    const { out } = await startIn(desk);
    for (const text of [
      'Answers are short.',
      'Two spaces',
      'Likes diffs',
      '- ship-it: Ships a release',
      'proposed skills',
    ])
      expect(out).toContain(text);
    for (const text of ['waiting-one', 'of-bob', 'elsewhere']) expect(out).not.toContain(text);
    expect(out.match(/<hebb-memory label="[0-9a-f]{16}">/g)).toHaveLength(1);
  });

  it('is the same in two sessions of a day, and holds no time', async () => {
    const desk = await deskWith();
    lay(desk.home, laid);
    const times = ['2026-11-01T00:00:00.000Z', '2026-11-01T23:59:59.000Z'];
    const [first, second] = await Promise.all(times.map((now) => startIn(desk, { now, session: now })));
    expect(first?.out).toBe(second?.out);
    expect(first?.out).toContain('Two spaces');
    const prompts = await Promise.all(
      times.map((now) => promptIn(desk, facts[1] ?? '', { now, session: `p${now}` })),
    );
    expect(prompts[0]?.out).toBe(prompts[1]?.out);
    expect(prompts[0]?.out).not.toMatch(/\d\d:\d\d|2026/);
  });

  it.each([
    ['resume', false],
    ['clear', true],
    ['compact', true],
  ])('comes again after %s: %s', async (source, expected) => {
    const desk = await deskWith();
    lay(desk.home, laid);
    await startIn(desk);
    await promptIn(desk, facts[0] ?? '');
    expect((await startIn(desk, { source })).out !== '').toBe(expected);
    expect((await promptIn(desk, facts[0] ?? '')).out !== '').toBe(expected);
  });

  it('tells what changed when a session is taken up again', async () => {
    const desk = await deskWith();
    lay(desk.home, laid);
    await startIn(desk);
    lay(desk.home, { 'core-memory.json': { preferences: { indent: 'Tabs' } } });
    const { out } = await startIn(desk, { source: 'resume' });
    expect(out).toContain('Tabs');
    expect(out).not.toContain('Answers are short.');
  });
});

describe('whatever is wrong', () => {
  const payload = { session_id: 's1', cwd: '/', prompt: facts[0] };
  it.each([
    ['no payload', ''],
    ['no JSON', '{"session_id":'],
    ['a list', '[]'],
    ['no session', '{"prompt":"seed script"}'],
    ['another event', JSON.stringify({ ...payload, hook_event_name: 'Stop' })],
    ['a prompt that is no text', JSON.stringify({ ...payload, prompt: 7 })],
    ['a sub-agent', JSON.stringify({ ...payload, agent_id: 'a1' })],
    ['an unknown client', JSON.stringify(payload), 'nobody'],
    ['a client that takes nothing', JSON.stringify(payload), 'cursor'],
  ])('nothing is printed: %s', async (_, input, client = 'opencode') => {
    const desk = await deskWith();
    expect(await hookIn(desk, { client, moment: 'prompt', payload: input })).toEqual({ exit: 0, out: '' });
  });

  it.each([
    ['no home', (home: string) => rmSync(home, { recursive: true })],
    [
      'a home that is a file',
      (home: string) => {
        rmSync(home, { recursive: true });
        writeFileSync(home, '');
      },
    ],
    ['a damaged state', (home: string) => writeFileSync(join(home, 'state.json'), '{"secret":')],
    ['damaged settings', (home: string) => writeFileSync(join(home, 'config.yaml'), 'inject: [')],
    ['injected is a file', (home: string) => writeFileSync(join(home, 'injected'), '')],
  ])('nothing is printed: %s', async (_, damage) => {
    const desk = await deskWith();
    damage(desk.home);
    expect(await promptIn(desk, facts[0] ?? '')).toEqual({ exit: 0, out: '' });
    expect(await startIn(desk)).toEqual({ exit: 0, out: '' });
  });

  it('a torn line of what was given says nothing', async () => {
    const desk = await deskWith();
    await promptIn(desk, facts[0] ?? '');
    appendFileSync(join(desk.home, 'injected', 's1.jsonl'), '{"part":"memor\n');
    expect((await promptIn(desk, facts[0] ?? '')).out).toBe('');
    expect(memoriesIn((await promptIn(desk, facts[1] ?? '')).out)).toHaveLength(1);
  });
});

describe('what a session was given is read back as nothing', () => {
  const claudeRows = (desk: Desk, block: string) =>
    [
      {
        type: 'attachment',
        attachment: { type: 'hook_additional_context', content: [block], hookName: 'UserPromptSubmit' },
      },
      {
        type: 'attachment',
        attachment: { type: 'hook_success', hookEvent: 'UserPromptSubmit', stdout: block, content: block },
      },
      {
        type: 'user',
        message: { role: 'user', content: `${block}\n\nwhere are we?` },
        promptId: `p${block.length}`,
      },
      {
        type: 'user',
        message: {
          role: 'user',
          content: [{ type: 'text', text: `<system-reminder>\n${block}\n</system-reminder>` }],
        },
      },
      {
        type: 'user',
        message: {
          role: 'user',
          content: [{ type: 'text', text: `UserPromptSubmit hook success: ${block}` }],
        },
        isMeta: true,
      },
    ].map((row, at) => ({
      sessionId: 'read',
      cwd: desk.project,
      timestamp: `2026-11-01T10:00:0${at}.000Z`,
      uuid: `r${at} ${block.length}`,
      ...row,
    }));

  const codexRows = (desk: Desk, block: string) =>
    [
      { type: 'session_meta', payload: { id: 'read', cwd: desk.project, cli_version: '0.171.0' } },
      {
        type: 'response_item',
        payload: { type: 'message', role: 'developer', content: [{ type: 'input_text', text: block }] },
      },
      {
        type: 'response_item',
        payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: block }] },
      },
      { type: 'event_msg', payload: { type: 'user_message', message: block } },
    ].map((row, at) => ({ timestamp: `2026-11-01T10:00:0${at}.000Z`, ...row }));

  const rule = 'Always run the linter before a commit, never after it';
  const claudeFolder = (desk: Desk) => join(desk.userHome, '.claude/projects/-shop');
  const codexFolder = (desk: Desk) => join(desk.userHome, '.codex/sessions/2026/11/01');
  const codexName = 'rollout-2026-11-01T10-00-00-read.jsonl';

  /** What a transcript of these blocks teaches. */
  async function analyzed(desk: Desk, file: string, rows: readonly object[]) {
    lay('/', { [file]: rows.map((row) => `${JSON.stringify(row)}\n`).join('') });
    return (await jsonIn(desk, ['analyze-sessions'])).data;
  }

  async function readBack(rowsOf: (desk: Desk, block: string) => object[], fileOf: (desk: Desk) => string) {
    const desk = createDesk();
    await runIn(desk, ['learn', rule]);
    lay(desk.home, { 'base.md': 'Remember: always use tabs, never spaces.\n' });
    const blocks = [(await startIn(desk)).out, (await promptIn(desk, rule)).out];
    expect(blocks[1]).toContain(rule);
    return analyzed(
      desk,
      fileOf(desk),
      blocks.flatMap((block) => rowsOf(desk, block)),
    );
  }

  it('from a transcript of Claude Code', async () => {
    const data = await readBack(claudeRows, (desk) => join(claudeFolder(desk), 'read.jsonl'));
    expect(data).toMatchObject({ files: [{ state: 'new' }], candidates: [], prompts: 2 });
  });

  it('from a rollout of Codex', async () => {
    const data = await readBack(codexRows, (desk) => join(codexFolder(desk), codexName));
    expect(data).toMatchObject({ files: [{ state: 'new' }], candidates: [], prompts: 0 });
  });

  it('where the same words of the person teach', async () => {
    const desk = createDesk();
    const data = await analyzed(desk, join(claudeFolder(desk), 'read.jsonl'), claudeRows(desk, rule));
    expect(data.candidates).not.toEqual([]);
  });
});

describe('the place of a session', () => {
  it('is looked up once, and again when the repository is another', async () => {
    const desk = createDesk();
    initRepository(desk.project);
    commit(desk.project, { 'a.txt': 'a' }, 'first');
    await runIn(desk, ['learn', facts[0] ?? '']);
    expect(memoriesIn((await promptIn(desk, facts[0] ?? '')).out)).toHaveLength(1);
    rmSync(join(desk.project, '.git'), { recursive: true });
    initRepository(desk.project);
    commit(desk.project, { 'b.txt': 'b' }, 'another');
    expect((await promptIn(desk, facts[0] ?? '', { session: 's2' })).out).toBe('');
  });
});
