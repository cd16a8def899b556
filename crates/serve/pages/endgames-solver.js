// The solver of endgames: a form for the hands, the value of every move, and lines of play against
// any reply.

import { announce, element, setText } from './dom.js';
import { cardName } from './play/cards.js';
import { cardButton, cardsNode, faces, moveName, moveText, stepsNode, tableNode, wonText } from './endgames-table.js';
import { post } from './server.js';
import { number, t } from './words.js';

/**
 * @typedef {import('./endgames-table.js').Setup} Setup
 * @typedef {import('./endgames-table.js').Shown & { win: boolean | null, complete: boolean, winning: string[],
 *   losing: string[], line: import('./endgames-table.js').Step[], nodes: number }} Walked
 */

const PRESETS = /** @type {const} */ (['rlcard', 'douzero', 'pagat', 'openspiel']);
const SWITCHES = /** @type {const} */ (['no-trio-pair', 'no-four-two', 'space-shuttle']);
/** The ranks that the palette offers. */
const RANKS = '3456789TJQKA2BR';
const EXAMPLE = '999TJQQKA/8JJK2B';
const SEATS = 3;

/**
 * Shows the solver.
 * @param {HTMLElement} node
 * @param {{ setup: Setup | null, played: string[], signal: AbortSignal, keep: (setup: Setup, played: string[]) => void, pose: (setup: Setup) => void }} context
 */
