import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Run } from '../../src/domain/run.ts';
import { uniteCandidates } from '../../src/pipeline/candidate-of.ts';
import { foldSession } from '../../src/pipeline/fold-session.ts';
import type { Folded } from '../../src/pipeline/fold-state.ts';
import {
  compaction,
  context,
  edits,
  fold,
  freshDoc,
  interrupt,
  itemsOf,
  prompt,
  runs,
  type Scene,
  says,
  usesTool,
} from './items.ts';

const missing =
  "Exit code 1\nError: Cannot find module 'vite'\nRequire stack:\n- /home/ann/shop/vitest.config.ts";
const lastRun = (folded: Folded): Run | undefined => folded.runs.at(-1);

describe('calls and results', () => {
  it('three parallel calls are paired by id, in the order of the calls', () => {
    const [a, b, c] = [runs('npm run lint'), runs('npm test', missing), runs('npm run build')];
    const parallel: Scene = [a[0], b[0], c[0], c[1], a[1], b[1]].flatMap((item) => item ?? []);
    const { doc, events } = fold([prompt('check it all please'), parallel]);
    expect(doc.openRun?.steps.map(({ shape, ok }) => [shape, ok])).toEqual([
      ['Bash npm run lint', true],
      ['Bash npm test', false],
      ['Bash npm run build', true],
    ]);
    expect(events).toHaveLength(4);
    expect(doc).toMatchObject({ prompts: 1, steps: 3, failures: 1, openCalls: [] });
  });

  it('a call without result stays unknown; a result without call, or before it, is ignored', () => {
    const [call = [], result = []] = runs('npm test').map((item) => [item]);
    const before = fold([prompt('test it for me'), result, call]);
    expect(before.doc.openRun?.steps).toMatchObject([{ ok: 'unknown' }]);
    expect(before.events.map(({ kind }) => kind)).toEqual(['prompt']);
    expect(fold([prompt('test it for me'), result]).doc.steps).toBe(0);
  });

  it('the event of a call that never ends is given out two prompts later, once', () => {
    const [call = []] = runs('npm test').map((item) => [item]);
    const { events, doc } = fold([
      prompt('one of three'),
      call,
      prompt('two of three'),
      prompt('three of three'),
    ]);
    expect(events.map(({ kind, ok }) => `${kind} ${ok}`)).toEqual([
      'prompt unknown',
      'prompt unknown',
      'prompt unknown',
      'command unknown',
    ]);
    expect(doc.openCalls).toEqual([]);
  });

  it('a result that comes after the next prompt belongs to the run of its call', () => {
    const [call = [], result = []] = runs('npm test', missing).map((item) => [item]);
    const { runs: all } = fold([prompt('test it for me'), call, prompt('and then the docs'), result]);
    expect(all.map(({ outcome, closed, steps }) => [outcome, closed, steps.length])).toEqual([
      ['failure', true, 1],
      ['unknown', false, 0],
    ]);
  });

  it('steps before any prompt are counted, without a run', () => {
    const { doc, runs: all } = fold([runs('npm test')]);
    expect([doc.steps, doc.openRun, all.length]).toEqual([1, null, 0]);
  });

  it('tags say what was edited and run, not what failed', () => {
    const { doc } = fold([
      prompt('add a schema please'),
      edits('src/user.ts', 'const User = z.object({ name: z.string() });'),
      edits('docs/user.md', 'const User = z.object({})'),
      runs('npm install zod@4'),
      runs('npm test', missing),
      runs('ls'),
    ]);
    expect(doc.tags).toEqual({
      'command:npm install': 1,
      'language:typescript': 1,
      'package:zod': 1,
      'pattern:zod-validation': 1,
      'tool:Bash': 2,
      'tool:Edit': 2,
    });
  });
});

