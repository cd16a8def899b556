// The names of players and seats.

import { t } from '../words.js';

/** The name of the person in tables and records, where practice is noted. */
const PERSON = /^you( \(practice\))?$/;

/**
 * Returns a description of a player.
 * @param {string} name
 */
export function playerName(name) {
  const [kind = '', budget] = name.split(':');
  const about = { random: t('play.random'), rule: t('play.rule'), greedy: t('play.rule'), policy: t('play.policy'), search: t('play.search') }[kind];
  if (PERSON.test(name)) return name === 'you' ? t('play.you') : `${t('play.you')} (${t('play.practice')})`;
  if (!about) return name;
  return budget ? `${about} (${budget})` : about;
}

/**
 * Returns the description of the player at a seat. Players of the same name are numbered from the
 * seat after the person.
 * @param {string[]} names by seat
 * @param {number} seat
 */
export function seatName(names, seat) {
  const name = names[seat] ?? '';
  const person = names.findIndex((other) => PERSON.test(other));
  const same = names.filter((other) => other === name).length > 1;
  const place = (seat - person + names.length) % names.length || names.length;
  return same ? `${playerName(name) || t('records.seat')} ${place}` : playerName(name) || `${t('records.seat')} ${seat + 1}`;
}
