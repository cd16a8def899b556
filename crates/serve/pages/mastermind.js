// Mastermind: the player breaks the program's code, the program breaks the player's code, or the
// program advises on a game played elsewhere. The server scores, advises and grades; this page
// keeps the rows, and its address contains the game.

import { announce, element, reveal, setText } from './dom.js';
import { amount, comparison, contradictionNode, gradesNode, possibleCodes, suggestion } from './mastermind-advice.js';
import { codeword, feedbackEditor, feedbackText, guessEditor, rowList } from './mastermind-board.js';
import { post, ServerError } from './server.js';
import { number, t } from './words.js';

/**
 * @typedef {import('./mastermind-board.js').Row} Row
 * @typedef {'break' | 'make' | 'assist'} Mode
 * @typedef {{ mode: Mode, pins: number, colors: number, unique: boolean, strategy: string, possible: boolean,
 *   only: '' | 'black' | 'white', seed: string, rows: Row[], resigned: boolean }} Game
 * @typedef {{ codewords: string, symbols: string, rows: Row[] }} Size
 * @typedef {Size & { seed: string, found: boolean, secret: string | null }} Broken
 * @typedef {Size & { found: number | null, candidates: string[],
 *   proposal: import('./mastermind-advice.js').Proposal | null,
 *   contradiction: import('./mastermind-advice.js').Contradiction | null }} Advised
 */

/** @type {Mode[]} */
const MODES = ['break', 'make', 'assist'];
const STRATEGIES = /** @type {const} */ (['optimal', 'knuth', 'expected-size', 'entropy', 'most-parts', 'first-consistent']);
const PINS = 16;
const COLORS = 15;
/** The default game, whose values replace those that an address lacks. @type {Game} */
const USUAL = { mode: 'break', pins: 4, colors: 6, unique: false, strategy: 'optimal', possible: false, only: '', seed: '', rows: [], resigned: false };

/**
 * Reads a game from an address. The server refuses invalid games.
 * @param {URLSearchParams} query
 * @returns {Game}
 */
function fromAddress(query) {
  const peg = (/** @type {string | undefined} */ text) => (text === undefined || text === 'x' ? null : Number(text));
  const row = (/** @type {string} */ text) => {
    const [guess = '', black, white] = text.split('-');
    return { guess, black: peg(black), white: peg(white) };
  };
  const only = query.get('only');
  return {
    mode: MODES.find((mode) => mode === query.get('mode')) ?? USUAL.mode,
    pins: Number(query.get('pins') ?? USUAL.pins),
    colors: Number(query.get('colors') ?? USUAL.colors),
    unique: query.has('unique'),
    strategy: query.get('strategy') ?? USUAL.strategy,
    possible: query.has('possible'),
    only: only === 'black' || only === 'white' ? only : '',
    seed: query.get('seed') ?? '',
    rows: (query.get('rows') ?? '').split('.').filter(Boolean).map(row),
    resigned: query.has('resigned'),
  };
}

/**
 * Returns the address of a game.
 * @param {Game} game
 */
function toAddress(game) {
  const query = new URLSearchParams();
  if (game.mode !== USUAL.mode) query.set('mode', game.mode);
  query.set('pins', String(game.pins));
  query.set('colors', String(game.colors));
  if (game.unique) query.set('unique', '');
  if (game.strategy !== USUAL.strategy) query.set('strategy', game.strategy);
  if (game.possible) query.set('possible', '');
  if (game.mode === 'break') {
    if (game.only) query.set('only', game.only);
    query.set('seed', game.seed);
    if (game.resigned) query.set('resigned', '');
  }
  // If the player breaks the program's code, the address has no pegs, because they follow from the
  // seed.
  const row = (/** @type {Row} */ { guess, black, white }) => (game.mode === 'break' ? guess : `${guess}-${black ?? 'x'}-${white ?? 'x'}`);
  if (game.rows.length > 0) query.set('rows', game.rows.map(row).join('.'));
  return `/mastermind?${query}`;
}

/** @param {Row} row */
function rowText({ guess, black, white }) {
  return `${guess}:${black ?? '?'},${white ?? '?'}`;
}

