import * as fs from 'node:fs';
import { join, resolve } from 'node:path';
import { createDoor } from '../../src/cli/door.ts';
import type { Command, Options } from '../../src/commands/command.ts';
import { run as exportRun } from '../../src/commands/export.ts';
import { run as importRun } from '../../src/commands/import.ts';
import { HebbError } from '../../src/domain/failure.ts';
import { makeFolder } from './home.ts';
import { type Desk, testHost } from './program.ts';

/** MCP memory files of our own. */
export const fixture = (name: string): string =>
  join(resolve(import.meta.dirname, '../../fixtures/mcp-memory'), name);

/** Options of a command; `dry` is `--dry-run`. */
type Given = Options & { readonly dry?: boolean; readonly args?: readonly string[] };

/** Runs a command as the program does: opens the home once and publishes at the end. */
export async function runCommand(run: Command, desk: Desk, { dry = false, args = [], ...options }: Given) {
  const host = testHost(desk);
  const door = createDoor(host, { dry });
  try {
    const report = await run({
      args,
      options: { ...options, ...(dry ? { dryRun: true } : {}) },
      host,
      door,
      versions: { hebb: '0.0.0-test', node: '20' },
      run: () => Promise.reject(new Error('no other command is run')),
    });
    return { exit: report.exit, data: report.data, said: JSON.stringify(report.human) };
  } catch (error) {
    if (!(error instanceof HebbError)) throw error;
    return { exit: error.exit, data: {}, said: `${error.failure.message} — ${error.failure.hint}` };
  } finally {
    door.opened()?.publish();
  }
}

/** `hebb import --from-mcp`. */
export const importFile = (desk: Desk, file: string, options: Given = {}) =>
  runCommand(importRun, desk, { ...options, fromMcp: file });

/** `hebb export --mcp`. */
export const exportFile = (desk: Desk, file: string, options: Given = {}) =>
  runCommand(exportRun, desk, { ...options, mcp: file });

/** What an export to a new file writes. */
export async function exported(desk: Desk, options: Given = {}): Promise<string> {
  const path = join(makeFolder(), 'out.jsonl');
  const { exit, said } = await exportFile(desk, path, options);
  if (exit !== 0) throw new Error(said);
  return fs.readFileSync(path, 'utf8');
}

/** Rows of a file of the official server, without the keys that it drops. */
export function rowsOf(content: string): Record<string, unknown>[] {
  const lines = content.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const { createdAt: _at, version: _version, ...row } = JSON.parse(line);
    return row;
  });
}

/** A file made of rows, as the official server writes it. */
export function fileOf(rows: readonly unknown[]): string {
  const path = join(makeFolder(), 'memory.jsonl');
  fs.writeFileSync(path, rows.map((row) => JSON.stringify(row)).join('\n'));
  return path;
}
