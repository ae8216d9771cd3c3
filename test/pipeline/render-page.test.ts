import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../src/domain/policy.ts';
import { emptyState, type State } from '../../src/domain/state.ts';
import { type PageInput, renderPage } from '../../src/pipeline/render-page.ts';
import { asHtml } from '../../src/pipeline/render-template.ts';
import { memory, now, relation } from './samples.ts';
import { skill, stateWith } from './skill-samples.ts';

const hostile =
  '<img src=x onerror="alert(1)"><!-- --></pre></style><script>alert(\'2\')</script> {{css}} & \u202Eevil\u200B';
const escaped =
  '&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&lt;!-- --&gt;&lt;/pre&gt;&lt;/style&gt;&lt;script&gt;alert(&#39;2&#39;)&lt;/script&gt; {{css}} &amp; \\u{202e}evil\\u{200b}';

const health = {
  total: 2,
  byType: {},
  averageAgeDays: 1,
  averageEffectiveness: null,
  indicators: [
    { name: 'count', status: 'OK', value: 2, limit: 200, text: '2 memories' },
    { name: 'stale', status: 'WARN', value: 1, limit: 0, text: '1 unused for more than 90 days' },
  ],
  recommendations: ['Look at what is no longer used: hebb forget --dry-run'],
} as const;

const inputOf = (state: State, fields: Partial<PageInput> = {}): PageInput => ({
  now,
  version: '0.0.0-test',
  home: '~/.hebb',
  state,
  policy: defaultPolicy,
  projects: { p: 'shop' },
  lastRunAt: null,
  problems: [],
  operations: [],
  health,
  due: { due: false, reasons: [] },
  lastEventAt: {},
  proofs: new Map(),
  ...fields,
});

const memories = [
  memory('m-a', { summary: hostile, entityType: 'pattern" onload="x' }),
  memory('m-b', { summary: 'Run the migrations before the seed script', entityType: 'mistake' }),
];
const full: State = {
  ...stateWith({ memories, skills: [skill('debug-hooks', memories, { description: hostile })] }),
  relations: new Map([['r', relation('r', 'm-a', 'm-b')]]),
  core: { preferences: { indent: hostile }, beliefs: { tests: { statement: 'Tests first' } } },
};
const operations = [
  {
    v: 1 as const,
    seq: 1,
    id: 'o-1',
    group: 'o-1',
    at: now,
    command: `learn ${hostile}`,
    changes: [
      {
        target: 'memories/m-a',
        before: null,
        after: { summary: hostile },
        reason: { rule: 'learn', text: hostile, evidence: [], numbers: {} },
      },
    ],
  },
];
const page = renderPage(
  inputOf(full, {
    operations,
    home: hostile,
    lastEventAt: { [hostile]: now },
    proofs: new Map([['debug-hooks', [hostile]]]),
    problems: [{ file: hostile, line: 3, problem: hostile }],
    due: { due: true, reasons: [hostile] },
  }),
);

describe('the page', () => {
  it('asks for nothing and runs nothing', () => {
    const tags = page.replaceAll(/"[^"]*"/g, '""');
    expect(tags).not.toMatch(
      /<(?:script|link|iframe|img|object|base|form)\b|<[^>]*\s(?:on\w+|src)=|url\(|@import/i,
    );
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
  });

  it('writes hostile text as text, wherever it stands', () => {
    // home, learned, graph (title, list), skill (description), proof, core, capture, due, journal (3), problems (2)
    expect(page.split(escaped).length - 1).toBeGreaterThanOrEqual(13);
    expect(page).not.toContain('<img');
    expect(page).not.toContain('\u202E');
    expect(page).not.toContain('onload="x');
  });

  it('tells what is there', () => {
    expect(page).toContain('Health: 1 of 2 well');
    expect(page).toContain('<strong>stale</strong>: 1 unused for more than 90 days');
    expect(page).toContain('2 memories and 1 links between them.');
    expect(page).toContain('<li><bdi>Tests first</bdi>'.replace('<li>', '<span class="badge">belief</span>'));
  });

  it('says of what is missing which command fills it', () => {
    const empty = renderPage(inputOf(emptyState));
    for (const command of ['hebb init', 'hebb learn', 'hebb relate', 'hebb consolidate --skills'])
      expect(empty).toContain(command);
  });

  it('is the same for the same memory', () => {
    expect(renderPage(inputOf(full))).toBe(renderPage(inputOf(full)));
  });

  it('stays readable when there is much', () => {
    const many = Array.from({ length: 400 }, (_, at) => memory(`m-${at}`, { summary: `Memory ${at}` }));
    const links = many.slice(1).map(({ id }, at) => relation(`r-${at}`, `m-${at % 20}`, id));
    const state: State = {
      ...stateWith({ memories: many }),
      relations: new Map(links.map((one) => [one.id, one])),
    };
    const large = renderPage(inputOf(state));
    expect(large.match(/<circle/g)).toHaveLength(80);
    expect(large).toContain('of 399 in all');
    expect(large.length).toBeLessThan(100_000);
  });
});

describe('text in HTML', () => {
  it.each([
    ['a < b & c > "d"', 'a &lt; b &amp; c &gt; &quot;d&quot;'],
    ["it's", 'it&#39;s'],
    ['line\n  two', 'line\n  two'],
    ['zero\u200Bwidth', 'zero\\u{200b}width'],
  ])('%j is %j', (text, html) => {
    expect(asHtml(text)).toBe(html);
  });
});
