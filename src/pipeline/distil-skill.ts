import type { DistilInput, Distilled } from '../domain/distil.ts';
import type { SkillDocument } from '../domain/skill-document.ts';
import { isAction, normalizeLabel } from '../text/captions.ts';
import { captionOf } from '../text/key-phrase.ts';
import { foldCase } from '../text/normalize.ts';
import { isPrivate } from '../text/private-values.ts';
import { ownSentences } from '../text/sentences.ts';
import { type SkillUnits, type Unit, unitsFor } from './distil-units.ts';
import { codeLanguageOf } from './git-languages.ts';
import { keepEdits } from './keep-edits.ts';
import { notWhenTitle, readSkillBody, skillSections } from './skill-body.ts';
import { toolsKey, usedTools } from './skill-commands.ts';
import { leakedLiterals, sourceRunOf } from './skill-literals.ts';
import { languageName, phrase } from './skill-phrases.ts';

/** Examples that a skill names for its occasion, and the length of its body that is aimed at, in code points. */
const mostExamples = 3;
const aimedLength = 3_800;

/** A procedure of one step is none. */
const fewestSteps = 2;

/**
 * Writes a skill without a model: when to use it from the prompts, steps from learnings and from the common way of successful
 * runs, pitfalls as symptom, cause and fix, and the checks that ended those runs. Values of single sessions are taken out.
 */
export function distilSkill(input: DistilInput): Distilled {
  const general = generalise(input, unitsFor(input));
  if (general.steps.length < fewestSteps)
    return { kind: 'insufficient', reason: `${general.steps.length} of ${fewestSteps} steps are known` };
  const examples = examplesOf(input);
  const body = fitBody(input, general, examples);
  const kept =
    input.prior && input.written
      ? keepEdits(body, { prior: input.prior, written: input.written }, input.writtenBy?.label)
      : body;
  const evidence = {
    folder: input.slug,
    fromBehaviour: input.fromBehaviour,
    citations: {},
    programs: [],
    scripts: [],
    files: [],
    runs: [],
    ran: ranIn(input),
  };
  const tools = [...new Set(usedTools(readSkillBody(kept), evidence).map(({ name }) => name))].sort();
  const document: SkillDocument = {
    name: input.slug,
    description: describe(input, examples),
    metadata: {
      ...(input.prior?.metadata ?? {}),
      source: 'hebb',
      ...(tools.length > 0 ? { [toolsKey]: tools.join(', ') } : {}),
    },
    otherKeys: [],
    body: kept,
  };
  return { kind: 'skill', document, citations: citationsOf(input, kept) };
}

const ranIn = ({ successes, failures }: DistilInput): string[] => [
  ...new Set([...successes, ...failures].flatMap(({ what }) => what.steps.map(({ tool }) => tool))),
];

/** Longest example of an ask, in code points. */
const longestExample = 90;

