import type { Candidate } from '../domain/candidate.ts';
import type { GitSnapshot, GitWatermark } from '../domain/commit.ts';
import type { GitPolicy } from '../domain/policy.ts';
import type { Project } from '../domain/project.ts';
import { closeTally } from './git-close.ts';
import { coChangeDrafts } from './git-co-changes.ts';
import { codePatternDrafts } from './git-code-patterns.ts';
import { conventionDrafts } from './git-conventions.ts';
import { fixDrafts, hotSpotDrafts } from './git-fixes.ts';
import type { GitLedger } from './git-ledger.ts';
import type { GitTally } from './git-tally.ts';
import { makeCandidate } from './make-candidate.ts';

/** What is known of a repository when its history has been counted. */
export interface GitReading {
  readonly project: Project;
  readonly snapshot: GitSnapshot;
  readonly watermark: GitWatermark;
  readonly policy: GitPolicy;
}

/** New candidates, and the ledger from which the next reading goes on. */
export interface GitPlan {
  readonly candidates: readonly Candidate[];
  readonly ledger: GitLedger;
}

/**
 * What a counted history teaches: repairs, rules about what changes together, conventions, hot spots, kept patterns. Only
 * what was not given before; a reading without a new commit gives nothing.
 */
export function planGitCandidates(tally: GitTally, reading: GitReading): GitPlan {
  const { policy, snapshot, watermark } = reading;
  const at = tally.newestAt;
  const drafts =
    tally.read === 0
      ? []
      : [
          ...fixDrafts(tally, reading, policy.fixesCommonFrom),
          ...coChangeDrafts(tally, reading, policy),
          ...conventionDrafts(tally, reading, { sha: watermark.head, at }),
          ...hotSpotDrafts(tally, reading, { sha: watermark.head, at }),
          ...codePatternDrafts(tally, reading, policy.codePatternCommits),
        ];
  const given = new Set(tally.emitted);
  const fresh = new Map<string, Candidate>();
  for (const candidate of drafts.map(makeCandidate))
    if (!given.has(candidate.id) && !fresh.has(candidate.id)) fresh.set(candidate.id, candidate);
  const emitted = [...tally.emitted, ...fresh.keys()];
  return { candidates: [...fresh.values()], ledger: closeTally(tally, snapshot, { watermark, emitted }) };
}
