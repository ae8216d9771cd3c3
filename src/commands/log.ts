import { toJson } from '../domain/json.ts';
import type { Operation } from '../domain/plan.ts';
import type { Block, Report } from '../domain/report.ts';
import { type Command, textOption } from './command.ts';

const countOf = ({ changes }: Operation): string => {
  const made = changes.filter(({ before }) => before === null).length;
  const gone = changes.filter(({ after }) => after === null).length;
  const parts = [
    [made, 'new'],
    [changes.length - made - gone, 'changed'],
    [gone, 'gone'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ');
};

const row = (operation: Operation): string[] => [
  operation.at.slice(0, 16).replace('T', ' '),
  operation.id,
  operation.group === operation.id ? '' : operation.group,
  operation.command,
  countOf(operation),
];

/** `hebb log`: what changed the memory, newest first. */
export const run: Command = async (input): Promise<Report> => {
  const store = await input.door.read();
  const limit = Number(textOption(input.options, 'limit') ?? 20);
  const operations = [...store.operations()].reverse().slice(0, limit);
  const human: Block[] =
    operations.length === 0
      ? [{ kind: 'line', text: 'The journal is empty. hebb learn "<text>" writes the first line.' }]
      : [
          {
            kind: 'table',
            head: ['when', 'operation', 'run', 'command', 'records'],
            rows: operations.map(row),
          },
          {
            kind: 'line',
            text: 'hebb undo <operation or run> takes one back; hebb explain <memory> shows reasons.',
            tone: 'dim',
          },
        ];
  const data = operations.map((operation) => ({ ...operation, changes: operation.changes.length }));
  return { exit: 0, human, data: { operations: toJson(data) } };
};
