import { createHmac } from 'node:crypto';
import { hashOf } from './identity.ts';

/** When an agent is given a block. */
export const injectionMoments = ['session-start', 'prompt'] as const;

/** One of `injectionMoments`. */
export type InjectionMoment = (typeof injectionMoments)[number];

/** What a client's hook says when it asks for a block. */
export interface InjectionCall {
  readonly sessionId: string;
  readonly cwd: string;
  /** The person's own words; empty at the start of a session. */
  readonly prompt: string;
  /** Whether the client has just thrown its context away, so that what was given may be given again. */
  readonly forgot: boolean;
}

/** The parts of a block, the most important first: where the block is full, the last lines of the last parts are left out. */
export const injectionParts = [
  'notices',
  'base',
  'profile',
  'core',
  'catalogue',
  'memories',
  'suggestions',
  'bodies',
] as const;

/** One of `injectionParts`. */
export type InjectionPart = (typeof injectionParts)[number];

/** One thing in a block: a line, or a whole skill. */
export interface InjectionLine {
  /** Id of a memory, slug, target in core memory, or what else names the thing within its part. */
  readonly id: string;
  readonly text: string;
}

/** That a session was given a thing. The same id with another text is another thing: what changed is told again. */
export interface Given {
  readonly part: InjectionPart;
  readonly id: string;
  /** Hash of the text; the text itself is not kept. */
  readonly hash: string;
}

/** The record of a line that is given. */
export const givenOf = (part: InjectionPart, { id, text }: InjectionLine): Given => ({
  part,
  id,
  hash: hashOf(text).slice(0, 8),
});

/** What a session has been given since its context was last thrown away. */
export interface Seen {
  has(given: Given): boolean;
  /** Whether something of this id was given, in whatever part and wording. */
  hasId(id: string): boolean;
}

/** What these records say was given. */
export function seenIn(given: readonly Given[]): Seen {
  const things = new Set(given.map(keyOf));
  const ids = new Set(given.map(({ id }) => id));
  return { has: (one) => things.has(keyOf(one)), hasId: (id) => ids.has(id) };
}

/** One text for one thing. */
export const keyOf = ({ part, id, hash }: Given): string => `${part} ${id} ${hash}`;

/** Label of a block: 16 hex digits of HMAC-SHA-256 over its body, so that nobody without the home's secret can write one. */
export const labelOf = (secret: string, body: string): string =>
  createHmac('sha256', secret).update(body).digest('hex').slice(0, 16);

/** A skill as injection sees it. */
export interface SkillLine {
  readonly slug: string;
  readonly description: string;
  readonly project: string;
  readonly user?: string;
  readonly role: 'user' | 'developer';
  /** Kinds of work that it covers. */
  readonly patterns: readonly string[];
  /** Ids of what its live version was made from; absent when that is not known. Nothing of this home is in an imported skill. */
  readonly sources?: readonly string[];
}

/** An entry of core memory and whose it is. */
export interface CoreLine {
  /** `<section>/<key>`. */
  readonly key: string;
  readonly text: string;
  /** As `RecallItem.owner`, of the memory that was promoted here; absent for what a person wrote. */
  readonly owner?: string;
}

/** What a home says at the start of a session, read from its small files. */
export interface HomeFacts {
  /** Text of `base.md`; empty where there is none. */
  readonly base: string;
  readonly profile: string;
  readonly core: readonly CoreLine[];
  /** Live ones of the project and person. */
  readonly skills: readonly SkillLine[];
  /** Pairs of memories that nobody has decided. */
  readonly openReviews: number;
  /** Proposed skills that nobody has decided. */
  readonly waitingSkills: number;
  readonly lastRunAt?: string;
}
