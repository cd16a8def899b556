// The form that opens a table, for the game, the players and the rules.

import { element } from '../dom.js';
import { attempt } from '../runs.js';
import { get, post } from '../server.js';
import { t } from '../words.js';
import { playerName } from './names.js';
import { choiceText, howToPlay, switchText } from './rules.js';
import { term } from './terms.js';

/**
 * @typedef {{ name: string, what: string, shape: 'flag' | 'choice' | 'switches' | 'whole' | 'text', choices: string[],
 *   usual: string }} Rule
 * @typedef {{ name: string, title: string, seats: [number, number, number], players: string[], others: string[],
 *   rules: Rule[] }} Game
 */

/** Players that the form lists in addition to the built-in players. */
const SEARCHES = ['search:100', 'search:2000'];
/** The choices for rules whose value is free text. @type {Record<string, string[]>} */
const TEXTS = { rules: ['rlcard', 'douzero', 'pagat', 'openspiel'] };

/**
 * @param {HTMLElement} main
 * @param {string} wanted the game of the address
 * @param {(address: string) => void} go
 * @param {AbortSignal} signal
 */
export async function setup(main, wanted, go, signal) {
  /** @type {[Game[], { table: string, game: string, number: number, is_over: boolean }[]]} */
  const [games, tables] = await Promise.all([get('/api/play/games'), get('/api/play/tables')]);
  if (signal.aborted) return;
  const problem = element('p', { class: 'error', role: 'alert' });
  const form = element('div', { class: 'setup' });
  const choice = element(
    'fieldset',
    { class: 'games' },
    element('legend', {}, t('play.game')),
    ...games.map(({ name, title }) => {
      const box = element('input', { type: 'radio', name: 'game', id: `game-${name}`, value: name });
      box.addEventListener('change', () => draw(name));
      return element('label', { for: box.id }, box, element('strong', {}, term(title)), element('small', {}, t(/** @type {any} */ (`play.about.${name}`))));
    }),
  );
  /** @param {string} name */
  const draw = (name) => {
    const game = games.find((game) => game.name === name) ?? games[0];
    if (!game) return;
    const box = choice.querySelector(`#game-${game.name}`);
    if (box instanceof HTMLInputElement) box.checked = true;
    form.replaceChildren(...fields(game, problem, go));
  };
  const known = new Map(games.map(({ name, title }) => [name, title]));
  main.append(
    element('header', {}, element('h1', {}, t('play.title')), element('p', { class: 'lead' }, t('play.lead'))),
    tables.length > 0 &&
      element(
        'section',
        { class: 'continue' },
        element('h2', {}, t('play.continue')),
        element(
          'ul',
          {},
          ...tables.map(({ table, game, number, is_over: isOver }) =>
            element('li', {}, element('a', { href: `/play?table=${table}` }, `${term(known.get(game) ?? game)} · ${t('play.number', { number })}${isOver ? ` · ${t('play.finished')}` : ''}`)),
          ),
        ),
      ) || '',
    choice,
    form,
    problem,
  );
  draw(wanted);
  main.setAttribute('data-ready', '');
}

/**
 * @param {Game} game
 * @param {HTMLElement} problem
 * @param {(address: string) => void} go
 */
