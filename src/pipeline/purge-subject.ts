import type { Candidate, Provenance } from '../domain/candidate.ts';
import { failed, type Result, success } from '../domain/failure.ts';
import { tombstoneId } from '../domain/identity.ts';
import { compact, isDict, type Json } from '../domain/json.ts';
import type { Memory, Tombstone } from '../domain/memory.ts';
import type { Operation } from '../domain/plan.ts';
import { type PurgeIntent, purgedReason } from '../domain/purge.ts';
import type { State } from '../domain/state.ts';
import { captionOf } from '../text/key-phrase.ts';
import { factKey } from '../text/lookalikes.ts';
import { distinct, earliestAt } from './evidence.ts';
import { slugOf } from './find-memories.ts';
import { foldedText } from './purge-fold.ts';
import { fingerprintOf, type Needle, TextFinder } from './purge-mask.ts';
import { nameHash } from './purge-records.ts';

/** A memory or candidate, in one of the forms that it ever had. */
export type Form = Candidate & Partial<Pick<Memory, 'aliases' | 'promotedTo' | 'discoveredAt'>>;

/** What a person asks to purge; what is given must hold all together. */
export interface PurgeQuery {
  /** Id, alias, name or a piece of text. */
  readonly query?: string;
  /** What only this session taught. */
  readonly session?: string;
}

/** Where the forms of everything that was ever known lie. */
export interface PurgeInput {
  readonly state: State;
  readonly operations: readonly Operation[];
  /** Keys the fingerprints. */
  readonly salt: string;
  readonly now: string;
}

/** What a purge means: an intent, and the forms that it was made from. */
export interface Subject {
  readonly intent: PurgeIntent;
  readonly forms: readonly Form[];
}

/** Folded units from which a text of each kind is looked for elsewhere; shorter ones are everyday words. */
const shortest = { summary: 3, name: 8, quote: 12, observation: 16 } as const;

const isForm = (value: Json): value is Json & Form =>
  isDict(value) &&
  typeof value.id === 'string' &&
  typeof value.name === 'string' &&
  typeof value.summary === 'string' &&
  Array.isArray(value.observations) &&
  Array.isArray(value.provenance);

/** Every form in an image of a record: the memory, the archived one, the candidates of a file. */
function formsIn(image: Json): Form[] {
  if (!isDict(image)) return [];
  if (isForm(image as Json)) return [image as Json & Form];
  const lists = [image.candidates, image.judged].filter(Array.isArray).flat();
  const inner = [
    image.memory,
    ...lists.map((item: unknown) => (isDict(item) ? (item.candidate ?? item) : item)),
  ];
  return inner.flatMap((item) => (isDict(item) && isForm(item as Json) ? [item as Json & Form] : []));
}

/** Candidates that were folded into a memory because they say the same: id -> id of the memory. */
function foldedInto({ imported }: State): Map<string, string> {
  const verdicts = [...imported.values()].flatMap(({ judged }) => judged);
  return new Map(
    verdicts.flatMap(({ candidate, verdict, memoryId }) =>
      memoryId !== undefined && verdict !== 'below-threshold' ? [[candidate.id, memoryId] as const] : [],
    ),
  );
}

/** Every form that is known, those that hold today first. */
function allForms({ state, operations }: PurgeInput): Form[] {
  const candidates = [
    ...[...state.extracted.values()].flatMap((file) => file.candidates),
    ...[...state.imported.values()].flatMap(({ judged }) => judged.map(({ candidate }) => candidate)),
  ];
  const archived = [...state.archive.values()].map(({ memory }) => memory);
  const images = operations.flatMap(({ changes }) => changes.flatMap(({ before, after }) => [before, after]));
  return [...state.memories.values(), ...archived, ...candidates, ...images.flatMap(formsIn)];
}

const isOnlyOf = ({ provenance }: Form, session: string): boolean =>
  provenance.length > 0 && provenance.every(({ sessionId }) => sessionId === session);

const shortestPrefix = 6;

const isAliasOf = ({ aliases = [] }: Form, name: string): boolean => aliases.includes(name);