export async function solverView(node, { setup: given, played: first, signal, keep, pose }) {
  /** @type {Setup | null} */
  let setup = given;
  let played = first;
  /** The last answer. @type {Walked | null} */
  let walked = null;
  let waiting = new AbortController();
  signal.addEventListener('abort', () => waiting.abort());

  const problem = element('p', { class: 'error', role: 'alert' });
  const busy = element('p', { class: 'hint', role: 'status' });
  const result = element('div', { class: 'board endgame-board', tabindex: -1 });
  const form = setupForm((next) => {
    played = [];
    solve(next, true);
  });
  node.append(form.node, problem, busy, result);

  /** @param {number} seat */
  const name = (seat) => t('endgames.hand', { seat: seat + 1 });

  /**
   * @param {Setup} next
   * @param {boolean} [read] whether the position is new and has to be parsed by the server
   */
  async function solve(next, read = false) {
    waiting.abort();
    waiting = new AbortController();
    const mine = waiting;
    setText(problem, '');
    const slow = setTimeout(() => setText(busy, t('endgames.solving')), 200);
    try {
      setup = read ? await post('/api/endgames/read', next, mine.signal) : next;
      if (read && setup) form.set(setup);
      const before = walked;
      /** @type {Walked} */
      const answer = await post('/api/endgames/walk', { ...setup, played }, mine.signal);
      walked = answer;
      if (setup) keep(setup, played);
      show(answer, read ? null : before);
    } catch (error) {
      if (!mine.signal.aborted) {
        setText(problem, error instanceof Error ? error.message : String(error));
        result.replaceChildren();
      }
    } finally {
      clearTimeout(slow);
      if (waiting === mine) setText(busy, '');
    }
    if (!signal.aborted) node.closest('main')?.setAttribute('data-ready', '');
  }

  /** Solves the position after the given moves. @param {string[]} moves */
  function walk(moves) {
    played = moves;
    if (setup) solve(setup);
  }

  /**
   * @param {Walked} now
   * @param {Walked | null} before the position that was shown before; null for a new position
   */
  function show(now, before) {
    const { hands, turn, landlord, legal, winning, losing, line, winner, complete, win } = now;
    const moves = now.played.map(({ move }) => move);
    const last = now.played.at(-1);
    const mistake = before && last && before.played.length + 1 === moves.length && before.win && before.losing.includes(last.move);
    const seats = hands.map((cards, seat) =>
      element(
        'div',
        { class: seat === turn && winner === null ? 'other to-move' : 'other' },
        element('p', {}, element('strong', {}, name(seat)), ' ', element('span', { class: 'hint' }, t(seat === landlord ? 'endgames.landlord' : 'endgames.peasant'), seat === turn && winner === null ? ` · ${t('endgames.toMoveNow')}` : '')),
        cards ? cardsNode(cards, 'small') : element('span', { class: 'hint' }, t('endgames.noCards')),
      ),
    );
    const verdict =
      winner !== null
        ? wonText(name(winner))
        : win === null
          ? t('endgames.unknown')
          : win
            ? t('endgames.wins', { name: name(turn), count: number(winning.length), all: number(legal.length) })
            : t('endgames.loses', { name: name(turn) });
    const value = (/** @type {string} */ move) => (winning.includes(move) ? 'win' : losing.includes(move) ? 'lose' : 'open');
    const order = { win: 0, open: 1, lose: 2 };
    const sorted = [...legal].sort((a, b) => order[value(a)] - order[value(b)]);
    const marks = { win: '✓', lose: '✗', open: '?' };
    const buttons = sorted.map((move) => {
      const kind = value(move);
      const word = t(kind === 'win' ? 'endgames.moveWins' : kind === 'lose' ? 'endgames.moveLoses' : 'endgames.moveOpen');
      return element(
        'li',
        {},
        element(
          'button',
          { type: 'button', class: kind, onclick: () => walk([...moves, move]) },
          element('span', { class: 'mark-of-move', 'aria-hidden': 'true' }, marks[kind]),
          moveText(move),
          element('span', { class: 'unseen' }, word),
        ),
      );
    });
    const history = now.played.map(({ seat, move }, at) =>
      element('li', {}, element('button', { type: 'button', title: t('endgames.backTo', { number: at + 1, name: name(seat), move: moveName(move) }), onclick: () => walk(moves.slice(0, at + 1)) }, element('span', { class: 'seat' }, name(seat)), moveText(move))),
    );
    const next = line[0];
    result.replaceChildren(
      element('h2', {}, verdict),
      ...(mistake ? [element('p', { class: 'verdict-of-move wrong' }, element('strong', {}, t('endgames.gaveAway', { move: moveName(last.move) })))] : []),
      ...(complete ? [] : [element('p', { class: 'hint' }, t('endgames.cut', { count: number(now.nodes) }))]),
      element('div', { class: 'others' }, ...seats),
      tableNode(now, name),
      element(
        'p',
        { class: 'buttons' },
        element('button', { type: 'button', disabled: moves.length === 0, onclick: () => walk([]) }, t('endgames.toStart')),
        element('button', { type: 'button', disabled: moves.length === 0, onclick: () => walk(moves.slice(0, -1)) }, t('endgames.back')),
        next && element('button', { type: 'button', class: 'primary', onclick: () => walk([...moves, next.move]) }, t(win ? 'endgames.playBest' : 'endgames.playStubborn'), ' ', moveText(next.move)),
        setup && win && moves.length === 0 && element('button', { type: 'button', onclick: () => setup && pose(setup) }, t('endgames.asPuzzle')),
        element('button', { type: 'button', onclick: copyLink }, t('endgames.copyLink')),
      ),
      ...(history.length > 0 ? [element('h3', {}, t('endgames.history')), element('ol', { class: 'steps walked' }, ...history)] : []),
      ...(line.length > 0 ? [element('h3', {}, t('endgames.line')), element('p', { class: 'hint' }, t('endgames.lineMeans')), stepsNode(line, name)] : []),
      ...(legal.length > 0 ? [element('h3', {}, t('endgames.moves', { name: name(turn) })), element('ul', { class: 'moves' }, ...buttons)] : []),
    );
    announce(verdict);
  }

  async function copyLink() {
    try {
      await navigator.clipboard.writeText(location.href);
      setText(busy, t('endgames.copied'));
    } catch {
      setText(busy, location.href);
    }
  }

  const begin = setup ?? { hands: EXAMPLE, to_move: 0, on: null, on_by: null, landlord: 0, rules: 'rlcard' };
  form.set(begin);
  await solve(begin, true);
}

/**
 * Creates the form of a position.
 * @param {(setup: Setup) => void} onsolve
 */
