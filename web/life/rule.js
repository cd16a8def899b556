// Rules: which counts of living neighbours give birth, and which let survive.

import { Refusal } from './protocol.js';

/**
 * Bit n of `born` is set if a dead cell with n living neighbours is born, bit n of `survive` if a living one
 * survives.
 * @typedef {{born: number, survive: number}} Rule
 */

/** Characters of a text that an error repeats. */
const SHOWN = 40;

/**
 * Reads `B3/S23`, in capitals or not, or `23/3`: survival first. Says at which character what is wrong.
 * @param {string} text
 * @returns {Rule}
 */
export function readRule(text) {
  const characters = [...text];
  let at = 0;

  /** @returns {Refusal} */
  const error = (/** @type {string} */ problem, /** @type {string} */ expected) => {
    const shown = characters.slice(0, SHOWN).join('') + (characters.length > SHOWN ? '…' : '');
    return new Refusal('rule', `rule “${shown}”, character ${at + 1}: ${problem}; expected ${expected}`);
  };
  const unexpected = (/** @type {string} */ expected) =>
    error(at < characters.length ? `unexpected “${characters[at]}”` : 'it ends here', expected);
  const skip = (/** @type {string} */ wanted) => {
    const found = characters[at]?.toUpperCase() === wanted;
    if (found) at++;
    return found;
  };
  const counts = () => {
    let bits = 0;
    for (; at < characters.length && /^[0-9]$/.test(characters[at]); at++) {
      const digit = Number(characters[at]);
      if (digit > 8) throw error(`“${digit}” is no count of neighbours`, 'digits from 0 to 8');
      if ((bits >> digit) & 1) throw error(`“${digit}” stands there twice`, 'each count once');
      bits |= 1 << digit;
    }
    return bits;
  };
  const second = (/** @type {string} */ letter) => {
    skip('/');
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
    if (!skip('/')) {
      throw unexpected(at === 0 ? 'a rule such as B3/S23' : 'a digit from 0 to 8, or “/” and the counts of births');
    }
    born = counts();
  }
  if (at < characters.length) throw unexpected('a digit from 0 to 8, or the end of the rule');
  return { born, survive };
}

/**
 * The rule's name, digits ascending: `B3/S23`.
 * @param {Rule} rule
 */
export function nameOf({ born, survive }) {
  const digits = (/** @type {number} */ counts) =>
    [0, 1, 2, 3, 4, 5, 6, 7, 8].filter((n) => (counts >> n) & 1).join('');
  return `B${digits(born)}/S${digits(survive)}`;
}

/** J. H. Conway's rule. */
export const CONWAY = 'B3/S23';
