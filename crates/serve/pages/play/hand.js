// The person's hand. A card can be lifted if a legal action contains it together with the lifted
// cards.
//
// The legal actions come from the server; this file contains no rules of games. A card is a button,
// which is lifted by a click, by a drag across several cards, or by keys: arrows move, Space lifts,
// a letter or digit lifts the next card of its rank, Enter plays. An upward drag plays.

import { element } from '../dom.js';
import { card, cardName, held, parts } from './cards.js';

/** @typedef {import('./connection.js').Choice} Choice */

/** Length in pixels beyond which an upward drag plays the lifted cards. */
const THROW = 70;

/** @param {string[]} faces */
function counted(faces) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const face of faces) counts.set(face, (counts.get(face) ?? 0) + 1);
  return counts;
}

/**
 * @param {Map<string, number>} all
 * @param {Map<string, number>} some
 */
function includes(all, some) {
  for (const [face, count] of some) if ((all.get(face) ?? 0) < count) return false;
  return true;
}

/**
 * Creates the hand.
 * @param {{ label: string, signal: AbortSignal, changed: () => void, play: () => void,
 *   other: (key: string) => boolean }} options `changed` is called after cards were lifted or
 *   lowered, `play` by Enter and by an upward drag, `other` with keys that are not ranks
 */
