import { dirname, resolve } from 'node:path';
import { fail, HebbError } from '../domain/failure.ts';
import type { Block, Report } from '../domain/report.ts';
import { dryLine } from '../pipeline/memory-blocks.ts';
import { type CommandInput, hasFlag } from './command.ts';
import { type BlockDesk, type BlockDone, type BlockPlace, dropBlock, keepBlock } from './export-blocks.ts';
import { realPathOf, refuseHome } from './export-target.ts';

/** Files that agents read as instructions. */
const isInstructions = (name: string): boolean =>
  /\.(?:md|mdc|markdown)$|(?:^|[\\/])\.(?:cursorrules|windsurfrules|clinerules)$/i.test(name);

/** `hebb export --agents-md <file> [--remove]`: a marked block in a file that agents read; nothing outside the marks changes. */
export async function exportAgentsMd(input: CommandInput, name: string): Promise<Report> {
  const { host, options } = input;
  const path = realPathOf(resolve(host.cwd, name));
  refuseHome(path, { name, home: input.door.bare().paths.home });
  if (!isInstructions(name)) {
    const { failure } = fail(
      'usage.value',
      `${name}: no file of instructions`,
      'name an AGENTS.md or CLAUDE.md',
    );
    throw new HebbError(failure, 2);
  }
  const dry = hasFlag(options, 'dryRun');
  const desk: BlockDesk = { store: await input.door.write(), host, dry };
  const place: BlockPlace = { path, kind: 'agents-md', folder: dirname(path) };
  const isOut = hasFlag(options, 'remove');
  return blockReport(isOut ? dropBlock(desk, place) : await keepBlock(desk, place), { name, isOut, dry });
}

/** How a report about one place is worded. */
export interface BlockTelling {
  readonly name: string;
  readonly isOut: boolean;
  readonly dry: boolean;
}

/** What became of the block of one place. */
export function blockReport({ changed }: BlockDone, { name, isOut, dry }: BlockTelling): Report {
  const isNew = changed.length > 0;
  const text = isOut
    ? isNew
      ? `${name}: hebb's block is out.`
      : `${name} has no block of hebb.`
    : isNew
      ? `${name}: hebb's block is up to date; consolidation keeps it so.`
      : `${name}: hebb's block is as it should be.`;
  const line: Block = { kind: 'line', text, tone: 'good' };
  return {
    exit: 0,
    human: [...(dry ? [dryLine] : []), line],
    data: { file: name, changed: [...changed], removed: isOut && isNew, dryRun: dry },
  };
}
