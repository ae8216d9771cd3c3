import { join } from 'node:path';
import { fail } from '../domain/failure.ts';
import type { Report } from '../domain/report.ts';
import { claudeSlug } from '../sources/agent-memory.ts';
import { type CommandInput, hasFlag } from './command.ts';
import { blockReport } from './export-agents-md.ts';
import { type BlockDesk, type BlockPlace, dropBlock, keepBlock, memoryFolderOf } from './export-blocks.ts';
import { finderOf, findHere } from './here.ts';

/** `hebb export --claude-memory [--remove]`: `hebb.md` in Claude Code's own memory of this project, and a line of its index. */
export async function exportClaudeMemory(input: CommandInput): Promise<Report> {
  const { host, options } = input;
  const dry = hasFlag(options, 'dryRun');
  const desk: BlockDesk = { store: await input.door.write(), host, dry };
  const { root } = await findHere(input, finderOf(input, desk.store));
  if (root === '')
    throw fail('export.nowhere', 'there is no project here', 'cd to the project, or name it with --project');
  const config = host.vars.CLAUDE_CONFIG_DIR || join(host.userHome, '.claude');
  const slug = host.vars.CLAUDE_CODE_PROJECT_DIR_NAME || claudeSlug(root);
  const path = memoryFolderOf(config, slug);
  if (path === undefined)
    throw fail(
      'export.nowhere',
      `${root}: Claude Code has no memory of it yet`,
      'start Claude Code there once, then try again',
    );
  const place: BlockPlace = { path, kind: 'claude-memory', folder: root };
  const isOut = hasFlag(options, 'remove');
  return blockReport(isOut ? dropBlock(desk, place) : await keepBlock(desk, place), {
    name: path,
    isOut,
    dry,
  });
}
