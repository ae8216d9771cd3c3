import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Desk } from './program.ts';

/** A session as a test tells it: what was said and done, in order. */
export type Turn =
  | { readonly says: string }
  | { readonly answers: string }
  | { readonly runs: string; readonly fails?: string }
  | { readonly edits: string; readonly to: string; readonly corrected?: string };

/** One agent session. */
export interface Told {
  readonly id: string;
  /** Id of the sub-agent that does it; its rows lie in a file of their own. */
  readonly agent?: string;
  readonly at: string;
  readonly turns: readonly Turn[];
}

/** Where the client keeps a session's transcript. */
export const transcriptPath = (desk: Desk, id: string, agent?: string): string =>
  join(
    desk.userHome,
    '.claude',
    'projects',
    desk.project.replace(/[^A-Za-z0-9]/g, '-'),
    agent === undefined ? `${id}.jsonl` : `${id}/subagents/agent-${agent}.jsonl`,
  );

/** What the client says of an edit; of one that the person changed, what stands. */
const editResult = (filePath: string, corrected: string | undefined): object => ({
  filePath,
  structuredPatch: [],
  userModified: corrected !== undefined,
  ...(corrected === undefined ? {} : { newString: corrected }),
});

function rowsOf(desk: Desk, { id, agent, at, turns }: Told): object[] {
  let step = 0;
  // A session may be told in pieces: ids of rows never repeat.
  const key = `${id}-${agent ?? ''}${Date.parse(at)}`;
  const base = (): Record<string, unknown> => ({
    sessionId: id,
    cwd: desk.project,
    version: '2.1.332',
    gitBranch: 'main',
    isSidechain: agent !== undefined,
    ...(agent === undefined ? {} : { agentId: agent }),
    userType: 'external',
    timestamp: new Date(Date.parse(at) + 1000 * step).toISOString(),
    uuid: `${key}-${step++}`,
  });
  const assistant = (block: object): object => ({
    ...base(),
    type: 'assistant',
    message: { id: `msg-${key}-${step}`, role: 'assistant', model: 'test', content: [block] },
  });
  const result = (use: string, failure: string | undefined, done: object): object => ({
    ...base(),
    type: 'user',
    message: {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: use,
          content: failure ?? 'done',
          is_error: failure !== undefined,
        },
      ],
    },
    toolUseResult: failure === undefined ? done : `Error: ${failure}`,
  });
  return turns.flatMap((turn) => {
    if ('says' in turn)
      return [
        {
          ...base(),
          type: 'user',
          promptId: `${key}-p${step}`,
          message: { role: 'user', content: turn.says },
        },
      ];
    if ('answers' in turn) return [assistant({ type: 'text', text: turn.answers })];
    const use = `toolu_${key}_${step}`;
    if ('edits' in turn) {
      const input = { file_path: join(desk.project, turn.edits), old_string: '', new_string: turn.to };
      return [
        assistant({ type: 'tool_use', id: use, name: 'Edit', input }),
        result(use, undefined, editResult(input.file_path, turn.corrected)),
      ];
    }
    return [
      assistant({ type: 'tool_use', id: use, name: 'Bash', input: { command: turn.runs } }),
      result(use, turn.fails === undefined ? undefined : `Exit code 1\n${turn.fails}`, {
        stdout: 'done',
        stderr: '',
        interrupted: false,
      }),
    ];
  });
}

/** Appends a session's rows to its transcript, as the client would. Returns the path. */
export function writeTranscript(desk: Desk, told: Told): string {
  const path = transcriptPath(desk, told.id, told.agent);
  mkdirSync(dirname(path), { recursive: true });
  appendFileSync(
    path,
    rowsOf(desk, told)
      .map((row) => `${JSON.stringify(row)}\n`)
      .join(''),
  );
  return path;
}
