import { compact, type Dict, dictsAt, stringAt } from '../../domain/json.ts';
import { toolName } from '../tool-names.ts';

/** A tool use in the words that hebb knows: files under `file_path`, what is written under `content`. All else stays as Cursor calls it. */
export function toolCallOf(called: string, told: Dict): { readonly tool: string; readonly input: Dict } {
  const tool = toolName(called);
  if (tool !== 'Write' && tool !== 'Edit' && tool !== 'Read') return { tool, input: told };
  const { path, target_file, contents, edits, ...rest } = told;
  const file_path = stringAt(told, 'file_path') ?? stringAt(told, 'path') ?? stringAt(told, 'target_file');
  const content = stringAt(told, 'content') ?? stringAt(told, 'contents');
  const parts = edits === undefined ? undefined : dictsAt(told, 'edits');
  return { tool, input: compact({ ...rest, file_path, content, edits: parts }) };
}
