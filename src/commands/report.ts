import { join, resolve } from 'node:path';
import type { Report } from '../domain/report.ts';
import { dryLine } from '../pipeline/memory-blocks.ts';
import { renderPage } from '../pipeline/render-page.ts';
import { lastReport } from '../store/reports.ts';
import { type Command, type CommandInput, hasFlag } from './command.ts';
import { openFacts } from './dashboard-facts.ts';

/** `hebb report [--last]`: the last report as it lies in `reports/`. */
async function showLast(input: CommandInput): Promise<Report> {
  const store = await input.door.read();
  const report = lastReport(store);
  if (!report) {
    const text = 'No consolidation has changed anything yet. hebb auto-consolidate runs the loop.';
    return { exit: 0, human: [{ kind: 'line', text }], data: { path: null, report: null } };
  }
  return {
    exit: 0,
    human: [
      { kind: 'raw', text: report.markdown },
      { kind: 'line', text: report.path, tone: 'dim' },
    ],
    data: { path: report.path, report: report.data },
  };
}

/** The home without the name of the person whose it is. */
const shownHome = (home: string, userHome: string): string =>
  home.startsWith(`${userHome}/`) ? `~${home.slice(userHome.length)}` : home;

/** `hebb report --html [file]`: the whole memory as one page. Written for this person alone, since it holds all of it. */
async function writePage(input: CommandInput): Promise<Report> {
  const { host, options, versions } = input;
  host.progress('reading the memory');
  const { more, ...facts } = await (await openFacts(input)).readAll();
  if (!more) throw new Error('the home was read in part');
  const page = renderPage({
    ...facts,
    ...more,
    home: shownHome(facts.home, host.userHome),
    version: versions.hebb,
    proofs: new Map(),
  });
  const { files, paths } = input.door.bare();
  const named = typeof options.html === 'string' ? resolve(host.cwd, options.html) : undefined;
  if (named === undefined) files.ensureFolder(paths.reports);
  const path = named ?? join(paths.reports, 'hebb.html');
  files.replace(path, page);
  const dry = hasFlag(options, 'dryRun');
  return {
    exit: 0,
    human: [...(dry ? [dryLine] : []), { kind: 'line', text: path }],
    data: { path, bytes: Buffer.byteLength(page), dryRun: dry },
  };
}

/** `hebb report`. */
export const run: Command = (input) =>
  input.options.html === undefined ? showLast(input) : writePage(input);
