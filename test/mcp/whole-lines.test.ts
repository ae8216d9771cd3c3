import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WholeLines } from '../../src/mcp/whole-lines.ts';

/** What comes out of these pieces, chunk by chunk, and the lines that were too long. */
async function pass(pieces: readonly Buffer[], answered: () => Promise<void> = async () => {}) {
  const tooLong: number[] = [];
  const lines = new WholeLines({ longest: 40, answered, tooLong: (bytes) => void tooLong.push(bytes) });
  const chunks: string[] = [];
  const source = new PassThrough();
  const ended = new Promise<void>((resolve) => void lines.on('end', resolve));
  source.pipe(lines).on('data', (chunk: Buffer) => void chunks.push(chunk.toString('utf8')));
  for (const piece of pieces) source.write(piece);
  source.end();
  await ended;
  return { chunks, tooLong };
}

it('lines come whole, however they were cut, and without those that are too long', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('', '{"a":1}', 'ä🙂', 'x'.repeat(39), 'y'.repeat(40), 'z'.repeat(95))),
      fc.array(fc.nat(30), { minLength: 1 }),
      async (lines, sizes) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        const pieces: Buffer[] = [];
        for (let from = 0, at = 0; from < bytes.length; at++) {
          const size = (sizes[at % sizes.length] ?? 0) + 1;
          pieces.push(bytes.subarray(from, from + size));
          from += size;
        }
        const { chunks, tooLong } = await pass(pieces);
        expect(chunks).toEqual(lines.filter((line) => line.length < 40).map((line) => `${line}\n`));
        expect(tooLong).toEqual(lines.filter((line) => line.length >= 40).map((line) => line.length + 1));
      },
    ),
    { numRuns: 100, seed: 3 },
  ));

it('a last line without an end is a line', async () =>
  expect((await pass([Buffer.from('one\ntwo')])).chunks).toEqual(['one\n', 'two\n']));

it('the end waits for the answers to what was passed on', async () => {
  const order: string[] = [];
  await pass([Buffer.from('one\n')], async () => {
    await new Promise((resolve) => setImmediate(resolve));
    order.push('answered');
  });
  expect([...order, 'ended']).toEqual(['answered', 'ended']);
});
