import type { DistilInput, Distilled } from '../domain/distil.ts';
import { lengthOf, type SkillDocument, type SkillEvidence, skillLimits } from '../domain/skill-document.ts';
import { isPrivate } from '../text/private-values.ts';
import { screenText } from '../text/safety-screen.ts';
import { type BodyParts, fitBody } from './distil-body.ts';
import { sourceRunsOf, tamed } from './distil-general.ts';
import { seenCommands } from './distil-learning.ts';
import { keepEdits, strangerSection } from './keep-edits.ts';
import { readSkillBody } from './skill-body.ts';
import { shapesOf, toolsKey, usedTools } from './skill-commands.ts';
import { leakedLiterals } from './skill-literals.ts';
import { phrase } from './skill-phrases.ts';
import { commandOfShape } from './step-of.ts';

/** Tools and shapes of commands that the runs of a skill show, and those that hebb saw fail or mend something. */
export function ranIn({ learnings, errors, successes, failures }: DistilInput): string[] {
  const inRuns = [...successes, ...failures].flatMap(({ what }) =>
    what.steps.flatMap((step) => [step.tool, commandOfShape(step)]),
  );
  const inErrors = [...learnings, ...errors]
    .flatMap(({ what }) => seenCommands(what))
    .flatMap((line) => shapesOf(line));
  return [...new Set([...inRuns, ...inErrors])].filter((name) => name !== '');
}

/** What a text is held against as far as its sources alone tell: nothing of the machine, nothing of the project. */
export const sourceEvidence = (input: DistilInput, citations: SkillEvidence['citations']): SkillEvidence => ({
  folder: input.slug,
  fromBehaviour: input.fromBehaviour,
  citations,
  programs: [],
  scripts: [],
  files: [],
  ran: ranIn(input),
  runs: sourceRunsOf(input),
});

/** What a skill says before hebb puts it into its form. */
export interface Said extends BodyParts {
  readonly description: string;
  /** Why something is not in it. */
  readonly left: readonly string[];
  /** Whether what is least supported may be left out where room is short; else the body stays as long as it is. */
  readonly mayShrink: boolean;
}

/**
 * A skill in hebb's form: front matter that hebb writes, the body with what a person wrote into the one before, the tools that it uses
 * declared, every label resolved. Insufficient when a person's text has no place in it.
 */
export function assembleSkill(input: DistilInput, said: Said): Distilled {
  const { prior, written, writtenBy } = input;
  const edited = prior && written ? { prior, written } : undefined;
  const stranger = edited && strangerSection(edited);
  if (stranger !== undefined)
    return { kind: 'insufficient', reason: phrase('strangerSection', { title: stranger }) };
  const again = labelsAgain(input);
  const parts = { ...said, notWhen: [...said.notWhen, ...fallen(input)] };
  const { body, left } = fitBody(parts, {
    finish: (text) =>
      edited ? keepEdits(text, { ...edited, label: writtenBy?.label ?? 'L0', again }) : text,
    fits: (text) => !said.mayShrink || lengthOf(text) <= skillLimits.body,
  });
  const document = documentOf(input, { body, description: said.description });
  const gone =
    left.length > 0
      ? [phrase('leftLength', { labels: left.join(', '), most: String(skillLimits.body) })]
      : [];
  return {
    kind: 'skill',
    document,
    citations: citationsOf(input, body),
    notes: named(input, [...said.left, ...gone]),
  };
}

/** What a version after a fall knows of it; a reason that may not stand in a skill is told in general words. */
function fallen({ priorFailure, ...input }: DistilInput): string[] {
  if (!priorFailure) return [];
  const { version, reason } = priorFailure;
  const told = tamed(reason).replace(/[.\s]+$/, '');
  const isTellable =
    !isPrivate(told) &&
    leakedLiterals(told, sourceRunsOf(input)).length === 0 &&
    screenText(told, 'skill').verdict === 'accept';
  return [
    phrase('fellBefore', { version: String(version), reason: isTellable ? told : phrase('fellUnsaid') }),
  ];
}

/** The label by which this text cites what the one before cited by another. */
function labelsAgain(input: DistilInput): (label: string) => string | undefined {
  const labels = new Map(citable(input).map(({ label, id }) => [id, label]));
  return (label) => labels.get(input.priorCitations?.[label] ?? '');
}

const citable = ({ learnings, errors, successes, failures }: DistilInput): { label: string; id: string }[] =>
  [...learnings, ...errors, ...successes, ...failures].map(({ label, what }) => ({ label, id: what.id }));

/** Notes for people name learnings by their ids: labels mean nothing outside of the text. */
function named(input: DistilInput, notes: readonly string[]): string[] {
  const ids = new Map(citable(input).map(({ label, id }) => [label, id]));
  return notes.map((note) => note.replace(/\b[LER]\d{1,4}\b/g, (label) => ids.get(label) ?? label));
}

function documentOf(
  input: DistilInput,
  { body, description }: Pick<SkillDocument, 'body' | 'description'>,
): SkillDocument {
  const { prior, written } = input;
  const tools = usedTools(readSkillBody(body), sourceEvidence(input, {})).map(({ name }) => name);
  const { [toolsKey]: _, ...metadata } = prior?.metadata ?? {};
  const isReworded = prior && written && prior.description !== written.description;
  return {
    name: input.slug,
    description: isReworded ? prior.description : description,
    ...(prior?.license === undefined ? {} : { license: prior.license }),
    ...(prior?.compatibility === undefined ? {} : { compatibility: prior.compatibility }),
    metadata: {
      ...metadata,
      source: 'hebb',
      ...(tools.length > 0 ? { [toolsKey]: [...new Set(tools)].sort().join(', ') } : {}),
    },
    otherKeys: [],
    body,
  };
}

/** Ids of the labels that the body cites. */
function citationsOf(input: DistilInput, body: string): Record<string, string> {
  const ids = new Map(citable(input).map(({ label, id }) => [label, id]));
  if (input.writtenBy !== undefined) ids.set(input.writtenBy.label, input.writtenBy.id);
  return Object.fromEntries([...ids].filter(([label]) => new RegExp(`\\b${label}\\b`).test(body)));
}
