import { describe, expect, it } from 'vitest';
import type { Distilled } from '../../src/domain/distil.ts';
import { partsOf, reworded, roleOf, sentence } from '../../src/pipeline/distil-learning.ts';
import {
  bad,
  brokenRules,
  distilHere,
  good,
  inputOf,
  type Sources,
  said,
  shell,
  unitsIn,
} from './distil-samples.ts';
import { edited } from './reflect-samples.ts';

const bodyOf = (distilled: Distilled): string => (distilled.kind === 'skill' ? distilled.document.body : '');
const notesOf = (distilled: Distilled): readonly string[] => distilled.notes ?? [];
const distil = (sources: Sources, fields = {}) => {
  const input = inputOf(sources, fields);
  const distilled = distilHere(input);
  expect(brokenRules(input, distilled)).toEqual([]);
  return distilled;
};
const partOf = (title: string, sources: Sources, fields = {}): string[] =>
  unitsIn(bodyOf(distil(sources, fields)), title);
const two = [said('a', 'Read the guard first.'), said('b', 'Keep the spool small.')];

describe('what a learning is', () => {
  it.each([
    ['Always deduplicate events by session.', 'step'],
    ['We should always run the linter first.', 'step'],
    ['Stop the server before you migrate.', 'step'],
    ['Never write to the log from the hook.', 'avoid'],
    ['You must never push to main.', 'avoid'],
    ["Don't edit generated files.", 'avoid'],
    ['Schreibe nie direkt in das Protokoll', 'step'],
    ['Nie direkt in das Protokoll schreiben', 'avoid'],
    ['Jamais de force push sur main', 'avoid'],
    ['No escribas en el registro', 'avoid'],
    ['Никогда не пиши в журнал', 'avoid'],
    ['不要在钩子里写日志', 'avoid'],
    ['フックからログに書き込まないでください', 'avoid'],
    ['The guard lies in front of the body.', 'fact'],
    ['`drain` returns a list of events.', 'fact'],
    ['Der Wächter steht vor dem Rumpf.', 'fact'],
    ['`npm test` failed with "no spool"; fixed by editing a.ts', 'error'],
  ])('%s: %s', (summary, role) => expect(roleOf(said('x', summary))).toBe(role));

  it('a mistake is an error, whoever worded it', () =>
    expect(roleOf(said('x', 'npm ci dies here; use npm install', { entityType: 'mistake' }))).toBe('error'));
});

describe('how a learning is worded', () => {
  it.each([
    ['please use pnpm', 'use pnpm'],
    ['We should always run the linter', 'always run the linter'],
    ['Make sure to close the file', 'close the file'],
    ["I'd rather use tabs than spaces", 'Prefer to use tabs rather than spaces'],
    ['we use pnpm here', 'use pnpm here'],
    ['Bitte erst testen', 'erst testen'],
  ])('%s', (summary, text) => expect(reworded(summary)).toBe(text));

  it.each([
    ['close the file', 'Close the file.'],
    ['npm ci dies', 'npm ci dies.'],
    ['it says "no"', 'It says "no".'],
    ['it says "no."', 'It says "no."'],
    ['不要写日志', '不要写日志。'],
    ['две строки\nодна', 'Две строки одна.'],
  ])('as a sentence: %s', (summary, text) => expect(sentence(summary)).toBe(text));

  it.each([
    ['It dies because of a bug; use the other', 'It dies', 'a bug', 'use the other'],
    ['Never wait here, otherwise it hangs', 'Never wait here', 'it hangs', ''],
    ['Never skip the check; the hook runs anyway', 'Never skip the check', 'the hook runs anyway', ''],
    ['Nie direkt schreiben, weil es hängt', 'Nie direkt schreiben', 'es hängt', ''],
    ['不要在这里等待任何东西，否则会卡住', '不要在这里等待任何东西', '会卡住', ''],
    ['Just a rule', 'Just a rule', '', ''],
  ])('what, why, instead: %s', (text, what, why, instead) =>
    expect(partsOf(text)).toEqual({ what, why, instead }),
  );
});

