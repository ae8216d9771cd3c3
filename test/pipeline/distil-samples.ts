import type { DistilInput, Distilled } from '../../src/domain/distil.ts';
import type { Memory } from '../../src/domain/memory.ts';
import type { Run, Step } from '../../src/domain/run.ts';
import { commandShape } from '../../src/pipeline/command-shape.ts';
import { sourceEvidence } from '../../src/pipeline/distil-document.ts';
import { distilWithin } from '../../src/pipeline/distil-within.ts';
import { validateSkill } from '../../src/pipeline/validate-skill.ts';
import { ran, runOf } from './reflect-samples.ts';
import { memory } from './samples.ts';

/** A command with the shape that hebb reads from it. */
export const shell = (command: string, fields: Partial<Step> = {}): Step =>
  ran(command, { shape: `Bash ${commandShape(command).shape}`, ...fields });

/** A learning that says this. */
export const said = (id: string, summary: string, fields: Partial<Memory> = {}): Memory =>
  memory(`m-${id}`, { summary, scope: 'project', project: 'p', provenance: [], ...fields });

/** A run that succeeded. */
export const good = (id: string, steps: readonly Step[], query = ''): Run =>
  runOf(id, 1, steps, { outcome: 'success', query });

/** A run that failed. */
export const bad = (id: string, steps: readonly Step[], query = ''): Run =>
  runOf(id, 1, steps, { outcome: 'failure', query });

/** What a skill is made from, with labels. */
export interface Sources {
  readonly learnings?: readonly Memory[];
  readonly errors?: readonly Memory[];
  readonly successes?: readonly Run[];
  readonly failures?: readonly Run[];
}

/** The input of a distiller. */
export function inputOf(sources: Sources, fields: Partial<DistilInput> = {}): DistilInput {
  const { learnings = [], errors = [], successes = [], failures = [] } = sources;
  const label =
    (letter: string, from = 1) =>
    <T>(what: T, at: number) => ({ label: `${letter}${at + from}`, what });
  return {
    slug: 'mend-hook',
    caption: 'mend the hook',
    learnings: learnings.map(label('L')),
    errors: errors.map(label('E')),
    successes: successes.map(label('R')),
    failures: failures.map(label('R', successes.length + 1)),
    fromBehaviour: false,
    ...fields,
  };
}

/** Rules that a text breaks, held against nothing but its sources. */
export function brokenRules(input: DistilInput, distilled: Distilled): string[] {
  if (distilled.kind !== 'skill') return [];
  const evidence = sourceEvidence(input, distilled.citations);
  return validateSkill(distilled.document, evidence).map(({ rule, text }) => `${rule}: ${text}`);
}

/** Distils as a run does on a machine that has no program: what is not there is only spoken of. */
export const distilHere = (input: DistilInput): Distilled =>
  distilWithin(input, ({ citations }) => sourceEvidence(input, citations));

/** The units of a section of a body, without numbers and bullets. */
export function unitsIn(body: string, title: string): string[] {
  const section = body.split(/^## /m).find((part) => part.startsWith(title)) ?? '';
  return section
    .split('\n')
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => line.replace(/^(?:\d+\.|-) /, ''));
}