export function createHand({ label, signal, changed, play, other: otherKey }) {
  const node = element('div', { class: 'hand', role: 'group', 'aria-label': label });
  /** @type {{ face: string, button: HTMLButtonElement, up: boolean }[]} */
  let cards = [];
  /** @type {{ choice: Choice, counts: Map<string, number> }[]} */
  let choices = [];
  /** Whether the person acts. */
  let active = false;
  let focused = 0;

  const lifted = () => counted(cards.filter(({ up }) => up).map(({ face }) => face));
  const fitting = () => {
    const up = lifted();
    return choices.filter(({ counts }) => includes(counts, up));
  };

  /** Marks the cards that can be lifted. */
  const refresh = () => {
    const up = lifted();
    /** @type {Map<string, number>} */
    const most = new Map();
    for (const { counts } of fitting()) for (const [face, count] of counts) most.set(face, Math.max(most.get(face) ?? 0, count));
    cards.forEach((one, index) => {
      const can = one.up || (active && (most.get(one.face) ?? 0) > (up.get(one.face) ?? 0));
      one.button.classList.toggle('up', one.up);
      one.button.classList.toggle('can', can && active);
      one.button.setAttribute('aria-pressed', String(one.up));
      if (can && active) one.button.removeAttribute('aria-disabled');
      else one.button.setAttribute('aria-disabled', 'true');
      one.button.tabIndex = index === focused ? 0 : -1;
    });
    node.classList.toggle('active', active && choices.some(({ choice, counts }) => counts.size > 0 || choice.kind === 'pass'));
    changed();
  };

  /**
   * Lifts or lowers a card.
   * @param {number} index
   * @param {boolean} up
   */
  const set = (index, up) => {
    const one = cards[index];
    if (!one || !active || one.up === up) return;
    if (up && one.button.getAttribute('aria-disabled')) {
      // If no action contains this card together with the lifted cards, but some action contains
      // it, the card starts a new selection.
      const alone = choices.some(({ counts }) => counts.has(one.face));
      if (!alone) return;
      for (const other of cards) other.up = false;
    }
    one.up = up;
    refresh();
  };

  /** @param {number} index */
  const focus = (index) => {
    focused = Math.max(0, Math.min(cards.length - 1, index));
    cards.forEach(({ button }, at) => (button.tabIndex = at === focused ? 0 : -1));
    cards[focused]?.button.focus();
  };

  /** Whether the next click event belongs to a drag. */
  let dragged = false;
  /**
   * A drag: its start, and whether it lifts or lowers cards.
   * @type {{ index: number, y: number, up: boolean, moved: boolean } | null}
   */
  let drag = null;
  /** @param {PointerEvent} event */
  const cardAt = (event) => {
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest('.hand button');
    return cards.findIndex(({ button }) => button === under);
  };
  node.addEventListener('pointerdown', (event) => {
    const index = cardAt(event);
    dragged = false;
    if (index < 0 || event.button !== 0) return;
    drag = { index, y: event.clientY, up: !cards[index]?.up, moved: false };
  });
  addEventListener('pointermove', (event) => {
    if (!drag || !node.isConnected || event.buttons === 0) return;
    const index = cardAt(event);
    if (index < 0 || (index === drag.index && !drag.moved)) return;
    if (!drag.moved) set(drag.index, drag.up);
    drag.moved = true;
    const [from, to] = [Math.min(drag.index, index), Math.max(drag.index, index)];
    for (let at = from; at <= to; at += 1) if (drag.up !== cards[at]?.up && !(drag.up && cards[at]?.button.getAttribute('aria-disabled'))) set(at, drag.up);
  }, { signal });
  addEventListener('pointerup', (event) => {
    const last = drag;
    drag = null;
    if (!last || !node.isConnected) return;
    if (last.y - event.clientY > THROW) {
      if (!cards[last.index]?.up) set(last.index, true);
      play();
      dragged = true;
    } else if (last.moved) dragged = true;
  }, { signal });
  node.addEventListener('keydown', (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const key = event.key;
    // Of keys that are held down, only the arrows repeat.
    if (event.repeat && !key.startsWith('Arrow')) return;
    if (key === 'ArrowRight') focus(focused + 1);
    else if (key === 'ArrowLeft') focus(focused - 1);
    else if (key === 'Home') focus(0);
    else if (key === 'End') focus(cards.length - 1);
    else if (key === 'Enter') play();
    else if (key === 'Escape') lower();
    else if (key.length === 1 && key !== ' ') {
      const rank = { t: '10', 0: '10', 1: '10' }[key.toLowerCase()] ?? key.toUpperCase();
      const wanted = cards.findIndex(({ face, up, button }) => !up && parts(face).rank === rank && !button.getAttribute('aria-disabled'));
      const other = cards.findIndex(({ face, up }) => up && parts(face).rank === rank);
      if (wanted >= 0) set(wanted, true);
      else if (other >= 0) set(other, false);
      else if (!otherKey(key.toLowerCase())) return;
      if (wanted >= 0 || other >= 0) focus(wanted >= 0 ? wanted : other);
    } else return;
    event.preventDefault();
  });

  const lower = () => {
    for (const one of cards) one.up = false;
    refresh();
  };

  return {
    node,
    /**
     * Shows a hand and its legal actions. Lifted cards stay lifted if the hand is unchanged and there
     * are legal actions.
     * @param {string[]} faces
     * @param {Choice[]} legal
     * @param {string[]} fresh cards that the seat has just received
     */
    show(faces, legal, fresh) {
      const same = faces.length === cards.length && faces.every((face, at) => face === cards[at]?.face);
      active = legal.length > 0;
      choices = legal.map((choice) => ({ choice, counts: counted(choice.faces.map(held)) }));
      if (!same) {
        const had = node.contains(document.activeElement);
        const received = counted(fresh);
        cards = faces.map((face) => {
          const name = cardName(face);
          const isNew = (received.get(face) ?? 0) > 0;
          if (isNew) received.set(face, (received.get(face) ?? 0) - 1);
          const button = element('button', { type: 'button', class: isNew ? 'fresh' : '', 'aria-pressed': 'false' }, element('span', { class: 'unseen' }, name), card(face));
          button.addEventListener('click', () => {
            if (dragged) {
              dragged = false;
              return;
            }
            const index = cards.findIndex((one) => one.button === button);
            focused = index;
            set(index, !cards[index]?.up);
          });
          return { face, button, up: false };
        });
        focused = Math.min(focused, Math.max(0, cards.length - 1));
        node.replaceChildren(...cards.map(({ button }) => button));
        node.style.setProperty('--count', String(cards.length));
        if (had) focus(focused);
      } else if (!active) for (const one of cards) one.up = false;
      refresh();
    },
    /** Returns the legal actions that consist of exactly the lifted cards. */
    exact() {
      const up = lifted();
      if (up.size === 0) return [];
      return choices.filter(({ counts }) => includes(counts, up) && includes(up, counts)).map(({ choice }) => choice);
    },
    /** Returns the legal actions with cards that contain the lifted cards. */
    fitting() {
      return fitting().map(({ choice }) => choice).filter(({ faces }) => faces.length > 0);
    },
    lower,
    /**
     * Lifts exactly these cards.
     * @param {string[]} faces
     */
    lift(faces) {
      const wanted = counted(faces.map(held));
      for (const one of cards) {
        const left = wanted.get(one.face) ?? 0;
        one.up = left > 0;
        if (left > 0) wanted.set(one.face, left - 1);
      }
      refresh();
    },
    focus: () => focus(focused),
  };
}