/** @type {import('./application.js').View} */
export async function mastermindView(main, { query, signal }) {
  let game = fromAddress(query);
  /** @type {Broken | null} */
  let broken = null;
  /** @type {Advised | null} */
  let advised = null;
  let hints = false;
  /** The row that is compared with the best guess. @type {number | null} */
  let inspected = null;
  /** The row whose feedback is edited. @type {number | null} */
  let edited = null;
  let symbols = '';
  let waiting = new AbortController();
  signal.addEventListener('abort', () => waiting.abort());

  const problem = element('p', { class: 'error', role: 'alert' });
  const busy = element('p', { class: 'hint busy', role: 'status' });
  const board = element('section', { class: 'board', 'aria-label': t('mastermind.board') });
  const side = element('section', { class: 'side', 'aria-label': t('mastermind.advice') });
  const settings = settingsForm(() => game, restart, (playing) => {
    game = { ...game, ...playing };
    attempt(refresh);
  });
  main.append(
    element('header', {}, element('h1', {}, t('mastermind.title')), element('p', { class: 'lead' }, t('mastermind.lead'))),
    settings.node,
    problem,
    element('div', { class: 'mastermind' }, board, side),
  );

  const size = () => ({ pins: game.pins, colors: game.colors, unique: game.unique });
  const position = (rows = game.rows) => ({ ...size(), strategy: game.strategy, possible: game.possible, rows: rows.map(rowText) });

  /**
   * Runs an action, and shows its error if it fails. A later action cancels an earlier one.
   * @param {(signal: AbortSignal) => Promise<void>} act
   */
  async function attempt(act) {
    waiting.abort();
    const mine = new AbortController();
    waiting = mine;
    setText(problem, '');
    const slow = setTimeout(() => setText(busy, t('mastermind.thinking')), 300);
    try {
      await act(mine.signal);
    } catch (error) {
      if (!mine.signal.aborted) setText(problem, error instanceof Error ? error.message : String(error));
    } finally {
      clearTimeout(slow);
      if (!mine.signal.aborted) setText(busy, '');
    }
    if (!signal.aborted) main.setAttribute('data-ready', '');
  }

  /**
   * Starts a new game.
   * @param {Partial<Game>} changes
   */
  function restart(changes) {
    const next = { ...game, ...changes, seed: '', rows: [], resigned: false };
    return attempt(async (signal) => {
      await play(next, signal);
      announce(t('mastermind.newGame'));
    });
  }

  /**
   * Requests a game from the server, and makes it the game of this page.
   * @param {Game} next
   * @param {AbortSignal} signal
   */
  async function play(next, signal) {
    const { mode, rows, only, seed, resigned } = next;
    // A pending comparison would cancel this request.
    clearTimeout(timer);
    const sizes = { pins: next.pins, colors: next.colors, unique: next.unique };
    if (mode === 'break') {
      /** @type {Broken} */
      const answer = await post('/api/mastermind/play', { ...sizes, guesses: rows.map(({ guess }) => guess), only: only || null, seed: seed || null, resigned }, signal);
      broken = answer;
      game = { ...next, seed: answer.seed, rows: answer.rows };
      symbols = answer.symbols;
      inspected = null;
      advised = null;
    } else {
      /** @type {Advised | null} */
      let answer = null;
      let late = null;
      try {
        answer = await post('/api/mastermind/advise', { ...sizes, strategy: next.strategy, possible: next.possible, rows: rows.map(rowText) }, signal);
      } catch (error) {
        // If the analysis exceeds the time limit, the rows are kept.
        if (!(error instanceof ServerError && error.status === 503 && symbols)) throw error;
        late = error;
      }
      advised = answer;
      game = { ...next, rows: answer?.rows ?? rows };
      symbols = answer?.symbols ?? symbols;
      broken = null;
      inspected = null;
      edited = null;
      if (late) setText(problem, late.message);
    }
    history.replaceState(history.state, '', toAddress(game));
    settings.show();
    draw();
    if (mode === 'break') await advise(signal);
    const over = broken ? broken.found || game.resigned : advised?.found;
    if (over) await grade(signal);
  }

  /** @param {AbortSignal} signal */
  async function refresh(signal) {
    await play(game, signal);
  }

  // The board

  const listOfBroken = rowList({ inspect });
  const listOfOwn = rowList({
    inspect,
    edit: (at) => {
      edited = at;
      draw();
      focusOn('.editing input:checked, .editing input');
    },
    remove: (at) => change(game.rows.filter((_, index) => index !== at)),
  });

  /** @param {Row[]} rows */
  function change(rows) {
    return attempt((signal) => play({ ...game, rows }, signal));
  }

  function draw() {
    const { mode, rows } = game;
    const list = drawRows();
    const over = broken ? broken.found || game.resigned : Boolean(advised?.found);
    const next = edited !== null ? editing(edited) : over ? ending() : { break: guessing, make: answering, assist: adding }[mode]();
    board.replaceChildren(
      element('p', { class: 'hint' }, t(`mastermind.${mode}Lead`, { codes: codes() })),
      list.node,
      element('p', { class: 'hint', hidden: rows.length === 0 }, t('mastermind.inspectLead')),
      next,
      busy,
      element(
        'p',
        { class: 'buttons foot' },
        rows.length > 0 && !over && element('button', { type: 'button', onclick: () => change(rows.slice(0, -1)) }, t('mastermind.undo')),
        mode === 'break' && !over && element('button', { type: 'button', class: 'hints', onclick: toggleHints, 'aria-pressed': String(hints) }, t('mastermind.hints')),
        mode === 'break' && !over && rows.length > 0 && element('button', { type: 'button', onclick: resign }, t('mastermind.resign')),
        mode !== 'break' && rows.length > 0 && !over && !advised?.contradiction && element('button', { type: 'button', onclick: () => attempt(grade) }, t('mastermind.gradeNow')),
        rows.length > 0 && !over && element('button', { type: 'button', onclick: () => restart({}) }, t('mastermind.newGame')),
        element('button', { type: 'button', onclick: copy }, t('mastermind.copyLink')),
      ),
    );
    drawSide();
  }

  function drawRows() {
    const list = game.mode === 'break' ? listOfBroken : listOfOwn;
    const sets = advised?.contradiction?.conflict?.sets ?? [];
    const conflict = sets.length > 0 ? sets.flat() : (advised?.contradiction?.conflict?.rows ?? []);
    list.update(game.rows, { symbols, pins: game.pins, conflict, inspected });
    return list;
  }

  function codes() {
    return amount(broken?.codewords ?? advised?.codewords ?? 0);
  }

  /** @param {string} selector */
  function focusOn(selector) {
    const found = board.querySelector(selector);
    if (found instanceof HTMLElement) found.focus();
  }

  /** The editor of the player's guess at the program's code. */
  function guessing() {
    const submit = element('button', { type: 'button', class: 'primary', disabled: true, onclick: () => guess() }, t('mastermind.guess'));
    const editor = guessEditor({
      pins: game.pins,
      symbols,
      onchange: (chosen) => {
        submit.disabled = !chosen;
        preview(chosen);
      },
      onsubmit: () => guess(),
    });
    const guess = () => {
      const chosen = editor.value();
      if (!chosen) return;
      attempt(async (signal) => {
        await play({ ...game, rows: [...game.rows, { guess: chosen, black: null, white: null }] }, signal);
        const last = game.rows.at(-1);
        if (last) announce(`${t('mastermind.row', { row: game.rows.length })}: ${feedbackText(last)}`);
        focusOn(broken?.found ? '.ending .primary' : '.slot');
      });
    };
    use = editor.set;
    return element('div', { class: 'turn' }, editor.node, element('p', { class: 'buttons' }, submit));
  }

  /** The program's guess, and the editor of the player's feedback. */
  function answering() {
    const proposal = advised?.proposal;
    if (!proposal) return element('div');
    const submit = element('button', { type: 'button', class: 'primary', disabled: true, onclick: () => answer() }, t('mastermind.answerIt'));
    const editor = feedbackEditor({ pins: game.pins, name: 'feedback', onchange: () => (submit.disabled = !editor.value()) });
    const answer = () => {
      const pegs = editor.value();
      if (!pegs) return;
      attempt(async (signal) => {
        await play({ ...game, rows: [...game.rows, { guess: proposal.guess, ...pegs }] }, signal);
        const next = advised?.proposal;
        if (advised?.found) announce(t('mastermind.foundIn', { turns: game.rows.length }));
        else if (next) announce(t('mastermind.programGuesses', { guess: next.guess }));
        focusOn(advised?.found ? '.ending .primary' : '.chips input');
      });
    };
    return element(
      'div',
      { class: 'turn', onkeydown: submitOnEnter(answer) },
      element('p', { class: 'pegs' }, element('span', { class: 'turn-number' }, String(game.rows.length + 1)), codeword(proposal.guess, symbols)),
      editor.node,
      element('p', { class: 'buttons' }, submit),
    );
  }

  /** The editor of a row of a game played elsewhere, and the input for pasted rows. */
  function adding() {
    const submit = element('button', { type: 'button', class: 'primary', disabled: true, onclick: () => add() }, t('mastermind.add'));
    const ready = () => (submit.disabled = !guesses.value() || !pegs.value());
    const pegs = feedbackEditor({ pins: game.pins, name: 'feedback', onchange: () => ready() });
    const guesses = guessEditor({
      pins: game.pins,
      symbols,
      onchange: (chosen) => {
        submit.disabled = !chosen || !pegs.value();
        preview(chosen);
      },
      onsubmit: () => pegs.focus(),
    });
    const add = () => {
      const [guess, feedback] = [guesses.value(), pegs.value()];
      if (!guess || !feedback) return;
      attempt(async (signal) => {
        await play({ ...game, rows: [...game.rows, { guess, ...feedback }] }, signal);
        focusOn('.slot');
      });
    };
    use = guesses.set;
    return element(
      'div',
      { class: 'turn' },
      guesses.node,
      element('div', { onkeydown: submitOnEnter(add) }, pegs.node),
      element('p', { class: 'buttons' }, submit),
      pasting(),
    );
  }

  /** The editor of the pegs of an earlier row. @param {number} at */
  function editing(at) {
    const row = game.rows[at];
    if (!row) return element('div');
    const editor = feedbackEditor({ pins: game.pins, name: 'edited', onchange: () => {} });
    editor.set(row);
    const save = () => {
      const pegs = editor.value();
      if (pegs) change(game.rows.map((row, index) => (index === at ? { ...row, ...pegs } : row)));
    };
    const cancel = () => {
      edited = null;
      draw();
    };
    return element(
      'div',
      { class: 'turn editing', onkeydown: submitOnEnter(save) },
      element('p', { class: 'pegs' }, element('span', { class: 'turn-number' }, String(at + 1)), codeword(row.guess, symbols)),
      editor.node,
      element(
        'p',
        { class: 'buttons' },
        element('button', { type: 'button', class: 'primary', onclick: save }, t('mastermind.save')),
        element('button', { type: 'button', onclick: cancel }, t('mastermind.cancel')),
      ),
    );
  }

  /** @param {() => void} act */
  function submitOnEnter(act) {
    return (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
      event.preventDefault();
      act();
    };
  }

  function pasting() {
    const text = element('textarea', { id: 'pasted', rows: 4, spellcheck: 'false', placeholder: '1122:1,0\n1344 0 2' });
    const letters = element('input', { id: 'letters', type: 'text', size: 16, autocomplete: 'off', placeholder: symbols });
    const read = () =>
      attempt(async (signal) => {
        const found = await post('/api/mastermind/read', { ...size(), text: text.value, letters: letters.value || null }, signal);
        await play({ ...game, rows: [...game.rows, ...found.rows] }, signal);
      });
    return element(
      'details',
      {},
      element('summary', {}, t('mastermind.paste')),
      element('p', { class: 'field' }, element('label', { for: 'pasted' }, t('mastermind.pasteLead')), text),
      element('p', { class: 'field' }, element('label', { for: 'letters' }, t('mastermind.letters')), letters),
      element('p', { class: 'buttons' }, element('button', { type: 'button', onclick: read }, t('mastermind.readRows'))),
    );
  }

  function ending() {
    const secret = broken?.secret ?? (advised?.found ? game.rows[advised.found - 1]?.guess : null);
    const turns = advised?.found ?? game.rows.length;
    return element(
      'div',
      { class: 'turn ending' },
      element('p', { class: 'count' }, broken && !broken.found ? t('mastermind.resigned') : turns === 1 ? t('mastermind.foundAtOnce') : t('mastermind.foundIn', { turns })),
      secret && element('p', { class: 'pegs' }, codeword(secret, symbols)),
      element('p', { class: 'buttons' }, element('button', { type: 'button', class: 'primary', onclick: () => restart({}) }, t('mastermind.newGame'))),
    );
  }

  function resign() {
    return attempt((signal) => play({ ...game, resigned: true }, signal));
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(location.href);
      announce(t('mastermind.copied'));
      setText(busy, t('mastermind.copied'));
    } catch {
      setText(busy, location.href);
    }
  }

  // The advice

  const codesNode = element('div');
  const suggestionNode = element('div');
  const compared = element('div');
  const graded = element('div');
  side.append(codesNode, suggestionNode, compared, graded);
  /** Puts a guess into the editor. @type {(guess: string) => void} */
  let use = () => {};

  function toggleHints() {
    hints = !hints;
    board.querySelector('.hints')?.setAttribute('aria-pressed', String(hints));
    advised = null;
    drawSide();
    attempt(advise);
  }

  /** Requests advice on the game against the program's code. @param {AbortSignal} signal */
  async function advise(signal) {
    if (!hints || !broken || broken.found || game.resigned) return;
    advised = await post('/api/mastermind/advise', position(), signal);
    drawSide();
    reveal(side);
  }

  function drawSide() {
    const proposal = advised?.proposal;
    const contradiction = advised?.contradiction;
    const shown = game.mode === 'break' ? hints && !broken?.found && !game.resigned : !advised?.found;
    compared.replaceChildren();
    graded.replaceChildren();
    codesNode.replaceChildren();
    suggestionNode.replaceChildren();
    if (contradiction) {
      const change = (/** @type {number} */ row, /** @type {{ black: number, white: number }} */ pegs) =>
        changeRow(row - 1, pegs);
      codesNode.append(contradictionNode(contradiction, { rows: game.rows.length, pins: game.pins, change }));
    } else if (proposal && shown && advised) {
      codesNode.append(element('h2', {}, t('mastermind.advice')), possibleCodes(proposal, advised.candidates, symbols));
      const button = element('button', { type: 'button', onclick: () => use(proposal.guess) }, t('mastermind.useIt'));
      suggestionNode.append(element('h3', {}, t('mastermind.suggested')), suggestion(proposal, symbols, game.mode === 'make' ? null : button));
      if (Number(proposal.remaining) > 1) compared.append(comparison([{ title: t('mastermind.best'), information: proposal }], symbols, game.pins));
    }
    side.hidden = side.textContent === '';
  }

  /**
   * @param {number} at
   * @param {{ black: number, white: number }} pegs
   */
  function changeRow(at, pegs) {
    return change(game.rows.map((row, index) => (index === at ? { ...row, ...pegs } : row)));
  }

  let timer = 0;
  /** Compares the guess in the editor with the suggested guess. @param {string | null} guess */
  function preview(guess) {
    clearTimeout(timer);
    if (!guess || !advised?.proposal) return;
    const best = advised.proposal;
    timer = setTimeout(
      () =>
        attempt(async (signal) => {
          const own = await post('/api/mastermind/information', { ...position(), guess }, signal);
          compared.replaceChildren(
            comparison(
              own.guess === best.guess
                ? [{ title: t('mastermind.best'), information: best }]
                : [{ title: t('mastermind.yourGuess'), information: own }, { title: t('mastermind.best'), information: best }],
              symbols,
              game.pins,
            ),
          );
        }),
      150,
    );
  }
  signal.addEventListener('abort', () => clearTimeout(timer));

  /** Compares a row with the best guess in its position. @param {number} at */
  function inspect(at) {
    const row = game.rows[at];
    if (!row) return;
    inspected = inspected === at ? null : at;
    drawRows();
    /** @type {HTMLElement | undefined} */ ([...board.querySelectorAll('button.number')][at])?.focus();
    if (inspected === null) return drawSide();
    attempt(async (signal) => {
      const before = position(game.rows.slice(0, at));
      const own = await post('/api/mastermind/information', { ...before, guess: row.guess }, signal);
      /** @type {Advised} */
      const then = await post('/api/mastermind/advise', before, signal);
      if (!then.proposal) return;
      codesNode.replaceChildren(element('h2', {}, t('mastermind.row', { row: at + 1 })), possibleCodes(then.proposal, then.candidates, symbols));
      suggestionNode.replaceChildren();
      compared.replaceChildren(comparison([{ title: t('mastermind.yourGuess'), information: own }, { title: t('mastermind.best'), information: then.proposal }], symbols, game.pins));
      graded.replaceChildren();
      side.hidden = false;
      reveal(side);
    });
  }

  /** Grades all guesses. @param {AbortSignal} signal */
  async function grade(signal) {
    // After the game, the server also returns the pegs that were hidden.
    const rows = broken ? await complete(signal) : game.rows;
    const grades = await post('/api/mastermind/grade', position(rows), signal);
    graded.replaceChildren(gradesNode(grades, symbols));
    side.hidden = false;
    reveal(graded);
  }

  /** @param {AbortSignal} signal @returns {Promise<Row[]>} */
  async function complete(signal) {
    if (!game.only) return game.rows;
    const answer = await post('/api/mastermind/play', { ...size(), guesses: game.rows.map(({ guess }) => guess), only: null, seed: game.seed, resigned: true }, signal);
    return answer.rows;
  }

  await attempt(refresh);
}

