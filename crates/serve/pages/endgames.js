// Endgames of Dou Dizhu: graded puzzles, and a solver. The address contains the position.

import { element } from './dom.js';
import { puzzlesView } from './endgames-puzzles.js';
import { solverView } from './endgames-solver.js';
import { howToPlay } from './play/rules.js';
import { t } from './words.js';

/** @typedef {import('./endgames-table.js').Setup} Setup */

/**
 * Reads a position from an address. The server refuses invalid positions.
 * @param {URLSearchParams} query
 * @returns {Setup | null}
 */
function fromAddress(query) {
  const hands = query.get('hands');
  if (!hands) return null;
  const by = query.get('by');
  return {
    hands,
    to_move: Number(query.get('turn') ?? 0),
    on: query.get('on'),
    on_by: by === null ? null : Number(by),
    landlord: Number(query.get('landlord') ?? 0),
    rules: query.get('rules') ?? 'rlcard',
  };
}

/**
 * Returns the address of a position.
 * @param {'puzzle' | 'solve'} mode
 * @param {Setup} setup
 * @param {string[]} [played]
 */
function toAddress(mode, setup, played = []) {
  const query = new URLSearchParams();
  if (mode === 'solve') query.set('mode', mode);
  query.set('hands', setup.hands);
  if (setup.to_move) query.set('turn', String(setup.to_move));
  if (setup.on) query.set('on', setup.on);
  if (setup.on && setup.on_by !== null) query.set('by', String(setup.on_by));
  if (setup.landlord) query.set('landlord', String(setup.landlord));
  if (setup.rules && setup.rules !== 'rlcard') query.set('rules', setup.rules);
  if (played.length > 0) query.set('played', played.join('.'));
  return `/endgames?${query}`;
}

/** @type {import('./application.js').View} */
export async function endgamesView(main, { query, signal, go }) {
  const mode = query.get('mode') === 'solve' ? 'solve' : 'puzzle';
  const setup = fromAddress(query);
  const choice = (/** @type {typeof mode} */ kind, /** @type {string} */ address) =>
    element('a', { href: address, 'aria-current': mode === kind && 'page' }, t(kind === 'solve' ? 'endgames.solver' : 'endgames.puzzles'));
  const content = element('section', { class: 'endgames' });
  main.append(
    element('header', {}, element('h1', {}, t('endgames.title')), element('p', { class: 'lead' }, t(mode === 'solve' ? 'endgames.solverLead' : 'endgames.puzzlesLead'))),
    element('nav', { class: 'tabs', 'aria-label': t('endgames.title') }, choice('puzzle', '/endgames'), choice('solve', '/endgames?mode=solve')),
    howToPlay('doudizhu', 'Dou Dizhu'),
    content,
  );
  /**
   * @param {Setup} setup
   * @param {string[]} [played]
   */
  const keep = (setup, played) => history.replaceState(history.state, '', toAddress(mode, setup, played));
  if (mode === 'puzzle') {
    await puzzlesView(content, { setup, signal, keep, solve: (setup, played) => go(toAddress('solve', setup, played)) });
  } else {
    const played = (query.get('played') ?? '').split('.').filter(Boolean);
    await solverView(content, { setup, played, signal, keep, pose: (setup) => go(toAddress('puzzle', setup)) });
  }
}