describe('outcome', () => {
  it.each<[string, Scene[], string, string]>([
    [
      'a passing last check',
      [runs('npm test', missing), edits('a.ts'), runs('npm test')],
      'success',
      'last-check',
    ],
    ['a failing last check', [runs('npm run lint'), runs('npm test', missing)], 'failure', 'last-check'],
    ['a check whose status a pipe hides', [runs('npm test | tail -3')], 'unknown', 'none'],
    [
      'a check that could not reach the network',
      [runs('npm test', 'Error: connect ETIMEDOUT 10.0.0.1:443')],
      'unknown',
      'none',
    ],
    [
      'a check that the person refused',
      [runs('npm test', "The user doesn't want to proceed", { refused: true })],
      'unknown',
      'none',
    ],
    [
      'an error that nothing resolved',
      [runs('git push', 'error: failed to push some refs')],
      'failure',
      'unresolved-error',
    ],
    [
      'an error that was resolved',
      [runs('git push', 'error: failed to push some refs'), runs('git push')],
      'unknown',
      'none',
    ],
    ['a search that found nothing', [runs('grep -r foo src', 'Exit code 1')], 'unknown', 'none'],
    [
      "the agent's own tool refusing",
      [usesTool('Edit', { file_path: 'a.ts' }, 'File has not been read yet')],
      'unknown',
      'none',
    ],
    ['an interrupt', [runs('npm test'), interrupt], 'unknown', 'interrupt'],
    ['no steps', [], 'unknown', 'none'],
  ])('%s', (_, scenes, outcome, outcomeSource) => {
    expect(lastRun(fold([prompt('do the thing please'), ...scenes]))).toMatchObject({
      outcome,
      outcomeSource,
      closed: false,
    });
  });

  it.each<[string, Scene[], string, string]>([
    ['thanks, looks good', [], 'success', 'thanks'],
    ['gracias', [interrupt], 'success', 'thanks'],
    ['thanks', [runs('npm test', missing)], 'failure', 'last-check'],
    ['no, use pnpm', [runs('npm test')], 'failure', 'correction'],
    ['nein, nimm die andere Datei', [], 'failure', 'correction'],
    ['不对，用 pnpm', [], 'failure', 'correction'],
    ['thanks, but it still does not work', [runs('npm test')], 'failure', 'correction'],
    ['now write the docs', [runs('npm test')], 'success', 'last-check'],
    ['now write the docs', [], 'unknown', 'none'],
  ])('next prompt %j', (next, scenes, outcome, outcomeSource) => {
    const [run] = fold([prompt('do the thing please'), ...scenes, prompt(next)]).runs;
    expect(run).toMatchObject({ outcome, outcomeSource, closed: true });
  });
});

describe('a pure fold', () => {
  const scene: fc.Arbitrary<Scene> = fc.oneof(
    fc
      .constantFrom(
        'always use pnpm in this repo',
        'no, never commit to main!',
        'run the tests',
        'thanks',
        'please add a login page',
      )
      .map(prompt),
    fc
      .constantFrom('npm test', 'npm install', 'npm run lint | tail', 'git push', 'ls')
      .map((command) => runs(command)),
    fc.constantFrom('npm test', 'git push').map((command) => runs(command, missing)),
    fc
      .constantFrom('npm test', 'git push')
      .map((command) => runs(command, 'error TS2322: Type string is not assignable to type number')),
    fc.constantFrom('src/a.ts', 'vitest.config.ts').map((file) => edits(file)),
    fc.constant(edits('src/b.ts', 'b', { correction: { removed: ['var b = 1'], added: ['const b = 1'] } })),
    fc.constantFrom<Scene>(
      interrupt,
      compaction,
      says('The root cause was a missing index on the orders table.'),
    ),
  );
  /** Results are let go late, so that calls run in parallel, end after prompts, or never. */
  const items = fc.array(scene, { maxLength: 20 }).chain((scenes) =>
    fc.array(fc.nat(6), { minLength: scenes.length, maxLength: scenes.length }).map((delays) => {
      const slots: Scene[][] = scenes.map(() => []);
      scenes.forEach(([head = [], ...results], index) => {
        slots[index]?.push([head].flat());
        slots[index + (delays[index] ?? 0)]?.push(results);
      });
      return itemsOf(slots.flat());
    }),
  );
  const byId = <T extends { readonly id: string }>(all: readonly T[]) =>
    Object.fromEntries(all.map((one) => [one.id, one]));

  it('in two steps gives what one gives', () => {
    fc.assert(
      fc.property(items, fc.nat(60), (all, cut) => {
        const whole = foldSession(freshDoc(), all, context);
        const first = foldSession(freshDoc(), all.slice(0, cut), context);
        const second = foldSession(JSON.parse(JSON.stringify(first.doc)), all.slice(cut), context);
        expect(second.doc).toEqual(whole.doc);
        expect(byId([...first.runs, ...second.runs])).toEqual(byId(whole.runs));
        expect([...first.events, ...second.events]).toEqual(whole.events);
        expect(byId(uniteCandidates([...first.candidates, ...second.candidates]))).toEqual(
          byId(whole.candidates),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('what was folded before adds nothing', () => {
    fc.assert(
      fc.property(items, (all) => {
        const { doc } = foldSession(freshDoc(), all, context);
        const again = foldSession(doc, all, context);
        expect({ ...again.doc, openCalls: [] }).toEqual({ ...doc, openCalls: [] });
        expect([again.events.filter(({ ok }) => ok !== 'unknown'), again.candidates]).toEqual([[], []]);
      }),
    );
  });

  it('an event that the log holds is folded and not given out', () => {
    const scenes = [prompt('do the thing please'), runs('npm test')];
    const { events, doc } = fold(scenes);
    const seen = new Set(events.map(({ id }) => id));
    const again = foldSession(freshDoc(), itemsOf(scenes), { ...context, isSeen: (id) => seen.has(id) });
    expect(again.events).toEqual([]);
    expect(again.doc).toEqual(doc);
  });
});
