/** The keys that the Agent Skills standard knows, in the order in which they are written. */
export const skillKeys = [
  'name',
  'description',
  'license',
  'compatibility',
  'allowed-tools',
  'metadata',
] as const;

/** Most that a field may hold, in code points. `body` is hebb's own limit; the others are the standard's. */
export const skillLimits = { name: 64, description: 1024, compatibility: 500, body: 4000 } as const;

/** What a SKILL.md says. A field that the file lacks is empty or absent. */
export interface SkillDocument {
  readonly name: string;
  readonly description: string;
  readonly license?: string;
  readonly compatibility?: string;
  /** Tools that the skill asks to use without a question. hebb reads it and never writes it. */
  readonly allowedTools?: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** Keys that the standard does not know; their values are not kept. */
  readonly otherKeys: readonly string[];
  /** Markdown after the front matter: no blank line before it, none after it, lines end in LF. */
  readonly body: string;
}

/** A rule that a skill breaks. */
export interface SkillProblem {
  /** Stable name: what it is about, a dot, what is wrong; for example `name.too-long`. */
  readonly rule: string;
  /** 1-based line: of the file where a file was read, of the body where a document was judged; 0 when it has none. */
  readonly line: number;
  /** A sentence, for people and for a model that tries again. */
  readonly text: string;
}

/** What a text of SKILL.md holds, and everything that is wrong with it. */
export interface ParsedSkill {
  /** What can be used; absent when there is nothing (a link, a program, front matter that cannot be read). */
  readonly document?: SkillDocument;
  /** In the order of their lines. */
  readonly problems: readonly SkillProblem[];
}

/** What was passed to the tools of one run that a skill was made from; redacted like everything that is kept. */
export interface SourceRun {
  /** Whether the run is known to have ended well. */
  readonly succeeded: boolean;
  /** Command lines, as they were run. */
  readonly commands: readonly string[];
  /** Every other value of an argument, however deep it lay. */
  readonly values: readonly string[];
}

/** What a proposed skill is held against. */
export interface SkillEvidence {
  /** Name of the folder that it is meant for. */
  readonly folder: string;
  /** True for a skill from behaviour, which says when it does not apply. */
  readonly fromBehaviour: boolean;
  /** Label of a citation, for example `L1`, to the id that it stands for. */
  readonly citations: Readonly<Record<string, string>>;
  /** Tools and shapes of commands that were seen to run in a source run: `Edit`, `npm run lint`. */
  readonly ran: readonly string[];
  /** Programs found on PATH. */
  readonly programs: readonly string[];
  /** Names of the scripts in the project's manifest: `lint`, `test:unit`. */
  readonly scripts: readonly string[];
  /** Files of the repository that can be run, relative to its root: `scripts/release.sh`. */
  readonly files: readonly string[];
  readonly runs: readonly SourceRun[];
}

/** Length in code points, which is what the standard counts. */
export const lengthOf = (text: string): number => [...text].length;

const shown = (sign: string): string => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`;

/** The first words of a text for a message: on one line, and what does not show is written out. */
export function quoteOf(text: string, most = 60): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const start = [...line.slice(0, 4 * most)].slice(0, most).join('');
  const quote = start.replace(/[\p{Cc}\p{Cf}]/gu, shown);
  return start.length < line.length ? `${quote}…` : quote;
}
