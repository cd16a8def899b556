// The reports of all kinds of experiments in a browser: at three widths, light and dark, nothing is
// hidden, overlaps or is too faint. The experiments are the small ones of the tests.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { launch, MISSING, violations } from '../serve/browsers.js';
import { MISSING_PROGRAM, PROGRAM, scratch } from '../serve/program.js';
import { faults } from './inspect.js';

const ROOT = new URL('../../../', import.meta.url).pathname;
const EXPERIMENTS = join(ROOT, 'crates/quadrille/tests/experiments');
/** Folder for screenshots, if set. */
const PICTURES = process.env.PICTURES;
const WIDTHS = [1400, 900, 390];

describe('reports', { skip: MISSING.chromium || MISSING_PROGRAM }, () => {
  /** @type {Awaited<ReturnType<typeof scratch>>} */
  let place;
  /** @type {import('../serve/browsers.js').Browser} */
  let browser;

  before(async () => {
    [place, browser] = await Promise.all([scratch(), launch()]);
    if (PICTURES) await mkdir(PICTURES, { recursive: true });
  });
  after(async () => {
    await browser?.close();
    await place?.remove();
  });

  /**
   * Returns the faults of the page, including those that axe finds.
   * @param {import('playwright-core').Page} page
   */
  const inspected = async (page) => [...(await page.evaluate(faults)), ...(await violations(page))];

  /**
   * @param {string} name of the pictures
   * @param {string} path
   */
  const looksRight = async (name, path) => {
    const { page } = browser;
    await page.goto(pathToFileURL(path).href);
    for (const width of WIDTHS) {
      for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await inspected(page), [], `${name}, ${width} px, ${colorScheme}`);
        if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}-${width}-${colorScheme}.png`), fullPage: true });
      }
    }
    assert.deepEqual(browser.complaints.splice(0), []);
  };

  test('each kind', async () => {
    const files = (await readdir(EXPERIMENTS)).filter((name) => name.endsWith('.toml'));
    assert.ok(files.length > 20);
    for (const file of files) {
      const name = file.replace(/\.toml$/, '');
      const out = join(place.folder, name);
      await promisify(execFile)(PROGRAM, ['run', join(EXPERIMENTS, file), '--out', out, '--quiet'], { cwd: ROOT });
      await looksRight(name, join(out, 'report.html'));
    }
  });

  test('pages of commands', async () => {
    const pattern = join(place.folder, 'pattern.html');
    await promisify(execFile)(PROGRAM, ['life', 'info', 'r-pentomino', '--report', pattern], { cwd: place.folder });
    await looksRight('life-info', pattern);
    const review = join(place.folder, 'review.html');
    const effort = ['--game', '0', '--player', '0', '--playouts', '50', '--worlds', '64'];
    await promisify(execFile)(PROGRAM, ['daifugo', 'review', 'example:daifugo-games', ...effort, '--report', review], { cwd: place.folder });
    await looksRight('review', review);
  });

  // This tests the checks themselves: on a faulty page, they must find the faults.
  test('faults are found', async () => {
    const { page } = browser;
    await page.setViewportSize({ width: 390, height: 900 });
    await page.setContent(`<!doctype html><html lang="en"><title>faults</title><main>
      <h1>One</h1><h1>Two</h1><h3>Three</h3>
      <div style="width: 500px">wide</div>
      <div class="rows" style="height: 30px; overflow: hidden"><p>one</p><p>two</p></div>
      <p style="color: #ccc; background: #fff">faint</p>
      <svg width="200" height="60"><text x="5" y="20">first</text><text x="10" y="22">second</text>
        <text x="180" y="50">outside</text><text x="5" y="50" fill="#bbb">pale</text></svg></main>`);
    const found = (await inspected(page)).join('\n');
    for (const expected of [/2 headings of the first level/, /level 3 follows/, /\d+ px wide/, /hides \d+ px of its height/, /“first” overlaps .*“second”/, /“outside” leaves/, /“pale” has a contrast/, /color-contrast/]) {
      assert.match(found, expected);
    }
  });
});
