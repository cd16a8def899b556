// Rules: the numbers of live neighbours with which a cell is born or survives.

import { Refusal } from './protocol.js';

/**
 * Bit n of `born` is set if a dead cell with n live neighbours is born, bit n of `survive` if a
 * live cell with n live neighbours survives.
 * @typedef {{born: number, survive: number}} Rule
 */

/** Maximum number of characters of a text that an error quotes. */
const SHOWN = 40;

/**
 * Names of rules that count neighbours, as in `crates/life/src/rule/names.rs`; a test compares both
 * lists.
 * @type {[string, string][]}
 */
export const NAMES = [
  ['2x2', 'B36/S125'],
  ['2x2 2', 'B3678/S1258'],
  ['3-4 Life', 'B34/S34'],
  ['Amoeba', 'B357/S1358'],
  ['Anneal', 'B4678/S35678'],
  ['AntiLife', 'B0123478/S01234678'],
  ['Assimilation', 'B345/S4567'],
  ['Bacteria', 'B34/S456'],
  ['Blinkers', 'B345/S2'],
  ['Bugs', 'B3567/S15678'],
  ['Castles', 'B3678/S135678'],
  ['Cheerios', 'B35678/S34567'],
  ['Coagulations', 'B378/S235678'],
  ["Conway's Life", 'B3/S23'],
  ["Conway's Game of Life", 'B3/S23'],
  ['Coral', 'B3/S45678'],
  ['Corrosion of Conformity', 'B3/S124'],
  ['Dance', 'B34/S35'],
  ['Day & Night', 'B3678/S34678'],
  ['DayNight', 'B3678/S34678'],
  ['Diamoeba', 'B35678/S5678'],
  ['DotLife', 'B3/S023'],
  ['DrighLife', 'B367/S23'],
  ['DryFlock', 'B37/S12'],
  ['DryLife', 'B37/S23'],
  ['DryLife without Death', 'B37/S012345678'],
  ['EightFlock', 'B3/S128'],
  ['EightLife', 'B3/S238'],
  ['Electrified Maze', 'B45/S12345'],
  ['Eppstein', 'B35/S236'],
  ['Feux', 'B1358/S0247'],
  ['Flakes', 'B3/S012345678'],
  ['Flock', 'B3/S12'],
  ['Forest of Ls', 'B168/S236'],
  ['Fredkin', 'B1357/S02468'],
  ['Fuzz', 'B1/S014567'],
  ['Game of Life', 'B3/S23'],
  ['Gems', 'B3457/S4568'],
  ['Gems Minor', 'B34578/S456'],
  ['Geology', 'B3578/S24678'],
  ['Gnarl', 'B1/S1'],
  ['Grounded Life', 'B35/S23'],
  ['H-trees', 'B1/S012345678'],
  ['HighFlock', 'B36/S12'],
  ['HighLife', 'B36/S23'],
  ['HighLife without Death', 'B36/S012345678'],
  ['Holstein', 'B35678/S4678'],
  ['HoneyFlock', 'B38/S128'],
  ['HoneyLife', 'B38/S238'],
  ['Iceballs', 'B25678/S5678'],
  ['InverseLife', 'B012345678/S34678'],
  ['Invertamaze', 'B028/S0124'],
  ['IronFlock', 'B36/S128'],
  ['IronLife', 'B36/S238'],
  ['Land Rush', 'B36/S234578'],
  ['Life', 'B3/S23'],
  ['Life SkyHigh', 'B368/S236'],
  ['Life without Death', 'B3/S012345678'],
  ['Live Free or Die', 'B2/S0'],
  ['Logarithmic replicator rule', 'B36/S245'],
  ['LongLife', 'B345/S5'],
  ['LowDeath', 'B368/S238'],
  ['LowDeath without Death', 'B368/S012345678'],
  ['LowFlockDeath', 'B368/S128'],
  ['LowLife', 'B3/S13'],
  ['Majority', 'B45678/S5678'],
  ['Maze', 'B3/S12345'],
  ['Maze with Mice', 'B37/S12345'],
  ['Mazectric', 'B3/S1234'],
  ['Mazectric with Mice', 'B37/S1234'],
  ['Morley', 'B368/S245'],
  ['Move', 'B368/S245'],
  ['Neon Blobs', 'B08/S4'],
  ['Never happy', 'B345/S0456'],
  ['Oscillators Rule', 'B45/S1235'],
  ['Pedestrian Flock', 'B38/S12'],
  ['Pedestrian Life', 'B38/S23'],
  ['Pedestrian Life without Death', 'B38/S012345678'],
  ['Persian Rug', 'B234/S'],
  ['Plow World', 'B378/S012345678'],
  ['Pseudo Life', 'B357/S238'],
  ['Pulsar Life', 'B3/S238'],
  ['Replicator', 'B1357/S1357'],
  ['Replicator 2', 'B1357/S02468'],
  ["Rings 'n' Slugs", 'B56/S14568'],
  ['Seeds', 'B2/S'],
  ['Serviettes', 'B234/S'],
  ['Shoots and Roots', 'B3/S245678'],
  ['Slow Blob', 'B367/S125678'],
  ['Snakeskin', 'B1/S134567'],
  ['SnowLife', 'B3/S1237'],
  ['Solid islands grow amongst static', 'B12678/S15678'],
  ['Stains', 'B3678/S235678'],
  ['Star Trek', 'B3/S0248'],
  ['Virus', 'B36/S235'],
  ['Vote', 'B5678/S45678'],
  ['Vote 4/5', 'B4678/S35678'],
  ['Walled Cities', 'B45678/S2345'],
];