function fields(game, problem, go) {
  const names = [...game.players, ...(game.players.includes('search') ? SEARCHES : [])];
  const players = element('div', { class: 'form row players' });
  /** @type {HTMLSelectElement[]} */
  let seats = [];
  /** @param {number} count */
  const seat = (count) => {
    const before = seats.map(({ value }) => value);
    seats = Array.from({ length: count }, (_, index) => {
      const usual = before[index] ?? (index === 0 ? 'you' : (game.others[index - 1] ?? game.others[0] ?? names[0]));
      const options = [...(index === 0 ? ['you'] : []), ...names];
      return element(
        'select',
        { id: `seat-${index}` },
        ...options.map((name) => element('option', { value: name, selected: name === usual }, playerName(name))),
      );
    });
    players.replaceChildren(
      ...seats.map((select, index) => element('p', {}, element('label', { for: select.id }, index === 0 ? t('play.first') : t('play.player', { number: index + 1 })), select)),
    );
  };
  const [least, usual, most] = game.seats;
  seat(usual);
  const count = element(
    'select',
    { id: 'seats' },
    ...Array.from({ length: most - least + 1 }, (_, at) => element('option', { value: least + at, selected: least + at === usual }, least + at)),
  );
  count.addEventListener('change', () => seat(Number(count.value)));

  const rules = game.rules.map((rule) => control(rule));
  const seed = element('input', { id: 'seed', type: 'text', inputmode: 'numeric', autocomplete: 'off' });
  const shown = element('input', { id: 'shown', type: 'checkbox' });
  const deal = element('button', { type: 'button', class: 'primary' }, t('play.deal'));
  deal.addEventListener('click', () =>
    attempt(problem, async () => {
      /** @type {Record<string, unknown>} */
      const chosen = {};
      for (const { values } of rules) Object.assign(chosen, values());
      const text = seed.value.trim();
      const wanted = { game: game.name, players: seats.map(({ value }) => value), rules: chosen, shown: shown.checked, ...(text ? { seed: text } : {}) };
      const { table } = await post('/api/play/open', wanted);
      go(`/play?table=${table}`);
    }),
  );
  return [
    howToPlay(game.name, game.title),
    element(
      'fieldset',
      {},
      element('legend', {}, t('play.players')),
      most > least && element('p', { class: 'seats' }, element('label', { for: 'seats' }, t('play.seats')), count),
      players,
      element('p', { class: 'hint' }, t('play.playersHint')),
    ),
    element(
      'details',
      {},
      element('summary', {}, t('play.rules')),
      element('div', { class: 'rules' }, ...rules.map(({ node }) => node)),
      element('p', { class: 'seed' }, element('label', { for: 'seed' }, t('play.seed')), seed),
      element('p', { class: 'choices' }, element('label', { for: 'shown' }, shown, t('play.openFromStart'))),
    ),
    element('p', { class: 'buttons' }, deal),
  ];
}

/**
 * Returns the control of a rule. `values` returns only values that differ from the default.
 * @param {Rule} rule
 * @returns {{ node: HTMLElement, values: () => Record<string, unknown> }}
 */
function control(rule) {
  const id = `rule-${rule.name}`;
  const label = term(rule.name);
  if (rule.shape === 'flag') {
    const box = element('input', { type: 'checkbox', id, checked: rule.usual === 'true' });
    const about = choiceText(rule.name, 'true');
    const node = element('p', { class: 'choices' }, element('label', { for: id, title: rule.what }, box, label), about && element('small', {}, about));
    return { node, values: () => (String(box.checked) === (rule.usual || 'false') ? {} : { [rule.name]: box.checked }) };
  }
  if (rule.shape === 'switches') {
    const usual = rule.usual.split(' ');
    const boxes = rule.choices.map((name) => element('input', { type: 'checkbox', id: `${id}-${name}`, value: name, checked: usual.includes(name) }));
    const node = element(
      'fieldset',
      { class: 'switches' },
      element('legend', {}, label),
      ...boxes.map((box) => element('label', { for: box.id }, box, element('span', {}, element('strong', {}, term(box.value)), ' ', element('small', {}, switchText(box.value))))),
    );
    const changed = (/** @type {boolean} */ on) => boxes.filter((box) => box.checked === on && usual.includes(box.value) !== on).map((box) => box.value);
    return { node, values: () => ({ on: changed(true), off: changed(false) }) };
  }
  const choices = rule.choices.length > 0 ? rule.choices : (TEXTS[rule.name] ?? []);
  const usual = choices.includes(rule.usual) ? rule.usual : '';
  const select = element(
    'select',
    { id },
    !usual && element('option', { value: '' }, t('play.usual')),
    ...choices.map((name) => element('option', { value: name, selected: name === usual }, term(name))),
  );
  const about = element('small', { id: `${id}-about` });
  const explain = () => about.replaceChildren(choiceText(rule.name, select.value));
  select.addEventListener('change', explain);
  select.setAttribute('aria-describedby', about.id);
  explain();
  const node = element('p', {}, element('label', { for: id }, label), select, about);
  const values = () => (select.value === usual ? {} : { [rule.name]: rule.shape === 'whole' ? Number(select.value) : select.value });
  return { node, values };
}
