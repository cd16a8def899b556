// The table: seats with their last actions, the hand, the buttons, the list of moves.

import { announce, element, reveal, setText } from '../dom.js';
import { address } from '../server.js';
import { number, t } from '../words.js';
import { cardNames, cardRow, cardText, grouped, inlineCards, parts } from './cards.js';
import { connect } from './connection.js';
import { createHand } from './hand.js';
import { howToPlay } from './rules.js';
import { seatName as nameAt } from './names.js';
import { actionWord, note, term, terms } from './terms.js';
import { hintPanel, reviewPanel, valueText } from './thoughts.js';

/** @typedef {import('./connection.js').TableState} TableState @typedef {import('./connection.js').Logged} Logged */

const FOUR_COLOURS = 'quadrille-four-colours';

/**
 * @param {HTMLElement} main
 * @param {string} name
 * @param {AbortSignal} signal
 * @param {(address: string) => void} go
 */
export function tableView(main, name, signal, go) {
  /** @type {TableState | null} */
  let state = null;
  /** The action whose cards a click on a hint lifted last. */
  let hinted = '';
  /** Whether the last state was waiting for a hint or a review. */
  let asked = false;
  const title = element('h1', {});
  const kicker = element('p', { class: 'kicker' });
  const others = element('div', { class: 'others' });
  const facts = element('p', { class: 'facts' });
  const status = element('p', { class: 'status' });
  const own = element('div', { class: 'own' });
  const actions = element('div', { class: 'actions' });
  const tools = element('div', { class: 'tools' });
  const result = element('section', { class: 'result', hidden: true, 'aria-label': t('play.result') });
  const thoughts = element('div', { class: 'thoughts', tabindex: -1 });
  const moves = element('ol', { class: 'moves', tabindex: 0, 'aria-label': t('play.moves') });
  const watch = element('div', { class: 'watch' });
  const rules = element('div', {});
  const hand = createHand({ label: t('play.hand'), signal, changed: () => drawActions(), play: () => play(), other: (key) => shortcut(key) });
  const four = element('input', { type: 'checkbox', id: 'four', checked: localStorage.getItem(FOUR_COLOURS) === 'yes' });
  const suits = element('p', { class: 'choices' }, element('label', { for: 'four' }, four, t('play.four')));
  const board = element('section', { class: 'board', 'aria-label': t('play.table') });
  const colours = () => {
    localStorage.setItem(FOUR_COLOURS, four.checked ? 'yes' : 'no');
    main.classList.toggle('four', four.checked);
  };
  four.addEventListener('change', colours);
  colours();
  signal.addEventListener('abort', () => main.classList.remove('four'));

  board.append(others, facts, status, own, hand.node, actions, result, tools, thoughts);
  main.append(
    element('header', { class: 'game' }, kicker, title),
    element(
      'div',
      { class: 'playing' },
      board,
      element(
        'aside',
        { 'aria-label': t('play.moves') },
        watch,
        element('h2', {}, t('play.moves')),
        moves,
        suits,
        element('p', { class: 'hint' }, t('play.keys')),
        rules,
      ),
    ),
  );

  /** Returns the address of a finished game in the records. @param {TableState} finished */
  const recordAddress = (finished) => `/records?${new URLSearchParams({ table: name, number: String(finished.number) })}`;
  const send = connect(name, signal, follow, () => {
    board.parentElement?.replaceChildren(
      element('p', {}, t('play.ended')),
      element('p', { class: 'buttons' }, element('a', { class: 'button', href: '/play' }, t('play.newTable'))),
    );
    main.setAttribute('data-ready', '');
  });
  /** @param {Record<string, unknown>} command */
  const act = (command) => send({ ...command, version: state?.version });
  /** @param {string} text */
  const take = (text) => act({ do: 'act', text });

  /** Plays the lifted cards, or the only legal action. */
  const play = () => {
    if (!state) return;
    const exact = hand.exact();
    const [only] = exact.length > 0 ? exact : state.choices;
    if (exact.length === 1 || (exact.length === 0 && state.choices.length === 1)) {
      if (only) take(only.text);
    } else if (exact.length > 1) actions.querySelector('button')?.focus();
  };
  /** @param {string} key */
  const shortcut = (key) => {
    const pass = state?.choices.find(({ kind }) => kind === 'pass');
    if (key === 'p' && pass) take(pass.text);
    else if (key === 'h') send({ do: 'hint' });
    else if (key === 'u') act({ do: 'undo' });
    else return false;
    return true;
  };

  /** @param {TableState} next */
  function follow(next) {
    const last = state;
    state = next;
    const fresh = last && last.number === next.number && last.hand.length > 0 ? received(last.hand, next.hand) : [];
    setText(kicker, `${t('play.number', { number: next.number })}${next.practice ? ` · ${t('play.practice')}` : ''}`);
    setText(title, term(next.title));
    document.title = `${term(next.title)} · Quadrille`;
    drawSeats(next);
    facts.replaceChildren(...next.facts.map((fact) => element('span', { class: 'fact' }, term(fact))));
    setText(status, statusText(next));
    hand.show(next.hand, next.choices, fresh);
    hand.node.hidden = next.person === null;
    const known = [next.hand, ...next.seats.map((seat) => seat.hand ?? [])].flat();
    suits.hidden = known.length > 0 && !known.some((face) => parts(face).suit);
    drawTools(next);
    drawResult(next);
    drawMoves(next, last);
    drawWatch(next);
    if (rules.childElementCount === 0) rules.append(howToPlay(next.game, next.title, next));
    main.setAttribute('data-ready', '');
    main.setAttribute('data-phase', next.phase);
    main.setAttribute('data-version', String(next.version));
  }

  /** @param {TableState} next */
  function drawSeats(next) {
    const count = next.seats.length;
    const last = lastActions(next);
    const panels = Array.from({ length: count }, (_, at) => ((next.person ?? -1) + 1 + at) % count);
    const seats = next.person === null ? panels : panels.slice(0, -1);
    others.style.setProperty('--seats', String(seats.length));
    others.setAttribute('data-seats', String(seats.length));
    others.replaceChildren(...seats.map((seat) => panel(next, seat, last)));
    own.replaceChildren(...(next.person === null ? [] : [panel(next, next.person, last)]));
  }

  function drawActions() {
    if (!state) return;
    const { choices, phase } = state;
    const exact = hand.exact();
    const had = actions.contains(document.activeElement);
    /** @type {HTMLElement[]} */
    const buttons = [];
    if (phase === 'person') {
      const plain = choices.filter(({ faces }) => faces.length === 0);
      const withCards = choices.some(({ faces }) => faces.length > 0);
      if (exact.length > 1) {
        // The same cards form several actions, in which a joker represents different cards. The
        // action of the hint is marked.
        const marked = exact.filter(({ text }) => text === hinted);
        for (const choice of exact) buttons.push(element('button', { type: 'button', class: marked.length === 0 || marked.includes(choice) ? 'primary' : '', onclick: () => take(choice.text) }, t('play.as'), ' ', inlineCards(choice.faces)));
      } else if (withCards) {
        const [one] = exact;
        const word = state.ask?.ask === 'give' ? t('play.give') : t('play.play');
        buttons.push(element('button', { type: 'button', class: 'primary', disabled: !one, onclick: () => one && take(one.text) }, word));
      }
      for (const choice of plain) buttons.push(element('button', { type: 'button', class: withCards ? '' : 'call', onclick: () => take(choice.text) }, actionWord(choice)));
    }
    actions.replaceChildren(...buttons);
    if (had && phase === 'person') {
      const next = actions.querySelector('button:not(:disabled)');
      if (next instanceof HTMLElement) next.focus();
      else hand.focus();
    }
  }

  /** @param {TableState} next */
  function drawTools(next) {
    const { person, phase, shown, can_undo: canUndo } = next;
    const had = tools.contains(document.activeElement) ? document.activeElement?.getAttribute('data-tool') : null;
    const tool = (/** @type {string} */ id, /** @type {string} */ word, /** @type {() => void} */ onclick, disabled = false, pressed = /** @type {boolean | undefined} */ (undefined)) =>
      element('button', { type: 'button', 'data-tool': id, onclick, disabled, 'aria-pressed': pressed === undefined ? undefined : String(pressed) }, word);
    tools.replaceChildren(
      ...[
        person !== null && phase !== 'over' && tool('hint', t('play.hint'), () => send({ do: 'hint' }), phase !== 'person'),
        person !== null && phase !== 'over' && tool('undo', t('play.undo'), () => act({ do: 'undo' }), !canUndo),
        phase !== 'over' && tool('show', t('play.show'), () => send({ do: 'show', shown: !shown }), false, shown),
      ].filter((node) => node instanceof HTMLElement),
    );
    if (had) {
      const again = tools.querySelector(`[data-tool="${had}"]`);
      // A disabled button cannot have the focus.
      if (again instanceof HTMLButtonElement && !again.disabled) again.focus();
      else hand.focus();
    }
    const thought = thoughts.contains(document.activeElement);
    const lift = (/** @type {import('./connection.js').Choice} */ choice) => {
      hinted = choice.text;
      hand.lift(choice.faces);
    };
    thoughts.replaceChildren(
      ...[hintPanel(next, lift, take), phase === 'over' ? reviewPanel(next, () => send({ do: 'review' }), (number) => `${recordAddress(next)}#at=${number}`) : null].filter((node) => node instanceof HTMLElement),
    );
    if (thought) thoughts.focus({ preventScroll: true });
    const answer = next.hint.answer ?? next.review.answer;
    if (answer && asked) reveal(thoughts);
    asked = next.hint.working || next.review.working;
  }

  /** @param {TableState} next */
  function drawResult(next) {
    const over = next.phase === 'over' || next.phase === 'thrown_in';
    const wasHidden = result.hidden;
    result.hidden = !over;
    if (!over || (!wasHidden && result.getAttribute('data-number') === String(next.number))) return;
    result.setAttribute('data-number', String(next.number));
    const deal = element('button', { type: 'button', class: 'primary', onclick: () => act({ do: 'next' }) }, t('play.next'));
    const buttons = element('p', { class: 'buttons' }, deal, element('a', { class: 'button quiet', href: '/play' }, t('play.newTable')));
    if (!next.result) {
      result.replaceChildren(element('h2', {}, t('play.thrownIn')), buttons);
      return;
    }
    const { points, totals, parts, fewer_win: fewer, seed } = next.result;
    buttons.append(element('a', { class: 'button quiet', href: address('/api/play/record', { table: name }), download: '' }, t('play.record')), element('a', { class: 'button quiet', href: recordAddress(next) }, t('play.inRecords')));
    const order = points.map((_, seat) => seat).sort((one, other) => (fewer ? 1 : -1) * ((points[one] ?? 0) - (points[other] ?? 0)));
    const rows = order.map((seat) =>
      element(
        'tr',
        { class: seat === next.person ? 'me' : '' },
        element('th', { scope: 'row' }, seatName(next, seat), parts[seat] ? element('small', {}, ` · ${terms(parts[seat] ?? '')}`) : ''),
        element('td', { class: 'number' }, signed(points[seat] ?? 0, fewer)),
        element('td', { class: 'number' }, signed(totals[seat] ?? 0, fewer)),
      ),
    );
    const headline = next.person === null ? t('play.over') : resultText(next.result, order, next.person);
    result.replaceChildren(
      element('h2', {}, headline),
      element(
        'table',
        {},
        element('thead', {}, element('tr', {}, element('td', {}), element('th', { scope: 'col', class: 'number' }, t('play.points')), element('th', { scope: 'col', class: 'number' }, t('play.total')))),
        element('tbody', {}, ...rows),
      ),
      fewer && element('p', { class: 'hint' }, t('play.fewer')) || '',
      buttons,
      seed === null ? '' : element('p', { class: 'hint' }, t('play.seedWas', { seed })),
    );
    announce(headline);
    if (next.person !== null) deal.focus({ preventScroll: true });
  }

  /**
   * @param {TableState} next
   * @param {TableState | null} last
   */
  function drawMoves(next, last) {
    const reviewed = new Map((next.review.answer?.decisions ?? []).map((/** @type {import('./connection.js').Reviewed} */ one) => [one.number, one]));
    const same = last && last.number === next.number && last.log.length <= next.log.length && moves.childElementCount === last.log.length && last.shown === next.shown && last.phase === next.phase;
    const from = same && reviewed.size === 0 ? last.log.length : 0;
    if (from === 0) moves.replaceChildren();
    next.log.slice(from).forEach((entry, at) => {
      const judged = reviewed.get(from + at);
      moves.append(
        element(
          'li',
          { class: `${entry.seat === next.person ? 'me' : ''}${entry.clears ? ' clears' : ''}` },
          element('span', { class: 'who' }, seatName(next, entry.seat)),
          ' ',
          actionNode(entry),
          entry.substituted && element('small', {}, ` ${t('play.substituted', { why: entry.substituted })}`),
          judged?.charged && element('strong', { class: 'charged' }, ` −${valueText(judged.loss, next.review.answer?.unit ?? '')}`),
        ),
      );
    });
    if (next.log.length > (last?.log.length ?? 0)) moves.scrollTop = moves.scrollHeight;
    const spoken = next.log.slice(same ? last.log.length : next.log.length).filter(({ seat }) => seat !== next.person);
    if (spoken.length > 0 && next.phase !== 'over') {
      const text = spoken.map((entry) => `${seatName(next, entry.seat)}: ${entry.faces.length > 0 ? cardNames(entry.faces) : entry.text === null ? t('play.gives', { count: entry.cards }) : actionWord(entry)}`);
      announce(`${text.join('. ')}. ${next.phase === 'person' ? statusText(next) : ''}`);
    }
  }

  /** @param {TableState} next */
  function drawWatch(next) {
    if (watch.childElementCount === 0) {
      const pause = element('button', { type: 'button', class: 'pause' });
      pause.addEventListener('click', () => send({ do: 'pause', paused: !state?.paused }));
      const step = element('button', { type: 'button', class: 'step' }, t('play.step'));
      step.addEventListener('click', () => send({ do: 'step' }));
      const pace = element('input', { id: 'pace', type: 'range', min: 0, max: 5, step: 1, value: 2 });
      pace.addEventListener('input', () => send({ do: 'pace', milliseconds: PACES[5 - Number(pace.value)] ?? 700 }));
      watch.append(element('p', { class: 'buttons' }, pause, step), element('p', { class: 'pace' }, element('label', { for: 'pace' }, t('play.pace')), pace));
    }
    const [pause, step] = watch.querySelectorAll('button');
    const pace = watch.querySelector('input');
    if (pause) setText(pause, next.paused ? t('play.run') : t('play.pause'));
    if (pause) pause.disabled = next.phase === 'over' || next.phase === 'thrown_in';
    if (step) step.disabled = !next.paused || next.phase !== 'program';
    if (pace && document.activeElement !== pace) pace.value = String(5 - Math.max(0, PACES.findIndex((one) => one >= next.pace)));
  }
}

