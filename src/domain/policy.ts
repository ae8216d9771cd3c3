/** Every number a decision compares with, in one place; `config.yaml` and core memory's `memoryConfig` override them. */
export interface Policy {
  readonly relevance: RelevancePolicy;
  readonly merge: MergePolicy;
  readonly gate: GatePolicy;
  readonly promote: PromotePolicy;
  readonly forget: ForgetPolicy;
  readonly health: HealthPolicy;
  readonly strength: StrengthPolicy;
  readonly due: DuePolicy;
  readonly git: GitPolicy;
  readonly capture: CapturePolicy;
  readonly journal: JournalPolicy;
  readonly inject: InjectPolicy;
  readonly association: AssociationPolicy;
  readonly attention: AttentionPolicy;
  readonly patterns: PatternPolicy;
  readonly skills: SkillPolicy;
  readonly workflows: WorkflowPolicy;
  readonly shadow: ShadowPolicy;
  readonly drift: DriftPolicy;
  readonly profile: ProfilePolicy;
  readonly mcp: McpPolicy;
}

/** Spec 2, Relevance. Similarities are strict: above, not at. */
export interface RelevancePolicy {
  /** A candidate is saved when its score is at least this. */
  readonly threshold: number;
  /** Above: a duplicate when mergeable. */
  readonly duplicateAbove: number;
  /** Above: two points less. */
  readonly similarAbove: number;
  readonly similarPenalty: number;
  readonly contextsMany: number;
  readonly contextsTwo: number;
  readonly severity: Readonly<Record<'critical' | 'high' | 'medium' | 'low', number>>;
  readonly sourceMistake: number;
  readonly sourceUser: number;
  readonly alignsWithCore: number;
  /** Similarity to a core entry from which a candidate aligns with it. */
  readonly alignmentCut: number;
  readonly frequencyCommon: number;
  /** Sessions from which a candidate counts as common, and the same for an error with its fix. */
  readonly commonFromSessions: number;
  readonly commonFromSessionsMistake: number;
}

/** Spec 2, Merge. Both cuts are strict. */
export interface MergePolicy {
  readonly mergeAbove: number;
  readonly reviewAbove: number;
}

/** Spec 3. */
export interface GatePolicy {
  /** How many memories, the nearest, a candidate is judged against. */
  readonly neighbours: number;
  /** Days for which a blocked candidate counts as recent. */
  readonly recentDays: number;
}

/** Spec 2, Promote. All inclusive. */
export interface PromotePolicy {
  readonly minUses: number;
  readonly minEffectiveness: number;
  readonly minAgeDays: number;
}

/** Spec 2, Forget. */
export interface ForgetPolicy {
  /** Stale when more days than this passed since last use, else since discovery. */
  readonly staleAfterDays: number;
  /** And at least this many since admission. */
  readonly minAdmittedDays: number;
  /** And fewer uses than this, */
  readonly minUses: number;
  /** or effectiveness below this, */
  readonly minEffectiveness: number;
  /** Never when used within this many days, */
  readonly keepUsedWithinDays: number;
  /** or when hebb was installed within this many. */
  readonly graceDays: number;
}

/** Spec 2, Health. */
export interface HealthPolicy {
  readonly maxCount: number;
  readonly staleAfterDays: number;
  readonly minEffectiveness: number;
  readonly researchReviewDays: number;
  readonly captureGapDays: number;
}

/** Spec 4, Strength. */
export interface StrengthPolicy {
  readonly initial: number;
  readonly userStated: number;
  readonly reinforceBy: number;
  readonly weakenBy: number;
  /** Weakening stops here for what the user stated, pinned or promoted. */
  readonly protectedFloor: number;
  /** Below: decayed. */
  readonly decayedBelow: number;
  /** Share lost a day, by entity type; `default` for the rest. */
  readonly decayRates: Readonly<Record<string, number>>;
}

