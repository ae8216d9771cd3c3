import { quoteOf, type SkillProblem } from '../domain/skill-document.ts';
import type { SkillCase } from './skill-body.ts';
import { covers, declaredTools, isThere, toolsKey, usedTools } from './skill-commands.ts';

/** Every tool and command that a skill names is declared, and every one that it declares is there. */
export function validateTools({ document, body, evidence }: SkillCase): SkillProblem[] {
  const declared = declaredTools(document.metadata);
  const missing = declared.filter((name) => !isThere(name, evidence));
  const undeclared = usedTools(body, evidence).filter(
    ({ name }) => !declared.some((one) => covers(one, name)),
  );
  return [
    ...missing.map((name) => ({
      rule: 'tool.missing',
      line: 0,
      text: `"${quoteOf(name)}" was not seen to run and is not found on PATH, among the scripts or in the repository`,
    })),
    ...undeclared.map(({ name, line }) => ({
      rule: 'tool.undeclared',
      line,
      text: `"${quoteOf(name)}" is used and not declared in ${toolsKey}`,
    })),
  ];
}
