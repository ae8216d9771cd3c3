import attention from '../../templates/claude-plugin/commands/attention.md';
import consolidate from '../../templates/claude-plugin/commands/consolidate.md';
import learn from '../../templates/claude-plugin/commands/learn.md';
import recall from '../../templates/claude-plugin/commands/recall.md';
import reflect from '../../templates/claude-plugin/commands/reflect.md';
import skill from '../../templates/claude-plugin/skills/skill/SKILL.md';

/** A slash command as Claude Code reads it: the plugin's own files are what those of other clients are made from. */
export interface CommandText {
  readonly name: string;
  readonly description: string;
  readonly hint: string;
  /** Calls of hebb that need no asking. */
  readonly allowed: string;
  /** What the agent is told; `hebb` stands for the program and `$ARGUMENTS` for what the person wrote behind the command. */
  readonly body: string;
}

function parseCommand(name: string, text: string): CommandText {
  const [, head = '', ...rest] = text.split(/^---\n/m);
  const body = rest.join('---\n');
  const field = (key: string): string => {
    const value = new RegExp(`^${key}: (.*)$`, 'm').exec(head)?.[1] ?? '';
    return value.replace(/^"(.*)"$/, '$1');
  };
  return {
    name,
    description: field('description'),
    hint: field('argument-hint'),
    allowed: field('allowed-tools'),
    body,
  };
}

/** The slash commands of hebb. */
export const slashCommands: readonly CommandText[] = Object.entries({
  consolidate,
  reflect,
  attention,
  learn,
  recall,
  skill,
}).map(([name, text]) => parseCommand(name, text));

/** A text of a command with the program's own call, and with the client's word for what the person wrote. */
export const bodyFor = ({ body }: CommandText, program: string, args: string): string =>
  body.replace(/`hebb (?=[a-z])/g, () => `\`${program} `).replaceAll('$ARGUMENTS', () => args);

/** A text in double quotes as YAML and TOML read it. */
export const quotedText = (text: string): string => JSON.stringify(text).replaceAll('\u007f', '\\u007f');

/** Markdown with a head of plain fields; those that are empty are left out. */
export function markdownWith(fields: Readonly<Record<string, string>>, body: string): string {
  const lines = Object.entries(fields).flatMap(([key, value]) => (value === '' ? [] : [`${key}: ${value}`]));
  return `---\n${lines.join('\n')}\n---\n${body}`;
}
