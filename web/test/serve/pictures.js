// Takes the pictures of the web application that README.md shows. The program is the release build,
// or the one that QUADRILLE names:
//
//     node web/test/serve/pictures.js     (needs Chromium, and img2webp of Debian's `webp`)
//
// `docs/play.webp` shows a game of Dou Dizhu, `docs/serve.png` a run while it works.

import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSite } from './site.js';

const DOCS = fileURLToPath(new URL('../../../docs', import.meta.url));
const SIZE = { width: 1000, height: 700 };
/** The times for which the picture of a move and the last picture are shown, in milliseconds. */
const MOVE = 900;
const END = 4000;
const EXPERIMENT = 'kind = "combat.dps"\nseed = 1\n\n[run]\nshards = 2000\n\n[combat]\nprofile = "example:fury"\niterations = 2000000\n';

const site = await openSite();
const { page } = site;
const frames = await mkdtemp(join(tmpdir(), 'quadrille-pictures-'));
await page.setViewportSize(SIZE);

await site.visit('/play?game=doudizhu');
await page.getByLabel('Player 1').selectOption('policy');
await page.getByText('Rules, seed').click();
await page.getByLabel('Show all hands').check();
await page.getByLabel('Seed of the cards').fill('5');
await page.getByRole('button', { name: 'Deal' }).click();
await page.getByRole('button', { name: 'Pause' }).click();
const main = page.locator('main');
/** @type {string[]} */
const pictures = [];
for (;;) {
  const path = join(frames, `${pictures.length}.png`);
  await page.screenshot({ path });
  pictures.push(path);
  if ((await main.getAttribute('data-phase')) === 'over') break;
  const version = await main.getAttribute('data-version');
  await page.getByRole('button', { name: 'One move' }).click();
  await page.locator(`main:not([data-version="${version}"])`).waitFor();
  await page.mouse.move(0, 0);
}
const moves = pictures.slice(0, -1).flatMap((path) => ['-d', String(MOVE), path]);
const options = ['-loop', '0', '-lossy', '-q', '70', '-m', '6', '-mixed'];
execFileSync('img2webp', [...options, ...moves, '-d', String(END), pictures.at(-1) ?? '', '-o', join(DOCS, 'play.webp')]);

await site.visit('/new');
await page.getByLabel('Experiment file').fill(EXPERIMENT);
await page.getByLabel('Name of the run').fill('fury');
await page.getByText(/^Ready to start/).waitFor();
await page.getByRole('button', { name: 'Start', exact: true }).click();
await page.locator('.funnel .earlier').nth(5).waitFor({ state: 'attached' });
await page.screenshot({ path: join(DOCS, 'serve.png') });

await rm(frames, { recursive: true });
await site.close();
