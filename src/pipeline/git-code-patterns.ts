import type { GitContext } from './git-draft.ts';
import { languageName, patternPhrase } from './git-rules.ts';
import type { GitTally } from './git-tally.ts';
import type { CandidateDraft } from './make-candidate.ts';

/** Patterns of code that at least this many commits added, as a sentence about how code is written here. */
export function codePatternDrafts(
  tally: GitTally,
  { project }: GitContext,
  leastCommits: number,
): CandidateDraft[] {
  return [...tally.patterns].flatMap(([key, { count, sha, at }]) => {
    const [language = '', pattern = ''] = key.split('\n');
    const phrase = patternPhrase(pattern);
    if (count < leastCommits || phrase === undefined) return [];
    return [
      {
        entityType: 'pattern',
        summary: `New ${languageName(language)} code here ${phrase}`,
        observations: [`Added in ${count} commits (${pattern})`],
        appliesTo: [language],
        severity: 'low' as const,
        source: 'implementation',
        common: true,
        scope: 'project' as const,
        project: project.id,
        confidence: 0.6,
        provenance: [{ origin: 'git', at, sha }],
      },
    ];
  });
}
