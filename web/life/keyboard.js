// Keyboard shortcuts, and the list of them on the page.

import { element, make } from './page.js';

/**
 * The actions of keys.
 * @typedef {'run' | 'step' | 'faster' | 'slower' | 'zoom-in' | 'zoom-out' | 'fit'
 *   | 'left' | 'right' | 'up' | 'down' | 'draw' | 'erase' | 'move'
 *   | 'article' | 'soup' | 'engine' | 'ladder' | 'help'} Wish
 */

/** @type {{keys: string[], shown: string[], wish: Wish, words: string}[]} */
const KEYS = [
  { keys: [' '], shown: ['Space'], wish: 'run', words: 'run or pause' },
  { keys: ['s', '.'], shown: ['S'], wish: 'step', words: 'one generation' },
  { keys: [']'], shown: [']'], wish: 'faster', words: 'faster' },
  { keys: ['['], shown: ['['], wish: 'slower', words: 'slower' },
  { keys: ['+', '='], shown: ['+'], wish: 'zoom-in', words: 'larger cells' },
  { keys: ['-', '_'], shown: ['−'], wish: 'zoom-out', words: 'smaller cells' },
  { keys: ['f', '0'], shown: ['F'], wish: 'fit', words: 'the whole field' },
  { keys: ['ArrowLeft'], shown: ['←', '→', '↑', '↓'], wish: 'left', words: 'move' },
  { keys: ['ArrowRight'], shown: [], wish: 'right', words: '' },
  { keys: ['ArrowUp'], shown: [], wish: 'up', words: '' },
  { keys: ['ArrowDown'], shown: [], wish: 'down', words: '' },
  { keys: ['d'], shown: ['D'], wish: 'draw', words: 'draw tool' },
  { keys: ['e'], shown: ['E'], wish: 'erase', words: 'erase tool' },
  { keys: ['m'], shown: ['M'], wish: 'move', words: 'move tool' },
  { keys: ['a'], shown: ['A'], wish: 'article', words: 'the article’s field' },
  { keys: ['n'], shown: ['N'], wish: 'soup', words: 'the next soup' },
  { keys: ['j'], shown: ['J'], wish: 'engine', words: 'the other engine' },
  { keys: ['l'], shown: ['L'], wish: 'ladder', words: 'run the ladder' },
  { keys: ['?'], shown: ['?'], wish: 'help', words: 'this list' },
];

/**
 * Registers the keyboard shortcuts, and writes their list.
 * @param {(wish: Wish) => void} listener
 */
export function listenToKeys(listener) {
  const rows = KEYS.filter(({ shown }) => shown.length > 0).map(({ shown, words }) => {
    const keys = shown.flatMap((key) => [make('kbd', {}, key), ' ']);
    return make('tr', {}, make('td', {}, ...keys), make('td', {}, words));
  });
  element('keys', HTMLTableElement).replaceChildren(make('tbody', {}, ...rows));
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || taken(event)) return;
    const found = KEYS.find(({ keys }) => keys.includes(event.key.length === 1 ? event.key.toLowerCase() : event.key));
    if (!found || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    listener(found.wish);
  });
}

/**
 * Returns whether the focused element handles the key itself. Text inputs and selections handle all
 * keys. Buttons, summaries and other inputs handle the space bar. All focused elements except the
 * canvas handle the arrow keys.
 * @param {KeyboardEvent} event
 */
function taken({ target, key }) {
  if (!(target instanceof HTMLElement)) return false;
  const within = (/** @type {string} */ selector) => target.closest(selector) !== null;
  if (within('textarea, select, input:not([type])')) return true;
  if (key === ' ') return within('button, summary, input');
  return key.startsWith('Arrow') && target !== document.body && !within('canvas');
}
