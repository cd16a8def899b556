// Mastermind in `quadrille serve`: whole games by mouse, by keyboard and at phone size, advice,
// contradictions, links, languages and accessibility.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { MISSING } from './browsers.js';
import { MISSING_PROGRAM } from './program.js';
import { openSite } from './site.js';

describe('Mastermind', { skip: MISSING.chromium || MISSING_PROGRAM }, () => {
  /** @type {import('./site.js').Site} */
  let site;
  /** @type {import('playwright-core').Page} */
  let page;

  before(async () => {
    site = await openSite();
    page = site.page;
  });
  after(() => site?.close());

  const turns = () => page.locator('.rows > li');
  /** Returns the code of a game, as shown to a player who resigns. @param {string} seed */
  const codeOf = (seed) =>
    page.evaluate(async (seed) => {
      const body = JSON.stringify({ pins: 4, colors: 6, unique: false, guesses: [], seed, resigned: true });
      const answer = await fetch('/api/mastermind/play', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      return String((await answer.json()).secret);
    }, seed);
  const seed = () => new URL(page.url()).searchParams.get('seed') ?? '';

  test('a whole game by mouse: pegs are clicked and dragged, hints and grades are shown', async () => {
    await site.visit('/');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Mastermind' }).click();
    // The previous page is also marked as ready. Wait until the address contains the game's seed.
    await page.waitForURL(/[?&]seed=/);
    await site.ready();
    await site.picture('mastermind-new');
    const code = await codeOf(seed());
    // The first guess is entered by clicks.
    for (const color of ['1', '1', '2', '2']) await page.getByRole('button', { name: `Colour ${color}`, exact: true }).click();
    await page.getByRole('button', { name: 'Guess', exact: true }).click();
    await turns().nth(0).waitFor();
    // Hints compare the guess in the editor with the suggested one.
    await page.getByRole('button', { name: 'Hints' }).click();
    await page.getByText('codes are possible').waitFor();
    // This guess is never the suggested one.
    for (const color of ['1', '1', '1', '1']) await page.getByRole('button', { name: `Colour ${color}`, exact: true }).click();
    await page.getByRole('columnheader', { name: /Your guess/ }).first().waitFor();
    await site.picture('mastermind-hints');
    // The code is entered by dragging pegs.
    await page.getByRole('button', { name: 'Guess', exact: true }).click();
    await turns().nth(1).waitFor();
    for (const [at, color] of [...code].entries()) {
      const from = await page.getByRole('button', { name: `Colour ${color}`, exact: true }).boundingBox();
      const to = await page.locator('.slot').nth(at).boundingBox();
      assert.ok(from && to);
      await page.mouse.move(from.x + 10, from.y + 10);
      await page.mouse.down();
      await page.mouse.move(to.x - 20, to.y + 5, { steps: 3 });
      await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 3 });
      await page.mouse.up();
    }
    await page.getByRole('button', { name: 'Guess', exact: true }).click();
    await page.getByText('Found in 3 turns').waitFor();
    await page.getByRole('heading', { name: 'Every guess, graded' }).waitFor();
    assert.equal(await page.locator('.grades li').count(), 3);
    await site.picture('mastermind-found');
    await page.getByRole('button', { name: /^Row 1:/ }).click();
    await page.getByRole('heading', { name: 'Row 1' }).waitFor();
    site.quiet();
  });

  test('a whole game by keyboard, and its link shows it again', async () => {
    await site.visit('/mastermind');
    const code = await codeOf(seed());
    await page.locator('.slot').first().focus();
    await page.keyboard.type('1123');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('4');
    await page.keyboard.press('Enter');
    await turns().nth(0).waitFor();
    assert.equal(await turns().nth(0).getByRole('img').first().getAttribute('aria-label'), '1 1 2 4');
    // The focus is on the next guess.
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    await page.getByText('Found in 2 turns').waitFor();
    const link = page.url();
    await site.visit('/mastermind');
    assert.equal(await turns().count(), 0);
    await page.goto(link);
    await page.getByText('Found in 2 turns').waitFor();
    site.quiet();
  });

  test('the program breaks a code, by keyboard', async () => {
    await site.visit('/mastermind');
    await page.getByRole('radio', { name: 'It breaks mine' }).check();
    const code = '5316';
    const guess = page.locator('.turn .codeword');
    for (let turn = 1; turn < 10; turn += 1) {
      await guess.waitFor();
      const shown = ((await guess.getAttribute('aria-label')) ?? '').replaceAll(' ', '');
      const [black, white] = pegs(code, shown);
      await page.getByRole('group', { name: 'Black' }).getByRole('radio').first().focus();
      await page.keyboard.press(String(black));
      await page.getByRole('group', { name: 'White' }).getByRole('radio').first().focus();
      await page.keyboard.press(String(white));
      await page.keyboard.press('Enter');
      await turns().nth(turn - 1).waitFor();
      if (black === 4) break;
    }
    await page.locator('.count', { hasText: /^Found in \d turns$/ }).waitFor();
    await page.getByRole('heading', { name: 'Every guess, graded' }).waitFor();
    await site.picture('mastermind-make');
    site.quiet();
  });

  test('pasted rows are advised, a contradiction is explained and mended', async () => {
    await site.visit('/mastermind?mode=assist');
    await page.getByText('Paste rows').click();
    await page.getByLabel(/^One row a line/).fill('1122:1,0\n3456 0 1\n1111:3');
    await page.getByRole('button', { name: 'Add these rows' }).click();
    await page.getByRole('heading', { name: 'These rows contradict one another' }).waitFor();
    await page.getByText('No code agrees with rows 1, 3 together.').waitFor();
    assert.equal(await page.locator('.rows .conflict').count(), 2);
    await site.picture('mastermind-contradiction');
    await page.getByRole('button', { name: /^Row 1 →/ }).first().click();
    await page.getByRole('heading', { name: 'Suggested guess' }).waitFor();
    await site.picture('mastermind-assist');
    await page.getByRole('button', { name: 'Edit: Row 2' }).click();
    await page.getByRole('group', { name: 'White' }).getByRole('radio', { name: '?' }).check();
    await page.getByRole('button', { name: 'Save' }).click();
    await turns().nth(1).getByRole('img', { name: '0 black, unknown white' }).waitFor();
    await page.getByRole('button', { name: 'Remove: Row 3' }).click();
    await turns().nth(2).waitFor({ state: 'detached' });
    await page.getByText('Paste rows').click();
    await page.getByLabel(/^One row a line/).fill('1127:1,0');
    await page.getByRole('button', { name: 'Add these rows' }).click();
    await page.getByText(/beyond this game/).waitFor();
    // The browser reports the refusal, a response with status 400, as an error.
    site.forgive(/400/);
  });

  test('a whole game at phone size, and other sizes fit', async () => {
    await site.phone(true);
    await site.visit('/mastermind');
    const code = await codeOf(seed());
    for (const color of code) await page.getByRole('button', { name: `Colour ${color}`, exact: true }).click();
    await site.fits('the board');
    await site.picture('mastermind-phone');
    await page.getByRole('button', { name: 'Guess', exact: true }).click();
    await page.getByText('Found in one turn').waitFor();
    await site.fits('the grades');
    await site.picture('mastermind-phone-found');
    for (const query of ['pins=16&colors=15', 'mode=assist&pins=8&colors=12&strategy=entropy&rows=11223344-2-2', 'mode=make&pins=4&colors=10&unique']) {
      await site.visit(`/mastermind?${query}`);
      await site.fits(query);
      await site.picture(`mastermind-phone-${query.replace(/\W/g, '-')}`);
    }
    await site.phone(false);
    site.quiet();
  });

  test('no accessibility faults, in light and dark', async () => {
    await site.visit('/mastermind?mode=assist&rows=1122-1-0.3456-0-x');
    await page.getByRole('heading', { name: 'Suggested guess' }).waitFor();
    await site.accessible('mastermind-assist');
    await site.visit('/mastermind?mode=assist&rows=1122-4-0.1122-0-0');
    await page.getByRole('heading', { name: 'These rows contradict one another' }).waitFor();
    await site.accessible('mastermind-contradiction');
    await site.visit('/mastermind?pins=6&colors=15');
    await page.getByRole('button', { name: 'Hints' }).click();
    await page.getByText('codes are possible').waitFor();
    await site.accessible('mastermind-break');
    await page.getByText(/^Settings/).click();
    await site.accessible('mastermind-settings');
    site.quiet();
  });

  test('three languages', async () => {
    await site.visit('/mastermind?mode=assist&rows=1122-1-0');
    for (const [language, title] of Object.entries({ ja: 'マスターマインド', zh: '珠玑妙算', en: 'Mastermind' })) {
      await page.locator('#language select').selectOption(language);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await page.locator('.suggestion').waitFor();
      await site.picture(`mastermind-${language}`);
    }
    site.quiet();
  });
});

/**
 * Returns the pegs of a guess, computed without the program.
 * @param {string} code
 * @param {string} guess
 */
function pegs(code, guess) {
  const black = [...code].filter((color, at) => color === guess[at]).length;
  const both = [...new Set(code)].map((color) => Math.min(code.split(color).length, guess.split(color).length) - 1);
  return [black, both.reduce((sum, count) => sum + count, 0) - black];
}
