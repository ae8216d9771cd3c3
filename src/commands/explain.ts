import { unwrap } from '../domain/failure.ts';
import { toJson } from '../domain/json.ts';
import type { Memory } from '../domain/memory.ts';
import type { Change, Operation } from '../domain/plan.ts';
import type { Block, Report } from '../domain/report.ts';
import { targetOf } from '../domain/state.ts';
import { requireMemory } from '../pipeline/find-memories.ts';
import type { Command } from './command.ts';

/** Every change of some records, oldest first, with the operation that made it. */
function historyOf(
  operations: readonly Operation[],
  ids: readonly string[],
): { operation: Operation; change: Change }[] {
  const targets = new Set(ids.flatMap((id) => [targetOf('memories', id), targetOf('tombstones', id)]));
  return operations.flatMap((operation) =>
    operation.changes.filter(({ target }) => targets.has(target)).map((change) => ({ operation, change })),
  );
}

const numbersOf = ({ reason }: Change): string[] => {
  const pairs = Object.entries(reason.numbers).map(([name, value]) => `${name} ${value}`);
  return pairs.length > 0 ? [pairs.join(', ')] : [];
};

const shownEvidence = (ids: readonly string[]): string =>
  `${ids.slice(0, 3).join(', ')}${ids.length > 3 ? ` and ${ids.length - 3} more` : ''}`;

const block = ({ operation, change }: { operation: Operation; change: Change }): Block => ({
  kind: 'item',
  text: `${operation.at.slice(0, 16).replace('T', ' ')}  ${operation.command} (${operation.id})`,
  detail: [
    `${change.reason.rule}: ${change.reason.text}`,
    ...numbersOf(change),
    ...(change.reason.evidence.length > 0 ? [`evidence: ${shownEvidence(change.reason.evidence)}`] : []),
  ],
});

/** The last image of a record that is no more, so that also a forgotten memory can be explained. */
function lastImage(operations: readonly Operation[], called: string): string | undefined {
  const changes = operations.flatMap(({ changes }) => changes);
  const match = changes.find(({ target }) => target.startsWith(targetOf('memories', called)));
  return match?.target.slice('memories/'.length);
}

const quotes = (memory: Memory): string[] =>
  memory.provenance.flatMap(({ quote, at, sessionId, sha, file }) =>
    quote ? [`${at.slice(0, 10)} ${sha?.slice(0, 10) ?? sessionId ?? file ?? ''}: “${quote}”`] : [],
  );

/** `hebb explain <id>`: why a memory is as it is. */
export const run: Command = async (input): Promise<Report> => {
  const [called = ''] = input.args;
  const store = await input.door.read();
  const operations = store.operations();
  const found = requireMemory(store.state(), called);
  const gone = found.ok ? undefined : lastImage(operations, called);
  const memory = gone === undefined ? unwrap(found) : undefined;
  const ids = memory ? [memory.id, ...memory.aliases] : [gone ?? ''];
  const history = historyOf(operations, ids);
  const head: Block[] = memory
    ? [
        { kind: 'title', text: memory.summary },
        ...quotes(memory)
          .slice(0, 8)
          .map((text): Block => ({ kind: 'line', text, tone: 'dim' })),
      ]
    : [{ kind: 'title', text: `${gone} is no longer among the memories` }];
  return {
    exit: 0,
    human: [...head, { kind: 'heading', text: 'What happened to it' }, ...history.map(block)],
    data: {
      id: memory?.id ?? gone ?? '',
      history: toJson(
        history.map(({ operation, change }) => ({
          at: operation.at,
          operation: operation.id,
          group: operation.group,
          command: operation.command,
          reason: change.reason,
          before: change.before,
          after: change.after,
        })),
      ),
    },
  };
};