describe('steps', () => {
  const run = (id: string) =>
    good(id, [
      shell('npm install'),
      edited('src/hook.ts'),
      edited('lib/a.ts'),
      shell('npm run lint --fix'),
      shell('git status'),
      shell('npm test'),
    ]);

  it('follow the successful runs; looking is no step, and the last checks are what Verification says', () => {
    const sources = { learnings: two, successes: [run('a'), run('b')] };
    expect(partOf('Procedure', sources)).toEqual([
      'Read the guard first. [L1]',
      'Keep the spool small. [L2]',
      'Run `npm install`. [R1, R2]',
      'Edit `src/hook.ts`. [R1, R2]',
    ]);
    expect(partOf('Verification', sources)).toEqual([
      'Run `npm test`: it ends with exit status 0 and every test passes. [R1, R2]',
      'Run `npm run lint --fix`: it ends with exit status 0 and no finding is left. [R1, R2]',
    ]);
  });

  it.each<[string, string, string[]]>([
    [
      'before the move that it speaks of',
      'Raise the version before npm install.',
      ['Raise the version before npm install. [L1]', 'Run `npm install`. [R1]'],
    ],
    [
      'in place of the move',
      'Always run npm install with the lock file.',
      ['Always run npm install with the lock file. [L1, R1]'],
    ],
    ['first when it speaks of none', 'Read the guard.', ['Read the guard. [L1]', 'Run `npm install`. [R1]']],
    [
      'a fact is kept in mind',
      'The guard is slow.',
      ['Keep in mind: The guard is slow. [L1]', 'Run `npm install`. [R1]'],
    ],
  ])('a learning stands %s', (_, summary, expected) => {
    const steps = [shell('npm install'), edited('a/b.py'), edited('a/c.py')];
    const procedure = partOf('Procedure', { learnings: [said('a', summary)], successes: [good('r', steps)] });
    expect(procedure).toEqual([...expected, 'Edit the Python files concerned, mostly under `a/`. [R1]']);
  });

  it('a learning stands where in a run it was learned', () => {
    const provenance = [{ origin: 'transcript' as const, at: '', sessionId: 's-r', runId: 'r', row: 2 }];
    const learnings = [said('a', 'Look twice.', { provenance })];
    const successes = [good('r', [shell('npm install'), shell('npm start'), edited('x.go')])];
    expect(partOf('Procedure', { learnings, successes })[1]).toBe('Look twice. [L1]');
  });

  it('one that only repeats what is asked for is none, and it is said', () => {
    const distilled = distil({ learnings: [...two, said('c', 'Please mend the hook.')] });
    expect(unitsIn(bodyOf(distilled), 'Procedure')).toHaveLength(2);
    expect(notesOf(distilled)).toEqual(['m-c: it only repeats what is asked for']);
  });

  it('one step is no procedure', () =>
    expect(distil({ learnings: [said('a', 'Read the guard.')] })).toMatchObject({
      kind: 'insufficient',
      reason: '1 of 2 steps are known',
    }));

  it('thirty long learnings fit, the best supported stay, and what is left out is said', () => {
    const learnings = Array.from({ length: 30 }, (_, at) =>
      said(
        `${at}`,
        `Look at part ${'abcdefghijklmnopqrstuvwxyzABCD'[at]} of the hook ${'before it is run again '.repeat(7)}`,
        {
          support: at === 20 ? 9 : 1,
        },
      ),
    );
    const distilled = distil({ learnings });
    expect([...bodyOf(distilled)].length).toBeGreaterThan(3_000);
    expect(bodyOf(distilled)).toContain('[L21]');
    expect(notesOf(distilled).join()).toMatch(/^m-\d+.*: no room within 4000 characters/);
  });
});

