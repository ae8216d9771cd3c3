import type { SkillPolicy } from '../domain/policy.ts';
import { estimateTokens } from '../text/token-estimate.ts';
import type { ExportOwner } from './export-text.ts';

/** An active skill that a folder should hold. */
export interface ExportSkill {
  readonly slug: string;
  readonly description: string;
  /** How often it was used. */
  readonly uses: number;
  readonly activatedAt: string;
  /** What is to be written, or why it cannot be. */
  readonly text: { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: string };
}

/** What lies in the folder under a name. */
export interface ExportEntry {
  readonly slug: string;
  readonly owner: ExportOwner;
  readonly text: string;
}

/** A skill that the folder does not get, or a copy that is left as it is. */
export interface LeftOut {
  readonly slug: string;
  readonly why: string;
}

/** What an export changes in one folder. */
export interface ExportPlan {
  readonly write: readonly { readonly slug: string; readonly text: string }[];
  readonly remove: readonly string[];
  /** Copies that are as they should be. */
  readonly kept: readonly string[];
  readonly left: readonly LeftOut[];
  /** What names and descriptions cost, and may cost, in tokens. */
  readonly tokens: number;
  readonly budget: number;
}

/** What the plan is made from. */
export interface ExportPlanInput {
  readonly skills: readonly ExportSkill[];
  readonly entries: readonly ExportEntry[];
  readonly policy: Pick<SkillPolicy, 'contextTokens' | 'descriptionShare'>;
  /** Only takes away what is active no longer. */
  readonly onlyRemove?: boolean;
}

/** The most useful first: by use, then the newest. */
const byUse = (a: ExportSkill, b: ExportSkill): number =>
  b.uses - a.uses || compare(b.activatedAt, a.activatedAt) || compare(a.slug, b.slug);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** What a client's list of skills says of one. */
const costOf = ({ slug, description }: ExportSkill): number => estimateTokens(`- ${slug}: ${description}\n`);

/** Why a skill cannot be written where this lies; undefined where it can. */
function obstacle({ text }: ExportSkill, entry: ExportEntry | undefined): string | undefined {
  if (entry?.owner === 'foreign') return 'a skill of yours has this name';
  if (entry?.owner === 'edited')
    return 'its copy there was edited, or written by another home; it stays as it is';
  return text.ok ? undefined : text.why;
}

/** Which skills fit: an edited copy takes room as well, since the client lists it. */
function choose({ skills, entries, policy }: ExportPlanInput) {
  const budget = Math.floor(policy.contextTokens * policy.descriptionShare);
  const there = new Map(entries.map((entry) => [entry.slug, entry]));
  const chosen: { skill: ExportSkill; text: string }[] = [];
  const left: LeftOut[] = [];
  const edited = skills.filter(({ slug }) => there.get(slug)?.owner === 'edited');
  let tokens = edited.reduce((sum, skill) => sum + costOf(skill), 0);
  for (const skill of [...skills].sort(byUse)) {
    const { slug, text } = skill;
    const why = obstacle(skill, there.get(slug));
    const cost = costOf(skill);
    if (why !== undefined || !text.ok) left.push({ slug, why: why ?? '' });
    else if (tokens + cost > budget)
      left.push({ slug, why: `no room: ${cost} more than ${budget - tokens} tokens` });
    else {
      tokens += cost;
      chosen.push({ skill, text: text.text });
    }
  }
  return { chosen, left, tokens, budget };
}

/**
 * What one folder of a client lacks and what it holds too much: active skills in the order of their use as far as their names and
 * descriptions fit the budget. Only hebb's own copies are written over or taken away, and only where nobody changed them.
 */
export function planExport(input: ExportPlanInput): ExportPlan {
  const { skills, entries, onlyRemove = false } = input;
  const { chosen, left, tokens, budget } = choose(input);
  const wanted = onlyRemove
    ? new Set(skills.map(({ slug }) => slug))
    : new Set(chosen.map(({ skill }) => skill.slug));
  const texts = new Map(entries.map(({ slug, text }) => [slug, text]));
  const isThere = ({ skill, text }: { skill: ExportSkill; text: string }): boolean =>
    texts.get(skill.slug) === text;
  const active = new Set(skills.map(({ slug }) => slug));
  const stranded = entries
    .filter(({ slug, owner }) => owner === 'edited' && !active.has(slug))
    .map(({ slug }) => ({
      slug,
      why: 'it is not in use any more, but its copy there was edited: remove it by hand',
    }));
  return {
    write: onlyRemove
      ? []
      : chosen.filter((one) => !isThere(one)).map(({ skill, text }) => ({ slug: skill.slug, text })),
    remove: entries.filter(({ slug, owner }) => owner === 'own' && !wanted.has(slug)).map(({ slug }) => slug),
    kept: chosen.filter(isThere).map(({ skill }) => skill.slug),
    left: [...(onlyRemove ? [] : left), ...stranded],
    tokens,
    budget,
  };
}
