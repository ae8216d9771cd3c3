import data from '../../templates/merge-words.yaml';
import type { Item } from './meaning.ts';
import { readSections, readWords } from './word-lists.ts';

const sections = readSections(data);
const setOf = (name: string): ReadonlySet<string> => new Set(readWords(sections.get(name)));
const fronting = setOf('fronting');
const adverbs = setOf('adverbs');
const notAdverbs = setOf('notAdverbs');
const prepositions = setOf('prepositions');
const actions = setOf('actions');
const ordered = setOf('ordered');

/** How long a phrase before the first comma may be to count as one that could stand last. */
const MAX_FRONT = 12;

/**
 * The items in one fixed order, as far as order is free: a leading phrase or adverb moves to the end of its sentence, the
 * members of a plain list "a and b" are sorted. Everything else stays in place, since order tells who does what to whom.
 */
export function settleOrder(items: readonly Item[]): Item[] {
  return splitSentences(items)
    .flatMap((sentence) => sortLists(moveAdverb(moveFront(sentence))))
    .filter(isSaid);
}

function isSaid(item: Item): boolean {
  return item.kind !== 'break';
}

function splitSentences(items: readonly Item[]): Item[][] {
  const sentences: Item[][] = [[]];
  for (const item of items) {
    if (item.kind === 'break' && item.surface === '.') sentences.push([]);
    else sentences.at(-1)?.push(item);
  }
  return sentences;
}

/** "Before a commit, run x" is "run x before a commit". */
function moveFront(sentence: readonly Item[]): readonly Item[] {
  const comma = sentence.findIndex((item) => item.kind === 'break');
  if (comma < 2 || comma > MAX_FRONT || comma === sentence.length - 1) return sentence;
  if (!fronting.has(sentence[0]?.folded ?? '')) return sentence;
  const rest = sentence.slice(comma + 1);
  return [...(rest[0]?.folded === 'then' ? rest.slice(1) : rest), ...sentence.slice(0, comma)];
}

/** "Always use x" is "use x always", in a sentence of one clause only: elsewhere it would change what it speaks of. */
function moveAdverb(sentence: readonly Item[]): readonly Item[] {
  const [first, ...rest] = sentence;
  if (first === undefined || rest.length === 0 || !isAdverb(first.folded)) return sentence;
  return rest.some(fixesAdverb) || /(?:ed|ing)$/.test(rest[0]?.folded ?? '') ? sentence : [...rest, first];
}

/** Another clause or a denial after it: then the place of an adverb tells what it speaks of. */
function fixesAdverb(item: Item): boolean {
  return item.kind === 'break' || /^(?:and|or|but|then|not|never)$/.test(item.folded);
}

function isAdverb(word: string): boolean {
  return adverbs.has(word) || (/^[a-z]{3,20}ly$/.test(word) && !notAdverbs.has(word));
}

/** One list a sentence: with two, places may answer one another ("rename a and b to c and d"). */
function sortLists(sentence: readonly Item[]): readonly Item[] {
  if (sentence.some((item) => ordered.has(item.folded))) return sentence;
  const out = [...sentence];
  if (out.filter(isJoint).length > 1) return out;
  out.forEach((item, at) => {
    if (isJoint(item)) sortMembers(out, at);
  });
  return out;
}

function isJoint(item: Item): boolean {
  return /^(?:and|or|und|oder|y|et|ou|и|или)$/.test(item.folded);
}

function sortMembers(items: Item[], at: number): void {
  const [before, left, right, after] = [items[at - 2], items[at - 1], items[at + 1], items[at + 2]];
  if (left === undefined || right === undefined || !isMember(left) || !isMember(right)) return;
  if (!isEdge(after) || !(isEdge(before) || actions.has(baseOf(before)))) return;
  if (keyOf(left) > keyOf(right)) [items[at - 1], items[at + 1]] = [right, left];
}

/** A list member: a name or a word that is no action and no small word. */
function isMember(item: Item): boolean {
  return (
    (item.kind === 'word' || item.kind === 'path') &&
    !actions.has(baseOf(item)) &&
    !prepositions.has(item.folded)
  );
}

function isEdge(item: Item | undefined): boolean {
  return (
    item === undefined ||
    (item.kind === 'break'
      ? item.surface === '.'
      : prepositions.has(item.folded) && !/^(?:and|or)$/.test(item.folded))
  );
}

function baseOf(item: Item | undefined): string {
  if (item === undefined) return '';
  return [...item.bases].find((base) => actions.has(base)) ?? item.folded;
}

/** Equal for items that answer one another in nearly all cases, so that both texts sort alike. */
function keyOf(item: Item): string {
  const classes = [...item.classes].sort((a, b) => a - b);
  if (classes.length > 0) return `~${classes[0]}`;
  return [...item.bases].sort((a, b) => a.length - b.length || (a < b ? -1 : 1))[0] ?? item.folded;
}