/** How people asked, in their words: the first sentence of each prompt that says more than the caption, without values of its session. */
function examplesOf(input: DistilInput): string[] {
  const runs = [...input.successes, ...input.failures].map(({ what }) => what);
  const sources = runs.map(sourceRunOf);
  const asks = runs.flatMap(({ query }) => ownSentences(query)[0] ?? []);
  const said = asks.map((ask) =>
    ask
      .replace(/[.!?。！？]+$/u, '')
      .replace(/["“”`]/g, '')
      .trim(),
  );
  const usable = said.filter(
    (ask) =>
      [...ask].length <= longestExample &&
      captionOf(ask) !== undefined &&
      !isPrivate(ask) &&
      leakedLiterals(ask, sources).length === 0,
  );
  const distinct = new Map(usable.map((ask) => [captionOf(ask), ask]));
  distinct.delete(normalizeLabel(input.caption));
  return [...distinct.values()].slice(0, mostExamples);
}

/** A caption that begins with a verb is asked for; any other names the work. */
function occasionOf(caption: string): string {
  const [first = ''] = foldCase(caption).split(' ');
  return phrase(isAction(first) && !first.endsWith('ing') ? 'occasionVerb' : 'occasionNoun', { caption });
}

const quoted = (examples: readonly string[]): string => examples.map((one) => `“${one}”`).join('; ');

function describe({ caption }: DistilInput, examples: readonly string[]): string {
  const list = examples.length > 0 ? phrase('examples', { list: quoted(examples) }) : '';
  return phrase('description', { occasion: occasionOf(caption), examples: list });
}

/** Units without values of single sessions; one that says nothing without them goes. */
function generalise(input: DistilInput, units: SkillUnits): SkillUnits {
  const runs = [...input.successes, ...input.failures].map(({ what }) => sourceRunOf(what));
  const clean = (list: readonly Unit[]): Unit[] => {
    const seen = new Set<string>();
    return list.flatMap(({ text, labels }) => {
      const general = withoutLiterals(text, leakedLiterals(text, runs));
      if (general === undefined || leakedLiterals(general, runs).length > 0 || seen.has(general)) return [];
      seen.add(general);
      return [{ text: general, labels }];
    });
  };
  return {
    when: clean(units.when),
    steps: clean(units.steps),
    pitfalls: clean(units.pitfalls),
    checks: clean(units.checks),
  };
}

/** More values than this and a sentence is about one session. */
const mostValues = 2;

function withoutLiterals(text: string, literals: readonly string[]): string | undefined {
  if (literals.length === 0) return text;
  if (literals.length > mostValues) return undefined;
  const general = literals.reduce(
    (rest, literal) => replaceAll(rest, literal, placeholderFor(literal)),
    text,
  );
  return general.replace(/`(<\w+>)`/g, '$1');
}

function placeholderFor(literal: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(literal)) return phrase('address');
  if (/\s/.test(literal) || !/[/\\]|\.\w{1,5}$/.test(literal)) return phrase('value');
  const kind = codeLanguageOf(literal);
  return kind === undefined ? phrase('anyFile') : phrase('file', { kind: languageName(kind) });
}

function replaceAll(text: string, literal: string, by: string): string {
  const pattern = literal
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('\\s+');
  return text.replace(new RegExp(`\`${pattern}\`|${pattern}`, 'gi'), () => by);
}

const cite = ({ text, labels }: Unit): string =>
  labels.length > 0 ? `${text} [${labels.join(', ')}]` : text;

/** The body, with the last pitfalls and steps left out until it fits. */
function fitBody(input: DistilInput, units: SkillUnits, examples: readonly string[]): string {
  let { steps, pitfalls } = units;
  for (;;) {
    const body = write(input, { ...units, steps, pitfalls }, examples);
    if ([...body].length <= aimedLength) return body;
    if (pitfalls.length > 1 && pitfalls.length * 2 >= steps.length) pitfalls = pitfalls.slice(0, -1);
    else if (steps.length > fewestSteps) steps = steps.slice(0, -1);
    else return body;
  }
}

function write(input: DistilInput, units: SkillUnits, examples: readonly string[]): string {
  const [when, procedure, pitfalls, verification] = skillSections;
  const asked = examples.length > 0 ? [`- ${phrase('asked', { list: quoted(examples) })}.`] : [];
  const not = input.fromBehaviour
    ? [
        '',
        `**${notWhenTitle}**`,
        '',
        `- ${phrase('notSame')}`,
        ...(units.pitfalls.length > 0 ? [`- ${phrase('notAfter')}`] : []),
      ]
    : [];
  return [
    `## ${when}`,
    '',
    `- ${phrase('useWhen', { occasion: occasionOf(input.caption) })}`,
    ...asked,
    ...not,
    '',
    `## ${procedure}`,
    '',
    ...units.steps.map((unit, at) => `${at + 1}. ${cite(unit)}`),
    '',
    `## ${pitfalls}`,
    '',
    ...(units.pitfalls.length > 0
      ? units.pitfalls.map((unit) => `- ${cite(unit)}`)
      : [`- ${cite(noPitfall(input))}`]),
    '',
    `## ${verification}`,
    '',
    ...(units.checks.length > 0 ? units.checks.map((unit) => `- ${cite(unit)}`) : [`- ${phrase('noCheck')}`]),
  ].join('\n');
}

function noPitfall({ learnings, successes }: DistilInput): Unit {
  const [one] = successes.length > 0 ? successes : learnings;
  const count = successes.length > 0 ? `${successes.length} runs` : `${learnings.length} learnings`;
  return { text: phrase('noPitfall', { count }), labels: one ? [one.label] : [] };
}

/** Ids of the labels that the body cites. */
function citationsOf(input: DistilInput, body: string): Record<string, string> {
  const known = [...input.learnings, ...input.errors, ...input.successes, ...input.failures];
  const ids = new Map(known.map(({ label, what }) => [label, what.id]));
  if (input.writtenBy !== undefined) ids.set(input.writtenBy.label, input.writtenBy.id);
  return Object.fromEntries([...ids].filter(([label]) => new RegExp(`\\b${label}\\b`).test(body)));
}
