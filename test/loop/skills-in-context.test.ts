import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toJson } from '../../src/domain/json.ts';
import { everyProject } from '../../src/domain/skill.ts';
import { skillPath } from '../../src/pipeline/plan-skill-version.ts';
import { readRuns } from '../../src/store/facts.ts';
import { learning, skill, textOf } from '../pipeline/skill-samples.ts';
import { writeTranscript } from '../support/claude-transcript.ts';
import { openHome } from '../support/home.ts';
import { promptIn } from '../support/inject.ts';
import { createDesk, runIn } from '../support/program.ts';

const id = 'ab12cd34-0000-4000-8000-000000000000';
const prompt = 'The hook fails again, fix the failing hook';

describe('a skill that arrived whole', () => {
  it('stands with the run in which it arrived: given by a hook, or fetched', async () => {
    const desk = createDesk();
    const own = skill('mend-hooks', [learning('m-1')], { project: everyProject, version: 1 });
    const store = await openHome({ home: desk.home, write: true });
    const reason = { rule: 'test.seed', text: 'It is there.', evidence: [], numbers: {} };
    const changes = [
      { target: 'skills/mend-hooks', before: null, after: toJson(own), reason },
      { target: `documents/${skillPath(own.id)}`, before: null, after: textOf(own.id), reason },
    ];
    store.commit({ command: 'seed', plan: () => ({ command: 'seed', changes }) });
    store.publish();
    writeFileSync(join(desk.home, 'config.yaml'), 'inject:\n  skillBodies: 1\n');
    const told = (at: string, says: string, runs: string) =>
      writeTranscript(desk, { id, at, turns: [{ says }, { runs }] });
    told('2026-10-20T09:00:00.000Z', 'What is in this repository?', 'ls');
    const given = await promptIn(desk, prompt, { session: id, now: '2026-10-20T09:30:01.000Z' });
    expect(given.out).toContain('Look at the guard first.');
    told('2026-10-20T09:30:00.000Z', prompt, 'npm test');
    told('2026-10-20T10:00:00.000Z', 'And once more', 'hebb skill fetch mend-hooks');
    told('2026-10-20T10:30:00.000Z', 'Which skills are there?', 'hebb skill list');
    await runIn(desk, ['analyze-sessions'], { now: '2026-10-20T11:00:00.000Z' });
    expect(readRuns(store).map(({ skillsInContext = [] }) => skillsInContext)).toEqual([
      [],
      [{ slug: 'mend-hooks', version: 1, how: 'injected' }],
      [{ slug: 'mend-hooks', version: 1, how: 'fetched' }],
      [],
    ]);
  });
});
