import type { Facts } from '../../commands/dashboard-facts.ts';
import { line } from '../line.ts';
import type { Listing } from '../listing.ts';

/** **5 Workflows**: what agents do again and again, and how near it is to becoming a skill. */
export function workflowsListing(_facts: Facts, _typed: string): Listing {
  return {
    ids: [],
    total: 0,
    title: 'classes of runs',
    row: () => line(),
    detail: () => [],
    actions: () => [],
    empty: ['No runs yet.', 'hebb analyze-sessions reads them from the sessions of your agents.'],
    data: () => [],
  };
}
