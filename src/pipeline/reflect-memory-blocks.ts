import type { Block, Tone } from '../domain/report.ts';
import type { MemoryRecord } from './effectiveness.ts';
import { shortId } from './memory-blocks.ts';
import type { Reflection } from './reflect-home.ts';
import { item, lineOf, section, times } from './reflect-section.ts';
import { rateText } from './wilson.ts';

/** Memories that helped, that hurt and that were shown in vain; one sentence when none was. */
export function memoryBlocks({ memories: { helped, hurt, ignored, live } }: Reflection): Block[] {
  if (helped.length + hurt.length + ignored.length === 0) return [...section('Memories', [], noUse(live))];
  return [
    ...section(
      'Memories that helped',
      helped.map((one) => memoryItem(one, 'good')),
      'None was rated helpful. A run that applies a memory and ends well rates it so; hebb feedback <id> helpful says it by hand.',
    ),
    ...section(
      'Memories that hurt',
      hurt.map((one) => memoryItem(one, 'bad')),
      'None. Those come here that were applied where the work failed or was corrected.',
    ),
    ...section(
      'Shown and never applied',
      ignored.map(({ id, exposed, summary }) =>
        item(`${shortId(id)}  ${lineOf(summary)}`, [`shown ${times(exposed)}`]),
      ),
      'None. Those come here that were put before an agent and not used.',
    ),
  ];
}

const noUse = (live: number): string =>
  live === 0
    ? 'There are none yet. hebb learn "<text>" adds one.'
    : `None of ${live} was shown, rated or had its use judged in this period. Runs that apply a memory rate it by how they end; hebb feedback <id> helpful says it by hand.`;

const memoryItem = ({ id, summary, helpful, notHelpful, rate }: MemoryRecord, tone: Tone): Block =>
  item(
    `${shortId(id)}  ${lineOf(summary)}`,
    [`helped in ${helpful} of ${helpful + notHelpful} rated uses: ${rateText(rate)}`],
    tone,
  );
