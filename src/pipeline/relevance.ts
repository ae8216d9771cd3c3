import type { Candidate, ScoreTerm } from '../domain/candidate.ts';
import type { Policy, RelevancePolicy } from '../domain/policy.ts';

/** What a score is made from, apart from the candidate itself. */
export interface RelevanceInput {
  /** Similarity of the most similar mergeable memory, 0 when there is none. */
  readonly bestMergeable: number;
  /** Whether it says the same as an entry of core memory. */
  readonly alignsWithCore: boolean;
  readonly policy: Policy;
}

/** Points and what they are given for. */
export interface RelevanceScore {
  readonly score: number;
  readonly terms: readonly ScoreTerm[];
}

const slashOrExtension = /[/\\]|\.[\p{L}\p{N}]{1,12}$/u;
const scopedPackage = /^@[\w.-]{1,100}\/[\w.-]{1,100}$/;
/** Tools whose names end as a file's would. */
const dottedTools = new Set(
  `node.js next.js vue.js nuxt.js react.js express.js three.js ember.js backbone.js d3.js nest.js alpine.js p5.js
  asp.net .net ml.net socket.io`.split(/\s+/),
);

/** Whether an `appliesTo` entry is a file: it has a slash or ends in an extension, and is no tool written that way. */
export function isFileEntry(entry: string): boolean {
  const text = entry.trim();
  return slashOrExtension.test(text) && !scopedPackage.test(text) && !dottedTools.has(text.toLowerCase());
}

/** The languages, frameworks, tools and areas that a candidate is about; files never count. */
export const contextsOf = (candidate: Pick<Candidate, 'appliesTo'>): string[] => [
  ...new Set(
    candidate.appliesTo.filter((entry) => !isFileEntry(entry)).map((entry) => entry.trim().toLowerCase()),
  ),
];

/** Whether it was learned from something that went wrong. */
export const isMistake = ({ source }: Pick<Candidate, 'source'>): boolean =>
  source === 'mistake' || source === 'failure';

/** Scores a candidate: spec 2, Relevance. A term that gives no points is left out. */
export function scoreCandidate(candidate: Candidate, input: RelevanceInput): RelevanceScore {
  const rules = input.policy.relevance;
  const terms = [
    similarTerm(input.bestMergeable, rules),
    contextTerm(contextsOf(candidate).length, rules),
    severityTerm(candidate, rules),
    sourceTerm(candidate, rules),
    { term: 'aligns with core memory', points: input.alignsWithCore ? rules.alignsWithCore : 0 },
    { term: 'common', points: candidate.frequencyHint === 'common' ? rules.frequencyCommon : 0 },
  ].filter(({ points }) => points !== 0);
  return { score: terms.reduce((sum, { points }) => sum + points, 0), terms };
}

const similarTerm = (best: number, rules: RelevancePolicy): ScoreTerm => ({
  term: `similar to a memory (${best.toFixed(2)})`,
  points: best > rules.similarAbove ? rules.similarPenalty : 0,
});

function contextTerm(count: number, rules: RelevancePolicy): ScoreTerm {
  const points = count > 2 ? rules.contextsMany : count === 2 ? rules.contextsTwo : 0;
  return { term: `applies to ${count} contexts`, points };
}

const severityTerm = ({ severity }: Candidate, rules: RelevancePolicy): ScoreTerm => ({
  term: `severity ${severity}`,
  points: severity ? rules.severity[severity] : 0,
});

function sourceTerm({ source }: Candidate, rules: RelevancePolicy): ScoreTerm {
  if (source === 'explicit_user_feedback') return { term: 'said by the user', points: rules.sourceUser };
  return { term: `source ${source}`, points: isMistake({ source }) ? rules.sourceMistake : 0 };
}
