import type { InjectPolicy } from '../domain/policy.ts';

/** Environment variables that switch a part off, and the part. */
const switches = {
  HEBB_INJECT_BASE: 'base',
  HEBB_INJECT_PROFILE: 'profile',
  HEBB_INJECT_CORE: 'core',
  HEBB_INJECT_CATALOGUE: 'catalogue',
  HEBB_INJECT_NOTICES: 'notices',
  HEBB_INJECT_SUGGESTIONS: 'suggestions',
  HEBB_INJECT_MEMORIES: 'memories',
} as const satisfies Readonly<Record<string, keyof InjectPolicy>>;

/** The policy with what the environment switches off; it never switches on. */
export function withSwitches(
  policy: InjectPolicy,
  vars: Readonly<Record<string, string | undefined>>,
): InjectPolicy {
  const off = Object.entries(switches).filter(([name]) => vars[name] === '0');
  return { ...policy, ...Object.fromEntries(off.map(([, part]) => [part, false])) };
}
