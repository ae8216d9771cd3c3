import type { Candidate } from '../domain/candidate.ts';
import type { Directive } from '../text/directives.ts';
import { findStatedFindings } from '../text/stated-findings.ts';
import { namedContexts } from './applies-to.ts';
import { candidateOf, type Occasion } from './candidate-of.ts';

/** Where a text was said; the sentence itself becomes the quote. */
type Where = Omit<Occasion, 'quote'>;

/**
 * The lasting rules of a prompt, one candidate each. A preference when it speaks of the person, a pattern when of the
 * project; high when said with force or again in the session, else medium. `said` holds the ids of rules that were said before.
 */
export function ruleCandidates(
  rules: readonly Directive[],
  where: Where,
  said: ReadonlyMap<string, number>,
): Candidate[] {
  return rules
    .map((directive) => ruleOf(directive, where))
    .map((candidate) => (said.has(candidate.id) ? { ...candidate, severity: 'high' as const } : candidate));
}

function ruleOf({ sentence, summary, polarity, force, scope }: Directive, where: Where): Candidate {
  const teaching = {
    entityType: scope === 'user' ? 'preference' : 'pattern',
    scope,
    summary,
    observations: [],
    appliesTo: namedContexts(sentence),
    severity: force === 'strong' ? ('high' as const) : ('medium' as const),
    source: 'explicit_user_feedback',
    polarity,
    confidence: 0.9,
  };
  return candidateOf(teaching, { ...where, quote: sentence });
}

/** The conclusions that the agent stated in a message (already redacted), one candidate each; they weigh little alone. */
export function findingCandidates(message: string, where: Where): Candidate[] {
  return findStatedFindings(message).map(({ sentence, summary }) => {
    const teaching = {
      entityType: 'tech-insight',
      scope: 'project' as const,
      summary,
      observations: [],
      appliesTo: namedContexts(sentence),
      severity: 'low' as const,
      source: 'implementation',
      confidence: 0.4,
    };
    return candidateOf(teaching, { ...where, quote: sentence });
  });
}