/** Spec 2, Auto-consolidate. */
export interface DuePolicy {
  readonly everyDays: number;
  readonly unprocessedEvents: number;
  readonly manyMemories: number;
  readonly newMemories: number;
  /** Spec 7, Schedules: whether hooks start a run that is due, in the background. */
  readonly autoRun: boolean;
  /** Hooks start at most one run in this many minutes, also when it failed. */
  readonly autoRunMinutes: number;
}

/** Spec 1, Git history. */
export interface GitPolicy {
  readonly coChangeSupport: number;
  readonly coChangeConfidence: number;
  readonly fixesCommonFrom: number;
  readonly codePatternCommits: number;
}

/** Spec 7, MCP. */
export interface McpPolicy {
  /** Whether consolidation merges entities of the graph; else they stay as they were written. */
  readonly consolidateGraph: boolean;
}

/** Spec 1, capture. */
export interface CapturePolicy {
  readonly keepTextDays: number;
  readonly quarantineAfterMinutes: number;
  readonly maxLineMb: number;
  readonly spoolMaxFiles: number;
  readonly spoolMaxMb: number;
}

/** Design 3, retention. */
export interface JournalPolicy {
  readonly undoDays: number;
  readonly objectAboveBytes: number;
}

/** Spec 4, Injection: what a session is given, and when something is near enough. */
export interface InjectPolicy {
  /** The person's own `base.md`. */
  readonly base: boolean;
  readonly profile: boolean;
  readonly core: boolean;
  /** One line for each live skill, at session start. */
  readonly catalogue: boolean;
  /** What waits for a person, and that a run is overdue. */
  readonly notices: boolean;
  /** Memories near a prompt. */
  readonly memories: boolean;
  /** Skills near a prompt. */
  readonly suggestions: boolean;
  /** Whole skills of role user near a prompt, 0 to 2. */
  readonly skillBodies: number;
  /** A memory is given when its similarity to the prompt is at least this, 0..1. */
  readonly minSimilarity: number;
  /** Or when embeddings found it and the cosine is at least this (spec 4). */
  readonly vectorMinSimilarity: number;
  readonly skillMinSimilarity: number;
  /** The largest block, by the estimate of docs/injection.md. */
  readonly maxTokens: number;
}

/** Spec 4, Association. */
export interface AssociationPolicy {
  /** What one session adds to the weight of a pair of tags, and where the weight stops. */
  readonly tagDelta: number;
  readonly tagMaxWeight: number;
  /** The same for a pair of memories. */
  readonly memoryDelta: number;
  readonly memoryMaxWeight: number;
  /** Share of a weight that is left after a day. */
  readonly weightKept: number;
  /** Below: the pair goes. */
  readonly goneBelow: number;
  /** Share of strength that a tag loses a day. */
  readonly tagDecayRate: number;
  /** A tag is active from this many sessions on. */
  readonly activeFromSessions: number;
  /** So many tags of one session, the first, are joined in pairs. */
  readonly tagsASession: number;
  readonly memoriesASession: number;
  /** Sessions that a tag or pair names, the newest. */
  readonly sessionsNamed: number;
}

/** Spec 4, Attention. Weights are 0..1. */
export interface AttentionPolicy {
  /** Weight of a new focus. */
  readonly focus: number;
  /** What the other topics are multiplied by then. */
  readonly others: number;
  /** What every topic is multiplied by with each session. */
  readonly aSession: number;
  /** No topic falls below. */
  readonly floor: number;
}

/** Spec 5, Task patterns. */
export interface PatternPolicy {
  /** Captions are one kind of work from this likeness on (docs/patterns.md). */
  readonly likeness: number;
}

/** What `skills.activation` may say: whether screened skills go live by themselves. */
export type SkillActivation = 'auto' | 'human';

/** What `skills.export` may say: whether active skills are written where clients look. */
export type SkillExport = 'auto' | 'manual';

/** What `skills.role` may say: how a skill from behaviour is worded to an agent. */
export type SkillRole = 'user' | 'developer';

/** A setting that is accepted and sets nothing here, by its place in the config, and why. */
export interface UnusedSetting {
  readonly key: string;
  readonly why: string;
}

