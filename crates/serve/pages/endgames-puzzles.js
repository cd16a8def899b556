// Graded puzzles. A wrong move is answered with its refutation; the browser stores solved puzzles.

import { announce, element, reveal, setText } from './dom.js';
import { cardsNode, handEditor, moveName, moveText, stepsNode, tableNode } from './endgames-table.js';
import { get, post } from './server.js';
import { number, t } from './words.js';

/**
 * @typedef {import('./endgames-table.js').Setup} Setup
 * @typedef {import('./endgames-table.js').Shown & { refutation: import('./endgames-table.js').Step[] | null }} Judged
 * @typedef {Setup & { grade: number | null }} Puzzle
 */

const KEPT = 'quadrille-endgames-solved';

/** @param {Setup} setup */
function keyOf({ hands, to_move, on, on_by, landlord, rules }) {
  return [hands, to_move, on ?? '', on === null ? '' : on_by, landlord, rules].join(' ');
}

/** Returns the keys of the solved puzzles. @returns {string[]} */
function solvedKeys() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

/** @param {Setup} setup */
function keepSolved(setup) {
  const keys = new Set(solvedKeys()).add(keyOf(setup));
  localStorage.setItem(KEPT, JSON.stringify([...keys]));
}

/**
 * The numbers of mistakes and hints of each puzzle from which the person went to the solver.
 * @type {Map<string, [number, number]>}
 */
const LEFT = new Map();

/**
 * Shows the given puzzle; without one, the easiest unsolved puzzle.
 * @param {HTMLElement} node
 * @param {{ setup: Setup | null, signal: AbortSignal, keep: (setup: Setup) => void, solve: (setup: Setup, played?: string[]) => void }} context
 */
