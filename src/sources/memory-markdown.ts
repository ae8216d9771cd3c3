import type { Severity } from '../domain/candidate.ts';
import { failed, type Result, success } from '../domain/failure.ts';
import { booleanAt, type Dict, stringAt, stringsAt } from '../domain/json.ts';
import type { Memory } from '../domain/memory.ts';
import { parseFrontMatter, renderFrontMatter } from './front-matter.ts';

/** What a person may change of a memory in a text editor. */
export type EditableFields = Pick<
  Memory,
  'name' | 'summary' | 'observations' | 'appliesTo' | 'severity' | 'pinned' | 'critical'
> & { readonly taskPattern?: string | undefined };

const severities: readonly Severity[] = ['critical', 'high', 'medium', 'low'];

const severityIn = (data: Dict): Severity | undefined => severities.find((known) => known === data.severity);

/** A memory as Markdown: what it is in the front matter, the summary as the first paragraph, observations as a list. */
export function renderMemoryMarkdown(memory: Memory): string {
  const { name, severity, appliesTo, pinned, critical, taskPattern } = memory;
  const data = {
    name,
    severity,
    appliesTo,
    pinned,
    critical,
    ...(taskPattern === undefined ? {} : { taskPattern }),
  };
  const observations = memory.observations.map((text) => `- ${text}`).join('\n');
  return renderFrontMatter({
    data,
    content: `\n${memory.summary}\n${observations === '' ? '' : `\n${observations}\n`}`,
  });
}

const isItem = (line: string): boolean => /^[-*] /.test(line);

/** Reads it back. Fails with the file's name when the front matter is damaged or nothing is said. */
export function parseMemoryMarkdown(text: string, file: string): Result<EditableFields> {
  const parsed = parseFrontMatter(text, file);
  if (!parsed.ok) return parsed;
  const { data, content } = parsed.value;
  const lines = content.split('\n').map((line) => line.trim());
  const summary = lines.filter((line) => line !== '' && !isItem(line)).join(' ');
  const name = stringAt(data, 'name');
  const severity = severityIn(data);
  if (summary === '')
    return failed(
      'edit.empty',
      `${file}: no text below the front matter`,
      'write one sentence, or use hebb forget',
    );
  if (!name || !severity)
    return failed(
      'edit.front-matter',
      `${file}: name and severity (${severities.join(', ')}) are needed`,
      'keep both lines',
    );
  return success({
    name,
    severity,
    summary,
    observations: lines.filter(isItem).map((line) => line.slice(2)),
    appliesTo: stringsAt(data, 'appliesTo'),
    pinned: booleanAt(data, 'pinned') ?? false,
    critical: booleanAt(data, 'critical') ?? false,
    taskPattern: stringAt(data, 'taskPattern'),
  });
}
