// Card tables and records in Chromium: a whole game of each by mouse, by keyboard, at phone size;
// hints, practice, watching, reviews, records, links; without errors or accessibility faults.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { MISSING } from './browsers.js';
import { MISSING_PROGRAM } from './program.js';
import { openSite } from './site.js';

const GAMES = { doudizhu: 'Dou Dizhu', daifugo: 'Daifugo', hearts: 'Hearts' };

describe('card tables', { skip: MISSING.chromium || MISSING_PROGRAM }, () => {
  /** @type {import('./site.js').Site} */
  let site;
  /** @type {import('playwright-core').Page} */
  let page;

  before(async () => {
    site = await openSite();
    page = site.page;
  });
  after(() => site?.close());

  const phase = () => page.locator('main').getAttribute('data-phase');
  const version = () => page.locator('main').getAttribute('data-version');
  /** Waits until the table waits for the person, or the game is over. */
  const turn = () => page.locator('main[data-phase="person"], main[data-phase="over"], main[data-phase="thrown_in"]').waitFor();
  /** @param {string | null} last */
  const changed = (last) => page.locator(`main:not([data-version="${last}"])`).waitFor();

  /**
   * Opens a table of a game at full speed.
   * @param {keyof typeof GAMES} game
   */
  const open = async (game) => {
    await site.visit(`/play?game=${game}`);
    await page.getByText('Rules, seed').click();
    await page.getByLabel('Seed of the cards').fill('11');
    await page.getByRole('button', { name: 'Deal' }).click();
    await page.waitForURL(/table=/);
    await page.getByLabel('Speed').fill('5');
    await turn();
  };
  /** @param {() => Promise<void>} move */
  const toTheEnd = async (move) => {
    for (let moves = 0; moves < 400; moves += 1) {
      await turn();
      const now = await phase();
      if (now === 'over') return;
      const last = await version();
      if (now === 'thrown_in') await page.getByRole('button', { name: 'Next deal' }).click();
      else await move();
      await changed(last);
    }
    assert.fail('the game does not end');
  };
  const liftable = () => page.locator('.hand button.can:not(.up)');
  const playable = () => page.locator('.actions button.primary:enabled');

  /** Makes a move with the mouse: the first cards that can be lifted, or the last other button. */
  const byMouse = async () => {
    for (let cards = 0; cards < 21; cards += 1) {
      if ((await playable().count()) > 0) return playable().first().click();
      if ((await liftable().count()) === 0) return page.locator('.actions button:enabled').last().click();
      await liftable().first().click();
    }
  };
  /** Makes a move with the keyboard alone. */
  const byKeyboard = async () => {
    const inHand = () => page.evaluate(() => document.activeElement?.closest('.hand, .actions')?.className.split(' ')[0] ?? '');
    for (let presses = 0; presses < 60 && (await inHand()) === ''; presses += 1) await page.keyboard.press('Tab');
    if ((await liftable().count()) === 0) {
      if ((await inHand()) === 'hand' && (await page.getByRole('button', { name: 'pass', exact: true }).count()) > 0 && (await page.locator('.actions button').count()) < 3) return page.keyboard.press('p');
      for (let presses = 0; presses < 60 && (await inHand()) !== 'actions'; presses += 1) await page.keyboard.press('Tab');
      const buttons = await page.locator('.actions button:enabled').count();
      for (let presses = 1; presses < buttons; presses += 1) await page.keyboard.press('Tab');
      return page.keyboard.press('Enter');
    }
    for (let presses = 0; presses < 60 && (await inHand()) !== 'hand'; presses += 1) await page.keyboard.press('Shift+Tab');
    for (let cards = 0; cards < 21; cards += 1) {
      const several = await playable().count();
      if (several > 0) {
        await page.keyboard.press('Enter');
        // If the cards form several actions, each has a button, and the first one has the focus.
        if (several > 1) await page.keyboard.press('Enter');
        return;
      }
      const index = await page.evaluate(() => [...document.querySelectorAll('.hand button')].findIndex((button) => button.matches('.can:not(.up)')));
      await page.keyboard.press('Home');
      for (let at = 0; at < index; at += 1) await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Space');
    }
  };

  const games = /** @type {[keyof typeof GAMES, string][]} */ (Object.entries(GAMES));
  for (const [game, title] of games) {
    test(`${game}: a whole game by mouse, its result and review`, async () => {
      await open(game);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await site.picture(`${game}-deal`);
      await site.conforms(`${game}, a turn`);
      let moves = 0;
      await toTheEnd(async () => {
        moves += 1;
        if (moves === 3) await site.picture(`${game}-turn`);
        await byMouse();
      });
      await page.getByRole('region', { name: 'Result' }).getByRole('row').nth(2).waitFor();
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Save the record' }).click();
      const saved = await readFile(await (await download).path(), 'utf8');
      assert.ok(saved.includes('"you"'), saved.slice(0, 300));
      await page.getByRole('button', { name: 'Review the decisions' }).click();
      await page.locator('.reviewed tbody tr').first().waitFor({ timeout: 120_000 });
      await site.picture(`${game}-review`);
      await site.conforms(`${game}, the review`);
      // A decision of the review leads to its position in the record.
      const decision = page.locator('.reviewed tbody a').first();
      const number = await decision.textContent();
      await decision.click();
      await page.getByText(`action ${number} of`).waitFor();
      assert.match(page.url(), /\/records\?table=/);
      await page.locator('.record .seat').getByText('You', { exact: false }).first().waitFor();
      site.quiet();
    });

    test(`${game}: a whole game by keyboard`, async () => {
      await open(game);
      await toTheEnd(byKeyboard);
      site.quiet();
    });

    test(`${game}: a whole game at phone size`, async () => {
      await site.phone(true);
      await open(game);
      await site.fits(`${game}, the deal`);
      await site.picture(`${game}-phone`);
      let moves = 0;
      await toTheEnd(async () => {
        moves += 1;
        await site.fits(`${game}, move ${moves}`);
        if (moves === 4) await site.picture(`${game}-phone-turn`);
        await byMouse();
      });
      await site.picture(`${game}-phone-over`);
      await site.phone(false);
      site.quiet();
    });
  }

  test('only legal cards lift; a drag lifts several and throws them', async () => {
    await site.visit('/play?game=doudizhu');
    await page.getByText('Rules, seed').click();
    await page.getByLabel('auction').selectOption('none');
    await page.getByLabel('Seed of the cards').fill('2');
    await page.getByRole('button', { name: 'Deal' }).click();
    await turn();
    const cards = page.locator('.hand button');
    const first = await cards.first().boundingBox();
    const third = await cards.nth(2).boundingBox();
    assert.ok(first && third);
    await page.mouse.move(first.x + 12, first.y + 40);
    await page.mouse.down();
    await page.mouse.move(first.x + 20, first.y + 40);
    await page.mouse.move(third.x + 12, third.y + 40, { steps: 8 });
    await page.mouse.up();
    assert.ok((await page.locator('.hand button.up').count()) >= 1);
    await page.keyboard.press('Escape');
    const last = await version();
    await page.mouse.move(first.x + 12, first.y + 40);
    await page.mouse.down();
    await page.mouse.move(first.x + 16, first.y - 60, { steps: 6 });
    await page.mouse.up();
    await changed(last);
    assert.equal(await page.locator('.moves li.me').count(), 1);
    site.quiet();
  });

  test('a hint with reason and chances, taking back, all hands', async () => {
    await open('hearts');
    await page.getByRole('button', { name: 'Hint' }).click();
    const hint = page.getByRole('region', { name: 'Hint' });
    await hint.getByText('95 % intervals').waitFor({ timeout: 60_000 });
    await hint.getByText('Recommended:').waitFor();
    await site.picture('hint');
    await hint.getByRole('button').first().click();
    let last = await version();
    await page.locator('.actions button.primary:enabled').click();
    await changed(last);
    last = await version();
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByText('practice', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'All hands' }).click();
    await page.locator('.seat .open').first().waitFor();
    await site.picture('all-hands');
    // A second page shows the same table; a reload finds it again.
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.locator('.seat .open').first().waitFor();
    assert.equal(await other.locator('main').getAttribute('data-version'), await version());
    await other.close();
    await page.reload();
    await page.locator('.seat .open').first().waitFor();
    site.quiet();
  });

  test('players are watched, step by step and at any speed', async () => {
    await site.visit('/play?game=daifugo');
    await page.getByLabel('Player 1').selectOption('policy');
    await page.getByText('Rules, seed').click();
    await page.getByLabel('Show all hands').check();
    await page.getByRole('button', { name: 'Deal' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    const step = page.getByRole('button', { name: 'One move' });
    await step.click();
    await site.picture('watch');
    await site.conforms('watching');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Speed').fill('5');
    await page.locator('main[data-phase="over"]').waitFor();
    site.quiet();
  });

  test('a record is stepped through, reviewed, linked and exported', async () => {
    await site.visit('/records');
    await site.picture('records-empty');
    await page.getByLabel('Example').selectOption('daifugo-games');
    await page.locator('.record .seat').nth(4).waitFor();
    await page.getByRole('button', { name: 'Forward' }).click();
    await page.getByRole('region', { name: 'Table' }).focus();
    for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('ArrowRight');
    await page.getByText(/action 7 of/).waitFor();
    await site.picture('records');
    await site.conforms('records');
    await page.waitForURL(/#at=6&record=/);
    const link = page.url();
    const hands = await page.locator('.record .seats').innerText();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export' }).click();
    const exported = await readFile(await (await download).path(), 'utf8');
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByText(/action 7 of/).waitFor();
    assert.equal(await page.locator('.record .seats').innerText(), hands);
    await page.getByLabel('Player').selectOption('0');
    await page.getByRole('button', { name: 'Review the decisions' }).click();
    await page.locator('.reviewed tbody tr').first().waitFor({ timeout: 120_000 });
    await page.locator('.reviewed tbody button').first().click();
    // A file that ends inside a game.
    const cut = join(site.folder, 'cut.jsonl');
    await writeFile(cut, `${exported}${exported.split('\n').at(-2)?.slice(0, 200)}`);
    await page.getByLabel('File').setInputFiles(cut);
    await page.getByText('The record ends inside a game').waitFor();
    await page.getByLabel('The text of a record').fill('{}');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('alert').first().filter({ hasText: 'line 1' }).waitFor();
    await site.phone(true);
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByText(/action 7 of/).waitFor();
    await site.fits('records');
    await site.picture('records-phone');
    await site.phone(false);
    // The error of the refused request, with status 400, is expected.
    site.forgive(/400/);
  });

  test('dark, four colours, three languages', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await site.visit('/play');
    await site.conforms('the form in the dark');
    await site.picture('form-dark');
    await open('daifugo');
    await page.getByLabel('Four colours').check();
    await site.conforms('a table in the dark');
    await site.picture('daifugo-dark');
    for (const name of ['ja', 'zh']) {
      await page.locator('#language select').selectOption(name);
      await page.locator(`html[lang="${name}"]`).waitFor();
      await turn();
      await site.picture(`daifugo-${name}`);
      await site.visit('/play');
      await site.picture(`form-${name}`);
      await page.goBack();
      await turn();
    }
    await page.locator('#language select').selectOption('en');
    await page.emulateMedia({ colorScheme: null });
    site.quiet();
  });
});
