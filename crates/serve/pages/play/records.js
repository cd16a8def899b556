// Recorded games in any format that the program reads, shown step by step with open hands, and
// their reviews. The address contains the game and the decision, so that it can be shared.

import { announce, element, setText } from '../dom.js';
import { attempt } from '../runs.js';
import { get, getBytes, post } from '../server.js';
import { number, t } from '../words.js';
import { cardRow, grouped, inlineCards } from './cards.js';
import { packed, unpacked } from './links.js';
import { playerName, seatName } from './names.js';
import { actionWord, note, term } from './terms.js';
import { reviewTable } from './thoughts.js';

/**
 * @typedef {{ game: string, title: string, games: { names: string[], actions: number }[], count: number,
 *   cut: string | null }} RecordList
 * @typedef {{ acts: number | null, facts: string[], seats: import('./connection.js').Seat[],
 *   table: import('./connection.js').Shown[], hands: string[][] }} Position
 * @typedef {{ names: string[], players: number[], actions: import('./connection.js').Logged[], positions: Position[],
 *   points: number[] | null, record: string }} Course
 */

/** Maximum number of characters of a game in an address. */
const LONGEST_LINK = 30_000;
/** Maximum size of a file in bytes, the same as the server's. */
const LARGEST = 8 << 20;
const EXAMPLES = ['doudizhu-games', 'daifugo-games'];

/** @type {import('../application.js').View} */
export async function recordsView(main, { query, signal }) {
  const problem = element('p', { class: 'error', role: 'alert' });
  const text = element('textarea', { id: 'record-text', rows: 5, spellcheck: 'false', placeholder: t('records.paste') });
  const file = element('input', { type: 'file', id: 'record-file' });
  const example = element('select', { id: 'record-example' }, element('option', { value: '' }, t('records.choose')), ...EXAMPLES.map((name) => element('option', { value: name }, name)));
  const read = element('button', { type: 'button', class: 'primary' }, t('records.read'));
  const drop = element(
    'section',
    { class: 'drop' },
    element('p', {}, element('label', { for: 'record-text' }, t('records.text')), text),
    element(
      'div',
      { class: 'form row' },
      element('p', {}, element('label', { for: 'record-file' }, t('records.file')), file),
      element('p', {}, element('label', { for: 'record-example' }, t('records.example')), example),
      element('p', { class: 'buttons' }, read),
    ),
  );
  const shown = element('div', { class: 'record' });
  main.append(element('header', {}, element('h1', {}, t('records.title')), element('p', { class: 'lead' }, t('records.lead'))), drop, problem, shown);

  /**
   * Reads a text and shows its first game, or the game in the address.
   * @param {string} value
   * @param {number} [at]
   */
  const open = (value, at) =>
    attempt(problem, async () => {
      if (value.trim() === '') return;
      /** @type {RecordList} */
      const list = await post('/api/records/read', { text: value });
      if (signal.aborted) return;
      await listed(shown, value, list, signal, at);
    });
  read.addEventListener('click', () => open(text.value));
  /** @param {File | undefined} chosen */
  const openFile = (chosen) =>
    attempt(problem, async () => {
      if (!chosen) return;
      if (chosen.size > LARGEST) throw new Error(t('tooLarge'));
      const value = decoded(await plain(chosen));
      text.value = value.length < 100_000 ? value : '';
      await open(value);
    });
  file.addEventListener('change', () => openFile(file.files?.[0]));
  example.addEventListener('change', () =>
    attempt(problem, async () => {
      if (!example.value) return;
      const found = await get('/api/records/example', { name: example.value });
      text.value = found.text;
      await open(found.text);
    }),
  );
  drop.addEventListener('dragover', (event) => {
    event.preventDefault();
    drop.classList.add('over');
  });
  drop.addEventListener('dragleave', () => drop.classList.remove('over'));
  drop.addEventListener('drop', (event) => {
    event.preventDefault();
    drop.classList.remove('over');
    const dropped = event.dataTransfer?.files[0];
    if (dropped) openFile(dropped);
    else text.value = event.dataTransfer?.getData('text') ?? '';
  });

  const link = new URLSearchParams(location.hash.slice(1));
  const record = link.get('record');
  const [table, of] = [query.get('table'), query.get('number')];
  if (record) await attempt(problem, async () => open(await unpacked(record), Number(link.get('at') ?? 0)));
  else if (table) await attempt(problem, async () => open(decoded(await getBytes('/api/play/record', { table, ...(of ? { number: of } : {}) })), Number(link.get('at') ?? 0)));
  main.setAttribute('data-ready', '');
}

/**
 * Returns the bytes of a file, decompressed if it is a gzip file.
 * @param {File} file
 */
async function plain(file) {
  const bytes = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return file.arrayBuffer();
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const chunks = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return new Blob(chunks).arrayBuffer();
    size += value.length;
    if (size > LARGEST) throw new Error(t('tooLarge'));
    chunks.push(value);
  }
}

