import type { Block, Report } from '../domain/report.ts';
import { dryLine } from '../pipeline/memory-blocks.ts';
import type { ExportManifest } from '../store/export-manifest.ts';
import type { FileOutcome } from '../store/merge-files.ts';
import { sizeText } from './size-text.ts';

/** What an import did. */
export interface Outcome {
  /** Whether the home was empty, so that it is now as the exported one. */
  readonly restored: boolean;
  readonly files: Readonly<Record<FileOutcome, readonly string[]>>;
  /** Changed records by collection. */
  readonly changes: Readonly<Record<string, number>>;
  /** What undo calls them by; absent when no record changed. */
  readonly group?: string;
  /** Operations of this machine's own journal that stay out. */
  readonly left: number;
}

const totalOf = (changes: Outcome['changes']): number =>
  Object.values(changes).reduce((sum, count) => sum + count, 0);

function blocksOf(name: string, { files }: ExportManifest, outcome: Outcome): Block[] {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const { restored, changes, left } = outcome;
  const total = totalOf(changes);
  const fresh = outcome.files.new.length + outcome.files.united.length;
  const news = `${total} records changed, ${fresh} files of facts and reports are new or longer`;
  const text = restored
    ? `${name}: ${files.length} files, ${sizeText(bytes)}; the home is as it was when it was exported.`
    : total + fresh === 0
      ? `${name} holds nothing that is not known here.`
      : `${name}: ${news}.`;
  const counts = Object.entries(changes).map(([collection, count]) => `${count} ${collection}`);
  return [
    { kind: 'line', text, tone: 'good' },
    ...(counts.length > 0 ? [{ kind: 'line', text: `Records: ${counts.join(', ')}.` } as const] : []),
    ...outcome.files.kept.map(
      (file): Block => ({
        kind: 'line',
        text: `${file}: that of this home stays; the other differs`,
        tone: 'warn',
      }),
    ),
    ...(left > 0
      ? [
          {
            kind: 'line',
            text: `${left} operations of this machine's journal stay out; what they changed is merged.`,
            tone: 'warn',
          } as const,
        ]
      : []),
    ...(total > 0
      ? [
          {
            kind: 'line',
            text: `hebb undo ${outcome.group ?? ''} takes the records back.`,
            tone: 'dim',
          } as const,
        ]
      : []),
  ];
}

/** What an import tells. */
export function reportOf(
  name: string,
  manifest: ExportManifest,
  { outcome, dry }: { readonly outcome: Outcome; readonly dry: boolean },
): Report {
  const { restored, files, changes, left } = outcome;
  return {
    exit: 0,
    human: [...(dry ? [dryLine] : []), ...blocksOf(name, manifest, outcome)],
    data: {
      folder: name,
      exportedAt: manifest.at,
      restored,
      files: {
        new: files.new.length,
        united: files.united.length,
        same: files.same.length,
        kept: [...files.kept],
      },
      changes: { ...changes },
      group: totalOf(changes) > 0 ? (outcome.group ?? null) : null,
      left,
      dryRun: dry,
    },
  };
}