/** Spec 5, Consolidating into a skill. */
export interface SkillPolicy {
  /** Due from this many pending learnings on, */
  readonly minPending: number;
  /** and this many hours after the last run that did something. */
  readonly cooldownHours: number;
  /** A new skill needs this many learnings; a patch of a live one needs `minPatchMembers`. */
  readonly minMembers: number;
  readonly minPatchMembers: number;
  /** Proposals of one run. */
  readonly maxProposals: number;
  /** Errors with their fix, and raw failures, that become pitfalls. */
  readonly maxErrors: number;
  readonly maxFailures: number;
  readonly activation: SkillActivation;
  /** Skills from behaviour start on trial. */
  readonly requireShadow: boolean;
  /** Role that a skill from behaviour gets; `developer` needs a trial and a person who activates it. */
  readonly role: SkillRole;
  readonly export: SkillExport;
  /** Tokens of a client's context, and the share of it that the names and descriptions of exported skills may take. */
  readonly contextTokens: number;
  readonly descriptionShare: number;
}

/** Spec 6, Runs and Promotion. Rates and executions count runs whose outcome is known. */
export interface WorkflowPolicy {
  /** Whether runs are classed, promoted and evaluated; they are written in any case. */
  readonly enabled: boolean;
  /** Gets a run as JSON on stdin and prints `success`, `failure` or nothing; empty: the trace decides. */
  readonly outcomeCommand: string;
  /** A cycle is due after this many new runs; 0: only when it is asked for. */
  readonly promoteEveryRuns: number;
  /** The gates, all inclusive. */
  readonly minExecutions: number;
  readonly minSuccessRate: number;
  readonly minQueries: number;
  readonly maxAgeDays: number;
  /** Classes promoted in one cycle. */
  readonly maxPromotions: number;
  /** A class counts half as much in the ranking after this many days. */
  readonly halfLifeDays: number;
  /** Newest runs that a skill is distilled from. */
  readonly successSamples: number;
  readonly failureSamples: number;
}

/** Spec 6, Shadow. */
export interface ShadowPolicy {
  /** Whether skills on trial are evaluated. */
  readonly enabled: boolean;
  /** A skill applies to a run from here on, by embeddings or by words. */
  readonly minApplicability: number;
  readonly minLexicalApplicability: number;
  /** Skills that one run is held against, the most applicable. */
  readonly maxCandidates: number;
  /** When a trial is advised to end. All inclusive. */
  readonly minObservations: number;
  readonly minMatch: number;
  readonly minSuccess: number;
}

/** Spec 6, Drift and demotion. */
export interface DriftPolicy {
  /** Newest followed runs that the rolling rate is made of. */
  readonly window: number;
  /** Judged from this many followed runs with a known outcome on. */
  readonly minFollowed: number;
  /** Demoted when the rolling rate is below the baseline by more than this, */
  readonly margin: number;
  /** and the exact binomial tail is below this. */
  readonly tail: number;
  /** Runs of the baseline that count at most when it is shrunk. */
  readonly baselineRuns: number;
  /** Flagged for review when more than this share of activations took another path. */
  readonly reviewDeviation: number;
}

/** Spec 5, Profile. */
export interface ProfilePolicy {
  /** Due when more facts than this are pending, */
  readonly pendingAbove: number;
  /** and this many hours passed. */
  readonly cooldownHours: number;
  readonly maxBullets: number;
  readonly maxCharacters: number;
}

