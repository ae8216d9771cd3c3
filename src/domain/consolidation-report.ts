/** One question put to the whole memory, with the number that answers it. */
export interface Indicator {
  /** `count`, `stale`, `effectiveness`, `duplicates`, `orphans`, `review queue`, `capture gap`, `contradictions`. */
  readonly name: string;
  readonly status: 'OK' | 'WARN';
  /** Null where nothing is known, for example effectiveness when no use was rated. */
  readonly value: number | null;
  /** What the value is compared with. */
  readonly limit: number;
  readonly text: string;
}

/** How the memory is doing. Counts are of live memories. */
export interface Health {
  readonly total: number;
  readonly byType: Readonly<Record<string, number>>;
  readonly averageAgeDays: number;
  /** 0..1 over the memories that were rated; null when none was. */
  readonly averageEffectiveness: number | null;
  readonly indicators: readonly Indicator[];
  /** Each a sentence with the command to run. */
  readonly recommendations: readonly string[];
}

/** Names of what a relation joins. */
export interface RelationLine {
  readonly from: string;
  readonly type: string;
  readonly to: string;
}

/** A memory without a relation, and what it might be related to. */
export interface OrphanLine {
  readonly id: string;
  readonly name: string;
  readonly proposal: { readonly id: string; readonly name: string; readonly why: string } | null;
}

/** A memory that lives on in another one. */
export interface MergedPart {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly similarity: number;
}

/** What one consolidation did: the value behind the Markdown file, the terminal and `--json`. Times are ISO 8601 UTC. */
export interface ConsolidationReport {
  readonly v: 1;
  readonly date: string;
  /** Null when there was no run before. */
  readonly previousAt: string | null;
  readonly durationMs: number;
  /** Memories looked at. */
  readonly analysed: number;
  /** False when the run changed nothing. */
  readonly changed: boolean;
  readonly merges: readonly {
    readonly id: string;
    readonly name: string;
    readonly summary: string;
    readonly parts: readonly MergedPart[];
  }[];
  readonly reviews: readonly {
    readonly a: string;
    readonly b: string;
    readonly similarity: number;
    readonly reason: string;
  }[];
  readonly promotions: readonly {
    readonly id: string;
    readonly name: string;
    readonly summary: string;
    readonly target: string;
    readonly uses: number;
    readonly effectiveness: number | null;
  }[];
  readonly notPromoted: readonly { readonly id: string; readonly name: string; readonly why: string }[];
  readonly forgotten: readonly {
    readonly id: string;
    readonly name: string;
    readonly summary: string;
    readonly ageDays: number;
    readonly lastUsedAt: string | null;
    readonly reason: string;
  }[];
  /** Path of the archive file under the home; null when nothing was forgotten. */
  readonly archivePath: string | null;
  readonly relations: readonly RelationLine[];
  readonly orphans: readonly OrphanLine[];
  readonly health: { readonly before: Health; readonly after: Health };
  readonly warnings: readonly string[];
  readonly recommendations: readonly string[];
  readonly nextTriggers: readonly string[];
}
