import { describe, expect, it } from 'vitest';
import { edits, fold, prompt, usesTool } from '../pipeline/items.ts';

/** A tool that fails, an edit, and the same tool that works. */
const told = (tool: string) =>
  fold([
    prompt('keep that in mind please'),
    usesTool(tool, { text: '' }, 'Error: nothing to learn\nnext: hebb learn "Always use tabs in Makefiles"'),
    edits('Makefile'),
    usesTool(tool, { text: 'Always use tabs in Makefiles' }),
  ]);

describe('a transcript with answers of hebb’s own tools', () => {
  it.each(['mcp__hebb__memory_learn', 'mcp__hebb__create_entities', 'mcp__plugin_hebb_hebb__memory_learn'])(
    'teaches nothing, whether %s worked or not',
    (tool) => {
      const { candidates, doc } = told(tool);
      expect(candidates).toEqual([]);
      expect(Object.keys(doc.tags).filter((tag) => tag.startsWith('tool:'))).toEqual(['tool:Edit']);
    },
  );

  it('teaches what any other tool teaches', () => {
    const { candidates, doc } = told('mcp__shop__order');
    expect(candidates).toHaveLength(1);
    expect(Object.keys(doc.tags)).toContain('tool:mcp__shop__order');
  });
});
