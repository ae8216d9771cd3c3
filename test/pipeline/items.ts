import type { Candidate } from '../../src/domain/candidate.ts';
import type { Dict } from '../../src/domain/json.ts';
import type { Place } from '../../src/domain/project.ts';
import type { SessionDoc } from '../../src/domain/session.ts';
import type { TraceItem } from '../../src/domain/trace.ts';
import { foldSession, newSession } from '../../src/pipeline/fold-session.ts';
import type { Folded } from '../../src/pipeline/fold-state.ts';

export const place: Place = { project: { id: 'p1', name: 'shop' }, user: 'u1', branchCertain: false };
export const context = { place, transcript: 'a.jsonl' };
export const freshDoc = (id = 's1'): SessionDoc =>
  newSession({ client: 'claude-code', sessionId: id, cwd: '/home/ann/shop' }, place);

/** An item without its place in the file. */
type Loose = TraceItem extends infer T ? (T extends TraceItem ? Omit<T, 'row' | 'at'> : never) : never;
/** One thing that happened: one item, or several. */
export type Scene = readonly Loose[];

let uses = 0;
const nextId = (): string => {
  uses += 1;
  return `toolu_${uses}`;
};

export const prompt = (text: string): Scene => [{ kind: 'prompt', text }];
export const says = (text: string): Scene => [{ kind: 'assistant', text }];
export const interrupt: Scene = [{ kind: 'interrupt' }];
export const compaction: Scene = [{ kind: 'compaction' }];

type Extra = {
  readonly agentId?: string;
  readonly refused?: boolean;
  readonly correction?: { removed: string[]; added: string[] };
};

export function usesTool(
  tool: string,
  input: Dict,
  error?: string,
  { agentId, ...extra }: Extra = {},
): Scene {
  const toolUseId = nextId();
  const call: Loose = { kind: 'call', toolUseId, tool, input, ...(agentId ? { agentId } : {}) };
  return [
    call,
    {
      kind: 'result',
      toolUseId,
      ok: error === undefined,
      ...(error === undefined ? {} : { errorText: error }),
      ...extra,
    },
  ];
}

/** A command that works, or fails with this text. */
export const runs = (command: string, error?: string, extra?: Extra): Scene =>
  usesTool('Bash', { command }, error, extra);
export const edits = (file: string, after = 'const a = 1;', extra?: Extra): Scene =>
  usesTool(
    'Edit',
    { file_path: `/home/ann/shop/${file}`, old_string: 'x', new_string: after },
    undefined,
    extra,
  );

/** Scenes as the rows of a file, a second apart. */
export const itemsOf = (scenes: readonly Scene[]): TraceItem[] =>
  scenes.flat().map((item, index) => ({
    ...item,
    row: index + 1,
    at: new Date(Date.UTC(2026, 0, 1, 10, 0, index)).toISOString(),
  }));

export const fold = (scenes: readonly Scene[], id?: string): Folded =>
  foldSession(freshDoc(id), itemsOf(scenes), context);
export const learn = (...scenes: readonly Scene[]): readonly Candidate[] => fold(scenes).candidates;
