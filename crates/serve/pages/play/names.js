// The names of players and seats.

import { t } from '../words.js';

/** The name of the person in tables and records, with or without the remark on practice. */
const PERSON = /^you( \(practice\))?$/;
/** The words for the built-in players. @type {Map<string, 'play.random' | 'play.rule' | 'play.policy' | 'play.search'>} */
const PLAYERS = new Map([
  ['random', 'play.random'],
  ['rule', 'play.rule'],
  ['greedy', 'play.rule'],
  ['policy', 'play.policy'],
  ['search', 'play.search'],
]);

/**
 * Returns a description of a player.
 * @param {string} name
 */
export function playerName(name) {
  if (PERSON.test(name)) return name === 'you' ? t('play.you') : `${t('play.you')} (${t('play.practice')})`;
  const [, kind = '', budget] = /^([a-z]+)(?::(\d\w*))?$/.exec(name) ?? [];
  const word = PLAYERS.get(kind);
  if (!word) return name;
  return budget ? `${t(word)} (${budget})` : t(word);
}

/**
 * Returns the description of the player at a seat. Players with the same name are numbered in the
 * order of the players, so the numbers stay the same when seats are drawn anew.
 * @param {{ name: string, player: number }[]} seats
 * @param {number} seat
 */
export function seatName(seats, seat) {
  const { name, player } = seats[seat] ?? { name: '', player: seat };
  const same = seats.filter((other) => other.name === name);
  const text = playerName(name) || t('records.seat');
  return same.length > 1 || name === '' ? `${text} ${same.filter((other) => other.player <= player).length}` : text;
}
