import type { Report } from '../domain/report.ts';
import { lastReport } from '../store/reports.ts';
import type { Command } from './command.ts';

/** `hebb report [--last]`: the last report as it lies in `reports/`. */
export const run: Command = async (input): Promise<Report> => {
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
};