/** The forms that a query means: by id or alias, else by name, else by text. */
function matching(forms: readonly Form[], query: string): Form[] {
  const byId = forms.filter((form) => form.id === query || isAliasOf(form, query));
  const begun =
    byId.length > 0 || query.length < shortestPrefix ? byId : forms.filter(({ id }) => id.startsWith(query));
  if (begun.length > 0) return begun;
  const wanted = foldedText(query);
  const named = forms.filter(({ name }) => [name, slugOf(name)].some((one) => foldedText(one) === wanted));
  if (named.length > 0 || wanted === '') return named;
  return forms.filter(({ summary, observations }) =>
    [summary, ...observations].some((text) => foldedText(text).includes(wanted)),
  );
}

/** Ids of everything that is the same thing as the chosen: other forms, what was merged into it, what says just the same. */
function closure(input: PurgeInput, forms: readonly Form[], chosen: readonly Form[]): Set<string> {
  const into = foldedInto(input.state);
  const saying = new Map(forms.map((form) => [form, foldedText(form.summary)]));
  const ids = new Set(chosen.map(({ id }) => id));
  const said = new Set<string>();
  const isSame = (form: Form): boolean =>
    ids.has(form.id) ||
    ids.has(into.get(form.id) ?? '') ||
    (form.aliases ?? []).some((alias) => ids.has(alias)) ||
    said.has(saying.get(form) ?? '');
  for (let size = -1; size !== ids.size + said.size; ) {
    size = ids.size + said.size;
    for (const form of forms.filter(isSame)) {
      for (const id of [form.id, ...(form.aliases ?? []).filter(isId)]) ids.add(id);
      said.add(saying.get(form) ?? '');
    }
  }
  return ids;
}

const isId = (name: string): boolean => /^m-[\w-]+$/.test(name);

/** One word of an alphabet is no text that could be told from the words around it, unless it is long. */
const isOneWord = (text: string): boolean =>
  !/\s|\p{Lo}/u.test(text.trim()) && foldedText(text).length < shortest.observation;

const textNeedle = (text: string, least: number): Needle[] => {
  if (isOneWord(text) && !text.includes('-')) return [];
  const cut = /(?:…|\.\.\.)\s*$/.test(text);
  return foldedText(text).length >= least ? [{ text, cut }] : [];
};

const quotesOf = (provenance: readonly Provenance[]): string[] =>
  provenance.flatMap(({ quote }) => quote ?? []);

/** A caption of fewer words says nothing that a text alone says. */
const fewestCaptionWords = 4;

/** Captions that kinds of work, tags and skills may have been named by after this text. */
const captionsOf = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => captionOf(text) ?? []).filter((one) => one.split(' ').length >= fewestCaptionWords);

/** The texts that tell of a form. */
const needlesOf = (form: Form): Needle[] => [
  ...captionsOf([form.summary, ...form.observations, ...quotesOf(form.provenance)]).flatMap((text) =>
    textNeedle(text, shortest.quote),
  ),
  ...textNeedle(form.summary, shortest.summary),
  ...namesOf(form),
  ...quotesOf(form.provenance).flatMap((text) => textNeedle(text, shortest.quote)),
  ...form.observations.flatMap((text) => textNeedle(text, shortest.observation)),
];

const namesOf = ({ name, aliases = [] }: Form): Needle[] =>
  [name, ...aliases.filter((alias) => !isId(alias))].flatMap((one) =>
    [one, slugOf(one)].flatMap((text) => textNeedle(text, shortest.name)),
  );

/** Names of other forms that hold the text: a name is cut out of a summary, and may hold a part of it. */
function namesAround(forms: readonly Form[], own: readonly Form[], salt: string): Needle[] {
  const summaries = own.flatMap(({ summary }) => textNeedle(summary, shortest.summary));
  const finder = new TextFinder(
    summaries.map((needle) => fingerprintOf(needle, salt)),
    salt,
  );
  const mine = new Set(own);
  return forms
    .filter((form) => !mine.has(form) && finder.mask(form.summary) !== form.summary)
    .flatMap(namesOf);
}

