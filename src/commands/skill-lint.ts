import { isAbsolute, resolve } from 'node:path';
import { fail, HebbError } from '../domain/failure.ts';
import { toJson } from '../domain/json.ts';
import type { Block, Report } from '../domain/report.ts';
import type { SkillProblem } from '../domain/skill-document.ts';
import { lintSkill } from '../pipeline/lint-skill.ts';
import { findSkillFiles, readSkillFile } from '../sources/skill-folder.ts';

/** One skill, and what it breaks. `path` is as the person would write it. */
interface LintedSkill {
  readonly path: string;
  readonly name: string;
  readonly problems: readonly SkillProblem[];
}

/**
 * `hebb skill lint <path...>`: skills by the rules of the standard, whoever wrote them. A path is a SKILL.md, the folder of a skill, or
 * a folder with skills somewhere below. Exit 0: nothing found; 3: something breaks a rule. Throws a usage failure without a path.
 */
export async function lintSkills(paths: readonly string[], cwd: string): Promise<Report> {
  if (paths.length === 0)
    throw new HebbError(
      fail('usage.skill-lint', 'skill lint: needs a SKILL.md or a folder', 'hebb skill lint .claude/skills')
        .failure,
      2,
    );
  const linted: LintedSkill[] = [];
  for (const path of paths) linted.push(...(await lintPath(path, cwd)));
  const broken = linted.filter(({ problems }) => problems.length > 0);
  return {
    exit: broken.length > 0 ? 3 : 0,
    human: [...broken.flatMap(linesOf), summaryOf(linted, broken)],
    data: { skills: toJson(linted), checked: linted.length, broken: broken.length },
  };
}

async function lintPath(path: string, cwd: string): Promise<LintedSkill[]> {
  const root = resolve(cwd, path);
  const files = await findSkillFiles(root);
  if (files.length === 0) return [{ path, name: '', problems: [nothingThere] }];
  return Promise.all(
    files.map((file) =>
      lintFile(file, isAbsolute(path) ? file : path.replace(/\/+$/, '') + file.slice(root.length)),
    ),
  );
}

const nothingThere: SkillProblem = { rule: 'file.missing', line: 0, text: 'there is no SKILL.md here' };

async function lintFile(file: string, shown: string): Promise<LintedSkill> {
  const { text, folder, problems } = await readSkillFile(file);
  const isRead = text !== '' || problems.length === 0;
  const parsed = isRead ? lintSkill(text, folder) : { problems: [] };
  const all = [...problems, ...parsed.problems].sort((a, b) => a.line - b.line);
  return { path: shown, name: parsed.document?.name ?? '', problems: all };
}

const linesOf = ({ path, problems }: LintedSkill): Block[] =>
  problems.map(({ rule, line, text }) => ({
    kind: 'raw',
    text: `${path}${line > 0 ? `:${line}` : ''} ${rule} ${text}`,
  }));

function summaryOf(linted: readonly LintedSkill[], broken: readonly LintedSkill[]): Block {
  const count = `${linted.length} ${linted.length === 1 ? 'skill' : 'skills'}`;
  return broken.length === 0
    ? { kind: 'line', text: `${count}: all by the standard.`, tone: 'good' }
    : { kind: 'line', text: `${count}, ${broken.length} not by the standard.`, tone: 'bad' };
}
