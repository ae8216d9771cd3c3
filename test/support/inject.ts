import { createDoor } from '../../src/cli/door.ts';
import { run } from '../../src/commands/inject.ts';
import type { InjectionMoment } from '../../src/domain/injection.ts';
import { type Desk, type RunOptions, testHost } from './program.ts';

/** What a client's hook is called with. */
export interface Hook {
  readonly client?: string;
  readonly moment: InjectionMoment;
  readonly payload: object | string;
}

/** Calls the hook as a client does; everything that it prints. */
export async function hookIn(
  desk: Desk,
  { client = 'opencode', moment, payload }: Hook,
  options: RunOptions = {},
) {
  const input = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const host = testHost(desk, { ...options, input });
  const report = await run({
    args: [moment],
    options: { client },
    host,
    door: createDoor(host, { dry: false }),
    versions: { hebb: '0.0.0-test', node: '20' },
    run: () => Promise.reject(new Error('no other command')),
  });
  const [block] = report.human;
  return { exit: report.exit, out: block?.kind === 'raw' ? block.text : '' };
}

/** A prompt in a session of this desk's project. */
export const promptIn = (
  desk: Desk,
  prompt: string,
  options: RunOptions & { session?: string; client?: string } = {},
) =>
  hookIn(
    desk,
    {
      ...(options.client ? { client: options.client } : {}),
      moment: 'prompt',
      payload: { session_id: options.session ?? 's1', cwd: options.cwd ?? desk.project, prompt },
    },
    options,
  );

/** The start of a session. */
export const startIn = (
  desk: Desk,
  options: RunOptions & { session?: string; client?: string; source?: string } = {},
) =>
  hookIn(
    desk,
    {
      ...(options.client ? { client: options.client } : {}),
      moment: 'session-start',
      payload: {
        session_id: options.session ?? 's1',
        cwd: options.cwd ?? desk.project,
        source: options.source ?? 'startup',
      },
    },
    options,
  );
