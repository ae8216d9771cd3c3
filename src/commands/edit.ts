import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail, HebbError, unwrap } from '../domain/failure.ts';
import { compact, toJson } from '../domain/json.ts';
import type { Memory } from '../domain/memory.ts';
import type { Change, Plan } from '../domain/plan.ts';
import type { Report } from '../domain/report.ts';
import type { State } from '../domain/state.ts';
import { contradictionChanges } from '../pipeline/conflict-changes.ts';
import { requireMemory } from '../pipeline/find-memories.ts';
import type { ResolveContext } from '../pipeline/gate-decision.ts';
import { changeItems, dryLine, shortId } from '../pipeline/memory-blocks.ts';
import { type EditedFields, planEdit } from '../pipeline/plan-pin.ts';
import { screenCandidate } from '../pipeline/screen-candidate.ts';
import { parseMemoryMarkdown, renderMemoryMarkdown } from '../sources/memory-markdown.ts';
import { parseMemory } from '../store/records.ts';
import { redact } from '../text/redact.ts';
import { type Command, type CommandInput, hasFlag, textOption } from './command.ts';
import { resolveContext } from './gate-context.ts';

/** The person's version of a memory: from a flag, a file, or their editor. */
function editedBy(input: CommandInput, memory: Memory): EditedFields {
  const text = textOption(input.options, 'text');
  if (text !== undefined) return { summary: text };
  const file = textOption(input.options, 'from');
  if (file !== undefined) return unwrap(parseMemoryMarkdown(fs.readFileSync(file, 'utf8'), file));
  return withTemporary(memory, (path) => {
    if (!input.host.edit(path)) {
      const { failure } = fail(
        'edit.editor',
        'no editor ran',
        'set $EDITOR, or use hebb edit <id> --text "…" or --from <file>',
      );
      throw new HebbError(failure);
    }
    return unwrap(parseMemoryMarkdown(fs.readFileSync(path, 'utf8'), path));
  });
}

function withTemporary<T>(memory: Memory, work: (path: string) => T): T {
  const folder = fs.mkdtempSync(join(tmpdir(), 'hebb-edit-'));
  const path = join(folder, `${shortId(memory.id)}.md`);
  try {
    fs.writeFileSync(path, renderMemoryMarkdown(memory), { mode: 0o600 });
    return work(path);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** What a person types may hold a key as well. */
function masked(fields: EditedFields): EditedFields {
  const clean = (text: string): string => redact(text).text;
  return {
    ...fields,
    ...(fields.summary === undefined ? {} : { summary: clean(fields.summary) }),
    ...(fields.observations === undefined ? {} : { observations: fields.observations.map(clean) }),
  };
}

/** What the edited memory now contradicts: both stay, linked, and wait for a look. */
function conflictsOf(state: State, plan: Plan, context: ResolveContext): Change[] {
  const after = plan.changes.find(({ target }) => target.startsWith('memories/'))?.after;
  const memory = parseMemory(after);
  return memory.ok ? contradictionChanges(state, memory.value, context) : [];
}

/** `hebb edit <id>`: one memory as Markdown with front matter. */
export const run: Command = async (input): Promise<Report> => {
  const store = await input.door.write();
  const memory = unwrap(requireMemory(store.state(), input.args[0] ?? ''));
  const fields = masked(editedBy(input, memory));
  const answer = screenCandidate({ ...memory, ...compact(fields) });
  if (answer.verdict === 'blocked') {
    throw fail(
      'gate.blocked',
      `the screen blocks this text: ${answer.reason}`,
      `if it is right: hebb gate resolve ${shortId(memory.id)} edit --text "…"`,
    );
  }
  let plan: Plan = { command: 'edit', changes: [] };
  store.commit({
    command: 'edit',
    plan: (state) => {
      const edited = planEdit(unwrap(requireMemory(state, memory.id)), fields, input.host.now());
      plan = {
        ...edited,
        changes: [...edited.changes, ...conflictsOf(state, edited, resolveContext(store, input.host.now()))],
      };
      return plan;
    },
  });
  const dry = hasFlag(input.options, 'dryRun');
  return {
    exit: 0,
    human: [
      ...(dry ? [dryLine] : []),
      ...(plan.changes.length === 0
        ? [{ kind: 'line', text: 'Nothing was changed.' } as const]
        : changeItems(plan.changes)),
    ],
    data: { changes: toJson(plan.changes), dryRun: dry },
  };
};
