import type { Host } from '../domain/host.ts';
import type { WorkflowPolicy } from '../domain/policy.ts';

/**
 * Whether runs are classed, promoted and evaluated: `HEBB_WORKFLOWS=0|1` before `workflows.enabled`. They are written in any case, so that
 * nothing is missing when it is switched on again.
 */
export function workflowsEnabled(
  { vars }: Pick<Host, 'vars'>,
  { enabled }: Pick<WorkflowPolicy, 'enabled'>,
): boolean {
  const said = vars.HEBB_WORKFLOWS;
  return said === '0' || said === '1' ? said === '1' : enabled;
}
