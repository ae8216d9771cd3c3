import type { Event } from '../domain/event.ts';
import type { TraceItem } from '../domain/trace.ts';

const toolItems = (event: Event): TraceItem[] => {
  const { toolUseId, at, tool = 'unknown', command, files, agentId, ok, errorText } = event;
  if (toolUseId === undefined) return [];
  const input = {
    ...(command === undefined ? {} : { command }),
    ...(files[0] === undefined ? {} : { file_path: files[0] }),
  };
  const call = { kind: 'call' as const, row: 0, at, toolUseId, tool, input };
  return [
    agentId === undefined ? call : { ...call, agentId },
    { kind: 'result', row: 0, at, toolUseId, ok, ...(errorText === undefined ? {} : { errorText }) },
  ];
};

/** What a logged event tells of its session when there is no transcript to read: less than a row, but the same things. */
export function itemsOfEvent(event: Event): TraceItem[] {
  const { kind, at, text, promptId } = event;
  if (kind === 'prompt')
    return text === undefined
      ? []
      : [{ kind, row: 0, at, text, ...(promptId === undefined ? {} : { promptId }) }];
  if (kind === 'compact') return [{ kind: 'compaction', row: 0, at }];
  return toolItems(event);
}