function setupForm(onsolve) {
  let active = 0;
  const hands = Array.from({ length: SEATS }, (_, seat) =>
    element('input', { id: `hand-${seat}`, type: 'text', autocomplete: 'off', spellcheck: 'false', onfocus: () => activate(seat), oninput: () => preview() }),
  );
  const previews = hands.map(() => element('div', { class: 'preview' }));
  const seatOptions = () => Array.from({ length: SEATS }, (_, seat) => element('option', { value: seat }, t('endgames.hand', { seat: seat + 1 })));
  const turn = element('select', { id: 'to-move' }, ...seatOptions());
  const landlord = element('select', { id: 'landlord' }, ...seatOptions());
  const on = element('input', { id: 'on', type: 'text', size: 12, autocomplete: 'off', spellcheck: 'false' });
  const by = element('select', { id: 'on-by' }, element('option', { value: '' }, t('endgames.previousSeat')), ...seatOptions());
  const preset = element('select', { id: 'rules' }, ...PRESETS.map((name) => element('option', { value: name }, t(`endgames.rules.${name}`))));
  const switches = SWITCHES.map((name) => element('input', { type: 'checkbox', id: `switch-${name}`, value: name }));
  const palette = [...RANKS].map((rank) => {
    const face = faces(rank)[0] ?? rank;
    return cardButton(face, t('endgames.addCard', { card: cardName(face) }), () => add(rank));
  });
  const target = element('p', { class: 'hint' });

  /** @param {number} seat */
  function activate(seat) {
    active = seat;
    hands.forEach((hand, at) => hand.classList.toggle('active', at === seat));
    setText(target, t('endgames.paletteAdds', { name: t('endgames.hand', { seat: seat + 1 }) }));
  }

  /** @param {string} rank */
  function add(rank) {
    const hand = hands[active];
    if (!hand) return;
    hand.value += rank;
    preview();
  }

  /** Draws hands that are in the server's notation; only the server reads other notations. */
  function preview() {
    hands.forEach((hand, seat) => {
      const plain = /^[3-9TJQKA2BR]*$/.test(hand.value);
      const buttons = plain
        ? [...hand.value].map((rank, at) => {
            const face = faces(rank)[0] ?? rank;
            return cardButton(face, t('endgames.removeCard', { card: cardName(face) }), () => remove(seat, at));
          })
        : [];
      previews[seat]?.replaceChildren(...buttons);
    });
  }

  /**
   * @param {number} seat
   * @param {number} at
   */
  function remove(seat, at) {
    const hand = hands[seat];
    if (!hand) return;
    hand.value = hand.value.slice(0, at) + hand.value.slice(at + 1);
    preview();
    const buttons = previews[seat]?.querySelectorAll('button');
    (buttons?.[Math.min(at, buttons.length - 1)] ?? hand).focus();
  }

  function read() {
    const texts = hands.map((hand) => hand.value.trim());
    const rules = [preset.value, ...switches.filter((box) => box.checked).map((box) => box.value)].join(',');
    const table = on.value.trim();
    const whole = texts[0]?.startsWith('{') || texts[0]?.includes('/');
    return {
      hands: whole ? (texts[0] ?? '') : texts.filter((text, seat) => seat < 2 || text).join('/'),
      to_move: Number(turn.value),
      on: table || null,
      on_by: table && by.value ? Number(by.value) : null,
      landlord: Number(landlord.value),
      rules,
    };
  }

  const node = element(
    'form',
    { class: 'endgame-setup', onsubmit: (/** @type {SubmitEvent} */ event) => (event.preventDefault(), onsolve(read())) },
    element('p', { class: 'hint' }, t('endgames.notations')),
    ...hands.map((hand, seat) => element('div', { class: 'hand-field' }, element('label', { for: hand.id }, t(seat === 2 ? 'endgames.thirdHand' : 'endgames.hand', { seat: seat + 1 })), hand, previews[seat])),
    target,
    element('div', { class: 'cards small palette-of-cards', role: 'group', 'aria-label': t('endgames.palette') }, ...palette),
    element(
      'div',
      { class: 'form row' },
      element('p', {}, element('label', { for: 'to-move' }, t('endgames.toMove')), turn),
      element('p', {}, element('label', { for: 'landlord' }, t('endgames.landlord')), landlord),
      element('p', {}, element('label', { for: 'on' }, t('endgames.toBeat')), on),
      element('p', {}, element('label', { for: 'on-by' }, t('endgames.playedBy')), by),
    ),
    element(
      'details',
      {},
      element('summary', {}, t('endgames.rules')),
      element(
        'div',
        { class: 'form row' },
        element('p', {}, element('label', { for: 'rules' }, t('endgames.preset')), preset),
        element('p', { class: 'choices' }, ...switches.map((box) => element('label', { for: box.id }, box, t(`endgames.switch.${/** @type {typeof SWITCHES[number]} */ (box.value)}`)))),
      ),
    ),
    element('p', { class: 'buttons' }, element('button', { type: 'submit', class: 'primary' }, t('endgames.solve'))),
  );
  activate(0);
  return {
    node,
    /** @param {Setup} setup */
    set(setup) {
      const texts = setup.hands.split('/');
      hands.forEach((hand, seat) => (hand.value = texts[seat] ?? ''));
      turn.value = String(setup.to_move);
      landlord.value = String(setup.landlord);
      on.value = setup.on ?? '';
      by.value = setup.on === null || setup.on_by === null ? '' : String(setup.on_by);
      const [name, ...turned] = (setup.rules || 'rlcard').split(',');
      preset.value = name ?? 'rlcard';
      for (const box of switches) box.checked = turned.includes(box.value);
      preview();
    },
  };
}
