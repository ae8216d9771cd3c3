import { describe, expect, it } from 'vitest';
import { toJson } from '../../src/domain/json.ts';
import { defaultPolicy as policy } from '../../src/domain/policy.ts';
import type { State } from '../../src/domain/state.ts';
import { buildConsolidationReport, type ReportInput } from '../../src/pipeline/consolidation-report.ts';
import { assessHealth } from '../../src/pipeline/health.ts';
import { planForget } from '../../src/pipeline/plan-forget.ts';
import { planMerge } from '../../src/pipeline/plan-merge.ts';
import { planPromote } from '../../src/pipeline/plan-promote.ts';
import { renderReportMarkdown, reportBlocks } from '../../src/pipeline/render-report.ts';
import { renderTemplate } from '../../src/pipeline/render-template.ts';
import { applyChanges } from '../support/apply-changes.ts';
import { daysAgo, memory, now, pair, relation, stateOf } from './samples.ts';

const proven = {
  uses: 20,
  helpful: 9,
  notHelpful: 1,
  exposed: 30,
  effectiveness: 0.9,
  lastUsedAt: daysAgo(2),
};
const stats = new Map([['good', proven]]);
const pairs = [pair('a', 'b', 0.912), pair('a', 'c', 0.75, false)];
const full = stateOf({
  memories: [
    memory('a', { pinned: true }),
    memory('b'),
    memory('c', { pinned: true }),
    memory('good'),
    memory('old', { name: 'research:a | b', entityType: 'research' }),
  ],
  relations: [relation('r', 'b', 'c')],
});

/** Runs merge, promote and forget over a state, as a consolidation does. */
function consolidate(before: State, fields: Partial<ReportInput> = {}) {
  const merge = planMerge({ state: before, pairs, policy, now });
  const merged = applyChanges(before, merge.changes);
  const promote = planPromote({ state: merged, stats, policy, now, users: 1 });
  const promoted = applyChanges(merged, promote.changes);
  const forget = planForget({
    state: promoted,
    stats,
    policy,
    now,
    installedAt: daysAgo(400),
    cited: new Set(),
  });
  const after = applyChanges(promoted, forget.changes);
  const extras = { duplicates: 0, captures: [], contradictions: [] };
  const healthOf = (state: State) => assessHealth({ state, stats, policy, now, extras });
  return buildConsolidationReport({
    before,
    after,
    merge,
    promote,
    forget,
    changes: [...merge.changes, ...promote.changes, ...forget.changes],
    pairs,
    health: { before: healthOf(before), after: healthOf(after) },
    policy,
    now,
    durationMs: 1234,
    warnings: [],
    ...fields,
  });
}

describe('buildConsolidationReport', () => {
  const report = consolidate(full);

  it('tells merges, promotions, what was forgotten, and relations', () => {
    expect(report).toMatchObject({
      date: now,
      previousAt: null,
      analysed: 5,
      changed: true,
      merges: [{ id: 'a', parts: [{ id: 'b', similarity: 0.912 }] }],
      reviews: [{ a: 'pattern:a', b: 'pattern:c', similarity: 0.75 }],
      promotions: [{ id: 'good', target: 'core/stablePatterns/good', uses: 20, effectiveness: 0.9 }],
      forgotten: [{ id: 'old', ageDays: 100, lastUsedAt: null }],
      archivePath: 'archive/2026-06-01-forgotten.json',
      relations: [{ from: 'pattern:a', type: 'related_to', to: 'pattern:c' }],
      orphans: [{ id: 'good' }],
    });
    expect(report.health.before.total - report.health.after.total).toBe(2);
    expect(report.recommendations.at(-1)).toBe('Run again in 7 days: hebb consolidate');
  });

  it('is plain data', () => expect(JSON.parse(JSON.stringify(toJson(report)))).toEqual(report));

  it.each([
    ['# Consolidation of 2026-06-01T12:00:00.000Z'],
    ['- Previous run: Never'],
    ['- Duration: 1.2 s'],
    ['- **pattern:a** (`a`) took in pattern:b (similarity 0.91)'],
    ['- pattern:a and pattern:c (similarity 0.75): alike, but not mergeable: polarity'],
    ['- **pattern:good** (`good`) is now `core/stablePatterns/good`: used 20 times, effectiveness 90 %'],
    ['- **research:a \\| b** (`old`), 100 days old, last used never: Learned 100 days ago'],
    ['All of it lies in `archive/2026-06-01-forgotten.json`'],
    ['- pattern:a related_to pattern:c'],
    ['| memories | 5 | 3 | -2 |'],
    ['| of type research | 1 | 0 | -1 |'],
    ['| orphans | 3 WARN | 1 WARN | -2 |'],
    ['- Run again in 7 days: hebb consolidate'],
    ['- 7 days from now'],
  ])('writes "%s"', (line) => expect(renderReportMarkdown(report)).toContain(line));

  it('says the same on the terminal', () => {
    const said = JSON.stringify(reportBlocks(report));
    expect(said).toMatch(/took in “[^”]+” \(similarity 0\.91\)/);
    expect(said).toContain('"used 20 times, effectiveness 90 %","now core/stablePatterns/good"');
    expect(said).toContain('Forgotten, kept in archive/2026-06-01-forgotten.json');
    expect(said).not.toContain('changed nothing');
  });
});

describe('a run that changed nothing', () => {
  const quiet = consolidate(stateOf({ memories: [memory('z', { pinned: true })] }), {
    previousAt: daysAgo(7),
  });

  it('says so', () => {
    const markdown = renderReportMarkdown(quiet);
    expect(quiet).toMatchObject({ changed: false, merges: [], archivePath: null });
    expect(markdown).toContain('This run changed nothing.');
    expect(markdown).toContain(`- Previous run: ${daysAgo(7)}`);
    expect(markdown).toContain('## Merged (0)\n\nNothing.');
    expect(markdown).not.toMatch(/\{\{|undefined|\n{3}/);
    expect(JSON.stringify(reportBlocks(quiet))).toContain('This run changed nothing.');
  });

  it('tells a warning of the policy', () => {
    const warned = consolidate(stateOf({ memories: [memory('z')] }));
    expect(renderReportMarkdown(warned)).toContain(
      '> the policy would empty the store, so nothing is forgotten',
    );
  });
});

describe('renderTemplate', () => {
  it.each([
    ['a {{x}}', { x: '1' }, 'a 1'],
    ['{{#xs}}\n- {{y}}\n{{/xs}}\n', { xs: [{ y: '1' }, { y: '2' }] }, '- 1\n- 2\n'],
    ['{{^xs}}none{{/xs}}', { xs: [] }, 'none'],
    ['{{^xs}}none{{/xs}}', { xs: [{}] }, ''],
    ['{{#xs}}{{y}}{{/xs}} {{z}}', { xs: [{ y: '{{z}}' }], z: '1' }, '{{z}} 1'],
    ['{{x}}', { x: 'two\nlines | `code` <b>' }, "two lines \\| 'code' &lt;b>"],
  ])('%j', (template, view, expected) => expect(renderTemplate(template, view)).toBe(expected));

  it.each(['{{x}}', '{{#x}}{{/x}}', '{{^x}}{{/x}}'])('throws on a name that is not there: %s', (template) => {
    expect(() => renderTemplate(template, {})).toThrow('x');
  });
});