/** Milliseconds between moves, the fastest first. */
const PACES = [0, 250, 700, 1500, 3000, 6000];

/**
 * Returns the cards that were added to a hand.
 * @param {string[]} before
 * @param {string[]} after
 */
function received(before, after) {
  const left = [...before];
  return after.filter((face) => {
    const at = left.indexOf(face);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/**
 * Returns the last action of each seat since the table was last empty. The actions of a finished
 * trick are shown until the next action.
 * @param {TableState} state
 */
function lastActions({ log }) {
  /** @type {Map<number, Logged>} */
  const last = new Map();
  for (let at = log.length - 1; at >= 0; at -= 1) {
    const entry = log[at];
    if (!entry || (entry.clears && at < log.length - 1 && entry.decision === log[log.length - 1]?.decision)) break;
    if (entry.decision !== log[log.length - 1]?.decision) break;
    if (!last.has(entry.seat)) last.set(entry.seat, entry);
  }
  return last;
}

/**
 * Draws a seat: its name and role, the number of its cards, and its last action.
 * @param {TableState} state
 * @param {number} seat
 * @param {Map<number, Logged>} last
 */
function panel(state, seat, last) {
  const { part, state: noted, cards, hand } = state.seats[seat] ?? { part: '', state: '', cards: 0, hand: null };
  const did = last.get(seat);
  const onTable = state.table.some((shown) => shown.seat === seat);
  // After the end of the game, the notes in the state are those before the last action.
  const shownState = state.phase !== 'over' && noted && noted !== 'passed' && note(noted);
  const notes = state.phase === 'over' && state.result?.parts[seat] ? terms(state.result.parts[seat] ?? '') : [part && term(part), shownState].filter(Boolean).join(' · ');
  const open = hand && seat !== state.person && hand.length > 0;
  return element(
    'div',
    { class: `seat${state.acts === seat ? ' acts' : ''}${onTable ? ' on-table' : ''}`, 'data-seat': seat },
    element(
      'p',
      { class: 'who' },
      element('strong', {}, seatName(state, seat)),
      element('span', { class: 'count', title: t('play.cardsLeft', { count: cards }) }, element('span', { 'aria-hidden': 'true' }, cards), element('span', { class: 'unseen' }, t('play.cardsLeft', { count: cards }))),
    ),
    element('p', { class: 'notes' }, notes),
    open && element('p', { class: 'open' }, inlineCards(hand)),
    element('div', { class: `did${did && !onTable && did.faces.length > 0 ? ' beaten' : ''}` }, did ? (did.faces.length > 0 ? cardRow(grouped(did.faces), 'small') : element('span', { class: 'word' }, actionNode(did))) : null),
  );
}

/**
 * Returns an action as a node: its cards, or its word.
 * @param {Logged} entry
 */
function actionNode(entry) {
  if (entry.text === null) return element('span', {}, t('play.gives', { count: entry.cards }));
  if (entry.faces.length > 0) return inlineCards(grouped(entry.faces));
  return element('span', {}, actionWord(entry));
}

/**
 * @param {TableState} state
 * @param {number} seat
 */
export function seatName(state, seat) {
  return nameAt(state.seats, seat);
}

/** @param {TableState} state */
function statusText(state) {
  const { phase, acts, ask, table, choices } = state;
  if (phase === 'over' || phase === 'thrown_in') return '';
  if (phase === 'program') return t('play.thinks', { name: seatName(state, acts ?? 0) });
  if (ask?.ask === 'call') return t('play.yourCall');
  if (ask?.ask === 'give') return t('play.yourGift', { count: choices[0]?.faces.length ?? 0 });
  const [shown] = table;
  if (!shown) return t('play.youLead');
  if (choices.every((choice) => choice.kind === 'pass')) return t('play.mustPass', { cards: grouped(shown.cards).map(cardText).join(' ') });
  // Where players may pass, a move has to beat the cards on the table. Without passes, as in
  // Hearts, it only follows the lead.
  const mayPass = choices.some((choice) => choice.faces.length === 0);
  if (table.length > 1 || !mayPass) return t('play.yourTurn');
  const cards = grouped(shown.cards).map(cardText).join(' ');
  return shown.seat === state.person ? t('play.beatOwn', { cards }) : t('play.beat', { cards, name: seatName(state, shown.seat) });
}

/**
 * @param {number} points
 * @param {boolean} fewer
 */
function signed(points, fewer) {
  return points > 0 && !fewer ? `+${number(points)}` : number(points).replace('-', '−');
}

/**
 * @param {NonNullable<TableState['result']>} result
 * @param {number[]} order the seats, the best first
 * @param {number} person
 */
function resultText({ points, parts }, order, person) {
  const best = points[order[0] ?? 0];
  // If there are only two different results, the better one is shown as a win and the other one as
  // a loss, and no places are shown.
  if (new Set(points).size === 2) return t(points[person] === best ? 'play.won' : 'play.lost');
  const place = points.filter((_, seat) => order.indexOf(seat) < order.indexOf(person) && points[seat] !== points[person]).length + 1;
  return [t('play.place', { place }), terms(parts[person] ?? '')].filter(Boolean).join(' · ');
}
