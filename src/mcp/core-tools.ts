import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { pageOf, pieceOf } from '../commands/agent-answer.ts';
import type { CommandInput } from '../commands/command.ts';
import type { LiveStore } from '../commands/live-store.ts';
import type { SkillDesk } from '../commands/skill-desk.ts';
import { type Calls, wordsResult } from './calls.ts';
import { learnOptions, learnWords } from './learn-answer.ts';
import { recallWords } from './recall-answer.ts';
import { decidedWords, queueWords } from './review-answer.ts';
import { toolText } from './tool-texts.ts';

/** What the tools of the core are registered with. */
export interface CoreToolsInput {
  readonly server: McpServer;
  readonly calls: Calls;
  readonly live: LiveStore;
  /** Loaded when it is first asked. */
  skills(): Promise<SkillDesk>;
  /** Runs a command of hebb in this process. */
  readonly run: CommandInput['run'];
  /** Names the project where it is another than that of the working folder. */
  readonly here: { readonly project?: string };
}

const reading = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const adding = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const deciding = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false };

const about = (name: string) => {
  const { title, description } = toolText(name);
  return { title, description };
};

const textArgument = (tool: string, name: string) => z.string().describe(toolText(tool).argument(name));

const countArgument = (tool: string, name: string, least: number) =>
  z.int().min(least).max(1_000_000).describe(toolText(tool).argument(name)).optional();

function memoryRecall({ server, calls, live, run, here }: CoreToolsInput): void {
  const inputSchema = z.object({
    query: textArgument('memory_recall', 'query'),
    limit: countArgument('memory_recall', 'limit', 1),
    offset: countArgument('memory_recall', 'offset', 0),
  });
  const tool = { ...about('memory_recall'), annotations: reading, inputSchema };
  server.registerTool('memory_recall', tool, ({ query, limit = 10, offset = 0 }) =>
    calls.answer(async () => {
      live.freshen();
      const { data } = await run('recall', { ...here, json: true, limit: String(offset + limit) }, [query]);
      return wordsResult(recallWords(data, { offset, limit }));
    }),
  );
}

function memoryLearn({ server, calls, live, run, here }: CoreToolsInput): void {
  const optional = (name: string) => textArgument('memory_learn', name).optional();
  const inputSchema = z.object({
    text: textArgument('memory_learn', 'text'),
    taskPattern: optional('taskPattern'),
    scope: z
      .enum(['project', 'user', 'global'])
      .describe(toolText('memory_learn').argument('scope'))
      .optional(),
    type: optional('type'),
    severity: z
      .enum(['critical', 'high', 'medium', 'low'])
      .describe(toolText('memory_learn').argument('severity'))
      .optional(),
    source: optional('source'),
    appliesTo: z.array(z.string()).describe(toolText('memory_learn').argument('appliesTo')).optional(),
    project: optional('project'),
  });
  const tool = { ...about('memory_learn'), annotations: adding, inputSchema };
  server.registerTool('memory_learn', tool, ({ text, ...options }) =>
    calls.answer(async () => {
      await live.toWrite();
      const { data } = await run('learn', { ...here, ...learnOptions(options) }, [text]);
      live.wrote(text.length);
      return wordsResult(learnWords(data));
    }),
  );
}

function skillSearch({ server, calls, skills }: CoreToolsInput): void {
  const inputSchema = z.object({
    task: textArgument('skill_search', 'task'),
    limit: countArgument('skill_search', 'limit', 1),
  });
  const tool = { ...about('skill_search'), annotations: reading, inputSchema };
  server.registerTool('skill_search', tool, ({ task, limit = 5 }) =>
    calls.answer(async () => {
      const { found, active } = await (await skills()).search(task);
      const entries = found.slice(0, limit).map(({ id, description }) => `${id} ${description}`);
      const fit = active === 0 ? 'There are no active skills here yet.' : 'No active skill fits.';
      const head = entries.length === 0 ? fit : `${entries.length} of ${active} active skills:`;
      return wordsResult(pageOf({ head, entries, offset: 0, total: entries.length }));
    }),
  );
}

function skillFetch({ server, calls, skills }: CoreToolsInput): void {
  const inputSchema = z.object({
    slug: textArgument('skill_fetch', 'slug'),
    offset: countArgument('skill_fetch', 'offset', 0),
  });
  const tool = { ...about('skill_fetch'), annotations: reading, inputSchema };
  server.registerTool('skill_fetch', tool, ({ slug, offset = 0 }) =>
    calls.answer(async () => {
      const text = await (await skills()).fetch(slug);
      return wordsResult(pieceOf({ head: `The skill ${slug}:`, text, offset }));
    }),
  );
}

const decisionArgument = (tool: string) => ({
  id: textArgument(tool, 'id'),
  decision: z
    .enum(['approve', 'reject', 'edit', 'keep-new', 'keep-existing', 'keep-both', 'merge'])
    .describe(toolText(tool).argument('decision')),
  text: textArgument(tool, 'text').optional(),
});

async function showQueue({ live, run }: CoreToolsInput, offset: number) {
  await live.toRead();
  const { data } = await run('gate', {}, ['audit']);
  return wordsResult(queueWords(data, offset));
}

/** One decision of an agent: the gate records who decided, and holds it to what an agent may. */
async function decide(
  { live, run }: CoreToolsInput,
  {
    id,
    decision,
    text,
  }: { readonly id: string; readonly decision: string; readonly text?: string | undefined },
) {
  await live.toWrite();
  const options = { agent: true, ...(text === undefined ? {} : { text }) };
  const { data } = await run('gate', options, ['resolve', id, decision]);
  live.wrote(id.length + (text ?? '').length);
  return wordsResult(decidedWords(data, decision));
}

function review(to: CoreToolsInput): void {
  const { id, decision, text } = decisionArgument('review');
  const inputSchema = z.object({
    id: id.optional(),
    decision: decision.optional(),
    text,
    offset: countArgument('review', 'offset', 0),
  });
  const tool = { ...about('review'), annotations: deciding, inputSchema };
  to.server.registerTool('review', tool, (given) =>
    to.calls.answer(async () => {
      if (given.id === undefined && given.decision === undefined) return showQueue(to, given.offset ?? 0);
      return decide(to, { id: given.id ?? '', decision: given.decision ?? '', text: given.text });
    }),
  );
}

/** The four tools of memory and skills, and the one for what waits. */
export function registerCoreTools(to: CoreToolsInput): void {
  for (const register of [memoryRecall, memoryLearn, skillSearch, skillFetch, review]) register(to);
}

/** The two halves of `review` under names of their own. */
export function registerGateTools(to: CoreToolsInput): void {
  const offset = countArgument('project_gate_audit', 'offset', 0);
  const audit = { ...about('project_gate_audit'), annotations: reading, inputSchema: z.object({ offset }) };
  to.server.registerTool('project_gate_audit', audit, (given) =>
    to.calls.answer(() => showQueue(to, given.offset ?? 0)),
  );
  const inputSchema = z.object(decisionArgument('project_resolve_learning'));
  const resolve = { ...about('project_resolve_learning'), annotations: deciding, inputSchema };
  to.server.registerTool('project_resolve_learning', resolve, (given) =>
    to.calls.answer(() => decide(to, given)),
  );
}
