/** One step, pitfall or check of a skill, with the labels of its evidence. */
export interface Unit {
  readonly text: string;
  readonly labels: readonly string[];
  /** How well it is supported: where room is short, the least goes first. */
  readonly weight: number;
}

/** The parts of a skill before they are written down. */
export interface SkillUnits {
  readonly steps: readonly Unit[];
  readonly pitfalls: readonly Unit[];
  readonly checks: readonly Unit[];
}

/** A unit with its citations. */
export const cite = ({ text, labels }: Pick<Unit, 'text' | 'labels'>): string =>
  labels.length > 0 ? `${text} [${labels.join(', ')}]` : text;

/** A procedure of one step is none. */
export const fewestSteps = 2;