/**
 * Returns the letters and digits of a name, in lower case.
 * @param {string} name
 */
const keyOf = (name) => name.toLowerCase().replaceAll('&', 'and').replace(/[ '\-_/]/g, '');

/**
 * Reads `B3/S23`, in upper or lower case, `B3_S23`, `B3` without survival, `23/3` (survival first),
 * or a name such as HighLife. Errors name the position of the invalid character.
 * @param {string} text
 * @returns {Rule}
 */
export function readRule(text) {
  try {
    return readCounts(text);
  } catch (error) {
    const key = text.length <= 64 ? keyOf(text) : '';
    const found = NAMES.find(([name]) => keyOf(name) === key);
    if (!found) throw error;
    return readCounts(found[1]);
  }
}

/**
 * Reads a rule with marks, such as LifeHistory or B36/S23Super, or any other rule. Returns the rule
 * without marks, and its number of cell states, which is 2 for a rule without marks.
 * @param {string} text
 * @returns {{rule: Rule, states: number}}
 */
export function readMarkedRule(text) {
  try {
    return { rule: readRule(text), states: 2 };
  } catch (error) {
    const marked = /^(.*\S)\s*(history|super)$/i.exec(text);
    if (!marked) throw error;
    return { rule: readRule(marked[1]), states: marked[2].toLowerCase() === 'history' ? 7 : 26 };
  }
}

/**
 * Reads the counts of a rule.
 * @param {string} text
 * @returns {Rule}
 */
function readCounts(text) {
  const characters = [...text];
  let at = 0;

  /** @returns {Refusal} */
  const error = (/** @type {string} */ problem, /** @type {string} */ expected) => {
    const shown = characters.slice(0, SHOWN).join('') + (characters.length > SHOWN ? '…' : '');
    return new Refusal('rule', `rule “${shown}”, character ${at + 1}: ${problem}; expected ${expected}`);
  };
  const unexpected = (/** @type {string} */ expected) =>
    error(at < characters.length ? `unexpected “${characters[at]}”` : 'unexpected end', expected);
  const skip = (/** @type {string} */ wanted) => {
    const found = characters[at]?.toUpperCase() === wanted;
    if (found) at++;
    return found;
  };
  const counts = () => {
    let bits = 0;
    for (; at < characters.length && /^[0-9]$/.test(characters[at]); at++) {
      const digit = Number(characters[at]);
      if (digit > 8) throw error(`“${digit}” is not a count of neighbours`, 'digits from 0 to 8');
      if ((bits >> digit) & 1) throw error(`“${digit}” is repeated`, 'each count once');
      bits |= 1 << digit;
    }
    return bits;
  };
  const divider = () => skip('/') || skip('_');
  const second = (/** @type {string} */ letter) => {
    divider();
    // In a rule without a survival part, such as `B2`, no cell survives.
    if (letter === 'S' && at > 1 && at === characters.length && /^[0-8]$/.test(characters[at - 1])) return 0;
    if (!skip(letter)) throw unexpected(`a digit from 0 to 8, or “${letter}”`);
    return counts();
  };

  let [born, survive] = [0, 0];
  if (skip('B')) {
    born = counts();
    survive = second('S');
  } else if (skip('S')) {
    survive = counts();
    born = second('B');
  } else {
    survive = counts();
    if (!divider()) {
      throw unexpected(at === 0 ? 'a rule such as B3/S23' : 'a digit from 0 to 8, or “/” and the counts of births');
    }
    born = counts();
  }
  if (at < characters.length) throw unexpected('a digit from 0 to 8, or the end of the rule');
  return { born, survive };
}

/**
 * Returns the rule with ascending digits: `B3/S23`.
 * @param {Rule} rule
 */
export function nameOf({ born, survive }) {
  const digits = (/** @type {number} */ counts) =>
    [0, 1, 2, 3, 4, 5, 6, 7, 8].filter((n) => (counts >> n) & 1).join('');
  return `B${digits(born)}/S${digits(survive)}`;
}

/** J. H. Conway's rule. */
export const CONWAY = 'B3/S23';
