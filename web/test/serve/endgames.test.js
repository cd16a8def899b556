// Endgames of Dou Dizhu in `quadrille serve`: puzzles by mouse, by keyboard and at phone size,
// refutations, the solver, links, languages and accessibility.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { MISSING } from './browsers.js';
import { MISSING_PROGRAM } from './program.js';
import { openSite } from './site.js';

describe('endgames', { skip: MISSING.chromium || MISSING_PROGRAM }, () => {
  /** @type {import('./site.js').Site} */
  let site;
  /** @type {import('playwright-core').Page} */
  let page;

  before(async () => {
    site = await openSite();
    page = site.page;
  });
  after(() => site?.close());

  /** Returns a winning move in the server's notation. */
  const winning = async () => {
    const answered = page.waitForResponse(/\/api\/endgames\/hint$/);
    await page.getByRole('button', { name: 'Hint' }).click();
    const { move } = await (await answered).json();
    return String(move);
  };
  /** The names of cards on their buttons. @type {Record<string, string>} */
  const NAMES = { T: '10', J: 'jack', Q: 'queen', K: 'king', A: 'ace', B: 'black joker', R: 'red joker' };
  /**
   * Lifts cards by click.
   * @param {string} move
   */
  const lift = async (move) => {
    for (const rank of move) {
      await page.locator('.own-hand').getByRole('button', { name: NAMES[rank] ?? rank, exact: true, pressed: false }).first().click();
    }
  };
  /**
   * Plays winning moves until the puzzle is solved.
   * @param {(move: string) => Promise<void>} play
   */
  const solve = async (play) => {
    for (let turn = 0; turn < 40; turn += 1) {
      const answered = page.waitForResponse(/\/api\/endgames\/attempt$/);
      await play(await winning());
      const { winner } = await (await answered).json();
      if (winner !== null) return;
    }
    assert.fail('not solved');
  };

  test('a puzzle by mouse: a wrong move is refuted, right ones are answered, and it is kept', async () => {
    await site.visit('/');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Endgames' }).click();
    await site.ready();
    await page.getByRole('heading', { name: /^Puzzle 1 of 100/ }).waitFor();
    await site.picture('endgames-puzzle');
    const best = await winning();
    // Plays a single card that is not the winning move.
    const first = page.locator('.own-hand .hand button');
    const names = await first.evaluateAll((cards) => cards.map((card) => card.querySelector('.unseen')?.textContent ?? ''));
    const wrong = names.findIndex((name) => name !== (NAMES[best] ?? best));
    await first.nth(wrong).click();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByText(/gives the win away/).waitFor();
    assert.ok((await page.locator('.verdict-of-move .steps li').count()) > 0);
    await site.picture('endgames-wrong');
    await page.getByRole('button', { name: /^Continue from this move/ }).click();
    await page.getByRole('heading', { name: / wins, with \d+ of/ }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: /^Puzzle 1 of 100/ }).waitFor();
    await solve(async (move) => {
      if (move === 'pass') return page.getByRole('button', { name: 'Pass', exact: true }).click();
      await lift(move);
      await page.getByRole('button', { name: 'Play', exact: true }).click();
    });
    await page.getByText(/^Solved; mistakes: 1, hints: [1-9]/).waitFor();
    await site.picture('endgames-solved');
    await page.getByRole('button', { name: 'Puzzle 1, solved' }).waitFor();
    // The next visit begins with the next puzzle.
    await site.visit('/endgames');
    await page.getByRole('heading', { name: /^Puzzle 2 of 100/ }).waitFor();
    site.quiet();
  });

  test('a puzzle by keyboard, from a link', async () => {
    await site.visit('/endgames');
    const link = page.url();
    await site.visit('/');
    await page.goto(link);
    await page.getByRole('heading', { name: /^Puzzle 2 of 100/ }).waitFor();
    await solve(async (move) => {
      await page.locator('.own-hand .hand button').first().focus();
      await page.keyboard.type(move === 'pass' ? 'p' : move.replaceAll('T', '0').toLowerCase());
      if (move !== 'pass') await page.keyboard.press('Enter');
    });
    // The focus is on the button for the next puzzle.
    await page.getByRole('button', { name: 'Next puzzle' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Puzzle 3 of 100/ }).waitFor();
    site.quiet();
  });

  test('a position is set by clicks, solved, and its line walked to the end', async () => {
    await site.visit('/endgames?mode=solve');
    await page.getByRole('heading', { name: /wins, with \d+ of \d+ moves/ }).waitFor();
    for (const hand of ['Hand 1', 'Hand 2']) await page.getByLabel(hand, { exact: true }).fill('');
    const hands = { 'Hand 1': ['9', '9', 'ace', 'black joker'], 'Hand 2': ['10', '10', '3', '3'] };
    for (const [hand, cards] of Object.entries(hands)) {
      await page.getByLabel(hand, { exact: true }).focus();
      for (const card of cards) await page.getByRole('button', { name: `Add ${card}`, exact: true }).click();
    }
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.waitForURL(/hands=99AB%2F33TT/);
    await page.getByRole('heading', { name: /^Hand 1 (wins|loses)/ }).waitFor();
    await site.picture('endgames-solver');
    for (let turn = 0; turn < 20 && !(await page.getByRole('heading', { name: /has played the last card/ }).isVisible()); turn += 1) {
      const before = page.url();
      await page.getByRole('button', { name: /^Play (a winning|the most stubborn) move/ }).click();
      await page.waitForURL((url) => url.href !== before);
      await page.getByRole('heading', { name: /^Hand \d (wins|loses|has played)/ }).waitFor();
    }
    await page.getByRole('heading', { name: /has played the last card/ }).waitFor();
    // The address contains the moves, so a reload shows the same position.
    await page.reload();
    await page.getByRole('heading', { name: /has played the last card/ }).waitFor();
    await page.getByRole('button', { name: 'To the start' }).click();
    await page.getByRole('heading', { name: /^Hand 1 (wins|loses)/ }).waitFor();
    site.quiet();
  });

  test('a losing move is chosen and refuted; wrong cards are explained', async () => {
    await site.visit('/endgames?mode=solve&hands=999TJQQKA%2F8JJK2B');
    await page.getByRole('button', { name: /loses$/ }).first().click();
    await page.getByText(/gave the win away/).waitFor();
    await page.getByRole('heading', { name: /^Hand 2 wins/ }).waitFor();
    await site.picture('endgames-refuted');
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByRole('heading', { name: /^Hand 1 wins/ }).waitFor();
    await page.getByLabel('Hand 1', { exact: true }).fill('10 0 J，大王');
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.waitForURL(/hands=TTJR/);
    site.quiet();
    await page.getByLabel('Hand 1', { exact: true }).fill('33333');
    await page.getByRole('button', { name: 'Solve', exact: true }).click();
    await page.getByText(/^hands: /).waitFor();
    // The browser reports the refusal, a response with status 400, as an error.
    site.forgive(/400/);
  });

  test('a puzzle at phone size', async () => {
    await site.phone(true);
    await site.visit('/endgames');
    await site.fits('the puzzle');
    await site.picture('endgames-phone');
    await solve(async (move) => {
      if (move === 'pass') return page.getByRole('button', { name: 'Pass', exact: true }).click();
      await lift(move);
      await page.getByRole('button', { name: 'Play', exact: true }).click();
    });
    await page.getByRole('button', { name: 'Next puzzle' }).waitFor();
    await site.visit('/endgames?mode=solve&hands=34R%2F6678%2FTTJ&turn=2&on=99&by=0');
    await page.getByRole('heading', { name: /^Hand 3 (wins|loses)/ }).waitFor();
    await site.fits('the solver');
    await site.picture('endgames-phone-solver');
    await site.phone(false);
    site.quiet();
  });

  test('no accessibility faults, in light and dark', async () => {
    await site.visit('/endgames');
    await site.accessible('endgames-puzzle');
    await site.visit('/endgames?mode=solve&hands=34R%2F6678%2FTTJ&turn=2&on=99&by=0');
    await page.getByRole('heading', { name: /^Hand 3 (wins|loses)/ }).waitFor();
    await page.getByText('Rules', { exact: true }).click();
    await site.accessible('endgames-solver');
    site.quiet();
  });

  test('three languages', async () => {
    await site.visit('/endgames');
    for (const [language, title] of Object.entries({ ja: '闘地主の終盤', zh: '斗地主残局', en: 'Endgames of Dou Dizhu' })) {
      await page.locator('#language select').selectOption(language);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await page.locator('.own-hand').waitFor();
      await site.picture(`endgames-${language}`);
    }
    site.quiet();
  });
});
