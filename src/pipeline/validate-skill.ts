import type { SkillDocument, SkillEvidence, SkillProblem } from '../domain/skill-document.ts';
import { screenText } from '../text/safety-screen.ts';
import { readSkillBody, type SkillCase } from './skill-body.ts';
import { checkFolder, checkFormat } from './skill-format.ts';
import { validateBody } from './validate-skill-body.ts';
import { validateHead } from './validate-skill-head.ts';
import { validateLiterals } from './validate-skill-literals.ts';
import { validateTools } from './validate-skill-tools.ts';

/**
 * Judges a skill that hebb is about to propose or to take: every rule that it breaks, none when it may pass. Lines are those of the
 * body; 0 for the front matter.
 */
export function validateSkill(document: SkillDocument, evidence: SkillEvidence): SkillProblem[] {
  const judged: SkillCase = { document, body: readSkillBody(document.body), evidence };
  return [
    ...checkFormat(document),
    ...checkFolder(document.name, evidence.folder),
    ...validateHead(judged),
    ...validateBody(judged),
    ...validateTools(judged),
    ...validateLiterals(judged),
    ...screened(document),
  ];
}

/** The safety screen fails closed: a skill that it does not plainly accept is refused. */
function screened({ description, metadata, body }: SkillDocument): SkillProblem[] {
  const { verdict, reasons } = screenText(
    [description, ...Object.values(metadata), body].join('\n\n'),
    'skill',
  );
  if (verdict === 'accept') return [];
  return reasons.map(({ rule, kind, quote }) => ({
    rule: `safety.${kind === 'secret' ? 'secret' : rule}`,
    line: 0,
    text:
      kind === 'secret'
        ? `it holds a secret (${quote})`
        : `the safety screen stopped it (${kind}): "${quote}"`,
  }));
}
