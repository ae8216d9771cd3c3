import { userKey } from '../../src/sources/project.ts';
import { createFiles, diskOps } from '../../src/store/files.ts';
import { readHomeState } from '../../src/store/home-state.ts';
import { pathsOf } from '../../src/store/paths.ts';
import type { Desk } from './program.ts';

/** Files of a profile, a live skill, a proposed one, one of another person and one of another project, as this desk's home would hold them. */
export async function homeFactsOf(desk: Desk): Promise<Record<string, unknown>> {
  const state = readHomeState({ files: createFiles(diskOps, 'test'), paths: pathsOf(desk.home) });
  const [project = ''] = Object.keys(state?.projects ?? {});
  const at = '2026-10-01T00:00:00.000Z';
  const skill = (id: string, status: string, other: object = {}) => ({
    v: 1,
    id,
    rev: 1,
    description: 'Ships a release from the stable branch',
    source: 'learned',
    status,
    role: 'user',
    project,
    patterns: ['ship a release'],
    version: 1,
    versions: [
      {
        version: 1,
        action: 'create',
        rationale: '',
        sources: ['m-1'],
        informedBy: [],
        citations: {},
        fingerprint: 'f',
        outcome: 'live',
        decidedBy: 'auto',
        at,
      },
    ],
    discoveredAt: at,
    updatedAt: at,
    ...other,
  });
  const user = userKey('tester');
  return {
    'skills/ship-it/skill.json': skill('ship-it', 'active'),
    'skills/waiting-one/skill.json': skill('waiting-one', 'candidate'),
    'skills/of-bob/skill.json': skill('of-bob', 'active', { user: 'bob' }),
    'skills/elsewhere/skill.json': skill('elsewhere', 'active', { project: 'another' }),
    'profiles/p1/profile.json': { v: 1, id: 'p1', rev: 1, user, version: 1, versions: [], updatedAt: at },
    'profiles/p1/profile.md': '- Likes diffs\n',
  };
}
