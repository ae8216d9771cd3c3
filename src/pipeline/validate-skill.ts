import type { SkillDocument, SkillEvidence, SkillProblem } from '../domain/skill-document.ts';
import { MAX_TEXT } from '../text/normalize.ts';
import { screenText } from '../text/safety-screen.ts';
import { readSkillBody, type SkillCase } from './skill-body.ts';
import { checkFolder, checkFormat } from './skill-format.ts';
import { checkLength, validateBody } from './validate-skill-body.ts';
import { validateHead } from './validate-skill-head.ts';
import { validateLiterals } from './validate-skill-literals.ts';
import { validateTools } from './validate-skill-tools.ts';

/**
 * Judges a skill that hebb is about to propose or to take: every rule that it breaks, none when it may pass. Lines are those of the
 * body; 0 for the front matter. Of a body longer than `MAX_TEXT` only the length is judged.
 */
export function validateSkill(document: SkillDocument, evidence: SkillEvidence): SkillProblem[] {
  const isReadable = document.body.length <= MAX_TEXT;
  const judged: SkillCase = { document, body: readSkillBody(isReadable ? document.body : ''), evidence };
  const always = [
    ...checkFormat(document),
    ...checkFolder(document.name, evidence.folder),
    ...validateHead(judged),
  ];
  if (!isReadable) return [...always, ...checkLength(document.body)];
  return [
    ...always,
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
