// Access to the application in Chromium: its link in a file or pasted, and pages of other hosts and
// ports with links, frames, forms and sockets.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { launch, MISSING } from './browsers.js';
import { foreign, hostile, HOSTILE_HOSTS, MISSING_PROGRAM, scratch, start, withoutOrigin } from './program.js';

describe('access in Chromium', { skip: MISSING.chromium || MISSING_PROGRAM }, () => {
  /** @type {Awaited<ReturnType<typeof scratch>>} */
  let place;
  /** @type {import('./program.js').Program} */
  let program;
  /** @type {import('./browsers.js').Browser} */
  let browser;
  /** @type {import('playwright-core').Page} */
  let page;

  before(async () => {
    place = await scratch();
    program = await start(place.folder);
    browser = await launch();
    page = browser.page;
  });

  after(async () => {
    await browser?.close();
    await program?.stop('SIGINT');
    await place?.remove();
  });

  const isOpen = async () => {
    await page.waitForURL(`${program.address}/`);
    await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
  };
  const isClosed = async () => {
    await page.getByRole('heading', { level: 1, name: 'Open Quadrille?' }).waitFor();
    assert.equal(await page.locator('a').count(), 1);
  };

  test('without a cookie there is a page with a button', async () => {
    const answer = await page.goto(`${program.address}/ladders`);
    assert.equal(answer?.status(), 401);
    await isClosed();
  });

  test('the link works pasted, once', async () => {
    await page.goto(program.link);
    await isOpen();
    assert.ok(!page.url().includes('token'));
    const cookies = await page.context().cookies();
    assert.equal(cookies.length, 1);
    assert.ok(cookies[0]?.httpOnly && cookies[0].sameSite === 'Strict');
    const again = await page.goto(program.link);
    assert.equal(again?.status(), 403);
    await page.getByText('This link no longer works').waitFor();
  });

  test('the link works from a file and from a page of another host', async () => {
    const link = await program.newLink();
    const file = join(place.folder, 'link.html');
    await writeFile(file, `<meta http-equiv="refresh" content="0; url=${link}">`);
    await page.goto(`file://${file}`);
    await isOpen();
    const other = await foreign(`<a id="go" href="${await program.newLink()}">go</a>`);
    await page.goto(`http://localhost:${other.port}/`);
    await page.locator('#go').click();
    await isOpen();
    other.close();
  });

  test('pages of other hosts and ports reach nothing', async () => {
    const { address } = program;
    const other = await foreign(hostile(address));
    // The status of each response, also where Chromium hides the response from the page.
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('Network.enable');
    /** @type {Map<string, { method: string, url: string }>} */
    const requests = new Map();
    /** @type {Map<string, number>} */
    const answers = new Map();
    protocol.on('Network.requestWillBeSent', ({ requestId, request }) => requests.set(requestId, request));
    protocol.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode }) => answers.set(requestId, statusCode));
    /** The statuses of requests like `GET /path`. @param {string} what */
    const statuses = (what) =>
      [...requests]
        .filter(([, { method, url }]) => what === `${method} ${url.replace(address, '')}`)
        .map(([id]) => answers.get(id));
    for (const [host, status] of HOSTILE_HOSTS) {
      requests.clear();
      const frame = page.waitForResponse(`${address}/`);
      await page.goto(`http://${host}:${other.port}/`);
      assert.equal((await frame).status(), status, host);
      // @ts-expect-error defined by the page
      const results = await page.evaluate(() => window.results);
      for (const result of results) assert.ok(['refused', 'opaque'].includes(result), `${host}: ${results}`);
      // The page has loaded a script, and has sent two read requests, one with `Origin` and one
      // without, and a write request.
      assert.deepEqual(statuses('GET /pages/application.js'), [status], host);
      const read = statuses('GET /api/overview');
      assert.ok(read.length === 2 && read.every((one) => one === 401 || one === 403), `${host}: ${read}`);
      assert.deepEqual(statuses('POST /api/stop'), [403], host);
      requests.clear();
      await page.locator('#form button').click();
      await page.waitForURL(`${address}/api/stop`);
      assert.deepEqual(statuses('POST /api/stop'), [403], host);
      await page.goto(`http://${host}:${other.port}/`);
      await page.locator('#go').click();
      await isClosed();
      // The button opens the same address from the server's own page, so the cookie is sent.
      await page.getByRole('link', { name: 'Open' }).click();
      await isOpen();
    }
    other.close();
  });

  test('a page without an origin is refused', async () => {
    await page.goto(withoutOrigin(program.address));
    const answer = page.waitForResponse(`${program.address}/api/stop`);
    await page.locator('button').click();
    assert.equal(await (await answer).request().headerValue('origin'), 'null');
    assert.equal((await answer).status(), 403);
  });

  test('another name that leads to this machine is refused', async () => {
    const { port } = new URL(program.address);
    const answer = await page.goto(`http://evil.example:${port}/`);
    assert.equal(answer?.status(), 403);
    assert.match(await page.content(), /another host than this server/);
    // The link does not open under that name either, and is not used up.
    const link = await program.newLink();
    const moved = await page.goto(link.replace('127.0.0.1', 'evil.example'));
    assert.equal(moved?.status(), 403);
    await page.goto(link);
    await isOpen();
  });
});
