// Browsers with empty profiles, whose pages record errors and requests to other origins.

import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
export const FIREFOX = process.env.FIREFOX ?? '/usr/bin/firefox-esr';

/** For each browser, the reason why it is not available, or false. */
export const MISSING = {
  chromium: existsSync(CHROMIUM) ? false : `${CHROMIUM} is not installed`,
  firefox: existsSync(FIREFOX) ? false : `${FIREFOX} is not installed`,
};

const ALONE = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Resolves the name of another site to this machine, as after DNS rebinding.
  '--host-resolver-rules=MAP evil.example 127.0.0.1',
];

/**
 * Starts Chromium.
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
export async function launch(options = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'quadrille-browser-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: CHROMIUM,
    args: ALONE,
    headless: true,
    viewport: { width: 1280, height: 900 },
    ...options,
  });
  context.setDefaultTimeout(60_000);
  const page = context.pages()[0] ?? (await context.newPage());
  /** Errors of pages, and requests to other origins. @type {string[]} */
  const complaints = [];
  /** The origins that may be requested. @type {Set<string>} */
  const expected = new Set();
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => complaints.push(`error: ${error.error().message}`));
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (!expected.has(origin) && protocol.startsWith('http')) complaints.push(`foreign: ${request.url()}`);
  });
  return {
    context,
    page,
    complaints,
    expected,
    close: async () => {
      await context.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns the accessibility faults of a page, as it is now. Frames are not examined.
 * @param {import('playwright-core').Page} page
 */
export async function violations(page) {
  // The page's policy forbids added scripts, so the debugger runs the script of the test.
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    // @ts-expect-error axe is defined by the script above
    const { violations } = await axe.run(document, { iframes: false });
    /** @type {{ id: string, nodes: { html: string }[] }[]} */
    const found = violations;
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

/** @typedef {Awaited<ReturnType<typeof launch>>} Browser */
