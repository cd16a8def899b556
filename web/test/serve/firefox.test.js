// One pass in Firefox: the link, a run with its report, and pages of other hosts and ports.
// Playwright's driver needs commands that Firefox ESR lacks, so this test uses Puppeteer with
// WebDriver BiDi.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import puppeteer from 'puppeteer-core';
import { FIREFOX, MISSING } from './browsers.js';
import { foreign, hostile, HOSTILE_HOSTS, MISSING_PROGRAM, scratch, start, withoutOrigin } from './program.js';

/** The preference of Firefox that resolves the name `evil.example` to this machine. */
const LOCAL = { 'network.dns.localDomains': 'evil.example' };

describe('Firefox', { skip: MISSING.firefox || MISSING_PROGRAM }, () => {
  /** @type {Awaited<ReturnType<typeof scratch>>} */
  let place;
  /** @type {import('./program.js').Program} */
  let program;
  /** @type {import('puppeteer-core').Browser} */
  let browser;
  /** @type {import('puppeteer-core').Page} */
  let page;

  /** Opens a new page: Puppeteer misses the load events of a page that had a frame. */
  const open = async () => {
    page = await browser.newPage();
    page.setDefaultTimeout(60_000);
  };

  before(async () => {
    place = await scratch();
    program = await start(place.folder);
    browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX, headless: true, timeout: 120_000, extraPrefsFirefox: LOCAL });
    await open();
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

  /**
   * Opens a link as if it were pasted. Its page navigates by itself, which the driver reports as an
   * aborted navigation.
   * @param {string} link
   */
  const paste = async (link) => {
    await page.goto(link).catch(() => undefined);
    await heading('Runs');
  };

  test('the link works pasted and from a page of another host', async () => {
    await open();
    await paste(await program.newLink());
    const other = await foreign(`<a href="${await program.newLink()}">go</a>`);
    await page.goto(`http://localhost:${other.port}/`);
    await page.click('a');
    await heading('Runs');
    other.close();
  });

  test('pages of other hosts and ports reach nothing', async (test) => {
    const { address } = program;
    const other = await foreign(hostile(address));
    test.after(() => other.close());
    for (const [host, status] of HOSTILE_HOSTS) {
      await open();
      /** @type {Map<string, number[]>} */
      const answers = new Map();
      page.on('response', (answer) => {
        const what = `${answer.request().method()} ${answer.url().replace(address, '')}`;
        answers.set(what, [...(answers.get(what) ?? []), answer.status()]);
      });
      await page.goto(`http://${host}:${other.port}/`);
      const results = /** @type {string[]} */ (await page.evaluate('window.results'));
      for (const result of results) assert.ok(['refused', 'opaque'].includes(result), `${host}: ${results}`);
      // The page has loaded a frame and a script, and has sent two read requests, one with `Origin`
      // and one without, and a write request.
      assert.deepEqual(answers.get('GET /'), [status], host);
      assert.deepEqual(answers.get('GET /pages/application.js'), [status], host);
      const read = answers.get('GET /api/overview') ?? [];
      assert.ok(read.length === 2 && read.every((one) => one === 401 || one === 403), `${host}: ${read}`);
      assert.deepEqual(answers.get('POST /api/stop'), [403], host);
      const [posted] = await Promise.all([page.waitForResponse(`${address}/api/stop`), page.click('#form button')]);
      assert.equal(posted.status(), 403, host);
      await open();
      await page.goto(`http://${host}:${other.port}/`);
      await page.click('#go');
      await heading('Open Quadrille?');
      // The button opens the same address from the server's own page, so the cookie is sent.
      await page.click('a');
      await heading('Runs');
    }
  });

  test('a page without an origin is refused', async () => {
    await open();
    await page.goto(withoutOrigin(program.address));
    const [answer] = await Promise.all([page.waitForResponse(`${program.address}/api/stop`), page.click('button')]);
    assert.equal(answer.request().headers()['origin'], 'null');
    assert.equal(answer.status(), 403);
  });

  test('another name that leads to this machine is refused', async () => {
    await open();
    const { port } = new URL(program.address);
    const answer = await page.goto(`http://evil.example:${port}/`);
    assert.equal(answer?.status(), 403);
    const link = await program.newLink();
    const moved = await page.goto(link.replace('127.0.0.1', 'evil.example'));
    assert.equal(moved?.status(), 403);
    await paste(link);
  });
});
