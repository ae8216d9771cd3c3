import { join } from 'node:path';
import type { Json } from '../domain/json.ts';
import { dayOf } from '../domain/time.ts';
import type { Files } from './files.ts';
import type { Paths } from './paths.ts';

type Home = { readonly files: Files; readonly paths: Paths };

/** A report as it is kept: Markdown for people, JSON for programs, under one name. */
export interface KeptReport {
  /** Path of the Markdown file. */
  readonly path: string;
  readonly markdown: string;
  readonly data: Json;
}

const logLines = 3000;

/** What is to be kept. A reflection is called so, beside the consolidations of the day. */
export interface NewReport {
  readonly at: string;
  readonly kind?: 'reflection';
  readonly markdown: string;
  readonly data: Json;
}

/** Writes `reports/<date>.md` and `.json`, or `<date>-reflection`; a second report of a kind and day gets a number. */
export function keepReport(home: Home, report: NewReport): string {
  home.files.ensureFolder(home.paths.reports);
  const base = report.kind === undefined ? dayOf(report.at) : `${dayOf(report.at)}-${report.kind}`;
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}-${number}`;
    const path = join(home.paths.reports, `${name}.md`);
    if (!home.files.create(path, report.markdown)) continue;
    home.files.replace(join(home.paths.reports, `${name}.json`), `${JSON.stringify(report.data, null, 2)}\n`);
    return path;
  }
}

const consolidationName = /^(\d{4}-\d{2}-\d{2})(?:-(\d+))?\.md$/;

/** Day and number of a report's name, for sorting. */
function orderOf(name: string): string {
  const [, day = '', number = '1'] = consolidationName.exec(name) ?? [];
  return `${day} ${number.padStart(6, '0')}`;
}

/** The newest report of a consolidation; undefined where there is none. */
export function lastReport(home: Home): KeptReport | undefined {
  const names = home.files.names(home.paths.reports).filter((name) => consolidationName.test(name));
  const name = names.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1)).at(-1);
  if (name === undefined) return undefined;
  const path = join(home.paths.reports, name);
  const json = home.files.read(path.replace(/\.md$/, '.json'));
  return { path, markdown: home.files.read(path) ?? '', data: json === undefined ? null : JSON.parse(json) };
}

/** One line in `consolidation.log`, which keeps its last 3,000: ids, codes and counts, never texts. */
export function addLogLine(home: Home, line: string): void {
  const lines = (home.files.read(home.paths.log) ?? '').split('\n').filter(Boolean);
  if (lines.length < logLines) home.files.append(home.paths.log, `${line}\n`);
  else home.files.replace(home.paths.log, `${[...lines.slice(1 - logLines), line].join('\n')}\n`);
}
