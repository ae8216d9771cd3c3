import type { State } from '../domain/state.ts';
import { currentVersion } from './skill-sources.ts';

/** Memories that a skill in use or on trial, or a profile, was made from or warns with: what stands on them is not taken away by policy. */
export function citedMemories({ skills, profiles }: Pick<State, 'skills' | 'profiles'>): ReadonlySet<string> {
  const held = [...skills.values()]
    .filter(({ status }) => status === 'active' || status === 'shadow')
    .flatMap((skill) => currentVersion(skill) ?? [])
    .flatMap(({ sources, informedBy }) => [...sources, ...informedBy]);
  const folded = [...profiles.values()]
    .flatMap(({ version, versions }) => versions.filter((one) => one.version === version))
    .flatMap(({ entries }) => entries.flatMap(({ facts }) => facts.map(({ id }) => id)));
  return new Set([...held, ...folded]);
}
