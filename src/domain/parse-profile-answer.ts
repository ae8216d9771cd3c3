import { isDict } from './json.ts';
import { hasOnly, maxReplyLength, proseOf } from './parse-answer.ts';
import type { WrittenBullet } from './question.ts';
import { type Parsed, parseStrictObject, problemOf } from './strict-json.ts';

const maxBullet = 300;

/**
 * `{"answers": [{"text", "labels": […]}]}`: bullets of at most 300 characters, each with labels that were asked for, none of them
 * twice; none is an answer, too.
 */
export function parseProfileReply(text: string, labels: readonly string[]): Parsed<readonly WrittenBullet[]> {
  const object = parseStrictObject(text, maxReplyLength);
  if (!object.ok) return object;
  const { answers } = object.value;
  if (!Array.isArray(answers) || !hasOnly(object.value, ['answers']))
    return problemOf('the object does not have "answers", a list, as its only key');
  const bullets: WrittenBullet[] = [];
  for (const item of answers) {
    const bullet = parseBullet(item, labels);
    if (!bullet.ok) return bullet;
    bullets.push(bullet.value);
  }
  const named = bullets.flatMap((bullet) => bullet.labels);
  if (new Set(named).size < named.length) return problemOf('a label stands under more than one bullet');
  return { ok: true, value: bullets };
}

function parseBullet(item: unknown, known: readonly string[]): Parsed<WrittenBullet> {
  if (!isDict(item)) return problemOf('an item of "answers" is not an object');
  if (!hasOnly(item, ['text', 'labels'])) return problemOf('keys must be text and labels');
  const text = proseOf(item.text, maxBullet);
  if (text === undefined) return problemOf(`text must be a sentence of at most ${maxBullet} characters`);
  const given: readonly unknown[] = Array.isArray(item.labels) ? item.labels : [];
  const labels = given.filter((label) => typeof label === 'string');
  if (labels.length === 0 || labels.length < given.length)
    return problemOf('labels must be a list of at least one label');
  if (!labels.every((label) => known.includes(label)))
    return problemOf('it has a label that was not asked for');
  return { ok: true, value: { text, labels } };
}
