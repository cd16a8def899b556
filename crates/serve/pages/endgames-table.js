// The table of an endgame: hands, moves, and the hand from which moves are chosen.

import { element } from './dom.js';
import { card, cardNames, facesOf } from './play/cards.js';
import { createHand } from './play/hand.js';
import { t } from './words.js';

/**
 * @typedef {{ hands: string, to_move: number, on: string | null, on_by: number | null, landlord: number, rules: string }} Setup
 * @typedef {{ seat: number, move: string }} Step
 * @typedef {{ ranks: string, hands: string[], turn: number, landlord: number, on: Step | null, winner: number | null,
 *   played: Step[], legal: string[] }} Shown
 */

/** The text of a pass in the server's notation. */
export const PASS = 'pass';

/**
 * Returns the faces of a hand or move in the server's notation.
 * @param {string} cards
 */
export function faces(cards) {
  return cards === PASS ? [] : facesOf(cards);
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
 * Creates a button that looks like a card.
 * @param {string} face
 * @param {string} name
 * @param {() => void} onclick
 */
export function cardButton(face, name, onclick) {
  return element('button', { type: 'button', class: 'held', onclick }, card(face), element('span', { class: 'unseen' }, name));
}

/**
 * Creates a hand with the buttons of a move.
 * @param {AbortSignal} signal of the view
 * @param {(move: string) => void} onplay
 */
export function handEditor(signal, onplay) {
  /** @type {string[]} */
  let legal = [];
  const play = element('button', { type: 'button', class: 'primary', onclick: () => submit() }, t('endgames.play'));
  const pass = element('button', { type: 'button', onclick: () => onplay(PASS) }, t('endgames.pass'));
  const lower = element('button', { type: 'button', onclick: () => hand.lower() }, t('endgames.lower'));
  const hand = createHand({
    label: '',
    signal,
    changed: () => {
      play.disabled = hand.exact().length === 0;
      lower.disabled = !hand.node.querySelector('.up');
    },
    play: submit,
    other: (key) => {
      if (key !== 'p' || !legal.includes(PASS)) return false;
      onplay(PASS);
      return true;
    },
  });

  function submit() {
    const [move] = hand.exact();
    if (move) onplay(move.text);
  }

  return {
    node: element('div', { class: 'own-hand' }, hand.node, element('p', { class: 'buttons' }, play, pass, lower)),
    focus: hand.focus,
    /**
     * Shows a hand and its legal moves.
     * @param {string} cards
     * @param {string[]} moves
     * @param {string} label
     */
    show(cards, moves, label) {
      legal = moves;
      pass.disabled = !legal.includes(PASS);
      hand.node.setAttribute('aria-label', label);
      hand.show(faces(cards), legal.map((text) => ({ text, faces: faces(text), kind: 'play' })), []);
      hand.lower();
    },
  };
}