/** The defaults; each boundary is a test. */
export const defaultPolicy: Policy = {
  relevance: {
    threshold: 5,
    duplicateAbove: 0.85,
    similarAbove: 0.6,
    similarPenalty: -2,
    contextsMany: 3,
    contextsTwo: 2,
    severity: { critical: 5, high: 3, medium: 2, low: 1 },
    sourceMistake: 2,
    sourceUser: 3,
    alignsWithCore: 1,
    alignmentCut: 0.5,
    frequencyCommon: 2,
    commonFromSessions: 3,
    commonFromSessionsMistake: 2,
  },
  merge: { mergeAbove: 0.85, reviewAbove: 0.7 },
  gate: { neighbours: 15, recentDays: 7 },
  promote: { minUses: 15, minEffectiveness: 0.85, minAgeDays: 30 },
  forget: {
    staleAfterDays: 90,
    minAdmittedDays: 30,
    minUses: 3,
    minEffectiveness: 0.3,
    keepUsedWithinDays: 30,
    graceDays: 30,
  },
  health: {
    maxCount: 200,
    staleAfterDays: 90,
    minEffectiveness: 0.3,
    researchReviewDays: 60,
    captureGapDays: 3,
  },
  strength: {
    initial: 0.7,
    userStated: 1,
    reinforceBy: 0.1,
    weakenBy: 0.2,
    protectedFloor: 0.3,
    decayedBelow: 0.05,
    decayRates: {
      default: 0.05,
      preference: 0,
      mistake: 0.01,
      stack: 0.01,
      architecture: 0.01,
      design: 0.01,
      pattern: 0.02,
      'tech-insight': 0.02,
      research: 0.05,
      competitor: 0.05,
    },
  },
  due: {
    everyDays: 7,
    unprocessedEvents: 50,
    manyMemories: 200,
    newMemories: 10,
    autoRun: true,
    autoRunMinutes: 30,
  },
  git: { coChangeSupport: 8, coChangeConfidence: 0.8, fixesCommonFrom: 3, codePatternCommits: 5 },
  capture: {
    keepTextDays: 90,
    quarantineAfterMinutes: 10,
    maxLineMb: 32,
    spoolMaxFiles: 20_000,
    spoolMaxMb: 256,
  },
  mcp: { consolidateGraph: false },
  journal: { undoDays: 180, objectAboveBytes: 1_048_576 },
  inject: {
    base: true,
    profile: true,
    core: true,
    catalogue: true,
    notices: true,
    memories: true,
    suggestions: true,
    skillBodies: 0,
    minSimilarity: 0.22,
    vectorMinSimilarity: 0.8,
    skillMinSimilarity: 0.25,
    maxTokens: 1_500,
  },
  association: {
    tagDelta: 2,
    tagMaxWeight: 100,
    memoryDelta: 0.1,
    memoryMaxWeight: 1,
    weightKept: 0.99,
    goneBelow: 0.05,
    tagDecayRate: 0.05,
    activeFromSessions: 3,
    tagsASession: 24,
    memoriesASession: 20,
    sessionsNamed: 100,
  },
  attention: { focus: 0.95, others: 0.7, aSession: 0.95, floor: 0.05 },
  patterns: { likeness: 0.42 },
  skills: {
    minPending: 4,
    cooldownHours: 24,
    minMembers: 2,
    minPatchMembers: 1,
    maxProposals: 2,
    maxErrors: 6,
    maxFailures: 4,
    activation: 'auto',
    requireShadow: true,
    role: 'user',
    export: 'manual',
    contextTokens: 200_000,
    descriptionShare: 0.01,
  },
  workflows: {
    enabled: true,
    outcomeCommand: '',
    promoteEveryRuns: 25,
    minExecutions: 5,
    minSuccessRate: 0.8,
    minQueries: 2,
    maxAgeDays: 30,
    maxPromotions: 3,
    halfLifeDays: 14,
    successSamples: 5,
    failureSamples: 2,
  },
  shadow: {
    enabled: true,
    minApplicability: 0.7,
    minLexicalApplicability: 0.4,
    maxCandidates: 3,
    minObservations: 10,
    minMatch: 0.8,
    minSuccess: 0.8,
  },
  drift: { window: 10, minFollowed: 5, margin: 0.25, tail: 0.01, baselineRuns: 8, reviewDeviation: 0.5 },
  profile: { pendingAbove: 5, cooldownHours: 24, maxBullets: 12, maxCharacters: 1_500 },
};
