// Hints and reviews: ranked moves with their values, and the loss by each decision.

import { element } from '../dom.js';
import { decimals, number, t } from '../words.js';
import { facesOf, grouped, inlineCards } from './cards.js';
import { actionWord, term } from './terms.js';

/** @typedef {import('./connection.js').TableState} TableState @typedef {import('./connection.js').Advice} Advice @typedef {import('./connection.js').Review} Review */

/** The suits by their letters in texts. @type {Record<string, string>} */
const SUITS = { C: '♣', D: '♦', H: '♥', S: '♠' };
/** Number of moves that a hint lists. */
const LISTED = 5;

/**
 * Formats a value; a win share is shown in per cent.
 * @param {number} value
 * @param {string} unit
 */
export function valueText(value, unit) {
  const text = unit === 'win share' ? `${decimals(100 * value, 1)} %` : decimals(value, 2);
  // A rounded value may be negative zero.
  return text.replace(/^-(?=[0.]*( %)?$)/, '').replace('-', '−');
}

/**
 * @param {Advice} advice
 */
function reasonText({ reason, playouts }) {
  const words = { only: t('play.why.only'), proved: t('play.why.proved'), house: t('play.why.house'), policy: t('play.why.policy') };
  return words[/** @type {keyof typeof words} */ (reason)] ?? t('play.why.playouts', { count: number(playouts) });
}

/**
 * Draws the hint in a state; returns null if there is no hint.
 * @param {TableState} state
 * @param {(choice: import('./connection.js').Choice) => void} lift lifts the cards of an action
 * @param {(text: string) => void} take
 */
export function hintPanel(state, lift, take) {
  const { hint, choices } = state;
  if (hint.working) return element('section', { class: 'thought', 'aria-label': t('play.hint') }, element('p', { class: 'hint', role: 'status' }, t('play.thinking')));
  /** @type {Advice | null} */
  const advice = hint.answer;
  if (!advice) return null;
  const best = advice.moves.slice(0, LISTED);
  const values = best.flatMap(({ low, high }) => [low ?? 0, high ?? 0]);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const place = (/** @type {number} */ value) => (most > least ? (100 * (value - least)) / (most - least) : 50);
  const ends = most > least ? [least, most].map((value) => element('span', {}, valueText(value, advice.unit))) : [];
  const scale = element('td', { class: 'range' }, element('span', { class: 'scale', 'aria-hidden': 'true' }, ...ends));
  const found = (/** @type {string} */ action) => choices.find(({ text }) => text === action);
  /** Returns an action as cards or as a word. @param {string} action */
  const named = (action) => {
    const choice = found(action);
    return choice && choice.faces.length > 0 ? inlineCards(grouped(choice.faces)) : actionWord({ kind: choice?.kind ?? action, text: action });
  };
  const rows = best.map(({ action, value, low, high }) => {
    const choice = found(action);
    const faces = choice?.faces ?? [];
    const what = named(action);
    const onclick = () => (choice && faces.length > 0 ? lift(choice) : take(action));
    const bar = value !== null && low !== null && high !== null && interval(place(low), place(value), place(high));
    return element(
      'tr',
      {},
      element('th', { scope: 'row' }, choice ? element('button', { type: 'button', class: 'move', onclick }, what) : what),
      element('td', { class: 'number' }, value === null ? '–' : valueText(value, advice.unit)),
      element('td', { class: 'range' }, bar || ''),
    );
  });
  return element(
    'section',
    { class: 'thought', 'aria-label': t('play.hint') },
    element('p', { class: 'recommended' }, element('strong', {}, t('play.recommended')), ' ', named(best[0]?.action ?? '')),
    element('p', {}, reasonText(advice)),
    element(
      'table',
      {},
      element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, t('play.move')), element('th', { scope: 'col', class: 'number' }, term(advice.unit)), scale)),
      element('tbody', {}, ...rows),
    ),
    element('p', { class: 'hint' }, t('play.intervals', { worlds: number(advice.worlds) }), advice.unit === 'win share' ? ` ${t('play.winShare')}` : ''),
  );
}

/**
 * Draws an interval and the value in it. All three numbers are in per cent of the width.
 * @param {number} low
 * @param {number} value
 * @param {number} high
 */