/**
 * Creates the form of the game and its settings.
 * @param {() => Game} now
 * @param {(changes: Partial<Game>) => void} restart
 * @param {(playing: Partial<Game>) => void} adjust changes that keep the rows
 */
function settingsForm(now, restart, adjust) {
  const modes = MODES.map((mode) => element('input', { type: 'radio', name: 'mode', value: mode, onchange: () => restart({ ...chosen(), mode }) }));
  const numbers = (/** @type {number} */ most) => Array.from({ length: most }, (_, at) => element('option', { value: at + 1 }, number(at + 1)));
  const pins = element('select', { id: 'pins' }, ...numbers(PINS));
  const colors = element('select', { id: 'colors' }, ...numbers(COLORS));
  const unique = element('input', { id: 'unique', type: 'checkbox' });
  const only = element('select', { id: 'only' }, ...(/** @type {const} */ (['', 'black', 'white'])).map((kind) => element('option', { value: kind }, t(kind === '' ? 'mastermind.bothPegs' : kind === 'black' ? 'mastermind.onlyBlack' : 'mastermind.onlyWhite'))));
  const strategy = element('select', { id: 'strategy' }, ...STRATEGIES.map((name) => element('option', { value: name }, t(`mastermind.by.${name}`))));
  const possible = element('input', { id: 'possible', type: 'checkbox' });
  const onlyField = element('p', {}, element('label', { for: 'only' }, t('mastermind.pegsShown')), only);
  const summary = element('summary');
  const chosen = () => ({ pins: Number(pins.value), colors: Number(colors.value), unique: unique.checked, only: /** @type {Game['only']} */ (only.value) });
  strategy.addEventListener('change', () => adjust({ strategy: strategy.value }));
  possible.addEventListener('change', () => adjust({ possible: possible.checked }));
  for (const control of [pins, colors, unique, only]) control.addEventListener('change', () => restart(chosen()));
  const node = element(
    'div',
    { class: 'mastermind-settings' },
    element(
      'fieldset',
      { class: 'chips modes' },
      element('legend', { class: 'unseen' }, t('mastermind.mode')),
      ...modes.map((radio, at) => element('label', {}, radio, element('span', {}, t(`mastermind.${MODES[at] ?? 'break'}`)))),
    ),
    element(
      'details',
      {},
      summary,
      element(
        'div',
        { class: 'form row' },
        element('p', {}, element('label', { for: 'pins' }, t('mastermind.pins')), pins),
        element('p', {}, element('label', { for: 'colors' }, t('mastermind.colors')), colors),
        element('p', { class: 'choices' }, element('label', { for: 'unique' }, unique, t('mastermind.unique'))),
        onlyField,
        element('p', {}, element('label', { for: 'strategy' }, t('mastermind.strategy')), strategy),
        element('p', { class: 'choices' }, element('label', { for: 'possible' }, possible, t('mastermind.possibleOnly'))),
      ),
      element('p', { class: 'hint' }, t('mastermind.sizesRestart')),
    ),
  );
  return {
    node,
    show() {
      const game = now();
      for (const radio of modes) radio.checked = radio.value === game.mode;
      pins.value = String(game.pins);
      colors.value = String(game.colors);
      unique.checked = game.unique;
      only.value = game.only;
      strategy.value = game.strategy;
      possible.checked = game.possible;
      onlyField.hidden = game.mode !== 'break';
      setText(summary, t(game.unique ? 'mastermind.sizeUnique' : 'mastermind.size', { pins: game.pins, colors: game.colors }));
    },
  };
}
