import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Facts } from '../../src/commands/dashboard-facts.ts';
import { viewNames } from '../../src/dashboard/ui.ts';
import { factsOf, sizes, textOf } from './drawing.ts';
import { makeHouse } from './house.ts';

const page = join(import.meta.dirname, '../../docs/dashboard.md');
const mark = '<!-- Drawn by test/dashboard/pictures.test.ts: HEBB_DRAW=1 writes them anew. -->';

/** Every view at both sizes. */
function picturesOf(facts: Facts): string {
  const pictures = viewNames.flatMap((view) =>
    sizes.map((size) => {
      const title = `### ${view.charAt(0).toUpperCase()}${view.slice(1)}, ${size.columns}×${size.rows}`;
      return `${title}\n\n\`\`\`text\n${textOf(facts, view, size)}\`\`\`\n`;
    }),
  );
  return `${mark}\n\n${pictures.join('\n')}`;
}

describe('the pictures of docs/dashboard.md', () => {
  let facts: Facts;
  beforeAll(async () => {
    facts = { ...(await factsOf(await makeHouse())), home: '~/.hebb' };
  });

  it('are what is drawn', () => {
    const text = readFileSync(page, 'utf8');
    const told = text.slice(0, text.indexOf(mark));
    const drawn = `${told}${picturesOf(facts)}`;
    if (process.env.HEBB_DRAW === '1') writeFileSync(page, drawn);
    expect(readFileSync(page, 'utf8')).toBe(drawn);
  });
});
