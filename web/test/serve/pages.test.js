// The pages of `quadrille serve` in Chromium: each does its main job from a cold start, by mouse,
// by keyboard and at phone size, without errors, accessibility faults or requests to other origins.

import assert from 'node:assert/strict';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { MISSING } from './browsers.js';
import { MISSING_PROGRAM } from './program.js';
import { openSite } from './site.js';

/** The addresses of the pages whose results exist after the first tests. */
const PATHS = ['/', '/new?example=mastermind-knuth', '/run?run=mastermind-knuth', '/compare?a=mastermind-knuth&b=mastermind-knuth-2', '/ladders?ladder=lanes', '/random'];
/** Returns the name of a page's pictures. @param {string} path */
const nameOf = (path) => path.split('?')[0]?.replace('/', '') || 'runs';
const LONG = 'kind = "combat.dps"\nseed = 1\n\n[run]\nshards = 20000\nthreads = 1\n\n[combat]\nprofile = "example:fury"\niterations = 20000000\n';

describe('the pages', { skip: MISSING.chromium || MISSING_PROGRAM }, () => {
  /** @type {import('./site.js').Site} */
  let site;
  /** @type {import('playwright-core').Page} */
  let page;

  before(async () => {
    site = await openSite();
    page = site.page;
  });
  after(() => site?.close());

  /**
   * Starts an experiment with this text, and returns to its page.
   * @param {string} name
   * @param {string} text
   */
  const begin = async (name, text) => {
    await site.visit('/new');
    await page.getByLabel('Experiment file').fill(text);
    await page.getByLabel('Name of the run').fill(name);
    await page.getByText(/^Ready to start/).waitFor();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.waitForURL(/\/run\?/);
  };

  test('the first page is fast, small and ours alone', async () => {
    /** @type {number[]} */
    const sizes = [];
    const count = (/** @type {import('playwright-core').Response} */ response) =>
      void response.body().then((body) => sizes.push(body.length), () => {});
    page.on('response', count);
    const begun = performance.now();
    await page.goto(site.address);
    await site.ready();
    console.log(`first page: ${Math.round(performance.now() - begun)} ms until its list is shown`);
    const timing = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation');
      return navigation instanceof PerformanceNavigationTiming ? navigation.domContentLoadedEventEnd : NaN;
    });
    page.off('response', count);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    console.log(`first page: ${Math.round(timing)} ms until loaded, ${bytes} bytes`);
    assert.ok(bytes > 10_000 && bytes < 400_000, `${bytes} bytes`);
    await page.getByText('There are no runs').waitFor();
    await site.picture('empty');
    site.quiet();
  });

  test('an example is started, and its report read', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'New experiment' }).click();
    await site.ready();
    await page.getByLabel('Start from').selectOption('example:mastermind-knuth');
    await page.getByText('Ready to start: mastermind.evaluate').waitFor();
    await site.picture('new');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.waitForURL(/run=mastermind-knuth$/);
    await page.locator('header .state', { hasText: 'complete' }).waitFor();
    const report = page.frameLocator('iframe.report');
    await report.getByRole('heading', { level: 1 }).waitFor();
    // The script of the report runs in the sandbox, which has no origin.
    await report.locator('th[aria-sort]').first().waitFor();
    await page.getByText(join(site.folder, 'runs', 'mastermind-knuth')).waitFor();
    await site.picture('run');
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Open the report in a new tab' }).click();
    const tab = await opened;
    await tab.getByRole('heading', { level: 1 }).waitFor();
    await tab.locator('th[aria-sort]').first().waitFor();
    await tab.close();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'result.json' }).click();
    const saved = await (await download).path();
    const there = await readFile(join(site.folder, 'runs/mastermind-knuth/result.json'), 'utf8');
    assert.equal(await readFile(saved, 'utf8'), there);
    site.quiet();
  });

  test('an error is underlined, explained and corrected with a suggestion', async () => {
    await site.visit('/new?example=mastermind-knuth');
    const text = page.getByLabel('Experiment file');
    await page.getByText('Ready to start').waitFor();
    const value = await text.inputValue();
    await text.fill(value.replace('"knuth"', '"knut"'));
    await page.locator('mark', { hasText: 'knut' }).waitFor({ state: 'attached' });
    const error = page.locator('#errors li');
    await error.getByText('did you mean').waitFor();
    await site.picture('error');
    assert.ok(await page.getByRole('button', { name: 'Start', exact: true }).isDisabled());
    await error.getByRole('button').click();
    const selected = await text.evaluate((area) => area instanceof HTMLTextAreaElement && area.value.slice(area.selectionStart, area.selectionEnd));
    assert.match(String(selected), /knut/);
    // A suggestion replaces the selected text.
    await page.keyboard.type('"ent');
    await page.getByRole('option', { name: '"entropy"' }).waitFor();
    await site.picture('suggestions');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByText('Ready to start').waitFor();
    assert.match(await text.inputValue(), /strategy = "entropy"/);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.locator('header .state', { hasText: 'complete' }).waitFor();
    site.quiet();
  });

  test('an edited text survives another page, another language and a reload', async () => {
    await site.visit('/new?example=mastermind-knuth');
    const text = page.getByLabel('Experiment file');
    await page.getByText('Ready to start').waitFor();
    const edited = `# mine\n${await text.inputValue()}`;
    await text.fill(edited);
    await page.getByLabel('Name of the run').fill('mine');
    await page.locator('#language select').selectOption('ja');
    await page.getByRole('heading', { level: 1, name: '新しい実験' }).waitFor();
    assert.equal(await page.locator('#text').inputValue(), edited);
    await page.locator('#language select').selectOption('en');
    await page.getByRole('navigation').getByRole('link', { name: 'Runs' }).click();
    await page.goBack();
    await site.ready();
    assert.equal(await text.inputValue(), edited);
    await page.reload();
    await site.ready();
    assert.equal(await text.inputValue(), edited);
    assert.equal(await page.getByLabel('Name of the run').inputValue(), 'mine');
    // The draft is removed when the experiment is started.
    await page.getByText('Ready to start').waitFor();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.locator('header .state', { hasText: 'complete' }).waitFor();
    await site.visit('/new?example=mastermind-knuth');
    await page.getByText('Ready to start').waitFor();
    assert.ok(!(await text.inputValue()).includes('# mine'));
    site.quiet();
  });

  test('markup in names, texts and errors remains text', async () => {
    const markup = '<img src=x onerror=alert(1)>';
    const runs = join(site.folder, 'runs');
    await cp(join(runs, 'mine'), join(runs, markup), { recursive: true });
    const saved = join(runs, markup, 'run.json');
    const about = JSON.parse(await readFile(saved, 'utf8'));
    await writeFile(saved, JSON.stringify({ ...about, version: markup }));
    await site.visit('/');
    const link = page.getByRole('link', { name: markup });
    await link.waitFor();
    assert.equal(await page.locator('img').count(), 0);
    await link.click();
    await page.getByRole('heading', { level: 1, name: markup }).waitFor();
    await page.getByText(markup).nth(1).waitFor();
    assert.equal(await page.locator('img').count(), 0);
    await site.visit('/new');
    await page.getByLabel('Experiment file').fill(`kind = "mastermind.evaluate"\n[mastermind]\npins = 4\ncolors = 6\nstrategy = "${markup}"\n`);
    await page.locator('#errors li', { hasText: markup }).waitFor();
    await page.locator('mark', { hasText: markup }).waitFor({ state: 'attached' });
    assert.equal(await page.locator('img').count(), 0);
    site.quiet();
  });

  test('a run is varied, with the files that it named', async () => {
    await site.visit('/new?example=combat-fury');
    await page.getByText(/^Ready to start/).waitFor();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.locator('header .state', { hasText: 'complete' }).waitFor();
    await page.getByRole('link', { name: 'Use as a new experiment' }).click();
    await page.getByText(/^Ready to start/).waitFor();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.waitForURL(/combat-fury-2/);
    await page.locator('header .state', { hasText: 'complete' }).waitFor();
    site.quiet();
  });

  test('two results are compared', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Runs' }).click();
    await page.getByLabel('Select mastermind-knuth for', { exact: false }).first().check();
    await page.getByLabel('Select mastermind-knuth-2 for', { exact: false }).check();
    await site.picture('runs');
    await page.getByRole('button', { name: 'Compare the two selected' }).click();
    await page.getByText('values differ').waitFor();
    await page.getByRole('rowheader').nth(1).waitFor();
    await page.getByRole('heading', { name: 'Changed in the experiment file' }).waitFor();
    await site.picture('compare');
    // A choice by keyboard keeps the focus in the list.
    await page.getByLabel('Second').focus();
    await page.keyboard.type('mine');
    await page.waitForURL(/b=mine/);
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'second');
    site.quiet();
  });

  test('a run shows its intervals, stops, resumes, and is deleted after asking', async () => {
    await begin('long', LONG);
    await page.locator('.funnel').first().waitFor({ timeout: 60_000 });
    await page.locator('.funnel .earlier').nth(2).waitFor({ state: 'attached', timeout: 60_000 });
    await site.picture('live');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.locator('header .state', { hasText: 'unfinished' }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.locator('header .state', { hasText: 'running' }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.locator('header .state', { hasText: 'unfinished' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Keep' }).click();
    assert.ok((await readdir(join(site.folder, 'runs'))).includes('long'));
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(`${site.address}/`);
    await page.getByRole('link', { name: 'long', exact: true }).waitFor({ state: 'detached' });
    assert.ok(!(await readdir(join(site.folder, 'runs'))).includes('long'));
    site.quiet();
  });

  test('a ladder is measured rung by rung', async () => {
    await site.visit('/ladders?ladder=lanes');
    await page.getByRole('button', { name: 'Measure' }).click();
    await page.locator('.ladder tbody tr').nth(1).waitFor();
    await page.locator('.state', { hasText: 'done' }).waitFor({ timeout: 60_000 });
    await site.picture('ladders');
    site.quiet();
  });

  test('random numbers are drawn, and the verdicts of the battery come in', async () => {
    await site.visit('/random');
    const drawn = () =>
      page.locator('canvas').first().evaluate((canvas) => {
        if (!(canvas instanceof HTMLCanvasElement)) return 0;
        const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
        return (pixels ?? new Uint8ClampedArray()).reduce((sum, value, index) => sum + Number(index % 4 === 3 && value > 0), 0);
      });
    assert.ok((await drawn()) > 5000);
    await site.picture('random');
    await page.getByLabel('Zoom').fill('3');
    await page.getByText('8×').waitFor();
    const boxes = page.getByRole('group', { name: 'Generators' }).getByRole('checkbox');
    for (const box of await boxes.all()) await box.uncheck();
    for (const name of ['msvc-rand', 'xoshiro256++', 'asa128']) await page.getByLabel(name, { exact: true }).check();
    // With fewer numbers, the run might end before its verdicts are seen.
    await page.getByLabel('Numbers per test').selectOption('24');
    await page.getByRole('button', { name: 'Start the tests' }).click();
    await page.getByRole('cell', { name: 'flagged' }).first().waitFor();
    await site.picture('battery');
    await page.locator('header .state', { hasText: 'complete' }).waitFor({ timeout: 90_000 });
    site.quiet();
  });

  test('no page has accessibility faults, in light and dark', async () => {
    for (const path of PATHS) {
      await site.visit(path);
      await site.accessible(nameOf(path));
    }
    site.quiet();
  });

  test('every page fits a phone', async () => {
    await site.phone(true);
    for (const path of PATHS) {
      await site.visit(path);
      await page.waitForTimeout(300);
      await site.fits(path);
      await site.picture(`phone-${nameOf(path)}`);
    }
    // A run is started at phone size.
    await site.visit('/new');
    await page.getByLabel('Start from').selectOption('example:mastermind-knuth');
    await page.getByText('Ready to start').waitFor();
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.locator('header .state', { hasText: 'complete' }).waitFor();
    await site.phone(false);
    site.quiet();
  });

  test('everything works by keyboard alone', async () => {
    await site.visit('/');
    /**
     * Moves the focus until it is on an element with this name.
     * @param {string} name
     */
    const tabTo = async (name) => {
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press('Tab');
        const focused = await page.evaluate(() => {
          const active = document.activeElement;
          if (!(active instanceof HTMLElement)) return { name: '', outline: '' };
          const label = 'labels' in active && active.labels instanceof NodeList ? (active.labels[0]?.textContent ?? '') : '';
          const box = active.closest('.layers') ?? active;
          return { name: active.getAttribute('aria-label') ?? (label || active.innerText), outline: getComputedStyle(box).outlineStyle };
        });
        if (focused.name.trim().startsWith(name)) {
          assert.notEqual(focused.outline, 'none', `the focus on ${name} is visible`);
          return;
        }
      }
      assert.fail(`${name} is not reached`);
    };
    await tabTo('New experiment');
    await page.keyboard.press('Enter');
    await site.ready();
    await tabTo('Start from');
    await page.keyboard.type('mastermind-knuth');
    await page.getByText('Ready to start').waitFor();
    await tabTo('Experiment file');
    await page.keyboard.press('Control+Enter');
    await page.locator('header .state', { hasText: 'complete' }).waitFor();
    await tabTo('Delete');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await tabTo('Delete');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.address}/`);
    site.quiet();
  });

  test('three languages', async () => {
    await site.visit('/');
    const titles = { ja: '実行一覧', zh: '运行列表', en: 'Runs' };
    for (const [name, title] of Object.entries(titles)) {
      await page.locator('#language select').selectOption(name);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      assert.equal(await page.locator('html').getAttribute('lang'), name);
      await site.picture(`language-${name}`);
      await site.visit('/new?example=mastermind-knuth');
      await site.picture(`language-new-${name}`);
      await site.visit('/');
    }
    site.quiet();
  });

  test('the server is killed in mid-run, started again, and the run resumes', async () => {
    await begin('killed', LONG);
    await page.locator('.funnel').first().waitFor({ timeout: 60_000 });
    await site.restart(async () => {
      await page.locator('#notice', { hasText: 'The server does not answer' }).waitFor();
      await site.picture('gone');
    });
    await page.locator('#notice').waitFor({ state: 'hidden' });
    await page.locator('header .state', { hasText: 'unfinished' }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.locator('header .state', { hasText: 'running' }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.locator('header .state', { hasText: 'unfinished' }).waitFor();
    site.forgive(/WebSocket|ERR_CONNECTION|Failed to load/);
  });
});
