// Checks that the accessibility score of Lighthouse is at least 95 for every page.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { scratch, start } from './program.js';

const LEAST = 95;
const PORT = 39_222;

const { default: lighthouse } = await import(pathToFileURL(join(String(process.env.LIGHTHOUSE), 'core/index.js')).href);
const place = await scratch();
const program = await start(place.folder);
const profile = await mkdtemp(join(tmpdir(), 'quadrille-lighthouse-'));
const browser = spawn(
  process.env.CHROMIUM ?? '/usr/bin/chromium',
  ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', `--user-data-dir=${profile}`, `--remote-debugging-port=${PORT}`],
  { stdio: 'ignore' },
);
try {
  const opened = await fetch(program.link);
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  for (let tries = 0; tries < 100; tries += 1) {
    if (await fetch(`http://127.0.0.1:${PORT}/json/version`).catch(() => null)) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  for (const path of ['/', '/new', '/compare', '/ladders', '/random', '/play', '/records', '/mastermind', '/endgames']) {
    const { lhr } = await lighthouse(program.address + path, {
      port: PORT,
      onlyCategories: ['accessibility'],
      extraHeaders: { Cookie: cookie },
      logLevel: 'error',
    });
    const score = Math.round(lhr.categories.accessibility.score * 100);
    console.log(`${path}: accessibility ${score}`);
    assert.ok(score >= LEAST, `${path}: ${score}`);
  }
} finally {
  browser.kill();
  await program.stop('SIGINT');
  await place.remove();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
}
