// The messages between a page and an engine, which web/README.md describes. The engine runs in a
// worker. It could also run in a program behind a socket.

/** @typedef {'dead' | 'torus' | 'ring'} Border */
/** @typedef {'javascript' | 'webassembly'} EngineName */

/**
 * A rectangle of cells, starting at its top left cell; x grows to the right and y downwards.
 * @typedef {{x: number, y: number, width: number, height: number}} Rectangle
 */

/**
 * A fill of a field. `net` is the random fill of lightln2's article on Life: .NET's generator,
 * column by column within a dead ring, with a 32-bit seed. `soup` is Quadrille's random fill: row
 * by row, with a 64-bit seed. Seeds are decimal strings, because a JavaScript number cannot hold 64
 * bits.
 * @typedef {{kind: 'empty'} | {kind: 'net' | 'soup', seed: string, density: number}} Fill
 */

/** @typedef {'replace' | 'add' | 'remove'} PutMode */

/**
 * A question. `cells` are packed: rows of ⌈width / 8⌉ bytes, cell x is bit x & 7 of byte x >> 3.
 * @typedef {{type: 'open', engine: EngineName, width: number, height: number, border: Border,
 *     rule: string, generation?: number}
 *   | {type: 'fill', fill: Fill}
 *   | {type: 'put', rectangle: Rectangle, mode: PutMode, cells: Uint8Array}
 *   | {type: 'rule', rule: string}
 *   | {type: 'step', generations: number}
 *   | {type: 'read', rectangle: Rectangle, scale: number}
 *   | {type: 'count'}} Question
 */

/**
 * An answer. `generation` is the field's current generation.
 *
 * - `open`: `worker` is the engine's name. `fill`, `put` and `rule` have no further values.
 * - `step` and `count`: `milliseconds` is the time of the engine alone.
 * - `read`: `bytes` are packed cells if the scale is 1. Otherwise there is one byte for every
 *   square of scale × scale cells: 255 times the share of live cells, rounded up.
 * - `count`: also `population` and `fingerprint`.
 * @typedef {object} Answer
 * @property {number} generation
 * @property {string} [worker]
 * @property {number} [milliseconds]
 * @property {Uint8Array} [bytes]
 * @property {number} [population]
 * @property {number} [fingerprint]
 */

/**
 * A refusal. `about` names the invalid part of the question, such as `rule`, `size`, `seed`,
 * `density` or `engine`.
 * @typedef {{message: string, about: string}} Refused
 */

/** @typedef {{id: number, question: Question}} Request */
/** @typedef {{id: number, answer?: Answer, refused?: Refused}} Reply */

/** Maximum side of a field. */
export const LONGEST = 32768;

/** Maximum number of generations per `step`. */
export const MOST_STEPS = 1_000_000_000;

/** Thrown for a refused question; the message is shown to the user. */
export class Refusal extends Error {
  /**
   * @param {string} about the invalid part, such as `rule` or `size`
   * @param {string} message
   */
  constructor(about, message) {
    super(message);
    this.about = about;
  }
}

/**
 * Checks a size against its limits.
 * @param {number} width
 * @param {number} height
 * @param {Border} border
 */
export function checkSize(width, height, border) {
  if (!['dead', 'torus', 'ring'].includes(border)) throw new Refusal('border', 'the border is unknown; expected dead, torus or ring');
  // A field with a ring has two dead columns and at least one column between them.
  const least = border === 'ring' ? 3 : 1;
  const fits = (/** @type {number} */ side) =>
    Number.isInteger(side) && side >= least && side <= LONGEST;
  if (!fits(width) || !fits(height)) {
    throw new Refusal('size', `the field has ${width} × ${height} cells; expected a width and a height from ${least} to ${LONGEST}`);
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
    throw new Refusal('seed', `the seed is invalid; expected a whole number from ${least} to ${most}`);
  }
  return seed;
}

/**
 * Checks a density against its limits.
 * @param {number} density
 */
export function checkDensity(density) {
  if (!(density >= 0 && density <= 1)) throw new Refusal('density', 'the density is invalid; expected a number from 0 to 1');
}
