// What a page and an engine say to each other. The messages are the interface: a worker answers them here, and
// a socket to a program could as well. README.md has them in words.

/** @typedef {'dead' | 'torus' | 'ring'} Border */
/** @typedef {'javascript' | 'webassembly'} EngineName */

/**
 * A rectangle of cells, from its top left one on; x to the right and y down.
 * @typedef {{x: number, y: number, width: number, height: number}} Rectangle
 */

/**
 * How a field is filled at random. `net` is the article's way: .NET's generator, column by column within a dead
 * ring, its seed an integer of 32 bits. `soup` is the project's own, row by row, its seed one of 64 bits.
 * Seeds are decimal texts, since a number of JavaScript does not hold 64 bits.
 * @typedef {{kind: 'empty'} | {kind: 'net' | 'soup', seed: string, density: number}} Fill
 */

/** @typedef {'replace' | 'add' | 'remove'} PutMode */

/**
 * What can be asked. `cells` are packed: rows of ⌈width / 8⌉ bytes, cell x is bit x & 7 of byte x >> 3.
 * @typedef {{type: 'open', engine: EngineName, width: number, height: number, border: Border, rule: string,
 *     generation?: number}
 *   | {type: 'fill', fill: Fill}
 *   | {type: 'put', rectangle: Rectangle, mode: PutMode, cells: Uint8Array}
 *   | {type: 'rule', rule: string}
 *   | {type: 'step', generations: number}
 *   | {type: 'read', rectangle: Rectangle, scale: number}
 *   | {type: 'count'}} Question
 */

/**
 * What is answered. `generation` always says where the field stands.
 *
 * - `open`, `fill`, `put`, `rule`: nothing more; `open` names who does the work.
 * - `step` and `count`: `milliseconds` is what the engine alone took.
 * - `read`: `bytes` are packed cells where the scale is 1; else a byte for every square of scale × scale cells,
 *   255 where all of them live.
 * - `count`: `population` and `fingerprint` too.
 * @typedef {object} Answer
 * @property {number} generation
 * @property {string} [worker]
 * @property {number} [milliseconds]
 * @property {Uint8Array} [bytes]
 * @property {number} [population]
 * @property {number} [fingerprint]
 */

/**
 * Why there is no answer. `about` names what was wrong in the question: `rule`, `size`, `seed`, `density`,
 * `engine` and so on.
 * @typedef {{message: string, about: string}} Refused
 */

/** @typedef {{id: number, question: Question}} Request */
/** @typedef {{id: number, answer?: Answer, refused?: Refused}} Reply */

/** The longest side of a field. */
export const LONGEST = 32768;

/** Generations of one `step`, at most. */
export const MOST_STEPS = 1_000_000_000;

/** A question that has no answer: its message is for people. */
export class Refusal extends Error {
  /**
   * @param {string} about what was wrong: `rule`, `size`, `seed`, `density`, `engine`
   * @param {string} message
   */
  constructor(about, message) {
    super(message);
    this.about = about;
  }
}

/**
 * Holds a size against its limits.
 * @param {number} width
 * @param {number} height
 * @param {Border} border
 */
export function checkSize(width, height, border) {
  if (!['dead', 'torus', 'ring'].includes(border)) throw new Refusal('border', 'border: expected dead, torus or ring');
  // Between two dead columns there has to be one that can live.
  const least = border === 'ring' ? 3 : 1;
  const fits = (/** @type {number} */ side) => Number.isInteger(side) && side >= least && side <= LONGEST;
  if (!fits(width) || !fits(height)) {
    throw new Refusal('size', `a field of ${width} × ${height}: expected sides from ${least} to ${LONGEST}`);
  }
}

/**
 * Reads a seed.
 * @param {string} text
 * @param {'net' | 'soup'} kind
 * @returns {bigint}
 */
export function readSeed(text, kind) {
  const [least, most] = kind === 'net' ? [-(2n ** 31n), 2n ** 31n - 1n] : [0n, 2n ** 64n - 1n];
  const seed = /^-?[0-9]{1,20}$/.test(text) ? BigInt(text) : undefined;
  if (seed === undefined || seed < least || seed > most) {
    throw new Refusal('seed', `seed: expected a whole number from ${least} to ${most}`);
  }
  return seed;
}

/**
 * Holds a density against its limits.
 * @param {number} density
 */
export function checkDensity(density) {
  if (!(density >= 0 && density <= 1)) throw new Refusal('density', 'density: expected a number from 0 to 1');
}
