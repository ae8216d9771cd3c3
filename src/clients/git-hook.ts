import postCommit from '../../templates/hooks/post-commit.sh';
import { filled, type ProgramCall, quoted } from './hook-command.ts';

const block = /^# >>> hebb:[^\n]*\n(?:[^\n]*\n)*?# <<< hebb(?:\n|$)/m;

/** The lines that start hebb after a commit, detached and quiet; while git replays commits they do nothing. */
export const gitBlock = ({ node, script, home }: ProgramCall): string =>
  `${filled(postCommit, { NODE: quoted(node), SCRIPT: quoted(script), HOME: quoted(home) })}\n`;

const shebang = '#!/bin/sh\n';

/** The hook of a repository that has none. */
export const newGitHook = (program: ProgramCall): string => shebang + gitBlock(program);

/** A hook that starts hebb and then becomes the one that was there, which lies beside it under another name. */
export const gitHookBefore = (program: ProgramCall, name: string): string =>
  `${newGitHook(program)}exec "$(dirname "$0")/"${quoted(name)} "$@"\n`;

/** Whether lines for sh may be put into a hook: it is one for sh, or for whatever git runs a file without a first line with. */
export function isShellHook(text: string): boolean {
  const [first = ''] = text.split('\n');
  if (text.includes('\0') || text.includes('\ufffd')) return false;
  return !first.startsWith('#!') || /^#!\s*(?:\S*\/)?(?:env\s+)?(?:ba|da|k|z|a)?sh(?:\s|$)/.test(first);
}

/** Whether hebb's lines stand in a hook. */
export const hasGitBlock = (text: string): boolean => block.test(text);

/** A hook with hebb's lines: in their place if they stand there, else below its first line, before anything may end it. */
export function withGitBlock(text: string, program: ProgramCall): string {
  const lines = gitBlock(program);
  if (hasGitBlock(text)) return text.replace(block, (old) => (old.endsWith('\n') ? lines : lines.trimEnd()));
  const at = text.startsWith('#!') ? text.indexOf('\n') + 1 : 0;
  if (at === 0 && text.startsWith('#!')) return `${text}\n${lines.trimEnd()}`;
  return text.slice(0, at) + lines + text.slice(at);
}

/** A hook as it is without hebb's lines; undefined when nothing is left that somebody wrote. */
export function withoutGitBlock(text: string, wasThere: boolean): string | undefined {
  const [found] = block.exec(text) ?? [];
  if (found === undefined) return text;
  const left = found.endsWith('\n') ? text.replace(block, '') : text.replace(block, '').replace(/\n$/, '');
  return !wasThere && left === shebang ? undefined : left;
}
