import type { RunClass } from './run-class.ts';

/** Where a skill stands (spec 5). `candidate`: proposed, waits for a person; `shadow`: on trial, never injected. */
export const skillStatuses = [
  'candidate',
  'shadow',
  'active',
  'deprecated',
  'demoted',
  'retired',
  'rejected',
] as const;

/** One of `skillStatuses`. */
export type SkillStatus = (typeof skillStatuses)[number];

/** Where a skill came from. */
export const skillSources = ['learned', 'behaviour', 'imported', 'team'] as const;

/** One of `skillSources`. */
export type SkillSource = (typeof skillSources)[number];

/** What a version did to the skill. */
export const versionActions = ['create', 'patch', 'merge', 'repair', 'edit', 'import', 'rollback'] as const;

/** One of `versionActions`. */
export type VersionAction = (typeof versionActions)[number];

/** One version; its text lies in `skills/<slug>/versions/<version>.md`. */
export interface SkillVersion {
  readonly version: number;
  readonly action: VersionAction;
  readonly rationale: string;
  /** Ids of the memories or runs it was made from. */
  readonly sources: readonly string[];
  /** Ids of errors and failed runs that became pitfalls. */
  readonly informedBy: readonly string[];
  /** Label of a citation in the text, for example `L1`, to the id it stands for. */
  readonly citations: Readonly<Record<string, string>>;
  /** Hash of the sources' contents. */
  readonly fingerprint: string;
  readonly outcome: 'proposed' | 'live' | 'rejected' | 'replaced';
  readonly decidedBy: 'auto' | 'human';
  readonly at: string;
}

/** A procedure compiled from learnings or behaviour; `skills/<slug>/skill.json`, its text in `SKILL.md` beside it. */
export interface Skill {
  readonly v: 1;
  /** The slug: name of the folder and of the skill. */
  readonly id: string;
  readonly rev: number;
  readonly description: string;
  readonly source: SkillSource;
  readonly status: SkillStatus;
  readonly role: 'user' | 'developer';
  readonly project: string;
  readonly user?: string;
  /** Task patterns it covers. */
  readonly patterns: readonly string[];
  /** Class of runs it was distilled from; only skills from behaviour have one. */
  readonly runClass?: RunClass;
  /** The version that SKILL.md holds. */
  readonly version: number;
  /** Oldest first. */
  readonly versions: readonly SkillVersion[];
  /** Why it is rejected, demoted or retired, and with which sources: the same group is not proposed again. */
  readonly ended?: { readonly at: string; readonly reason: string; readonly fingerprint: string };
  readonly activatedAt?: string;
  /** What was true at activation and is compared with later. */
  readonly baseline?: {
    readonly successRate: number;
    readonly executions: number;
    /** Commands that the text names and that were found there. */
    readonly commands: readonly string[];
    /** Id of the machine on which they were looked for. */
    readonly machine?: string;
  };
  readonly discoveredAt: string;
  readonly updatedAt: string;
}

/** Skills that search finds and one line suggests. */
export const isLiveSkill = ({ status }: Skill): boolean => status === 'active';

/** The `project` of a skill that holds in every project. */
export const everyProject = 'global';

/** Whether a skill is for this project and person. */
export const isSkillFor = (
  { project, user }: Pick<Skill, 'project' | 'user'>,
  place: { readonly project: string; readonly user: string },
): boolean =>
  (project === place.project || project === everyProject) && (user === undefined || user === place.user);

/** The version that waits for a person, if there is one. */
export const proposedVersion = ({ versions }: Skill): SkillVersion | undefined =>
  versions.findLast(({ outcome }) => outcome === 'proposed');

/** A kind of work, named by a caption of at most six words; a line of `patterns.jsonl`. */
export interface TaskPattern {
  readonly v: 1;
  readonly id: string;
  readonly rev: number;
  readonly project: string;
  readonly label: string;
  /** Normalised labels that were resolved to it. */
  readonly aliases: readonly string[];
  readonly sessions: readonly string[];
  /** Set when it became part of another. */
  readonly mergedInto?: string;
  /** Why its group was refused last, and with which inputs: it is not proposed again until they change. */
  readonly refused?: {
    readonly at: string;
    readonly reasons: readonly string[];
    readonly fingerprint: string;
  };
  readonly discoveredAt: string;
  readonly updatedAt: string;
}

/** The adaptations to one user; `profiles/<hash of the user>/profile.json`, the text in `profile.md` beside it. */
export interface Profile {
  readonly v: 1;
  readonly id: string;
  readonly rev: number;
  readonly user: string;
  /** The version that profile.md holds; 0 before the first. */
  readonly version: number;
  /** Oldest first. */
  readonly versions: readonly ProfileVersion[];
  /** Why the last attempt wrote nothing, and a hash of what it was made from. */
  readonly refused?: { readonly at: string; readonly reasons: readonly string[]; readonly offered: string };
  readonly updatedAt: string;
}

/** What a version did to a profile: took facts in, put right what no longer held, took over what a person wrote, or went back. */
export const profileActions = ['fold', 'repair', 'edit', 'rollback'] as const;

/** One of `profileActions`. */
export type ProfileAction = (typeof profileActions)[number];

/** One version of a profile; its text lies in `versions/<version>.md`, or nowhere when there is nothing in it. */
export interface ProfileVersion {
  readonly version: number;
  readonly action: ProfileAction;
  readonly rationale: string;
  /** One for each bullet of the text, and for each other paragraph that a person put there, in order. */
  readonly entries: readonly ProfileEntry[];
  /** Facts that a person took out: they are not folded again as they are. */
  readonly leftOut: readonly FoldedFact[];
  readonly decidedBy: 'auto' | 'human';
  readonly at: string;
}

/** What stands behind a bullet. */
export interface ProfileEntry {
  /** The facts that it folds; none under what a person wrote on their own. */
  readonly facts: readonly FoldedFact[];
  readonly writtenBy: 'auto' | 'human';
}

/** A memory and a hash of what it said: when that differs from what it says now, it was edited. */
export interface FoldedFact {
  readonly id: string;
  readonly said: string;
}
