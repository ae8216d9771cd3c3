import type { Candidate } from '../domain/candidate.ts';
import { type Directive, findDirectives } from '../text/directives.ts';
import { isJunk } from '../text/junk.ts';
import { findStatedFindings } from '../text/stated-findings.ts';
import { namedContexts } from './applies-to.ts';
import { candidateOf, type Occasion } from './candidate-of.ts';

type Place = Omit<Occasion, 'quote'>;

/**
 * The lasting rules of a prompt (already redacted), one candidate each. A preference when it speaks of the person, a pattern when of the
 * project; high when said with force, else medium. `said` tells how often this session has said it before, by candidate id.
 */
export function ruleCandidates(prompt: string, where: Place, said: ReadonlyMap<string, number>): Candidate[] {
  return findDirectives(prompt)
    .filter(({ summary }) => !isJunk(summary))
    .map((directive) => ruleOf(directive, where))
    .map((candidate) => (said.has(candidate.id) ? { ...candidate, severity: 'high' as const } : candidate));
}

function ruleOf({ sentence, summary, polarity, force, scope }: Directive, where: Place): Candidate {
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