/** Keys of a form with and without a sign at its end: a sentence is the same fact as a phrase. */
const keysOf = (form: Form): string[] => {
  const bare = form.summary.replace(/[.!…。！]{1,3}$/u, '');
  return [form.summary, bare, `${bare}.`, `${bare}!`].map((summary) => factKey({ ...form, summary }));
};

/** What keeps a form out: keys of everything it ever said, no text. */
function stoneOf(input: PurgeInput, form: Form, own: readonly Form[]): Tombstone {
  const { scope, user, project } = form;
  const known = input.state.tombstones.get(tombstoneId(form.id));
  const keys = own.flatMap(keysOf).filter((key) => key !== factKey(form));
  const aliases = distinct([...own.flatMap(({ aliases: names = [] }) => names.filter(isId)), ...keys]).sort();
  return compact({
    v: 1 as const,
    id: tombstoneId(form.id),
    rev: (known?.rev ?? 0) + 1,
    tombstone: true as const,
    memoryId: form.id,
    key: factKey(form),
    aliases: aliases.length > 0 ? aliases : undefined,
    at: input.now,
    reason: purgedReason,
    scope,
    user,
    project,
    discoveredAt: form.discoveredAt ?? earliestAt(form.provenance, input.now),
    updatedAt: input.now,
  });
}

interface Meant {
  /** Every form of what is purged. */
  readonly forms: readonly Form[];
  readonly around: readonly Needle[];
  readonly session: string | undefined;
}

function intentOf(input: PurgeInput, { forms, around, session }: Meant): PurgeIntent {
  const { salt, now } = input;
  const needles = new Map(
    [...forms.flatMap(needlesOf), ...around].map((needle) => [JSON.stringify(needle), needle]),
  );
  const prints = [...needles.values()].map((needle) => fingerprintOf(needle, salt));
  const ids = distinct(forms.map(({ id }) => id));
  const targets = forms.flatMap(({ promotedTo }) => promotedTo ?? []);
  return {
    v: 1,
    at: now,
    salt,
    ids: distinct([...ids, ...forms.flatMap(({ aliases = [] }) => aliases.filter(isId))]),
    sessions: session === undefined ? [] : [nameHash(session, salt)],
    targets: distinct(targets.map((target) => nameHash(target, salt))),
    prints: [...new Map(prints.map((print) => [`${print.hash} ${print.cut}`, print])).values()],
    stones: ids.flatMap((id) => {
      const own = forms.filter((form) => form.id === id);
      return own[0] ? [stoneOf(input, own[0], own)] : [];
    }),
  };
}

/**
 * What a purge means, in every form in which it was ever known. A failure when nothing says what to purge, or nothing
 * is called that; a session is purged also when it taught nothing.
 */
export function findSubject(input: PurgeInput, { query, session }: PurgeQuery): Result<Subject> {
  const wanted = query?.trim() ?? '';
  if (wanted === '' && !session)
    return failed('purge.empty', 'nothing says what to purge', 'name a memory, or --session <id>');
  const forms = allForms(input);
  const meant = wanted === '' ? forms : matching(forms, wanted);
  const chosen = session ? taughtOnlyBy(input, meant, session) : meant;
  if (chosen.length === 0 && !(session && wanted === ''))
    return failed(
      'purge.none',
      'no memory or candidate is called that',
      'hebb list --all shows ids and names',
    );
  const ids = closure(input, forms, chosen);
  const own = forms.filter(({ id }) => ids.has(id));
  const scoped = wanted === '' ? session : undefined;
  const around = namesAround(forms, own, input.salt);
  return success({ intent: intentOf(input, { forms: own, around, session: scoped }), forms: own });
}

/** Forms that hold today and that no other session taught. */
function taughtOnlyBy({ state }: PurgeInput, forms: readonly Form[], session: string): Form[] {
  const shared = new Set(forms.filter((form) => !isOnlyOf(form, session)).map(({ id }) => id));
  return forms.filter(
    (form) => isOnlyOf(form, session) && !(state.memories.has(form.id) && shared.has(form.id)),
  );
}
