import { describe, expect, it } from 'vitest';
import type { SkillDocument } from '../../src/domain/skill-document.ts';
import { keepEdits, strangerSection } from '../../src/pipeline/keep-edits.ts';
import { distilHere, inputOf, said, unitsIn } from './distil-samples.ts';

interface Parts {
  readonly use?: string;
  readonly steps: string;
  readonly pitfalls?: string;
  readonly checks?: string;
}

const bodyOf = ({ use = '- At a bug.', steps, pitfalls = '- None. [L1]', checks = '- Run it.' }: Parts) =>
  `## When to use\n\n${use}\n\n## Procedure\n\n${steps}\n\n## Pitfalls\n\n${pitfalls}\n\n## Verification\n\n${checks}`;
const document = (body: string): SkillDocument => ({
  name: 'mend-hook',
  description: 'Use when it breaks.',
  metadata: {},
  otherKeys: [],
  body,
});
const again = (label: string): string | undefined => ({ L1: 'L2', L2: 'L1' })[label];
const kept = (next: Parts, prior: Parts, written: Parts): string =>
  keepEdits(bodyOf(next), {
    prior: document(bodyOf(prior)),
    written: document(bodyOf(written)),
    label: 'L0',
    again,
  });
const written = {
  steps: '1. Read the guard. [L1]\n2. Drain the spool with care. [L2]\n3. Look once more. [L2]',
};
const fresh = {
  steps:
    '1. Read the guard. [L2]\n2. Drain the spool with great care. [L1]\n3. Look once more. [L1]\n4. Stop. [L3]',
};
const stepsAfter = (prior: string): string[] => unitsIn(kept(fresh, { steps: prior }, written), 'Procedure');

describe('what a person changed', () => {
  it.each<[string, string, string[]]>([
    [
      'nothing',
      written.steps,
      ['Read the guard. [L2]', 'Drain the spool with great care. [L1]', 'Look once more. [L1]', 'Stop. [L3]'],
    ],
    [
      'a step was added',
      `${written.steps.split('\n')[0]}\n2. Lock it.\n3. Drain the spool with care. [L2]\n4. Look once more. [L2]`,
      [
        'Read the guard. [L2]',
        'Lock it. [L0]',
        'Drain the spool with great care. [L1]',
        'Look once more. [L1]',
        'Stop. [L3]',
      ],
    ],
    [
      'a step was added before all others',
      `1. Wait. [L1]\n2. Read the guard. [L1]\n3. Drain the spool with care. [L2]\n4. Look once more. [L2]`,
      [
        'Wait. [L2]',
        'Read the guard. [L2]',
        'Drain the spool with great care. [L1]',
        'Look once more. [L1]',
        'Stop. [L3]',
      ],
    ],
    [
      'a step was taken out, which hebb would word otherwise by now',
      '1. Read the guard. [L1]\n2. Look once more. [L2]',
      ['Read the guard. [L2]', 'Look once more. [L1]', 'Stop. [L3]'],
    ],
    [
      'a step was reworded',
      '1. Read the guard. [L1]\n2. Drain it in the evening, slowly. [L2]\n3. Look once more. [L2]',
      ['Read the guard. [L2]', 'Drain it in the evening, slowly. [L1]', 'Look once more. [L1]', 'Stop. [L3]'],
    ],
  ])('%s', (_, prior, steps) => expect(stepsAfter(prior)).toEqual(steps));

  it('labels mean what they meant, and what is no source any more is theirs', () => {
    const prior = `${written.steps}\n4. Turn round. [L2, L7]\n5. Sit. [L7]`;
    expect(stepsAfter(prior)).toEqual(expect.arrayContaining(['Turn round. [L1]', 'Sit. [L0]']));
  });

  it('a fence and what is indented under a step stay with it', () => {
    const step = '2. Lock it:\n\n   ```bash\n   flock spool\n   ```\n   - gently';
    const prior = { steps: written.steps.replace('2. Drain', `${step}\n3. Drain`) };
    expect(kept(fresh, prior, written)).toContain(
      '2. Lock it: [L0]\n\n   ```bash\n   flock spool\n   ```\n   - gently\n3. Drain',
    );
  });

  it('lines of other sections need no citation, paragraphs stay paragraphs, a title stays', () => {
    const prior = {
      ...written,
      use: '- At a bug.\n- At night.\n\nNever at noon.',
      checks: '- Run it.\n- Sleep.',
    };
    const body = keepEdits(bodyOf(fresh), {
      prior: document(`# Mend it\n\n${bodyOf(prior)}`),
      written: document(bodyOf(written)),
      label: 'L0',
      again,
    });
    expect(body).toMatch(
      /^# Mend it\n\n## When to use\n\n- At a bug\.\n- At night\.\n\nNever at noon\.\n\n## /,
    );
    expect(body).toMatch(/- Run it\.\n- Sleep\.$/);
  });

  it('twice is once', () => {
    const prior = { steps: `${written.steps}\n4. Lock it.` };
    const once = kept(fresh, prior, written);
    const edited = { prior: document(once), written: document(bodyOf(fresh)) };
    expect(keepEdits(bodyOf(fresh), { ...edited, label: 'L0', again: (label) => label })).toBe(once);
  });
});

describe('a skill that is patched', () => {
  const learnings = [said('a', 'Read the guard first.'), said('b', 'Keep the spool small.')];
  const own = document(bodyOf({ steps: '1. Read the guard first. [L1]\n2. Keep the spool small. [L2]' }));
  const patch = (prior: SkillDocument) =>
    distilHere(
      inputOf(
        { learnings: [...learnings, said('c', 'Stop at the end.')] },
        { prior, written: own, writtenBy: { label: 'L0', id: 'mend-hook@2' } },
      ),
    );

  it('keeps a description, a licence and metadata of a person', () => {
    const mine = { description: 'Use when I say so.', license: 'MIT', metadata: { owner: 'ada' } };
    expect(patch({ ...own, ...mine })).toMatchObject({
      document: { ...mine, metadata: { owner: 'ada', source: 'hebb' } },
    });
  });

  it('resolves the label of the person to their version', () => {
    const patched = patch({ ...own, body: own.body.replace('2. Keep', '2. Lock it.\n3. Keep') });
    expect(patched).toMatchObject({ citations: { L0: 'mend-hook@2', L3: 'm-c' } });
  });

  it('asks where a person added a section that it would have to drop', () => {
    const prior = { ...own, body: `${own.body}\n\n## Notes\n\nMine.` };
    expect(strangerSection({ prior, written: own })).toBe('Notes');
    expect(patch(prior)).toMatchObject({ kind: 'insufficient', reason: expect.stringContaining('“Notes”') });
  });
});
