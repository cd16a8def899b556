// The table of an endgame: hands, moves, and the hand from which moves are chosen.

import { element } from './dom.js';
import { card, cardName, cardNames } from './play/cards.js';
import { t } from './words.js';

/**
 * @typedef {{ hands: string, to_move: number, on: string | null, on_by: number | null, landlord: number, rules: string }} Setup
 * @typedef {{ seat: number, move: string }} Step
 * @typedef {{ ranks: string, hands: string[], turn: number, landlord: number, on: Step | null, winner: number | null,
 *   played: Step[], legal: string[] }} Shown
 */

/** The move without cards. */
export const PASS = 'pass';

/**
 * Returns the faces of cards in the server's notation.
 * @param {string} cards
 */
export function faces(cards) {
  return cards === PASS ? [] : [...cards].map((rank) => (rank === 'T' ? '10' : rank));
}

/**
 * Returns a move in words.
 * @param {string} move
 */
export function moveName(move) {
  return move === PASS ? t('endgames.pass') : cardNames(faces(move));
}

/**
 * Writes a move: its ranks, or a pass.
 * @param {string} move
 */
export function moveText(move) {
  return element(
    'span',
    { class: 'move-text', role: 'img', 'aria-label': moveName(move) },
    ...(move === PASS ? [t('endgames.pass')] : faces(move).map((face) => element('span', { class: face === 'R' ? 'hearts' : undefined }, face === 'B' ? '☆' : face === 'R' ? '★' : face))),
  );
}

/**
 * Draws cards in a row, as one picture.
 * @param {string} cards
 * @param {string} [size] `small`, or none
 */
export function cardsNode(cards, size = '') {
  const shown = faces(cards);
  return element('span', { class: `cards ${size}`, role: 'img', 'aria-label': cardNames(shown) }, ...shown.map(card));
}

/**
 * Writes moves with their seats.
 * @param {Step[]} steps
 * @param {(seat: number) => string} name
 */
export function stepsNode(steps, name) {
  return element('ol', { class: 'steps' }, ...steps.map(({ seat, move }) => element('li', {}, element('span', { class: 'seat' }, name(seat)), moveText(move))));
}

/**
 * Returns the outcome of a game in words.
 * @param {string} name
 */
export function wonText(name) {
  return name === t('endgames.you') ? t('endgames.youWin') : t('endgames.emptied', { name });
}

/**
 * Shows the move on the table.
 * @param {Shown} shown
 * @param {(seat: number) => string} name
 */
export function tableNode({ on, played, winner }, name) {
  const last = played.at(-1);
  const passed = last?.move === PASS && on ? t('endgames.passed', { name: name(last.seat) }) : '';
  if (winner !== null) {
    const final = played.at(-1)?.move ?? '';
    return element('div', { class: 'table' }, element('p', {}, wonText(name(winner))), cardsNode(final));
  }
  if (!on) return element('div', { class: 'table' }, element('p', {}, t('endgames.tableEmpty')));
  return element('div', { class: 'table' }, element('p', {}, t('endgames.onTable', { name: name(on.seat) }), passed && ` ${passed}`), cardsNode(on.move));
}

/**
 * Returns whether the cards `all` contain the cards `some`.
 * @param {string} some
 * @param {string} all
 */
function isAmong(some, all) {
  const count = (/** @type {string} */ text, /** @type {string} */ rank) => text.split(rank).length;
  return [...some].every((rank) => count(some, rank) <= count(all, rank));
}

/**
 * Creates a button that looks like a card.
 * @param {string} face
 * @param {string} name
 * @param {() => void} onclick
 */
export function cardButton(face, name, onclick) {
  return element('button', { type: 'button', class: 'held', onclick }, card(face), element('span', { class: 'unseen' }, name));
}

/**
 * Creates a hand from which a move is chosen, by click or by the letters of the ranks. A card can
 * be lifted if a legal move contains it together with the lifted cards.
 * @param {{ cards: string, legal: string[], label: string, onplay: (move: string) => void }} options
 */
export function handEditor({ cards, legal, label, onplay }) {
  /** @type {Set<number>} */
  let lifted = new Set();
  const play = element('button', { type: 'button', class: 'primary', onclick: () => submit() }, t('endgames.play'));
  const pass = element('button', { type: 'button', onclick: () => onplay(PASS) }, t('endgames.pass'));
  const lower = element('button', { type: 'button', onclick: () => set(new Set()) }, t('endgames.lower'));
  const buttons = [...cards].map((rank, at) => {
    const face = faces(rank)[0] ?? rank;
    return cardButton(face, cardName(face), () => toggle(at));
  });
  const chosen = () => [...cards].filter((_, at) => lifted.has(at)).join('');
  const canLift = (/** @type {number} */ at) => {
    const some = chosen() + cards[at];
    return legal.some((move) => move !== PASS && isAmong(some, move));
  };

  /** @param {Set<number>} next */
  function set(next) {
    lifted = next;
    buttons.forEach((button, at) => {
      button.setAttribute('aria-pressed', String(lifted.has(at)));
      button.setAttribute('aria-disabled', String(!lifted.has(at) && !canLift(at)));
    });
    play.disabled = !legal.includes(chosen());
    lower.disabled = lifted.size === 0;
  }

  /** @param {number} at */
  function toggle(at) {
    if (lifted.has(at)) set(new Set([...lifted].filter((other) => other !== at)));
    else if (canLift(at)) set(new Set([...lifted, at]));
  }

  function submit() {
    const move = chosen();
    if (legal.includes(move)) onplay(move);
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typed = event.key === '0' ? 'T' : event.key.toUpperCase();
    const at = [...cards].findIndex((rank, at) => rank === typed && !lifted.has(at) && canLift(at));
    const focused = buttons.findIndex((button) => button === document.activeElement);
    if (at >= 0) toggle(at);
    else if (event.key === 'Enter' && focused >= 0 && legal.includes(chosen())) submit();
    else if (event.key === 'Escape' || event.key === 'Backspace') set(new Set());
    else if (typed === 'P' && legal.includes(PASS)) onplay(PASS);
    else if (focused >= 0 && event.key === 'ArrowRight') buttons[(focused + 1) % buttons.length]?.focus();
    else if (focused >= 0 && event.key === 'ArrowLeft') buttons[(focused + buttons.length - 1) % buttons.length]?.focus();
    else return;
    event.preventDefault();
  }

  pass.disabled = !legal.includes(PASS);
  set(new Set());
  return {
    node: element(
      'div',
      { class: 'own-hand', onkeydown: key },
      element('div', { class: 'cards', role: 'group', 'aria-label': label }, ...buttons),
      element('p', { class: 'buttons' }, play, pass, lower),
    ),
    focus: () => buttons[0]?.focus(),
    /** Lifts the cards of a move. @param {string} move */
    show(move) {
      /** @type {Set<number>} */
      const next = new Set();
      for (const rank of move) {
        const at = [...cards].findIndex((other, at) => other === rank && !next.has(at));
        if (at >= 0) next.add(at);
      }
      set(next);
    },
  };
}
