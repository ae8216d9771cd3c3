import { join } from 'node:path';
import type { ClientName } from '../domain/event.ts';
import type { ClientEnv } from './client.ts';

/** Where a client looks for skills. Each is a folder of folders with a SKILL.md. */
export interface SkillFolders {
  readonly client: ClientName;
  /** The user's own, for every project. */
  user(env: ClientEnv): string;
  /** Below the root of a project. */
  readonly project: string;
}

/** The folder that all but Claude Code read: one copy serves them all. */
const shared = ({ home }: ClientEnv): string => join(home, '.agents/skills');

/** Every client that hebb can export to. Claude Code reads only its own folder; the others share one. */
export const skillFolders: readonly SkillFolders[] = [
  {
    client: 'claude-code',
    user: ({ home, vars }) => join(vars.CLAUDE_CONFIG_DIR || join(home, '.claude'), 'skills'),
    project: '.claude/skills',
  },
  { client: 'codex', user: shared, project: '.agents/skills' },
  { client: 'gemini', user: shared, project: '.agents/skills' },
  { client: 'cursor', user: shared, project: '.agents/skills' },
  { client: 'opencode', user: shared, project: '.agents/skills' },
];

/** Where the client of this name looks; undefined for one that hebb does not know. */
export const skillFoldersOf = (client: string): SkillFolders | undefined =>
  skillFolders.find((folders) => folders.client === client);
