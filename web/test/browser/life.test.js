// Tests of the page in a real browser: no errors, no requests to other origins.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { PAGE, serve } from '../serve.js';
import { MISSING, open } from './chromium.js';

/** Folder for screenshots of the page, if set. */
const PICTURES = process.env.PICTURES;

const BUILT = existsSync(new URL('../../life/built/quadrille_life_web_bg.wasm', import.meta.url));
const NOT_BUILT = BUILT ? false : 'web/life/built is missing (run web/build)';

/** Maximum total size of the page's files, in bytes. */
const LARGEST = 400_000;

test("the page's files are small", async () => {
  const kept = async (/** @type {string} */ folder) => {
    let bytes = 0;
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      // The crate's sources are not served.
      if (entry.isDirectory()) bytes += entry.name === 'wasm' ? 0 : await kept(path);
      else bytes += (await stat(path)).size;
    }
    return bytes;
  };
  const bytes = await kept(PAGE);
  console.log(`all files of the page: ${bytes} bytes`);
  assert.ok(bytes < LARGEST, `${bytes} bytes; expected less than ${LARGEST}`);
});

describe('the page', { skip: MISSING }, () => {
  /** @type {Awaited<ReturnType<typeof serve>>} */
  let site;
  /** @type {Awaited<ReturnType<typeof open>>} */
  let browser;
  /** @type {import('playwright-core').Page} */
  let page;

  before(async () => {
    site = await serve(PAGE, { hide: (path) => !BUILT && path.startsWith('/built/') });
    browser = await open(site.address);
    page = browser.page;
    await until('fingerprint', '1583560213');
  });

  after(async () => {
    await browser?.close();
    await site?.close();
  });

  /** @param {string} id */
  const text = async (id) => ((await page.locator(`#${id}`).textContent()) ?? '').replaceAll('\u202f', '').replace('−', '-');

  /**
   * Waits until an element has a text.
   * @param {string} id
   * @param {string | RegExp} wanted
   */
  async function until(id, wanted) {
    const deadline = Date.now() + 20_000;
    for (;;) {
      const found = await text(id);
      if (typeof wanted === 'string' ? found === wanted : wanted.test(found)) return;
      assert.ok(Date.now() < deadline, `${id} says “${found}”; expected ${wanted}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** @param {string} name */
  async function picture(name) {
    if (!PICTURES) return;
    await mkdir(PICTURES, { recursive: true });
    await page.screenshot({ path: join(PICTURES, `${name}.png`) });
  }

  test('begins with the article’s field', async () => {
    assert.equal(await text('generation'), '0');
    assert.equal(await text('population'), '1034216');
    assert.equal(await page.locator('#engine').inputValue(), BUILT ? 'webassembly' : 'javascript');
    await picture('article');
  });

  test('steps by key and by button, to the author’s published values', async () => {
    await page.keyboard.press('s');
    await until('fingerprint', '-717568334');
    assert.equal(await text('population'), '565797');
    await page.click('#step');
    await until('generation', '2');
    await page.keyboard.press('a');
    await until('fingerprint', '1583560213');
    assert.equal(await text('generation'), '0');
  });

  test('continues with the other engine from the current state', { skip: NOT_BUILT }, async () => {
    await page.selectOption('#engine', 'javascript');
    await page.locator('#engine').blur();
    await page.keyboard.press('s');
    await until('fingerprint', '-717568334');
    await page.keyboard.press('j');
    await page.waitForFunction(
      () =>
        /** @type {HTMLSelectElement} */ (document.querySelector('#engine')).value ===
        'webassembly',
    );
    assert.equal(await text('generation'), '1');
    await until('fingerprint', '-717568334');
  });

  test('runs and pauses, faster and slower', async () => {
    for (let i = 0; i < 12; i++) await page.keyboard.press(']');
    assert.equal(await text('speed-words'), 'unlimited');
    const before = Number(await text('generation'));
    // With the focus on a button, space would press it.
    await page.locator('#canvas').focus();
    await page.keyboard.press(' ');
    await until('run', 'Pause');
    await until('rate', /^[0-9]+$/);
    await page.waitForTimeout(1500);
    console.log(`unlimited speed, painted: ${await text('rate')} steps per second`);
    await page.keyboard.press(' ');
    await until('run', 'Run');
    assert.ok(Number(await text('generation')) > before + 10);
    for (let i = 0; i < 12; i++) await page.keyboard.press('[');
    assert.equal(await text('speed-words'), '1 per second');
  });

  test('other sizes; errors are shown at their form', async () => {
    await page.fill('#width', '65');
    await page.fill('#height', '0');
    await page.click('#field-form button');
    await until('field-error', /^the field has 65 × 0 cells; expected a width and a height from 3 to 32768$/);
    await page.fill('#height', '33');
    await page.selectOption('#border', 'torus');
    await page.click('#field-form button');
    await until('population', '0');
    assert.equal(await text('field-error'), '');
    await page.fill('#seed', '7');
    await page.fill('#density', '1.5');
    await page.click('#soup-form button');
    await until('soup-error', 'the density is invalid; expected a number from 0 to 1');
    await page.fill('#density', '0.4');
    await page.click('#soup-form button');
    // quadrille life soup --size 65x33 --bounds 65x33:torus --seed 7 --density 0.4 --json
    await until('fingerprint', '-2003753860');
    await page.fill('#seed', 'seven');
    await page.click('#soup-form button');
    await until('soup-error', /^the seed is invalid; expected a whole number from 0 to 18446744073709551615$/);
    await page.fill('#seed', '7');
  });

  test('valid and invalid rules', async () => {
    await page.fill('#rule', 'B3/S29');
    await page.press('#rule', 'Enter');
    await until('rule-error', 'rule “B3/S29”, character 6: “9” is not a count of neighbours; expected digits from 0 to 8');
    assert.equal(await page.getAttribute('#rule', 'aria-invalid'), 'true');
    await page.fill('#rule', 'b63s32');
    await page.press('#rule', 'Enter');
    if (BUILT) {
      await page.waitForFunction(
        () => /** @type {HTMLInputElement} */ (document.querySelector('#rule')).value === 'B36/S23',
      );
      assert.equal(await text('rule-error'), '');
      await page.click('#soup-form button');
      await page.click('#step');
      // quadrille life soup --size 65x33 --bounds 65x33:torus --seed 7 --density 0.4
      //   --rule B36/S23 --generations 1 --json
      await until('fingerprint', '-1938274357');
      await page.selectOption('#engine', 'javascript');
      await until('message', /supports B3\/S23 only; choose WebAssembly/);
      assert.equal(await page.inputValue('#engine'), 'webassembly');
      await page.fill('#rule', '23/3');
      await page.press('#rule', 'Enter');
      await page.waitForFunction(() => document.getElementById('message')?.hidden);
    } else {
      await until('rule-error', /supports B3\/S23 only/);
      await page.fill('#rule', 'B3/S23');
      await page.press('#rule', 'Enter');
    }
    assert.equal(await text('rule-error'), '');
  });

  test('patterns are pasted; errors have positions', async () => {
    await page.fill('#pattern', 'x = 3, y = 3, rule = B3/S23\nbob$2bq$3o!');
    await page.click('#pattern-form button');
    await until('pattern-error', /^line 2, column 7: “q” is not a run; expected /);
    await page.fill('#pattern', 'x = 3, y = 3, rule = B3/S23:T40,30\nbob$2bo$3o!');
    await page.click('#pattern-form button');
    await until('population', '5');
    assert.equal(await text('pattern-error'), '');
    assert.equal(await page.inputValue('#width'), '40');
    // The glider is in the middle: its top left corner in column 20 − 1 and row 15 − 1.
    await until('fingerprint', String(fingerprint([[20, 14], [21, 15], [19, 16], [20, 16], [21, 16]])));
    for (let i = 0; i < 4; i++) await page.click('#step');
    await until('fingerprint', String(fingerprint([[21, 15], [22, 16], [20, 17], [21, 17], [22, 17]])));
    await picture('glider');
    await page.getByRole('button', { name: 'R-pentomino' }).click();
    await until('fingerprint', String(fingerprint([[20, 14], [21, 14], [19, 15], [20, 15], [20, 16]])));
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '3o!');
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    });
    await until('fingerprint', String(fingerprint([[19, 15], [20, 15], [21, 15]])));
    await page.fill('#pattern', 'x = 90, y = 3\n90o!');
    await page.click('#pattern-form button');
    await until('pattern-error', 'the pattern’s 90 × 3 cells do not fit a field of 40 × 30');
  });

  test('cells are drawn and erased, the field is moved and zoomed', async () => {
    await page.click('#field-form button');
    await until('population', '0');
    const box = await page.locator('#canvas').boundingBox();
    assert.ok(box);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const drag = async (/** @type {number} */ dx, /** @type {number} */ dy) => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + dx, y + dy, { steps: 7 });
      await page.mouse.up();
    };
    await page.click('#canvas', { position: { x: 5, y: 5 } });
    await page.keyboard.press('d');
    await drag(0, 0);
    await until('population', '1');
    const first = await text('fingerprint');
    await drag(150, 0);
    await until('population', /^([6-9]|1[0-9])$/);
    await page.keyboard.press('e');
    await drag(150, 0);
    await until('population', '0');
    await page.keyboard.press('m');
    await drag(-60, -30);
    assert.equal(await text('population'), '0');
    await page.keyboard.press('f');
    await page.keyboard.press('d');
    await drag(0, 0);
    // After the field is fitted again, the same cell is in the middle.
    await until('fingerprint', first);
    await page.mouse.wheel(0, -100);
    await page.keyboard.press('+');
    await page.keyboard.press('-');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('m');
    await picture('drawn');
  });

  test('keys are listed', async () => {
    await page.keyboard.press('?');
    await page.waitForSelector('dialog[open]');
    assert.match((await page.locator('#keys').innerText()).replaceAll(/\s+/g, ' '), /Space run or pause/);
    await picture('keys');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('dialog[open]').count(), 0);
  });

  test('both engines reach the native program’s fingerprints', { skip: NOT_BUILT, timeout: 90_000 }, async () => {
    await page.keyboard.press('l');
    await page.locator('#ladder-result .verdict').waitFor({ timeout: 80_000 });
    const said = await page.locator('#ladder-result').innerText();
    // The page compares with the program's fingerprints; the figures are logged.
    assert.match(said, /Fingerprints at generations 1, 100 and 1000 are equal to those of the native program/);
    console.log(said.replaceAll('\u202f', '').replaceAll(/\s*\n\s*/g, '\n').trim());
    await picture('ladder');
  });

  test('light and dark, wide and narrow', async () => {
    await page.keyboard.press('a');
    await until('population', '1034216');
    for (const [width, height] of [[1280, 800], [800, 600], [390, 844], [360, 640]]) {
      await page.setViewportSize({ width, height });
      for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
        await page.emulateMedia({ colorScheme });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `the page is ${wide} pixels wide in a window of ${width}`);
        await page.waitForTimeout(100);
        await picture(`${colorScheme}-${width}x${height}`);
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  test('no errors, and no requests to other origins', () => {
    assert.deepEqual(browser.complaints.filter((complaint) => BUILT || !/built|404/.test(complaint)), []);
  });
});

describe('the page without the output of web/build', { skip: MISSING }, () => {
  test('shows a message, and runs in JavaScript', async () => {
    const site = await serve(PAGE, { hide: (path) => path.startsWith('/built/') });
    const { page, close } = await open(site.address, { hasTouch: true, viewport: { width: 390, height: 844 } });
    try {
      await page.waitForFunction(() => document.getElementById('fingerprint')?.textContent === '1583560213');
      assert.match((await page.locator('#message').textContent()) ?? '', /not built here: run web\/build/);
      assert.equal(await page.inputValue('#engine'), 'javascript');
      await page.tap('#step');
      await page.waitForFunction(() => document.getElementById('fingerprint')?.textContent === '−717568334');
      await tryFingers(page);
    } finally {
      await close();
      await site.close();
    }
  });
});

/**
 * Tests that one finger draws and that two fingers zoom. After zooming in, the same distance on the
 * screen has fewer cells.
 * @param {import('playwright-core').Page} page
 */
async function tryFingers(page) {
  await page.fill('#width', '300');
  await page.fill('#height', '300');
  await page.click('#field-form button');
  const population = () => page.evaluate(() => Number(document.getElementById('population')?.textContent));
  const settled = async (/** @type {(count: number) => boolean} */ wanted) => {
    for (let tries = 0; !wanted(await population()); tries++) {
      assert.ok(tries < 500, `population ${await population()}`);
      await page.waitForTimeout(20);
    }
    return population();
  };
  await settled((count) => count === 0);
  await page.tap('label:has(input[value="draw"])');
  const box = await page.locator('#canvas').boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const session = await page.context().newCDPSession(page);
  const touch = (
    /** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type,
    /** @type {[number, number][]} */ ...fingers
  ) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: fingers.map(([dx, dy], id) => ({ x: x + dx, y: y + dy, id })) });
  const draw = async () => {
    await touch('touchStart', [-40, 0]);
    for (let dx = -30; dx <= 40; dx += 10) await touch('touchMove', [dx, 0]);
    await touch('touchEnd');
  };
  await draw();
  const before = await settled((count) => count > 30);
  await page.click('#field-form button');
  await settled((count) => count === 0);
  // The first finger touches a cell before the second one arrives: that cell is drawn.
  await touch('touchStart', [-10, 30]);
  await touch('touchStart', [-10, 30], [10, 30]);
  for (let dx = 15; dx <= 60; dx += 5) await touch('touchMove', [-dx, 30], [dx, 30]);
  await touch('touchEnd');
  await settled((count) => count >= 1 && count < 9);
  await draw();
  const after = await settled((count) => count > 9);
  assert.ok(after < before / 2, `${after} cells under the finger after zooming in; ${before} before`);
}

/**
 * Sorts cells by column, and returns the fingerprint that the article defines.
 * @param {number[][]} cells
 */
function fingerprint(cells) {
  const sorted = [...cells].sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  return Number(BigInt.asIntN(32, sorted.reduce((h, [x, y]) => (h * 31n + BigInt(x)) * 31n + BigInt(y), 0n)));
}
