import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { run as feedback } from '../../src/commands/feedback.ts';
import { run as reflect } from '../../src/commands/reflect.ts';
import { addDays } from '../../src/domain/time.ts';
import { memory } from '../pipeline/samples.ts';
import { makeFolder, now, run } from '../support/home.ts';
import { callCommand } from './call-command.ts';
import { publicTranscripts, seedHome } from './reflect-home.ts';

it.skipIf(!existsSync(publicTranscripts))('reads what public sessions left', async () => {
  const home = join(makeFolder(), 'home');
  const glob = join(publicTranscripts, 'spotter-*.jsonl');
  await run(['analyze-sessions', '--transcripts', glob], { home });
  const { data } = await callCommand(reflect, { options: { days: '400' } }, { home, now: addDays(now, 30) });
  expect(data.reflection).toMatchObject({
    all: { succeeded: 1, failed: 0 },
    errors: [{ shape: 'Bash git commit', seen: 7, verdict: 'not run since' }],
  });
});

it('feedback is taken into strength by the next consolidation, as it said', async () => {
  const home = await seedHome({ memories: [memory('m-one', { base: 0.7, decayRate: 0 })] });
  const { data } = await callCommand(feedback, { args: ['m-one', 'helpful'] }, { home });
  expect(data.strength).toEqual({ now: 0.7, next: expect.closeTo(0.8, 10) });
  await run(['consolidate'], { home });
  const shown = await run(['show', 'm-one', '--json'], { home });
  expect(shown.data.strength).toBeCloseTo(0.8, 10);
});