/**
 * Decodes the text of a file, which is UTF-8 or the Japanese encoding of some logs.
 * @param {ArrayBuffer} bytes
 */
function decoded(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('shift_jis').decode(bytes);
  }
}

/**
 * Shows the list of games, and the chosen game.
 * @param {HTMLElement} shown
 * @param {string} text
 * @param {RecordList} list
 * @param {AbortSignal} signal
 * @param {number} [at]
 */
async function listed(shown, text, list, signal, at) {
  const choice = element(
    'select',
    { id: 'record-game' },
    ...list.games.map(({ names, actions }, index) => element('option', { value: index }, `${index + 1}: ${names.filter(Boolean).map(playerName).join(', ') || term(list.title)} (${t('records.actions', { count: actions })})`)),
  );
  const game = element('div', {});
  const problem = element('p', { class: 'error', role: 'alert' });
  const show = (/** @type {number} */ index, /** @type {number | undefined} */ start) =>
    attempt(problem, async () => {
      /** @type {Course} */
      const course = await post('/api/records/read', { text, game: list.game, number: index });
      if (!signal.aborted) stepper(game, { text, game: list.game, number: index, course, start: start ?? 0 }, signal);
    });
  choice.addEventListener('change', () => show(Number(choice.value), 0));
  shown.replaceChildren(
    element('h2', {}, term(list.title)),
    list.cut ? element('p', { class: 'hint cut' }, t('records.cut', { why: list.cut })) : '',
    element('p', { class: 'form' }, element('label', { for: 'record-game' }, t('records.games', { count: list.count })), ' ', choice),
    problem,
    game,
  );
  await show(0, at);
}

/**
 * Shows a game position by position.
 * @param {HTMLElement} node
 * @param {{ text: string, game: string, number: number, course: Course, start: number }} shown
 * @param {AbortSignal} signal
 */
function stepper(node, { text, game, number: index, course, start }, signal) {
  const last = course.positions.length - 1;
  let at = Math.max(0, Math.min(last, start));
  const seats = element('div', { class: 'seats' });
  const facts = element('p', { class: 'facts' });
  const caption = element('p', { class: 'status', role: 'status' });
  const range = element('input', { type: 'range', id: 'record-at', min: 0, max: last, 'aria-label': t('records.position') });
  const button = (/** @type {string} */ label, /** @type {string} */ sign, /** @type {() => number} */ to) =>
    element('button', { type: 'button', 'aria-label': label, onclick: () => show(to()) }, sign);
  const moves = element('ol', { class: 'moves', tabindex: 0, 'aria-label': t('play.moves') });
  const rows = course.actions.map((entry, place) => {
    const go = element('button', { type: 'button', class: 'move', onclick: () => show(place) }, what(entry));
    const row = element('li', { class: entry.clears ? 'clears' : '' }, element('span', { class: 'who' }, seatName(seatsOf(course), entry.seat)), ' ', go);
    moves.append(row);
    return row;
  });

  const copy = element('button', { type: 'button' }, t('records.copy'));
  copy.addEventListener('click', async () => {
    await address();
    try {
      await navigator.clipboard.writeText(location.href);
      announce(t('records.copied'));
      setText(copy, t('records.copied'));
    } catch {
      setText(copy, t('records.inAddress'));
    }
    setTimeout(() => setText(copy, t('records.copy')), 2500);
  });
  const save = element('a', { class: 'button quiet', download: `${game}.jsonl`, href: '#' }, t('records.export'));
  save.addEventListener('click', () => {
    const url = URL.createObjectURL(new Blob([course.record || text], { type: 'application/jsonl' }));
    save.setAttribute('href', url);
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  });
  const link = packed(course.record || (index === 0 ? text : ''));
  /** Puts the game and the position into the address. */
  const address = async () => {
    const record = await link;
    if (signal.aborted || record.length === 0 || record.length > LONGEST_LINK) return;
    history.replaceState(history.state, '', `#at=${at}&record=${record}`);
  };

  /** @param {number} to */
  const show = (to) => {
    at = Math.max(0, Math.min(last, to));
    const position = course.positions[at];
    if (!position) return;
    range.value = String(at);
    const before = course.actions[at - 1];
    seats.replaceChildren(...position.hands.map((hand, seat) => seatNode(course, position, seat, hand, at)));
    facts.replaceChildren(...position.facts.map((fact) => element('span', { class: 'fact' }, term(fact))));
    const next = course.actions[at];
    setText(caption, next ? t('records.next', { name: seatName(seatsOf(course), next.seat), number: at + 1, total: last }) : before ? t('records.end') : '');
    rows.forEach((row, place) => {
      row.classList.toggle('now', place === at);
      if (place === at) row.setAttribute('aria-current', 'step');
      else row.removeAttribute('aria-current');
    });
    const row = rows[Math.min(at, rows.length - 1)];
    if (row) moves.scrollTop = row.offsetTop - moves.offsetTop - moves.clientHeight / 2;
    address();
  };
  range.addEventListener('input', () => show(Number(range.value)));
  const board = element(
    'section',
    { class: 'board', tabindex: 0, 'aria-label': t('play.table') },
    seats,
    facts,
    caption,
    element(
      'p',
      { class: 'buttons steps' },
      button(t('records.first'), '|◀', () => 0),
      button(t('records.back'), '◀', () => at - 1),
      range,
      button(t('records.forward'), '▶', () => at + 1),
      button(t('records.last'), '▶|', () => last),
    ),
    element('p', { class: 'buttons' }, copy, save),
  );
  board.addEventListener('keydown', (event) => {
    if (event.target instanceof HTMLInputElement) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(to);
  });
  node.replaceChildren(
    element('div', { class: 'playing' }, board, element('aside', { 'aria-label': t('play.moves') }, element('h2', {}, t('play.moves')), moves)),
    course.points ? element('p', { class: 'points' }, `${t('play.points')} – `, course.points.map((points, seat) => `${seatName(seatsOf(course), seat)}: ${number(points).replace('-', '−')}`).join(' · ')) : '',
    review({ text, game, number: index, course }, signal, (place) => {
      show(place);
      board.focus();
    }),
  );
  show(at);
}

