import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Desk } from './program.ts';

/** One thing that happens in a session, `at` seconds after it began. */
export interface Happening {
  readonly at: number;
  readonly says?: string;
  readonly runs?: string;
  readonly fails?: true;
  readonly edits?: string;
}

/** A session in which the same is said and done more than once within two minutes. */
export const happenings: readonly Happening[] = [
  { at: 0, says: 'Why does the total fail?' },
  { at: 10, runs: 'npm test', fails: true },
  { at: 20, edits: 'src/total.ts' },
  { at: 30, runs: 'npm test' },
  { at: 40, says: 'continue' },
  { at: 50, runs: 'npm test' },
  { at: 60, says: 'continue' },
];

const begin = Date.parse('2026-10-05T09:00:00.000Z');

/** Time of a happening, ISO 8601. */
export const timeOf = ({ at }: Happening, later = 0): string =>
  new Date(begin + at * 1000 + later).toISOString();

/** How a client tells of a session, by its hooks and in its transcript. */
export interface Teller {
  /** Where the transcript lies below the person's folder. */
  readonly transcript: string;
  /** Rows before the first happening. */
  head(desk: Desk): object[];
  rows(desk: Desk, happening: Happening, index: number): object[];
  payload(desk: Desk, happening: Happening): object;
}

const sessionId = '0c0ffee0-0000-4000-8000-0000000007e1';
const shellText = ({ fails }: Happening): string =>
  fails ? 'Output: TypeError: total is not a function\nExit Code: 1' : 'Output: fine';
const change = { old_string: 'totl', new_string: 'total' };

const gemini: Teller = {
  transcript: `.gemini/tmp/shop/chats/session-2026-10-05T09-00-${sessionId.slice(0, 8)}.jsonl`,
  head: () => [{ sessionId, projectHash: 'p', startTime: timeOf({ at: 0 }), kind: 'main' }],
  rows: (desk, happening, index) => {
    const timestamp = timeOf(happening);
    if (happening.says)
      return [{ id: `m-${index}`, timestamp, type: 'user', content: [{ text: happening.says }] }];
    const [name, args, output] = happening.runs
      ? ['run_shell_command', { command: happening.runs }, shellText(happening)]
      : [
          'replace',
          { file_path: join(desk.project, happening.edits ?? ''), ...change },
          'Successfully modified',
        ];
    const result = [{ functionResponse: { response: { output } } }];
    const call = { id: `c-${index}`, name, args, result, status: 'success', timestamp };
    return [{ id: `m-${index}`, timestamp, type: 'gemini', content: '', toolCalls: [call] }];
  },
  payload: (desk, happening) => {
    const base = { session_id: sessionId, cwd: desk.project, timestamp: timeOf(happening, 3) };
    if (happening.says) return { ...base, hook_event_name: 'BeforeAgent', prompt: happening.says };
    const [tool_name, tool_input, llmContent] = happening.runs
      ? ['run_shell_command', { command: happening.runs }, shellText(happening)]
      : [
          'replace',
          { file_path: join(desk.project, happening.edits ?? ''), ...change },
          'Successfully modified',
        ];
    return { ...base, hook_event_name: 'AfterTool', tool_name, tool_input, tool_response: { llmContent } };
  },
};

const cursor: Teller = {
  transcript: `.cursor/projects/shop/agent-transcripts/${sessionId}/${sessionId}.jsonl`,
  head: () => [],
  rows: (desk, { says, runs, edits = '' }) => {
    const content = says
      ? [{ type: 'text', text: `<user_query>\n${says}\n</user_query>` }]
      : [
          runs
            ? { type: 'tool_use', name: 'Shell', input: { command: runs } }
            : { type: 'tool_use', name: 'StrReplace', input: { path: join(desk.project, edits), ...change } },
        ];
    return [{ role: says ? 'user' : 'assistant', message: { content } }];
  },
  payload: (desk, { at, says, runs, edits = '' }) => {
    const base = { conversation_id: sessionId, generation_id: `g-${at}`, workspace_roots: [desk.project] };
    if (says) return { ...base, hook_event_name: 'beforeSubmitPrompt', prompt: says };
    return runs
      ? { ...base, hook_event_name: 'afterShellExecution', command: runs, output: '', duration: at }
      : { ...base, hook_event_name: 'afterFileEdit', file_path: join(desk.project, edits), edits: [change] };
  },
};

const codex: Teller = {
  transcript: `.codex/sessions/2026/10/05/rollout-2026-10-05T09-00-00-${sessionId}.jsonl`,
  head: (desk) => [
    { timestamp: timeOf({ at: 0 }), type: 'session_meta', payload: { id: sessionId, cwd: desk.project } },
  ],
  rows: (_desk, happening, index) => {
    const { says, runs, edits, fails } = happening;
    const row = (payload: object) => ({ timestamp: timeOf(happening), type: 'response_item', payload });
    if (says) return [row({ type: 'message', role: 'user', content: [{ type: 'input_text', text: says }] })];
    const command = runs ?? `*** Begin Patch\n*** Update File: ${edits}\n-totl\n+total\n*** End Patch`;
    const name = runs ? 'shell' : 'apply_patch';
    const output = `Exit code: ${fails ? 1 : 0}\nOutput:\nx`;
    return [
      row({ type: 'function_call', name, arguments: JSON.stringify({ command }), call_id: `call-${index}` }),
      row({ type: 'function_call_output', call_id: `call-${index}`, output }),
    ];
  },
  payload: (desk, happening) => {
    const { says, runs, edits } = happening;
    const base = { session_id: sessionId, cwd: desk.project };
    if (says) return { ...base, hook_event_name: 'UserPromptSubmit', prompt: says };
    const command = runs ?? `*** Begin Patch\n*** Update File: ${edits}\n-totl\n+total\n*** End Patch`;
    const tool_use_id = `call-${happenings.indexOf(happening)}`;
    const call = { tool_name: runs ? 'Bash' : 'apply_patch', tool_input: { command }, tool_use_id };
    return { ...base, hook_event_name: 'PostToolUse', ...call, tool_response: 'Exit code: 0' };
  },
};

/** Clients whose hooks give no ids, or not all of them. */
export const tellers = { gemini, cursor, codex } as const;

/** Puts the payloads of these happenings into the spool, as of the moment at which they happened. */
export function fireHooks(desk: Desk, client: keyof typeof tellers, told: readonly Happening[]): void {
  mkdirSync(join(desk.home, 'spool'), { recursive: true });
  for (const happening of told) {
    const path = join(desk.home, 'spool', `${client}.1.1.${happening.at}.json`);
    writeFileSync(path, JSON.stringify(tellers[client].payload(desk, happening)));
    const at = new Date(timeOf(happening, 5));
    utimesSync(path, at, at);
  }
}

/** Writes the transcript of a session up to a happening; of a client without times the file tells when. */
export function writeTold(desk: Desk, client: keyof typeof tellers, count: number): void {
  const teller = tellers[client];
  const told = happenings.slice(0, count);
  const rows = [
    ...teller.head(desk),
    ...told.flatMap((happening, index) => teller.rows(desk, happening, index)),
  ];
  const path = join(desk.userHome, teller.transcript);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const at = new Date(begin + 90_000);
  utimesSync(path, at, at);
}
