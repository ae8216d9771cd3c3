import type { Polarity, Severity } from './candidate.ts';

/** What is asked; also the name of the prompt text, `templates/prompts/<kind>.md`. */
export type QuestionKind = 'screen' | 'judge' | 'extract' | 'profile' | 'distil' | 'judge-skill';

/**
 * What a text is in its question: to be screened, compared (`new` with each `existing`), read as a line of a source, or a
 * `fact` for a profile beside its `bullet`s and those that are the person's `own`. Of a skill: the kind of work (`task`), what it is made
 * from (`learning`, `error`, `success`, `failure`), the text that stands (`standing`), and one to be judged (`skill`).
 */
export type TextRole =
  | 'text'
  | 'new'
  | 'existing'
  | 'line'
  | 'fact'
  | 'bullet'
  | 'own'
  | 'task'
  | 'learning'
  | 'error'
  | 'success'
  | 'failure'
  | 'standing'
  | 'skill';

/** One text that a question is about. It is data: it is redacted and fenced before a model sees it. */
export interface QuestionText {
  readonly role: TextRole;
  readonly text: string;
  /** By which the answer names it, where texts of the question have labels of their own: a letter and a number. */
  readonly label?: string;
}

/**
 * A question to a model, as data. Pure planners make them, `models/ask-questions` puts them. In the answer a text is
 * named by its label: L1 for the first text of the question, L2 for the second.
 */
export interface Question {
  /** Whose answer it is, unlike any other in the round. */
  readonly id: string;
  readonly kind: QuestionKind;
  readonly texts: readonly QuestionText[];
  /** Numbers that the instruction speaks of, by their names in it. A question with some has a prompt of its own. */
  readonly numbers?: Readonly<Record<string, number>>;
}

/** The label of the text at this index, counted from 0. */
export const labelAt = (index: number): string => `L${index + 1}`;

/** Whether a text may be kept. */
export interface ScreenVerdict {
  readonly verdict: 'allow' | 'block';
  readonly reason: string;
}

/** How the new text stands to one existing text; `winner` says which of two that contradict each other holds. */
export interface JudgeVerdict {
  readonly relation: 'restates' | 'contradicts' | 'unrelated';
  readonly winner: 'new' | 'existing' | 'unclear';
  readonly reason: string;
}

/** A learning that a line states: what a candidate needs, and the label of the line that says it. */
export interface ExtractedStatement {
  readonly label: string;
  readonly entityType: string;
  readonly summary: string;
  readonly appliesTo: readonly string[];
  readonly severity?: Severity;
  readonly polarity?: Polarity;
}

/** A bullet of a profile: what it says, and the labels of the facts and bullets that it stands for. */
export interface WrittenBullet {
  readonly text: string;
  readonly labels: readonly string[];
}

/** A text with the labels of its evidence. */
export interface CitedText {
  readonly text: string;
  readonly cites: readonly string[];
}

/** A pitfall with the labels of its evidence; `cause` is empty where none is known. */
export interface CitedTrouble {
  readonly symptom: string;
  readonly cause: string;
  readonly fix: string;
  readonly cites: readonly string[];
}

/** A check, what it should show, and the labels of its evidence, which may be none. */
export interface CitedCheck extends CitedText {
  readonly expect: string;
}

/** What a model says a skill should say. It writes neither front matter nor headings. */
export interface SkillAnswer {
  readonly description: string;
  readonly when: readonly string[];
  readonly notWhen: readonly string[];
  readonly steps: readonly CitedText[];
  readonly pitfalls: readonly CitedTrouble[];
  readonly checks: readonly CitedCheck[];
}

/** Whether a skill holds against one text that it is judged by. */
export interface SkillVerdict {
  readonly verdict: 'holds' | 'breaks';
  readonly reason: string;
}

/** What a model answered to one question; labels are those of the question. */
export type Answer =
  | ({ readonly kind: 'screen' } & ScreenVerdict)
  /** A verdict for every existing text, by label. */
  | { readonly kind: 'judge'; readonly verdicts: ReadonlyMap<string, JudgeVerdict> }
  | { readonly kind: 'extract'; readonly statements: readonly ExtractedStatement[] }
  /** New bullets; those that none stands for stay as they are. */
  | { readonly kind: 'profile'; readonly bullets: readonly WrittenBullet[] }
  | { readonly kind: 'distil'; readonly said: SkillAnswer }
  | { readonly kind: 'distil'; readonly insufficient: string }
  /** A verdict for every text with a label, by label. */
  | { readonly kind: 'judge-skill'; readonly verdicts: ReadonlyMap<string, SkillVerdict> };

/** What came of a round of questions: every question is in exactly one of the two. */
export interface Answers {
  readonly answered: ReadonlyMap<string, Answer>;
  /** Why a question has no answer. */
  readonly unanswered: ReadonlyMap<string, string>;
}

/** The labels that an answer to a question of this kind speaks of; of an extract or a profile it may leave out any. */
export const labelsToAnswer = (texts: readonly QuestionText[]): string[] =>
  texts.flatMap(({ role }, index) => (role === 'new' || role === 'own' ? [] : [labelAt(index)]));

/** The labels that texts of a question have of their own. */
export const ownLabels = (texts: readonly QuestionText[]): string[] =>
  texts.flatMap(({ label }) => (label === undefined ? [] : [label]));
