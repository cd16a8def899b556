// The pegs of Mastermind: codewords, feedback, and the editors of a guess and of its feedback.

import { element } from './dom.js';
import { t } from './words.js';

/** @typedef {{ guess: string, black: number | null, white: number | null }} Row */

/** Minimum number of pins at which pegs are drawn small. */
const MANY_PINS = 9;
/** Distance in pixels beyond which a pressed peg is dragged. */
const DRAGGED = 6;

/**
 * Draws a peg: its colour and its letter.
 * @param {string} symbol
 * @param {string} symbols all letters, in the order of the colours
 */
export function peg(symbol, symbols) {
  return element('span', { class: `peg color-${symbols.indexOf(symbol) + 1}`, 'aria-hidden': 'true' }, symbol);
}

/**
 * Draws a codeword.
 * @param {string} guess
 * @param {string} symbols
 */
export function codeword(guess, symbols) {
  const small = guess.length >= MANY_PINS && 'small';
  return element(
    'span',
    { class: ['codeword', small].filter(Boolean).join(' '), role: 'img', 'aria-label': guess.split('').join(' ') },
    ...[...guess].map((symbol) => peg(symbol, symbols)),
  );
}

/**
 * Returns the feedback to a guess in words.
 * @param {{ black: number | null, white: number | null }} feedback
 */
export function feedbackText({ black, white }) {
  const unknown = t('mastermind.unknown');
  return t('mastermind.feedbackOf', { black: black ?? unknown, white: white ?? unknown });
}

/**
 * Draws feedback: filled pegs for black, rings for white, dots for the other pins.
 * @param {{ black: number | null, white: number | null }} feedback
 * @param {number} pins
 */
export function feedback({ black, white }, pins) {
  const marks = (/** @type {string} */ kind, /** @type {number | null} */ count) =>
    count === null ? [element('span', { class: 'mark asked' }, '?')] : Array.from({ length: count }, () => element('span', { class: `mark ${kind}` }));
  const rest = black === null || white === null ? 0 : pins - black - white;
  return element(
    'span',
    { class: 'feedback', role: 'img', 'aria-label': feedbackText({ black, white }) },
    ...marks('black', black),
    ...marks('white', white),
    ...marks('none', rest),
  );
}

/**
 * Creates the editor of a guess: pins to fill by click, drag or key, and the palette below them.
 * @param {{ pins: number, symbols: string, onchange: (guess: string | null) => void, onsubmit: () => void }} options
 */
export function guessEditor({ pins, symbols, onchange, onsubmit }) {
  /** @type {(string | null)[]} */
  const chosen = Array(pins).fill(null);
  let active = 0;
  let dragged = false;

  const slots = chosen.map((_, at) =>
    element('button', { type: 'button', class: 'slot', 'data-at': at, onclick: () => click(() => activate(at, true)) }),
  );
  const palette = [...symbols].map((symbol) =>
    element(
      'button',
      { type: 'button', class: 'choice', 'aria-label': t('mastermind.color', { color: symbol }), onclick: () => click(() => place(active, symbol)) },
      peg(symbol, symbols),
    ),
  );
  const small = pins >= MANY_PINS ? ' small' : '';
  const node = element(
    'div',
    { class: 'editor-of-guess', onkeydown: key },
    element('div', { class: `slots${small}`, role: 'group', 'aria-label': t('mastermind.yourGuess') }, ...slots),
    element('div', { class: 'palette', role: 'group', 'aria-label': t('mastermind.colors') }, ...palette),
  );

  /** Calls `act` on a click, except on the click that ends a drag. @param {() => void} act */
  function click(act) {
    if (!dragged) act();
    dragged = false;
  }

  /**
   * @param {number} at
   * @param {boolean} [focus]
   */
  function activate(at, focus = false) {
    active = at;
    slots.forEach((slot, index) => {
      if (index === at) slot.setAttribute('aria-current', 'true');
      else slot.removeAttribute('aria-current');
    });
    if (focus) slots[at]?.focus();
  }

  function changed() {
    slots.forEach((slot, at) => {
      const symbol = chosen[at];
      slot.replaceChildren(...(symbol ? [peg(symbol, symbols)] : []));
      slot.setAttribute('aria-label', t('mastermind.pin', { pin: at + 1, color: symbol ?? t('mastermind.empty') }));
    });
    onchange(value());
  }

  /**
   * Sets the colour of a pin, and activates the next empty pin.
   * @param {number} at
   * @param {string | null} symbol
   */
  function place(at, symbol) {
    chosen[at] = symbol;
    const held = slots.some((slot) => slot === document.activeElement);
    const next = slots.map((_, step) => (at + 1 + step) % pins).find((place) => !chosen[place]);
    changed();
    activate(symbol ? (next ?? at) : at, held);
  }

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typed = [...symbols].find((symbol) => symbol === event.key.toLowerCase());
    const inSlots = event.target instanceof Element && event.target.closest('.slot') !== null;
    if (typed) place(active, typed);
    else if (event.key === 'Backspace') place(chosen[active] || active === 0 ? active : active - 1, null);
    else if (event.key === 'Delete') place(active, null);
    else if (event.key === 'Enter' && inSlots && value()) onsubmit();
    else if (inSlots && event.key === 'ArrowLeft') activate((active + pins - 1) % pins, true);
    else if (inSlots && event.key === 'ArrowRight') activate((active + 1) % pins, true);
    else return;
    event.preventDefault();
  }

  /** @param {EventTarget | null} target */
  const slotOf = (target) => (target instanceof Element ? slots.findIndex((slot) => slot.contains(target)) : -1);

  /** Drags a peg from the palette or a pin to another pin. @param {PointerEvent} down */
  function press(down) {
    if (down.button !== 0 || !(down.target instanceof Element)) return;
    dragged = false;
    const from = slotOf(down.target);
    const picked = palette.findIndex((choice) => choice.contains(/** @type {Element} */ (down.target)));
    const symbol = from >= 0 ? chosen[from] : symbols[picked];
    if (!symbol) return;
    /** @type {HTMLElement | null} */
    let ghost = null;
    const move = (/** @type {PointerEvent} */ { clientX, clientY }) => {
      if (!ghost && Math.hypot(clientX - down.clientX, clientY - down.clientY) > DRAGGED) {
        ghost = peg(symbol, symbols);
        ghost.classList.add('dragged');
        node.append(ghost);
      }
      if (ghost) {
        ghost.style.left = `${clientX}px`;
        ghost.style.top = `${clientY}px`;
      }
    };
    const end = (/** @type {PointerEvent} */ { type, clientX, clientY }) => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      if (!ghost) return;
      ghost.remove();
      dragged = true;
      // A click event follows only if the peg is dropped where it was pressed.
      setTimeout(() => (dragged = false));
      const to = slotOf(document.elementFromPoint(clientX, clientY));
      if (type === 'pointercancel') return;
      if (from >= 0 && from !== to) chosen[from] = (to >= 0 && chosen[to]) || null;
      if (to >= 0) place(to, symbol);
      else if (from >= 0) place(from, null);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  }
  node.addEventListener('pointerdown', press);

  /** Returns the guess, or null if a pin is empty. */
  function value() {
    return chosen.every(Boolean) ? chosen.join('') : null;
  }

  changed();
  activate(0);
  return {
    node,
    value,
    focus: () => slots[active]?.focus(),
    /** @param {string} guess an empty text for none */
    set(guess) {
      for (let at = 0; at < pins; at += 1) chosen[at] = guess[at] ?? null;
      changed();
      activate(0);
    },
  };
}

