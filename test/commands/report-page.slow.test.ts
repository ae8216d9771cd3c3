import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { HtmlValidate } from 'html-validate';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder } from '../support/home.ts';
import { createDesk, type Desk, jsonIn, runIn } from '../support/program.ts';

const hostile = `Never trust <img src="//x.test/a.png" onerror="document.title='owned'"> & '</style><script>document.title='owned'</script>'`;
const browserPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
);

async function pageOf(desk: Desk): Promise<string> {
  const { exit, data } = await jsonIn(desk, ['report', '--html', join(makeFolder(), 'memory.html')]);
  expect(exit).toBe(0);
  return data.path;
}

async function fullDesk(): Promise<Desk> {
  const desk = createDesk();
  for (const text of [hostile, 'Run the migrations before the seed script', 'Prefer small commits'])
    await runIn(desk, ['learn', text, '--task-pattern', 'change the schema']);
  const { data } = await jsonIn(desk, ['list', '--all']);
  const [a, b] = data.memories.map(({ id }: { id: string }) => id);
  await runIn(desk, ['relate', a, 'related_to', b]);
  await runIn(desk, ['consolidate', '--skills']);
  return desk;
}

/** Code for the page: what stands in it for a selector. */
const htmlOf = (selector: string): string =>
  `[...document.querySelectorAll('${selector}')].map((element) => element.outerHTML)`;
const lowestContrast = readFileSync(join(import.meta.dirname, '../support/lowest-contrast.js'), 'utf8');
const printLook = `({
  ground: getComputedStyle(document.documentElement).backgroundColor,
  ink: getComputedStyle(document.documentElement).color,
  nav: getComputedStyle(document.querySelector('nav')).display,
  height: document.querySelector('#journal details li').getBoundingClientRect().height,
})`;

let full: string;
let empty: string;
beforeAll(async () => {
  full = await pageOf(await fullDesk());
  empty = await pageOf(createDesk());
});

const validator = new HtmlValidate({ extends: ['html-validate:recommended', 'html-validate:document'] });

describe('the page of a memory', () => {
  it('is for its owner alone', () => {
    expect(statSync(full).mode & 0o777).toBe(0o600);
  });

  it('is valid, full and empty', async () => {
    for (const path of [full, empty]) {
      const report = await validator.validateString(readFileSync(path, 'utf8'));
      const faults = report.results.flatMap(({ messages }) =>
        messages.map(({ line, ruleId, message }) => `${line} ${ruleId}: ${message}`),
      );
      expect(faults).toEqual([]);
    }
  });
});

describe.skipIf(browserPath === undefined)(
  'the page in a browser (skipped where there is no Chromium)',
  () => {
    let browser: Browser;
    beforeAll(async () => {
      const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];
      browser = await chromium.launch({ executablePath: browserPath ?? '', args });
    });
    afterAll(() => browser.close());

    /** Opens a page without a network; what it asks for and what it complains of is kept. */
    async function open(
      path: string,
      width: number,
    ): Promise<{ page: Page; asked: string[]; said: string[] }> {
      const context = await browser.newContext({ viewport: { width, height: 800 }, offline: true });
      const page = await context.newPage();
      const asked: string[] = [];
      const said: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      page.on('console', (message) => said.push(message.text()));
      page.on('pageerror', (error) => said.push(String(error)));
      await page.goto(`file://${path}`);
      return { page, asked, said };
    }

    it.each([360, 800, 1400])('asks for nothing, says nothing and fits at %i pixels', async (width) => {
      for (const path of [full, empty]) {
        const { page, asked, said } = await open(path, width);
        expect(asked).toEqual([`file://${path}`]);
        expect(said).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        await page.context().close();
      }
    });

    it('keeps hostile text as text', async () => {
      const { page } = await open(full, 800);
      expect(await page.title()).toMatch(/^hebb: 3 memories/);
      expect(await page.locator('img, script').count()).toBe(0);
      expect(await page.locator('#lately').textContent()).toContain(`onerror="document.title='owned'"`);
      await page.context().close();
    });

    it('is reached by the keyboard: skip link, parts, each fold', async () => {
      const { page } = await open(full, 800);
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.className')).toBe('skip');
      const reached = new Set<string>();
      for (let presses = 0; presses < 80; presses++) {
        await page.keyboard.press('Tab');
        reached.add(await page.evaluate<string>('document.activeElement.outerHTML'));
      }
      const folds = await page.evaluate<string[]>(htmlOf('summary'));
      const links = await page.evaluate<string[]>(htmlOf('nav a'));
      expect(folds.length).toBeGreaterThan(3);
      expect([...folds, ...links].filter((html) => !reached.has(html))).toEqual([]);
      const fold = page.locator('#journal details').first();
      await fold.locator('summary').focus();
      await page.keyboard.press('Enter');
      expect(await fold.getAttribute('open')).not.toBeNull();
      await page.context().close();
    });

    it.each(['light', 'dark'] as const)('has contrast in %s', async (colorScheme) => {
      const { page } = await open(full, 800);
      await page.emulateMedia({ colorScheme });
      const lowest = await page.evaluate<number>(lowestContrast);
      expect(lowest).toBeGreaterThanOrEqual(4.5);
      await page.context().close();
    });

    it('prints everything, folds open, dark ink on white', async () => {
      const { page } = await open(full, 800);
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      const look = await page.evaluate<{ height: number }>(printLook);
      expect(look).toMatchObject({ ground: 'rgb(255, 255, 255)', ink: 'rgb(0, 0, 0)', nav: 'none' });
      expect(look.height).toBeGreaterThan(10);
      await page.context().close();
    });
  },
);
