import { describe, expect, it } from 'vitest';
import type { Step } from '../../src/domain/run.ts';
import { classOf, classUnits, hashOfUnits } from '../../src/pipeline/class-units.ts';

const step = (tool: string, more: Partial<Step> = {}): Step => ({
  ...{ toolUseId: tool, tool, argKeys: [], shape: tool, ok: true, at: '', row: 1, files: [] },
  ...more,
});
const edit = (file: string, tool = 'Edit'): Step => step(tool, { files: [file] });
const shell = (command: string, more: Partial<Step> = {}): Step => step('Bash', { command, ...more });
const hash = (...steps: readonly Step[]): string | undefined => classOf({ steps })?.hash;

const fix = [shell('npm test'), edit('src/cart.ts'), shell('npm test'), shell('git commit -m "x"')];

describe('classUnits', () => {
  it.each([
    ['src/cart.ts', 'edit typescript'],
    ['web/Cart.tsx', 'edit typescript'],
    ['test/cart.test.ts', 'edit typescript test'],
    ['tests/test_cart.py', 'edit python test'],
    ['docs/cart.md', 'edit md'],
    ['CHANGELOG.md', 'edit CHANGELOG.md'],
    ['web/package.json', 'edit package.json'],
    ['config/app.yaml', 'edit yaml'],
    ['Dockerfile', 'edit Dockerfile'],
    ['bin/run', 'edit file'],
    ['a.weird.ENDING!', 'edit file'],
  ])('an edit of %s is `%s`', (file, unit) => expect(classUnits([edit(file)])).toEqual([unit]));

  it('is the same edit by whatever tool: of Claude Code, of Codex, of Gemini, of a shell that is given a patch', () => {
    const same = ['Edit', 'Write', 'apply_patch', 'replace', 'write_file'].map((tool) => edit('a.ts', tool));
    const patch = step('shell', { files: ['b.ts'], argKeys: ['command'] });
    for (const one of [...same, patch]) expect(classUnits([one])).toEqual(['edit typescript']);
  });

  it('takes a patch of several files as an edit of each kind', () => {
    expect(classUnits([step('apply_patch', { files: ['a.ts', 'b.ts', 'a.test.ts', 'README.md'] })])).toEqual([
      'edit typescript',
      'edit typescript test',
      'edit README.md',
    ]);
    expect(classUnits([step('Edit')])).toEqual(['edit file']);
  });

  it.each([
    ['mcp__github__create_issue', 'mcp github/create_issue'],
    ['github__create_issue', 'mcp github/create_issue'],
    ['mcp_github_create_issue', 'mcp github/create_issue'],
    ['mcp__plugin_x_tracker__close', 'mcp plugin_x_tracker/close'],
    ['WebFetch', 'WebFetch'],
    ['lookup_order', 'lookup_order'],
    ['Task', 'Task'],
  ])('%s is `%s`', (tool, unit) => expect(classUnits([step(tool)])).toEqual([unit]));

  it.each([
    ['Read', {}],
    ['Grep', {}],
    ['read_file', {}],
    ['TodoWrite', {}],
    ['update_plan', {}],
    ['Skill', {}],
    ['activate_skill', {}],
    ['mcp__hebb__memory_recall', {}],
    ['mcp__plugin_hebb_hebb__skill_fetch', {}],
    ['hebb__memory_learn', {}],
    ['mcp_hebb_memory_learn', {}],
    ['Bash', { command: 'hebb recall "x" && ls' }],
    ['str_replace_based_edit_tool', { command: 'view', files: ['a.ts'] }],
    ['Edit', { files: ['a.ts'], refused: true, ok: false as const }],
    ['Edit', { files: ['a.ts'], agentId: 'a1' }],
  ])('%s %o is no step of it', (tool, more) => expect(classUnits([step(tool, more)])).toEqual([]));

  it('takes hebb out of a line, and leaves the rest', () => {
    expect(classUnits([shell('npx hebb skill fetch release && npm publish')])).toEqual(['run npm publish']);
  });
});

describe('classOf', () => {
  it('has none for a run in which nothing was done', () => {
    expect(classOf({ steps: [] })).toBeUndefined();
    expect(classOf({ steps: [step('Read'), shell('ls')] })).toBeUndefined();
  });

  it('hashes the units', () => {
    const units = ['run npm test', 'edit typescript', 'run npm test', 'run git commit -m'];
    expect(classOf({ steps: fix })).toEqual({ hash: hashOfUnits(units), kind: 'run', units });
    expect(hashOfUnits(units)).toMatch(/^[0-9a-f]{64}$/);
    expect(hashOfUnits(['a b'])).not.toBe(hashOfUnits(['a', 'b']));
  });

  it.each([
    ['other files', [shell('npm test'), edit('lib/tax.ts'), shell('npm test'), shell('git commit -m "y"')]],
    [
      'another repository',
      fix.map((one) => (one.command ? { ...one, command: `cd ~/b && ${one.command}` } : one)),
    ],
    ['rounds of editing and testing', [...fix.slice(0, 3), ...fix.slice(1, 3), ...fix.slice(1)]],
    ['repeats', fix.flatMap((one) => [one, one])],
    ['steps that failed', fix.map((one) => ({ ...one, ok: false as const }))],
    ['looking around', fix.flatMap((one) => [step('Read'), one, shell('git diff | head')])],
    ['a step that was refused', [...fix, shell('git push', { refused: true, ok: false })]],
    [
      'two steps in one line',
      [shell('npm test'), edit('a.ts'), shell('npm test && git add -A && git commit -m z')],
    ],
  ])('is the same with %s', (_, steps) => expect(hash(...steps)).toBe(hash(...fix)));

  it.each([
    ['another check', [shell('npm run lint'), ...fix.slice(1)]],
    ['another order', [...fix].reverse()],
    ['one step more', [...fix, shell('git push')]],
    ['another kind of file', [fix[0], edit('a.py'), ...fix.slice(2)].flatMap((one) => one ?? [])],
    ['another flag', [...fix.slice(0, 3), shell('git commit --amend -m "x"')]],
  ])('is another one with %s', (_, steps) => expect(hash(...steps)).not.toBe(hash(...fix)));
});