/**
 * Creates the editor of feedback: two rows of numbers, each with a choice for "unknown".
 * @param {{ pins: number, name: string, onchange: () => void }} options
 */
export function feedbackEditor({ pins, name, onchange }) {
  const numbers = [...Array(pins + 1).keys()].map(String).concat('?');
  const rows = /** @type {const} */ (['black', 'white']).map((kind) => {
    const radios = numbers.map((value) => element('input', { type: 'radio', name: `${name}-${kind}`, value, onchange }));
    const node = element(
      'fieldset',
      {
        class: 'chips',
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          const typed = radios.find((radio) => radio.value === event.key);
          if (!typed || event.ctrlKey || event.metaKey || event.altKey) return;
          typed.focus();
          typed.click();
        },
      },
      element('legend', {}, element('span', { class: `mark ${kind}`, 'aria-hidden': 'true' }), t(`mastermind.${kind}`)),
      ...radios.map((radio) => element('label', {}, radio, element('span', {}, radio.value))),
    );
    return { node, radios };
  });
  const [black, white] = rows;
  if (!black || !white) throw new Error('the editor of feedback needs two rows');
  const chosen = (/** @type {typeof black} */ { radios }) => radios.find((radio) => radio.checked)?.value;
  return {
    node: element('div', { class: 'editor-of-feedback' }, black.node, white.node),
    /** Returns the feedback, or null if a number is missing. */
    value() {
      const texts = [chosen(black), chosen(white)];
      if (texts.includes(undefined)) return null;
      const [first, second] = texts.map((text) => (text === '?' ? null : Number(text)));
      return { black: first ?? null, white: second ?? null };
    },
    /** @param {{ black: number | null, white: number | null } | null} feedback */
    set(feedback) {
      for (const [{ radios }, value] of /** @type {const} */ ([[black, feedback?.black], [white, feedback?.white]])) {
        for (const radio of radios) radio.checked = value !== undefined && radio.value === String(value ?? '?');
      }
    },
    focus: () => (black.radios.find((radio) => radio.checked) ?? black.radios[0])?.focus(),
  };
}

/**
 * Creates the rows of a game.
 * @param {{ inspect: (at: number) => void, edit?: (at: number) => void, remove?: (at: number) => void }} actions
 */
export function rowList({ inspect, edit, remove }) {
  const node = element('ol', { class: 'rows' });
  return {
    node,
    /**
     * @param {Row[]} rows
     * @param {{ symbols: string, pins: number, conflict: number[], inspected: number | null }} options conflict: numbers from 1
     */
    update(rows, { symbols, pins, conflict, inspected }) {
      const items = rows.map((row, at) => {
        const number = at + 1;
        const bad = conflict.includes(number);
        const action = (/** @type {'mastermind.edit' | 'mastermind.remove'} */ word, /** @type {(at: number) => void} */ act) =>
          element('button', { type: 'button', class: 'quiet', 'aria-label': `${t(word)}: ${t('mastermind.row', { row: number })}`, onclick: () => act(at) }, t(word));
        return element(
          'li',
          { class: bad ? 'conflict' : undefined },
          element(
            'button',
            { type: 'button', class: 'number', 'aria-label': t('mastermind.inspect', { row: number }), 'aria-pressed': String(inspected === at), onclick: () => inspect(at) },
            String(number),
          ),
          codeword(row.guess, symbols),
          feedback(row, pins),
          bad && element('span', { class: 'note' }, t('mastermind.inConflict')),
          (edit || remove) && element('span', { class: 'actions' }, edit && action('mastermind.edit', edit), remove && action('mastermind.remove', remove)),
        );
      });
      node.replaceChildren(...items);
      node.hidden = items.length === 0;
    },
  };
}