/** @param {Course} course */
function seatsOf({ names, players }) {
  return names.map((name, seat) => ({ name, player: players[seat] ?? seat }));
}

/**
 * @param {import('./connection.js').Logged} entry
 */
function what(entry) {
  return entry.faces.length > 0 ? inlineCards(grouped(entry.faces)) : actionWord(entry);
}

/**
 * Draws a seat with its open hand and its last action.
 * @param {Course} course
 * @param {Position} position
 * @param {number} seat
 * @param {string[]} hand
 * @param {number} at
 */
function seatNode(course, position, seat, hand, at) {
  const { part = '', state = '' } = position.seats[seat] ?? {};
  const shown = position.table.find((one) => one.seat === seat);
  const last = course.actions.slice(0, at).findLast((entry) => entry.seat === seat);
  const did = shown ? cardRow(grouped(shown.cards), 'small') : last && at > 0 && course.actions[at - 1] === last ? what(last) : null;
  const notes = [part && term(part), state && note(state)].filter(Boolean).join(' · ');
  return element(
    'div',
    { class: `seat${position.acts === seat ? ' acts' : ''}${shown ? ' on-table' : ''}` },
    element('p', { class: 'who' }, element('strong', {}, seatName(seatsOf(course), seat)), element('span', { class: 'notes' }, notes)),
    element('div', { class: 'row' }, cardRow(hand, 'small fan'), element('div', { class: 'did' }, did)),
  );
}

/**
 * Returns the section of the review, which is computed on request.
 * @param {{ text: string, game: string, number: number, course: Course }} shown
 * @param {AbortSignal} signal
 * @param {(place: number) => void} show
 */
function review({ text, game, number: index, course }, signal, show) {
  const section = element('section', { class: 'thought' });
  const who = element('select', { id: 'record-player' }, element('option', { value: '' }, t('records.allPlayers')), ...course.players.map((player, seat) => element('option', { value: player }, seatName(seatsOf(course), seat))));
  const start = element('button', { type: 'button', class: 'review' }, t('play.startReview'));
  const status = element('p', { class: 'hint', role: 'status' });
  const found = element('div', {});
  start.addEventListener('click', () => {
    const socket = new WebSocket(`ws://${location.host}/review`);
    signal.addEventListener('abort', () => socket.close());
    start.disabled = true;
    setText(status, t('play.thinking'));
    socket.addEventListener('open', () => {
      const player = who.value === '' ? {} : { player: who.value };
      // A finished game is sent as a record of its own; otherwise the whole text is sent.
      const own = course.record ? { text: course.record, number: 0 } : { text, number: index };
      socket.send(JSON.stringify({ ...own, game, ...player }));
    });
    socket.addEventListener('message', ({ data }) => {
      const { done, total, answer, error } = JSON.parse(data);
      if (error) setText(status, error);
      else if (answer) {
        setText(status, '');
        found.replaceChildren(...reviewTable(answer, (place) => course.actions[place]?.kind, (place) => element('button', { type: 'button', class: 'move', onclick: () => show(place) }, place + 1)));
      } else setText(status, total ? t('play.reviewing', { done: number(done), total: number(total) }) : t('play.thinking'));
    });
    socket.addEventListener('close', () => (start.disabled = false));
  });
  section.append(element('h2', {}, t('play.review')), element('div', { class: 'form row' }, element('p', {}, element('label', { for: 'record-player' }, t('records.player')), who), element('p', { class: 'buttons' }, start)), status, found);
  return section;
}
