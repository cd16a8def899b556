// A browser with an empty profile, and a page that records its requests and errors.

import { mkdtemp, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

/** The browser: `CHROMIUM`, or Debian's. */
const PROGRAM = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** The reason why no browser is available, or false. */
export const MISSING = existsSync(PROGRAM) ? false : `${PROGRAM} is not installed (apt-get install chromium, or set CHROMIUM)`;

/** Options without background traffic: only the page itself makes requests. */
const ALONE = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Opens an address in a new browser.
 * @param {string} address
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
export async function open(address, options = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'quadrille-browser-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: PROGRAM,
    headless: true,
    args: ALONE,
    viewport: { width: 1280, height: 800 },
    ...options,
  });
  const page = context.pages()[0] ?? (await context.newPage());
  /** Errors, and requests to other origins. @type {string[]} */
  const complaints = [];
  page.on('console', (message) => complaints.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
  context.on('request', (request) => {
    if (!request.url().startsWith(address)) complaints.push(`foreign: ${request.url()}`);
  });
  await page.goto(address);
  return {
    page,
    complaints,
    close: async () => {
      await context.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
