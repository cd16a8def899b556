// Card tables and records in Chromium: a whole game of each by mouse, by keyboard, at phone size;
// hints, practice, watching, reviews, records, links; without errors or accessibility faults.

import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { launch, MISSING } from './browsers.js';
import { MISSING_PROGRAM, scratch, start } from './program.js';

/** Folder for screenshots, if set. */
const PICTURES = process.env.PICTURES;
const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const GAMES = { doudizhu: 'Dou Dizhu', daifugo: 'Daifugo', hearts: 'Hearts' };

describe('card tables', { skip: MISSING.chromium || MISSING_PROGRAM }, () => {
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
    browser.expected.add(program.address);
    page = browser.page;
    await page.goto(program.link);
    await page.waitForURL(`${program.address}/`);
    if (PICTURES) await mkdir(PICTURES, { recursive: true });
  });

  after(async () => {
    await browser?.close();
    await program?.stop('SIGINT');
    await place?.remove();
  });

  const ready = () => page.locator('main[data-ready]').waitFor();
  /** @param {string} path */
  const visit = async (path) => {
    await page.goto(program.address + path);
    await ready();
  };
  const quiet = () => assert.deepEqual(browser.complaints.splice(0), []);
  /** @param {string} name */
  const picture = async (name) => {
    if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
  };
  /** Fails if the page has accessibility faults. @param {string} what */
  const accessible = async (what) => {
    await page.evaluate(AXE);
    const violations = await page.evaluate(async () => {
      // @ts-expect-error axe is defined by the script above
      const { violations } = await axe.run(document);
      /** @type {{ id: string, nodes: { html: string }[] }[]} */
      const found = violations;
      return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    });
    assert.deepEqual(violations, [], what);
  };
  /** Fails if the page is wider than the window. @param {string} what */
  const fits = async (what) => {
    const [wide, shown] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(wide <= shown, `${what}: ${wide} > ${shown}`);
  };
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
    await visit(`/play?game=${game}`);
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
      await picture(`${game}-deal`);
      await accessible(`${game}, a turn`);
      let moves = 0;
      await toTheEnd(async () => {
        moves += 1;
        if (moves === 3) await picture(`${game}-turn`);
        await byMouse();
      });
      await page.getByRole('region', { name: 'Result' }).getByRole('row').nth(2).waitFor();
      const download = page.waitForEvent('download');
      await page.getByRole('link', { name: 'Save the record' }).click();
      const saved = await readFile(await (await download).path(), 'utf8');
      assert.ok(saved.includes('"you"'), saved.slice(0, 300));
      await page.getByRole('button', { name: 'Review the decisions' }).click();
      await page.locator('.reviewed tbody tr').first().waitFor({ timeout: 120_000 });
      await picture(`${game}-review`);
      await accessible(`${game}, the review`);
      quiet();
    });

    test(`${game}: a whole game by keyboard`, async () => {
      await open(game);
      await toTheEnd(byKeyboard);
      quiet();
    });

    test(`${game}: a whole game at phone size`, async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await open(game);
      await fits(`${game}, the deal`);
      await picture(`${game}-phone`);
      let moves = 0;
      await toTheEnd(async () => {
        moves += 1;
        await fits(`${game}, move ${moves}`);
        if (moves === 4) await picture(`${game}-phone-turn`);
        await byMouse();
      });
      await picture(`${game}-phone-over`);
      await page.setViewportSize({ width: 1280, height: 900 });
      quiet();
    });
  }

  test('only legal cards lift; a drag lifts several and throws them', async () => {
    await visit('/play?game=doudizhu');
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
    quiet();
  });

  test('a hint with reason and chances, taking back, all hands', async () => {
    await open('hearts');
    await page.getByRole('button', { name: 'Hint' }).click();
    const hint = page.getByRole('region', { name: 'Hint' });
    await hint.getByText('95 % intervals').waitFor({ timeout: 60_000 });
    await picture('hint');
    await hint.getByRole('button').first().click();
    let last = await version();
    await page.locator('.actions button.primary:enabled').click();
    await changed(last);
    last = await version();
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByText('practice', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'All hands' }).click();
    await page.locator('.seat .open').first().waitFor();
    await picture('all-hands');
    // A second page shows the same table; a reload finds it again.
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.locator('.seat .open').first().waitFor();
    assert.equal(await other.locator('main').getAttribute('data-version'), await version());
    await other.close();
    await page.reload();
    await page.locator('.seat .open').first().waitFor();
    quiet();
  });

  test('players are watched, step by step and at any speed', async () => {
    await visit('/play?game=daifugo');
    await page.getByLabel('Player 1').selectOption('policy');
    await page.getByText('Rules, seed').click();
    await page.getByLabel('Show all hands').check();
    await page.getByRole('button', { name: 'Deal' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    const step = page.getByRole('button', { name: 'One move' });
    await step.click();
    await picture('watch');
    await accessible('watching');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Speed').fill('5');
    await page.locator('main[data-phase="over"]').waitFor();
    quiet();
  });

  test('a record is stepped through, reviewed, linked and exported', async () => {
    await visit('/records');
    await picture('records-empty');
    await page.getByLabel('Example').selectOption('daifugo-games');
    await page.locator('.record .seat').nth(4).waitFor();
    await page.getByRole('button', { name: 'Forward' }).click();
    await page.getByRole('region', { name: 'Table' }).focus();
    for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('ArrowRight');
    await page.getByText(/action 7 of/).waitFor();
    await picture('records');
    await accessible('records');
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
    const cut = join(place.folder, 'cut.jsonl');
    await writeFile(cut, `${exported}${exported.split('\n').at(-2)?.slice(0, 200)}`);
    await page.getByLabel('File').setInputFiles(cut);
    await page.getByText('The record ends inside a game').waitFor();
    await page.getByLabel('The text of a record').fill('{}');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('alert').first().filter({ hasText: 'line 1' }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByText(/action 7 of/).waitFor();
    await fits('records');
    await picture('records-phone');
    await page.setViewportSize({ width: 1280, height: 900 });
    // The error of the refused request, with status 400, is expected.
    assert.deepEqual(browser.complaints.splice(0).filter((text) => !/400/.test(text)), []);
  });

  test('dark, four colours, three languages', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await visit('/play');
    await accessible('the form in the dark');
    await picture('form-dark');
    await open('daifugo');
    await page.getByLabel('Four colours').check();
    await accessible('a table in the dark');
    await picture('daifugo-dark');
    for (const name of ['ja', 'zh']) {
      await page.locator('#language select').selectOption(name);
      await page.locator(`html[lang="${name}"]`).waitFor();
      await turn();
      await picture(`daifugo-${name}`);
      await visit('/play');
      await picture(`form-${name}`);
      await page.goBack();
      await turn();
    }
    await page.locator('#language select').selectOption('en');
    await page.emulateMedia({ colorScheme: null });
    quiet();
  });
});