export async function puzzlesView(node, { setup, signal, keep, solve }) {
  /** @type {Puzzle[]} */
  const puzzles = await get('/api/endgames/puzzles');
  if (signal.aborted) return;
  const keys = puzzles.map(keyOf);
  const hardest = Math.max(...puzzles.map(({ grade }) => grade ?? 0));
  const unsolved = () => {
    const solved = new Set(solvedKeys());
    return puzzles.find((_, at) => !solved.has(keys[at] ?? ''));
  };
  /** @type {Setup} */
  let puzzle = setup ?? unsolved() ?? puzzles[0] ?? { hands: '', to_move: 0, on: null, on_by: null, landlord: 0, rules: '' };
  /** The moves so far. @type {string[]} */
  let played = [];
  let mistakes = 0;
  let hints = 0;
  /** The number of moves that had been played at the last hint; -1 before the first hint. */
  let hintedAt = -1;

  const title = element('h2', {});
  const board = element('div', { class: 'board endgame-board' });
  const verdict = element('div', { class: 'verdict-of-move', role: 'status' });
  const problem = element('p', { class: 'error', role: 'alert' });
  const list = element('div', { class: 'puzzle-list' });
  node.append(title, problem, board, verdict, list);

  const editor = handEditor(signal, (move) => void ask(move));

  const own = () => puzzle.to_move;
  /** @param {number} seat */
  const name = (seat) => {
    if (seat === own()) return t('endgames.you');
    const hands = puzzle.hands.split('/').length;
    if (hands === 2) return t('endgames.opponent');
    if (seat === puzzle.landlord) return t('endgames.landlord');
    return own() === puzzle.landlord ? t('endgames.peasantOf', { seat: seat + 1 }) : t('endgames.partner');
  };

  /**
   * Requests the judgement of a move; without a move, requests the position.
   * @param {string} [move]
   */
  async function ask(move) {
    setText(problem, '');
    try {
      /** @type {Judged} */
      const judged = await post('/api/endgames/attempt', { ...puzzle, played, move: move ?? null }, signal);
      const before = played.length;
      played = judged.played.map(({ move }) => move);
      show(judged, move, before);
    } catch (error) {
      if (!signal.aborted) setText(problem, error instanceof Error ? error.message : String(error));
    }
    if (!signal.aborted) node.closest('main')?.setAttribute('data-ready', '');
  }

  /**
   * @param {Judged} judged
   * @param {string | undefined} move
   * @param {number} before the number of moves before the request
   */
  function show(judged, move, before) {
    const { hands, turn, winner, legal, refutation } = judged;
    const over = winner !== null;
    const others = hands.map((cards, seat) => ({ cards, seat })).filter(({ cards, seat }) => seat !== turn && cards);
    if (!over) editor.show(hands[turn] ?? '', legal, t('endgames.handOf', { name: name(turn) }));
    board.replaceChildren(
      element('div', { class: 'others' }, ...others.map(({ cards, seat }) => element('div', { class: 'other' }, element('p', {}, name(seat), ' ', element('span', { class: 'hint' }, t('endgames.cards', { count: cards.length }))), cardsNode(cards, 'small')))),
      tableNode(judged, name),
      ...(over ? [] : [element('p', { class: 'turn-of' }, t('endgames.turnOf', { name: name(turn) })), editor.node]),
      element(
        'p',
        { class: 'buttons' },
        !over && element('button', { type: 'button', onclick: hint }, t('endgames.hint')),
        played.length > 0 && element('button', { type: 'button', onclick: () => begin(puzzle) }, t('endgames.again')),
        element('button', { type: 'button', onclick: showSolution }, t('endgames.showSolution')),
        element('button', { type: 'button', onclick: () => copyLink() }, t('endgames.copyLink')),
      ),
    );
    verdict.className = 'verdict-of-move';
    if (refutation && move) {
      mistakes += 1;
      verdict.classList.add('wrong');
      verdict.replaceChildren(element('p', {}, element('strong', {}, t('endgames.wrong', { move: moveName(move) }))), element('p', {}, t('endgames.refutedBy')), stepsNode(refutation, name), element('p', { class: 'buttons' }, element('button', { type: 'button', onclick: () => leave([...played, move]) }, t('endgames.walkThrough'))));
      editor.focus();
    } else if (over) {
      keepSolved(puzzle);
      const next = unsolved();
      const text = mistakes + hints === 0 ? t('endgames.solved') : t('endgames.solvedWith', { mistakes, hints });
      verdict.classList.add('right');
      const button = next && element('button', { type: 'button', class: 'primary', onclick: () => begin(next) }, t('endgames.next'));
      verdict.replaceChildren(element('p', {}, element('strong', {}, text)), ...(button ? [element('p', { class: 'buttons' }, button)] : []), stepsNode(judged.played, name));
      button?.focus();
    } else if (move) {
      verdict.classList.add('right');
      const replies = judged.played.slice(before + 1);
      verdict.replaceChildren(element('p', {}, element('strong', {}, t('endgames.right', { move: moveName(move) })), ' ', replies.length > 0 && t('endgames.replies')), stepsNode(replies, name));
      editor.focus();
    } else {
      verdict.replaceChildren();
    }
    if (move) reveal(verdict);
    drawList();
  }

  /**
   * Continues in the solver. If the puzzle is opened again, the mistakes and hints so far count.
   * @param {string[]} moves
   */
  function leave(moves) {
    LEFT.set(keyOf(puzzle), [mistakes, hints]);
    solve(puzzle, moves);
  }

  /** Shows the solution, which counts as a hint. */
  function showSolution() {
    hints += 1;
    leave([]);
  }

  async function copyLink() {
    try {
      await navigator.clipboard.writeText(location.href);
      announce(t('endgames.copied'));
      verdict.replaceChildren(element('p', {}, t('endgames.copied')));
    } catch {
      verdict.replaceChildren(element('p', {}, location.href));
    }
  }

  async function hint() {
    try {
      const { move } = await post('/api/endgames/hint', { ...puzzle, played }, signal);
      hints += 1;
      // The first hint at a decision says only how many cards to play.
      const isFirst = hintedAt !== played.length;
      hintedAt = played.length;
      verdict.replaceChildren(isFirst && move !== 'pass' ? element('p', {}, t('endgames.hintSize', { count: move.length })) : element('p', {}, t('endgames.hintIs'), moveText(move)));
      reveal(verdict);
    } catch (error) {
      if (!signal.aborted) setText(problem, error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {Setup} next */
  function begin(next) {
    const { hands, to_move, on, on_by, landlord, rules } = next;
    puzzle = { hands, to_move, on, on_by, landlord, rules };
    played = [];
    [mistakes, hints] = LEFT.get(keyOf(puzzle)) ?? [0, 0];
    LEFT.delete(keyOf(puzzle));
    hintedAt = -1;
    keep(puzzle);
    const at = keys.indexOf(keyOf(puzzle));
    const found = puzzles[at];
    setText(title, found ? t('endgames.puzzleOf', { number: number(at + 1), count: number(puzzles.length), grade: number(found.grade ?? 0), most: number(hardest) }) : t('endgames.ownPuzzle'));
    return ask();
  }

  function drawList() {
    const solved = new Set(solvedKeys());
    const now = keyOf(puzzle);
    const items = puzzles.map((entry, at) => {
      const done = solved.has(keys[at] ?? '');
      const label = t(done ? 'endgames.puzzleSolved' : 'endgames.puzzle', { number: number(at + 1) });
      return element(
        'li',
        {},
        element(
          'button',
          { type: 'button', class: done ? 'solved' : undefined, 'aria-current': keys[at] === now && 'true', onclick: () => begin(entry) },
          element('span', { 'aria-hidden': 'true' }, `${at + 1}${done ? ' ✓' : ''}`),
          element('span', { class: 'unseen' }, label),
        ),
      );
    });
    const count = keys.filter((key) => solved.has(key)).length;
    list.replaceChildren(
      element('h2', {}, t('endgames.allPuzzles')),
      element('p', { class: 'hint' }, t('endgames.solvedOf', { count: number(count), all: number(puzzles.length) }), ' ', t('endgames.gradeMeans')),
      element('ol', {}, ...items),
    );
  }

  await begin(puzzle);
}
