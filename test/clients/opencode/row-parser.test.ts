import { appendFileSync, cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fixture, readAll } from '../read-file.ts';
import { temporaryFile, temporaryFolder } from '../temporary-folder.ts';

const sessionId = 'ses_0c0ffee0shopfixture000001';
const head = { client: 'opencode', sessionId, cwd: '/home/ada/shop', clientVersion: '1.18.33' };

it('gives what an export tells, without what opencode added, summed up or the person took back', () => {
  const read = readAll(fixture('opencode/export.json'));
  expect(read.head).toEqual(head);
  expect(read.of('prompt').map(({ text, promptId }) => [promptId, text])).toEqual([
    ['msg_0c0ffee0001', 'Always use tabs in this project. Why does the "total" fail?'],
    ['msg_0c0ffee0006', 'Thanks, that works.'],
  ]);
  expect(read.of('assistant').map(({ text }) => text)).toEqual([
    'The root cause was a misspelt name: `totl` instead of `total`.',
    'You are welcome.',
  ]);
  expect(read.of('interrupt')).toHaveLength(1);
  expect(read.of('call').map(({ toolUseId, tool, at }) => [toolUseId, tool, at.slice(17, 19)])).toEqual([
    ['oc-1', 'Bash', '03'],
    ['oc-2', 'Edit', '08'],
    ['oc-3', 'apply_patch', '09'],
    ['oc-4', 'Bash', '12'],
    ['oc-5', 'Bash', '14'],
  ]);
  expect(
    read.of('result').map(({ ok, exitCode, refused, errorText }) => [ok, exitCode, refused, errorText]),
  ).toEqual([
    [false, 1, undefined, '1 failing\nTypeError: total is not a function'],
    [false, undefined, undefined, 'Could not find oldString in the file.'],
    [true, undefined, undefined, undefined],
    [true, 0, undefined, undefined],
    [false, undefined, true, 'The user rejected permission to use this specific tool call.'],
  ]);
});

const events = fixture('opencode/events.jsonl');

it('gives a part that is told again and again once, and nothing that was removed', () => {
  const read = readAll(events);
  const exported = readAll(fixture('opencode/export.json'));
  expect(read.head).toEqual(head);
  expect(read.of('prompt').map(({ text }) => text)).toEqual([exported.of('prompt')[0]?.text]);
  expect(read.of('assistant').map(({ text }) => text)).toEqual([exported.of('assistant')[0]?.text]);
  expect(read.of('call').map(({ toolUseId, input }) => [toolUseId, input])).toEqual(
    exported.of('call').map(({ toolUseId, input }) => [toolUseId, input]),
  );
  expect(read.of('result').map(({ toolUseId, ok }) => [toolUseId, ok])).toEqual(
    exported.of('result').map(({ toolUseId, ok }) => [toolUseId, ok]),
  );
});

it('goes on where a reading ended: a call may come again, its result once', () => {
  const lines = readFileSync(events, 'utf8').split('\n');
  const running = lines.findIndex((line) => line.includes('"running"')) + 1;
  const path = temporaryFile(`${lines.slice(0, running).join('\n')}\n`);
  const first = readAll(path);
  if (!first.cursor || !first.head) throw new Error('nothing was read');
  appendFileSync(path, lines.slice(running).join('\n'));
  const second = readAll(path, { cursor: first.cursor, head: first.head });
  expect([first.of('call').length, first.of('result').length]).toEqual([1, 0]);
  expect(second.of('result').map(({ toolUseId }) => toolUseId)).toEqual([
    'oc-1',
    'oc-2',
    'oc-3',
    'oc-4',
    'oc-5',
  ]);
  expect(second.head).toEqual(head);
});

it('reads the records of the older storage, and a sub-agent into the session that started it', () => {
  const read = readAll(fixture('opencode/storage/session/global/ses_0c0ffee1shopfixture000002.json'));
  expect(read.head).toMatchObject({ sessionId, agentId: 'ses_0c0ffee1shopfixture000002' });
  expect(read.items).toMatchObject([
    { kind: 'call', toolUseId: 'oc-6', tool: 'Grep', agentId: 'ses_0c0ffee1shopfixture000002' },
    { kind: 'result', toolUseId: 'oc-6', ok: true },
  ]);
});

it('reads what is left of a storage that has lost records', () => {
  const folder = temporaryFolder();
  cpSync(fixture('opencode/storage/session'), join(folder, 'session'), { recursive: true });
  const read = readAll(join(folder, 'session/global/ses_0c0ffee1shopfixture000002.json'));
  expect([read.items, read.head?.cwd]).toEqual([[], '/home/ada/shop']);
});

it('keeps the parts of a message that stood before the part that was taken back', () => {
  const document = {
    info: { id: 'ses_1', directory: '/w', time: {}, revert: { messageID: 'msg_2', partID: 'prt_22' } },
    messages: ['msg_1', 'msg_2', 'msg_3'].map((id) => ({
      info: { id, role: 'assistant', time: { created: 1 } },
      parts: ['1', '2'].map((part) => ({
        id: `prt_${id.slice(4)}${part}`,
        type: 'text',
        text: `${id} ${part}`,
      })),
    })),
  };
  const { of } = readAll(temporaryFile(JSON.stringify(document), 'export.json'));
  expect(of('assistant').map(({ text }) => text)).toEqual(['msg_1 1', 'msg_1 2', 'msg_2 1']);
});
