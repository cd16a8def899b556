// A server and a browser for the tests of one page, with the checks that every page passes.

import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launch, violations } from './browsers.js';
import { scratch, start } from './program.js';

/** Folder for screenshots, if set. */
const PICTURES = process.env.PICTURES;

/** Starts a server, and opens its link in a browser. */
export async function openSite() {
  const place = await scratch();
  let program = await start(place.folder);
  const browser = await launch();
  browser.expected.add(program.address);
  const { page } = browser;
  await page.goto(program.link);
  await page.waitForURL(`${program.address}/`);
  if (PICTURES) await mkdir(PICTURES, { recursive: true });

  const ready = () => page.locator('main[data-ready]').waitFor();
  /** @param {string} path */
  const visit = async (path) => {
    await page.goto(program.address + path);
    await ready();
  };
  /** Fails if a page reported an error since the last call. */
  const quiet = () => assert.deepEqual(browser.complaints.splice(0), []);
  /** @param {string} name */
  const picture = async (name) => {
    if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
  };
  /** Fails if the page, as it is now, has accessibility faults. @param {string} name */
  const conforms = async (name) => {
    // Reports, which are in frames, are checked by their own tests.
    assert.deepEqual(await violations(page), [], name);
  };
  return {
    page,
    folder: place.folder,
    address: program.address,
    visit,
    ready,
    quiet,
    picture,
    conforms,
    /**
     * Fails if the page has accessibility faults, in light or dark.
     * @param {string} name of the pictures
     */
    async accessible(name) {
      for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
        await page.emulateMedia({ colorScheme });
        await page.waitForTimeout(300);
        await conforms(`${name}, ${colorScheme}`);
        await picture(`${name}-${colorScheme}`);
      }
      await page.emulateMedia({ colorScheme: null });
    },
    /**
     * Discards the recorded errors that a test expects, and fails if there are others.
     * @param {RegExp} expected
     */
    forgive: (expected) => {
      const others = browser.complaints.splice(0).filter((text) => !expected.test(text));
      assert.deepEqual(others, []);
    },
    /**
     * Kills the server, runs `between`, and starts the server again.
     * @param {() => Promise<void>} between
     */
    restart: async (between) => {
      const { address } = program;
      await program.stop('SIGKILL');
      await between();
      program = await start(place.folder);
      assert.equal(program.address, address, 'the same port');
    },
    /**
     * Fails if the page is wider than the window.
     * @param {string} name
     */
    async fits(name) {
      const [wide, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(wide <= shown, `${name}: ${wide} > ${shown}`);
    },
    /** @param {boolean} small whether the window is that of a phone */
    phone: (small) => page.setViewportSize(small ? { width: 390, height: 844 } : { width: 1280, height: 900 }),
    close: async () => {
      await browser.close();
      await program.stop('SIGINT');
      await place.remove();
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof openSite>>} Site */