describe('values of single sessions', () => {
  const successes = [
    good('r', [
      shell('node tools/run.js --port 8123456 acme-billing'),
      shell('grep -r "spool_reader" src/deep/reader.ts'),
    ]),
  ];
  const first = (summary: string) =>
    partOf('Procedure', { learnings: [said('a', summary), ...two.slice(0, 1)], successes })[0];

  it.each([
    [
      'Read src/deep/reader.ts before anything else.',
      'Read the TypeScript file concerned before anything else. [L1]',
    ],
    ['Start it for `acme-billing` only.', 'Start it for the value at hand only. [L1]'],
    ['Give the spool_reader room.', 'Give the value at hand room. [L1]'],
  ])('%s', (summary, text) => expect(first(summary)).toBe(text));

  it('names of well-known programs are no values', () => {
    const runs = [good('r', [shell('grep dialyzer mix.exs'), shell('mix compile')])];
    const learnings = [said('a', 'Let dialyzer look before you commit.'), ...two.slice(0, 1)];
    expect(partOf('Procedure', { learnings, successes: runs }).join()).toContain('dialyzer');
  });

  it('what says nothing without them is left out, and it is said', () => {
    const learnings = [...two, said('c', 'node tools/run.js --port 8123456 acme-billing')];
    const distilled = distil({ learnings, successes });
    expect(bodyOf(distilled)).not.toContain('acme');
    expect(notesOf(distilled).join()).toContain('m-c: ');
  });

  it('a command that is not there is spoken of, not used', () => {
    const distilled = distil({ learnings: [...two, said('c', 'Run `terraform plan -out x` first.')] });
    expect(bodyOf(distilled)).toContain('Run “terraform plan -out x” first.');
  });
});

describe('pitfalls', () => {
  const error = said(
    'e',
    '`npm test` failed with "no spool"; fixed by editing src/a.ts, src/b.ts and running `npm install`',
    { entityType: 'mistake', source: 'mistake' },
  );

  it.each<[string, Sources, string]>([
    [
      'an error with its fix, whose commands hebb saw',
      { errors: [error] },
      '**Symptom:** `npm test` failed with "no spool". **Fix:** Edit the TypeScript file concerned and run `npm install`. [E1]',
    ],
    [
      'a mistake in words of a person',
      {
        learnings: [
          ...two,
          said('c', 'The drain hangs because the lock is held; end the first one', { entityType: 'mistake' }),
        ],
      },
      '**Symptom:** The drain hangs. **Cause:** The lock is held. **Fix:** End the first one. [L3]',
    ],
    [
      'a warning with its reason',
      { learnings: [...two, said('c', 'Never drain twice because events double; use the lock instead')] },
      'Never drain twice. **Why:** Events double. **Fix:** Use the lock instead. [L3]',
    ],
    [
      'a failure that nothing mended',
      { failures: [bad('f', [shell('npm test', { ok: false, errorText: 'Error: the spool is gone' })])] },
      '**Symptom:** `npm test` ends with “Error: the spool is gone”. **Cause:** A run ended with it; what lay behind it was not found. **Fix:** None is known: stop and find the cause before going on. [R1]',
    ],
    [
      'a failure that another run got past',
      {
        successes: [
          good('s', [
            shell('npm test', { ok: false, errorText: 'Error: no spool' }),
            shell('npm install'),
            shell('npm test'),
          ]),
        ],
        failures: [bad('f', [shell('npm test', { ok: false, errorText: 'Error: no spool' })])],
      },
      '**Symptom:** `npm test` ends with “Error: no spool”. **Fix:** Run `npm install`; then `npm test` passed. [R2, R1]',
    ],
    ['none', {}, 'None is known: 2 learnings of this work on record, none failed. [L1]'],
  ])('%s', (_, sources, text) => expect(partOf('Pitfalls', { learnings: two, ...sources })).toEqual([text]));
});

describe('when to use', () => {
  it.each([
    ['mend the hook', 'Use when you are asked to mend the hook.'],
    ['work on a bead', 'Use when you are asked to work on a bead.'],
    ['hook pipeline debugging', 'Use when the task is “hook pipeline debugging”.'],
  ])('%s', (caption, description) =>
    expect(distil({ learnings: two }, { caption })).toMatchObject({ document: { description } }),
  );

  it('prompts are examples, with a gap for a value of their session', () => {
    const successes = [
      good('r', [shell('bd show acme-4te.1')], 'Work on bead acme-4te.1, the first one. Then stop.'),
    ];
    expect(partOf('When to use', { learnings: two, successes })).toEqual([
      'Use it when you are asked to mend the hook.',
      'People ask for it like this: “Work on bead …, the first one”.',
    ]);
  });
});
