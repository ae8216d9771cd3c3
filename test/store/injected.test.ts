import * as fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { givenOf } from '../../src/domain/injection.ts';
import { claimGiven, noteForgot, readGiven, readGivenBodies } from '../../src/store/injected.ts';
import { pathsOf } from '../../src/store/paths.ts';
import { makeFolder } from '../support/home.ts';

const at = (minute: number): string => `2026-06-01T12:0${minute}:00.000Z`;
const body = (text = 'the body') => givenOf('bodies', { id: 'release', text });

function session() {
  const paths = pathsOf(makeFolder());
  const claim = (by: string, minute: number, given = [body()]) =>
    claimGiven(paths, 's1', { by, at: at(minute), given, versionOf: () => minute });
  return { paths, claim, bodies: () => readGivenBodies(paths, 's1') };
}

describe('what a session was given', () => {
  it('says of a whole skill when, and which version', () => {
    const { claim, bodies } = session();
    claim('a', 1, [body(), givenOf('suggestions', { id: 'release', text: 'a line' })]);
    expect(bodies()).toEqual([{ slug: 'release', version: 1, at: at(1) }]);
  });

  it('was given by the first of several hooks, and again when the context was thrown away', () => {
    const { paths, claim, bodies } = session();
    expect(claim('a', 1)).toHaveLength(1);
    expect(claim('b', 2)).toEqual([]);
    noteForgot(paths, 's1');
    claim('c', 3);
    claim('d', 4, [body('another body')]);
    expect(bodies().map(({ version }) => version)).toEqual([1, 3, 4]);
  });

  it('of an older hebb has no time: it was given, but nobody knows when', () => {
    const { paths, claim, bodies } = session();
    fs.mkdirSync(paths.injected, { recursive: true });
    fs.writeFileSync(
      join(paths.injected, 's1.jsonl'),
      `${JSON.stringify({ ...body(), by: 'old' })}\nnot json\n`,
    );
    expect(bodies()).toEqual([]);
    expect(claim('a', 1)).toEqual([]);
    expect(readGiven(paths, 's1')).toHaveLength(2);
    expect(bodies()).toEqual([]);
  });
});
