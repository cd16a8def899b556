// One pass in Firefox: the link, a run with its report, and a page at another port. Playwright's
// driver needs commands that Firefox ESR lacks, so this test uses Puppeteer with WebDriver BiDi.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import puppeteer from 'puppeteer-core';
import { FIREFOX, MISSING } from './browsers.js';
import { foreign, MISSING_PROGRAM, scratch, start } from './program.js';

describe('Firefox', { skip: MISSING.firefox || MISSING_PROGRAM }, () => {
  /** @type {Awaited<ReturnType<typeof scratch>>} */
  let place;
  /** @type {import('./program.js').Program} */
  let program;
  /** @type {import('puppeteer-core').Browser} */
  let browser;
  /** @type {import('puppeteer-core').Page} */
  let page;

  before(async () => {
    place = await scratch();
    program = await start(place.folder);
    browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX, headless: true, timeout: 120_000 });
    page = await browser.newPage();
    page.setDefaultTimeout(60_000);
  });

  after(async () => {
    await browser?.close();
    await program?.stop('SIGINT');
    await place?.remove();
  });

  /** @param {string} text */
  const heading = (text) => page.waitForSelector(`::-p-xpath(//h1[contains(., '${text}')])`);

  test('the link works from a file, once, and not without a cookie', async () => {
    const closed = await page.goto(`${program.address}/ladders`);
    assert.equal(closed?.status(), 401);
    await heading('Open Quadrille?');
    const file = join(place.folder, 'link.html');
    await writeFile(file, `<a href="${program.link}">open</a>`);
    await page.goto(`file://${file}`);
    await page.click('a');
    await heading('Runs');
    assert.equal(new URL(page.url()).pathname, '/');
    const again = await page.goto(program.link);
    assert.equal(again?.status(), 403);
  });

  test('an example runs, and its report is shown', async () => {
    await page.goto(`${program.address}/new?example=mastermind-knuth`);
    await page.waitForSelector('.verdict[data-valid=true]');
    await page.click('button.primary');
    const frame = await (await page.waitForSelector('iframe.report'))?.contentFrame();
    assert.ok(await frame?.waitForSelector('h1'));
  });

  test('a page at another port reaches nothing', async (test) => {
    const { address } = program;
    // Puppeteer misses the load events of a page that had a frame, so a new page is opened.
    page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    const other = await foreign(`<a href="${address}/">go</a><script>
      window.results = Promise.all([
        fetch('${address}/api/overview', { credentials: 'include' }).then((answer) => answer.text(), () => 'refused'),
        new Promise((done) => {
          const socket = new WebSocket('${address.replace('http', 'ws')}/live');
          socket.onmessage = () => done('open');
          socket.onclose = socket.onerror = () => done('refused');
        }),
      ]);
    </script>`);
    test.after(() => other.close());
    await page.goto(`http://127.0.0.1:${other.port}/`);
    const results = await page.evaluate('window.results');
    assert.deepEqual(results, ['refused', 'refused']);
    await page.click('a');
    await heading('Open Quadrille?');
    await page.click('a');
    await heading('Runs');
  });
});
