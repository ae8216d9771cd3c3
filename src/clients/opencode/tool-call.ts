import { type Dict, stringAt } from '../../domain/json.ts';

/** A tool use in the words that hebb knows: a patch is `apply_patch` with its text under `patch`; all else stays as opencode calls it. */
export function toolCallOf(tool: string, input: Dict): { readonly tool: string; readonly input: Dict } {
  const patch = stringAt(input, 'patchText');
  return patch === undefined ? { tool, input } : { tool: 'apply_patch', input: { patch } };
}