function interval(low, value, high) {
  const bar = element('span', { class: 'interval', 'aria-hidden': 'true' }, element('span', { class: 'span' }), element('span', { class: 'point' }));
  bar.style.setProperty('--low', `${low}%`);
  bar.style.setProperty('--width', `${Math.max(1, high - low)}%`);
  bar.style.setProperty('--value', `${value}%`);
  return bar;
}

/**
 * Draws the review of a finished game, or the button that starts it.
 * @param {TableState} state
 * @param {() => void} start
 * @param {(number: number) => string} place returns the address of a decision
 */
export function reviewPanel(state, start, place) {
  const { review } = state;
  const heading = element('h2', {}, t('play.review'));
  if (review.working) {
    const done = review.total ? t('play.reviewing', { done: number(review.done), total: number(review.total) }) : t('play.thinking');
    return element('section', { class: 'thought' }, heading, element('p', { class: 'hint', role: 'status' }, done));
  }
  if (!review.answer) {
    return element('section', { class: 'thought' }, heading, element('p', { class: 'buttons' }, element('button', { type: 'button', class: 'review', onclick: start }, t('play.startReview'))), element('p', { class: 'hint' }, t('play.reviewHint')));
  }
  return element('section', { class: 'thought' }, heading, ...reviewTable(review.answer, (number) => state.log[number]?.kind, (number) => element('a', { href: place(number) }, number + 1)));
}

/**
 * Draws the decisions of a review.
 * @param {Review} review
 * @param {(number: number) => string | undefined} kind returns the kind of an action
 * @param {(number: number) => HTMLElement} place returns a link or a button that leads to a decision
 * @returns {HTMLElement[]}
 */
export function reviewTable({ unit, decisions }, kind, place) {
  const charged = decisions.filter((one) => one.charged);
  const lost = charged.reduce((sum, { loss }) => sum + (loss ?? 0), 0);
  const rows = decisions.map((one) => {
    const isCall = (kind(one.number) ?? '').startsWith('call');
    const searched = one.best === one.taken ? t('play.same') : readable(one.best, isCall);
    return element(
      'tr',
      { class: one.charged ? 'charged' : '' },
      element('td', { class: 'number' }, place(one.number)),
      element('th', { scope: 'row' }, readable(one.taken, isCall)),
      element('td', { class: one.best === one.taken ? 'same' : '' }, searched),
      element('td', { class: 'number' }, one.loss === null ? '–' : valueText(one.loss, unit), one.loss_error !== null && element('small', {}, ` ± ${valueText(one.loss_error, unit)}`)),
    );
  });
  const summary = charged.length === 0 ? t('play.noneCharged') : t('play.charged', { count: charged.length, total: decisions.length, loss: valueText(lost, unit), unit: term(unit) });
  return [
    element('p', {}, summary),
    element(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('play.review') },
      element(
        'table',
        { class: 'reviewed' },
        element(
          'thead',
          {},
          element('tr', {}, ...[t('play.action'), t('play.taken'), t('play.searched'), t('play.loss')].map((word, at) => element('th', { scope: 'col', class: at === 0 || at === 3 ? 'number' : '' }, word))),
        ),
        element('tbody', {}, ...rows),
      ),
    ),
    element('p', { class: 'hint' }, t('play.chargedMeans', { unit: term(unit) })),
  ];
}

/**
 * Returns an action's text as cards or as a word.
 * @param {string} text
 * @param {boolean} isCall
 */
function readable(text, isCall) {
  if (isCall) return term(`call ${text}`);
  if (text === 'pass') return term('pass');
  // An action of Dou Dizhu is a text of cards without suits.
  if (/^[3-9TJQKA2BR]+$/.test(text)) return inlineCards(grouped(facesOf(text)));
  const faces = text.split(' ').map((card) => {
    const [, open = '', suit = '', rank = '', close = ''] = /^(\[?)([CDHS])([3-9TJQKA2]|10)(\]?)$/.exec(card) ?? [];
    return suit ? `${open}${SUITS[suit] ?? ''}${rank === 'T' ? '10' : rank}${close}` : card;
  });
  return faces.every((face) => /^\[?[♣♦♥♠]|^JK$/.test(face)) ? inlineCards(faces) : faces.join(' ');
}
