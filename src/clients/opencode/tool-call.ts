import { type Dict, stringAt } from '../../domain/json.ts';
import { toolName } from '../tool-names.ts';

/** A tool use in the words that hebb knows; a patch has its text under `patch`. */
export function toolCallOf(tool: string, input: Dict): { readonly tool: string; readonly input: Dict } {
  const patch = stringAt(input, 'patchText');
  return patch === undefined ? { tool: toolName(tool), input } : { tool: 'apply_patch', input: { patch } };
}
