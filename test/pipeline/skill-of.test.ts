import { describe, expect, it } from 'vitest';
import { skillOf } from '../../src/pipeline/skill-of.ts';

describe('skillOf', () => {
  it.each([
    ['Skill', { skill: 'release' }, 'release'],
    ['Skill', { command: 'release' }, 'release'],
    ['Skill', { command: '/release 1.2' }, 'release'],
    ['Skill', { skill: 'tools:release' }, 'tools:release'],
    ['activate_skill', { name: 'fix-hooks' }, 'fix-hooks'],
    ['skill', { name: 'fix-hooks' }, 'fix-hooks'],
    ['mcp__hebb__skill_fetch', { slug: 'fix-hooks' }, 'fix-hooks'],
    ['mcp__plugin_hebb_hebb__skill_fetch', { slug: 'fix-hooks' }, 'fix-hooks'],
    ['mcp_hebb_skill_fetch', { slug: 'fix-hooks' }, 'fix-hooks'],
    ['Bash', { command: 'hebb skill fetch fix-hooks' }, 'fix-hooks'],
    ['Bash', { command: 'cd x && npx hebb skill fetch --agent fix-hooks | head -50' }, 'fix-hooks'],
    ['shell', { command: ['bash', '-lc', 'cat .claude/skills/release/SKILL.md'] }, 'release'],
    ['exec_command', { cmd: "sed -n '1,80p' ~/.codex/skills/.system/release/SKILL.md" }, 'release'],
    ['Bash', { command: 'cat README.md; cat skills/a/SKILL.md skills/b/SKILL.md' }, 'a'],
    ['Read', { file_path: '/home/ada/.claude/skills/release/SKILL.md' }, 'release'],
    ['Read', { file_path: 'C:\\Users\\ada\\.codex\\skills\\release\\SKILL.md' }, 'release'],
    ['read_file', { absolute_path: '/w/.gemini/skills/release/SKILL.md' }, 'release'],
  ])('%s %o opens %s', (tool, input, slug) => expect(skillOf({ tool, input })).toBe(slug));

  it.each([
    ['Skill', {}],
    ['Skill', { skill: '' }],
    ['Skill', { skill: '../../etc' }],
    ['mcp__hebb__skill_search', { slug: 'release' }],
    ['mcp__other__skill_fetch', { slug: 'release' }],
    ['Bash', { command: 'hebb skill show release' }],
    ['Bash', { command: 'hebb skill fetch' }],
    ['Bash', { command: 'ls .claude/skills/release/SKILL.md' }],
    ['Bash', { command: 'echo hebb skill fetch release' }],
    ['Edit', { file_path: '/w/skills/release/SKILL.md' }],
    ['Write', { file_path: '/w/skills/release/SKILL.md' }],
    ['Read', { file_path: '/w/SKILL.md' }],
    ['Read', { file_path: '/w/skills/release/notes.md' }],
    ['Read', {}],
  ])('%s %o opens none', (tool, input) => expect(skillOf({ tool, input })).toBeUndefined());
});
