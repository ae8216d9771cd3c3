import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { commandTable } from '../../src/cli/table.ts';
import { claudeHooks } from '../../src/clients/claude-code/settings.ts';
import { commandsOnPath } from '../../src/clients/hook-command.ts';
import { ownerOfFile, signedFile } from '../../src/clients/own-file.ts';
import { clientSetups } from '../../src/clients/settings.ts';
import { slashCommands } from '../../src/clients/slash-commands.ts';
import { parseSkill } from '../../src/pipeline/parse-skill.ts';

const root = resolve(import.meta.dirname, '../..');
const names = ['consolidate', 'reflect', 'attention', 'learn', 'recall', 'skill'];
const program = `'/opt/it'\\''s "a" \\ folder'/node /opt/hebb.js`;

const filesOf = (client: string, call = program) =>
  clientSetups.find((setup) => setup.client === client)?.commands.files(slashCommands, call) ?? [];

/** Head and body of Markdown. */
function partsOf(text: string) {
  const [, head = '', ...body] = text.split(/^---\n/m);
  return { head: parseYaml(head), body: body.join('---\n') };
}

describe('slash commands', () => {
  it('are six, each with a description and a body that calls the program', () => {
    expect(slashCommands.map(({ name }) => name)).toEqual(names);
    for (const { name, description, body } of slashCommands) {
      expect(description).not.toBe('');
      expect(body).toContain(`\`hebb ${name} `);
    }
  });

  it('name only commands and options that there are', () => {
    const calls = slashCommands.flatMap(({ body }) =>
      [...body.matchAll(/`hebb ([a-z-]+)([^`]*)`/g)].map(([, name = '', rest = '']) => ({ name, rest })),
    );
    expect(calls.length).toBeGreaterThan(15);
    for (const { name, rest } of calls) {
      const entry = commandTable.find((one) => one.name === name);
      expect(entry, name).toBeDefined();
      const known = (entry?.options ?? []).map(([flags]) => flags.split(' ')[0]);
      for (const [flag] of rest.matchAll(/--[a-z-]+/g))
        expect([...known, '--json', '--dry-run'], `${name} ${flag}`).toContain(flag);
    }
  });

  it('are TOML for Gemini that says what the template says', () => {
    const files = filesOf('gemini');
    expect(files.map(({ name }) => name)).toEqual(names.map((name) => `${name}.toml`));
    for (const [index, { text }] of files.entries()) {
      const command = slashCommands[index];
      const prompt = command?.body
        .replaceAll('`hebb ', () => `\`${program} `)
        .replaceAll('$ARGUMENTS', '{{args}}');
      expect(parseToml(text)).toEqual({ description: command?.description, prompt });
    }
  });

  it.each(['claude-code', 'opencode'])('are Markdown with a head for %s', (client) => {
    for (const { text } of filesOf(client)) {
      const { head, body } = partsOf(text);
      expect(head.description).toMatch(/^[A-Z]/);
      expect(body).toContain(program);
      expect(body).toContain('$ARGUMENTS');
      expect(body).not.toContain('`hebb ');
    }
  });

  it('lie where Claude Code lists each: a file called skill.md would hide the others', () => {
    const files = filesOf('claude-code').map(({ name }) => name);
    expect(files).toEqual([
      ...names.slice(0, 5).map((name) => `commands/${name}.md`),
      'skills/skill/SKILL.md',
    ]);
  });

  it('need no asking in Claude Code where the call is plain, and each only for itself', () => {
    const allowed = (call: string): string[] =>
      filesOf('claude-code', call).map(({ text }) => partsOf(text).head['allowed-tools']);
    expect(allowed('/usr/bin/node /opt/hebb.js')[4]).toBe(
      'Bash(/usr/bin/node /opt/hebb.js recall:*), Bash(/usr/bin/node /opt/hebb.js feedback:*)',
    );
    expect(allowed(program)).toEqual(names.map(() => undefined));
  });

  it('hold no argument of Claude Code in a path', () => {
    expect(filesOf('claude-code', "'/a$1/node' x")[0]?.text).toContain("'/a\\$1/node' x consolidate");
  });

  it('are plain text for Cursor and one skill for Codex', () => {
    expect(
      filesOf('cursor')
        .map(({ text }) => text)
        .join(''),
    ).not.toMatch(/^---$|\$ARGUMENTS/m);
    const [skill, ...others] = filesOf('codex');
    expect(others).toEqual([]);
    const { document, problems } = parseSkill(skill?.text ?? '');
    expect(problems ?? []).toEqual([]);
    expect(document?.name).toBe('hebb');
    for (const name of names) expect(skill?.text).toContain(`\n## ${name}\n`);
  });
});

describe('a file of hebb’s own', () => {
  it.each([
    ['<!--', ' -->'],
    ['#', ''],
    ['//', ''],
  ] as const)('is known by its mark (%s)', (open, close) => {
    const comment = [open, close] as const;
    const text = signedFile('one\ntwo\n', comment, 'secret');
    expect(ownerOfFile(text, comment, 'secret')).toBe('own');
    expect(ownerOfFile(text, comment, 'another')).toBe('edited');
    expect(ownerOfFile(text.replace('one', 'ONE'), comment, 'secret')).toBe('edited');
    expect(ownerOfFile(`${text}more\n`, comment, 'secret')).toBe('edited');
    expect(ownerOfFile('one\ntwo\n', comment, 'secret')).toBe('foreign');
  });
});

describe('the plugin for Claude Code', () => {
  const folder = join(root, 'templates/claude-plugin');
  const json = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'));

  it('has the hooks that init installs, over the PATH', async () => {
    const hooks = Object.fromEntries(
      claudeHooks(commandsOnPath('claude-code')).map(({ event, matcher, handlers }) => [
        event,
        [{ ...(matcher === undefined ? {} : { matcher }), hooks: handlers }],
      ]),
    );
    const description = 'What happens goes into hebb’s spool; what it remembers comes back.';
    const text = `${JSON.stringify({ description, hooks }, null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(join(folder, 'hooks/hooks.json'));
  });

  it('has the version of the package and serves its memory', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(json('.claude-plugin/plugin.json')).toMatchObject({ name: 'hebb', version });
    expect(json('.mcp.json')).toEqual({ mcpServers: { hebb: { command: 'hebb', args: ['mcp'] } } });
  });
});
