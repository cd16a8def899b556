// The field that the page shows: which engine it lives in, its size and rule, and what can be done with it.

import { Bits } from './bits.js';
import { Connection } from './connection.js';
import { Refusal } from './protocol.js';
import { CONWAY, nameOf, readRule } from './rule.js';

/** @typedef {import('./protocol.js').Border} Border */
/** @typedef {import('./protocol.js').EngineName} EngineName */
/** @typedef {import('./protocol.js').Fill} Fill */
/** @typedef {import('./protocol.js').PutMode} PutMode */
/** @typedef {import('./protocol.js').Rectangle} Rectangle */
/** @typedef {import('./rle.js').Pattern} Pattern */

/**
 * What a field is opened with.
 * @typedef {{width: number, height: number, border: Border, rule: string}} Opening
 */

/** The article's field. */
export const ARTICLE = {
  opening: /** @type {Opening} */ ({ width: 1920, height: 1080, border: 'ring', rule: CONWAY }),
  fill: /** @type {Fill} */ ({ kind: 'net', seed: '12345', density: 0.5 }),
};

/** Cells of a pattern that are put with one message, at most. */
const MOST_CELLS = 2 ** 28;

/** The field shown. What is asked of it is done one after the other. */
export class Simulation {
  /** @type {EngineName} */
  engine = 'webassembly';
  width = 1;
  height = 1;
  /** @type {Border} */
  border = 'ring';
  rule = CONWAY;
  /** Who does the work, in words. */
  worker = '';
  generation = 0;
  /** How many things are under way during which time stands still. */
  busy = 0;

  /** What has been asked so far, done. @type {Promise<unknown>} */
  #before = Promise.resolve();

  /**
   * @param {{reshaped: () => void, changed: () => void}} listener hears when another field is there, and when its
   *   cells have changed but by time
   */
  constructor(listener) {
    this.listener = listener;
    this.connection = Connection.toWorker();
  }

  /**
   * Does something after all that was asked before.
   * @template T
   * @param {() => Promise<T>} work
   * @param {boolean} [still] whether nobody should step meanwhile
   * @returns {Promise<T>}
   */
  #next(work, still = true) {
    this.busy += Number(still);
    const done = this.#before.then(work).finally(() => (this.busy -= Number(still)));
    this.#before = done.catch(() => undefined);
    return done;
  }

  /**
   * An empty field, in place of the one that is there. If it is refused, nothing changes.
   * @param {Opening} opening
   * @param {EngineName} [engine]
   */
  open(opening, engine) {
    return this.#next(() => this.#open(opening, engine));
  }

  /**
   * Goes on with another engine, where the field stands.
   * @param {EngineName} [engine] the other one, if it is left out
   */
  switchTo(engine) {
    return this.#next(() => this.#switchTo(engine ?? (this.engine === 'javascript' ? 'webassembly' : 'javascript')));
  }

  /** @param {Fill} fill */
  fill(fill) {
    return this.#next(() => this.#fill(fill));
  }

  /** @param {string} rule */
  setRule(rule) {
    return this.#next(() => this.#setRule(rule));
  }

  /**
   * The article's field, as it begins.
   * @param {EngineName} [engine]
   */
  openArticle(engine) {
    return this.#next(async () => {
      await this.#open(ARTICLE.opening, engine);
      await this.#fill(ARTICLE.fill);
    });
  }

  /**
   * Gives life to cells, or takes it.
   * @param {Bits} bits
   * @param {PutMode} mode
   */
  put(bits, mode) {
    // Time goes on while somebody draws.
    return this.#next(() => this.#put(bits, mode), false);
  }

  /**
   * Puts a pattern on the field, its middle on a cell: the field's own rule and bounds give way to those that the
   * pattern names.
   * @param {Pattern} pattern
   * @param {boolean} clear on an empty field
   * @param {{x: number, y: number}} [middle] the field's, if it is left out
   * @returns {Promise<Rectangle>} where it lies
   */
  place(pattern, clear, middle) {
    return this.#next(() => this.#place(pattern, clear, middle));
  }

  /**
   * @param {Opening} opening
   * @param {EngineName} [engine]
   */
  async #open(opening, engine = this.engine) {
    // A refused field leaves the old one where it is, so the new one is opened beside it.
    const connection = Connection.toWorker();
    try {
      const answer = await connection.ask({ type: 'open', engine, ...opening });
      this.worker = answer.worker ?? '';
    } catch (error) {
      connection.close();
      throw error;
    }
    this.#take(connection);
    Object.assign(this, opening, { engine, rule: nameOf(readRule(opening.rule)), generation: 0 });
    this.listener.reshaped();
  }

  /** @param {EngineName} engine */
  async #switchTo(engine) {
    if (engine === this.engine) return;
    const { width, height, border, rule } = this;
    const connection = Connection.toWorker();
    try {
      const opening = { engine, width, height, border, rule };
      const answer = await connection.ask({ type: 'open', ...opening });
      const rectangle = { x: 0, y: 0, width, height };
      const { generation, bytes } = await this.connection.ask({ type: 'read', rectangle, scale: 1 });
      await connection.ask({ type: 'open', ...opening, generation });
      await connection.ask({ type: 'put', rectangle, mode: 'replace', cells: bytes ?? new Uint8Array() });
      this.worker = answer.worker ?? '';
      this.generation = generation;
    } catch (error) {
      connection.close();
      throw error;
    }
    this.#take(connection);
    this.engine = engine;
    this.listener.changed();
  }

  /** @param {Connection} connection */
  #take(connection) {
    const before = this.connection;
    this.connection = connection;
    before.close();
  }

  /** @param {Fill} fill */
  async #fill(fill) {
    await this.connection.ask({ type: 'fill', fill });
    this.generation = 0;
    this.listener.changed();
  }

  /** @param {string} rule */
  async #setRule(rule) {
    const name = nameOf(readRule(rule));
    await this.connection.ask({ type: 'rule', rule: name });
    this.rule = name;
    this.listener.changed();
  }

  /**
   * @param {Bits} bits
   * @param {PutMode} mode
   */
  async #put(bits, mode) {
    await this.connection.ask({ type: 'put', rectangle: bits.rectangle, mode, cells: bits.cells });
    this.listener.changed();
  }

  /**
   * @param {Pattern} pattern
   * @param {boolean} clear
   * @param {{x: number, y: number}} [middle]
   */
  async #place(pattern, clear, middle) {
    const size = pattern.bounds ?? { width: this.width, height: this.height, border: this.border };
    const rule = pattern.rule ?? this.rule;
    const { width, height } = pattern;
    const at = middle && !pattern.bounds ? middle : { x: size.width >> 1, y: size.height >> 1 };
    const rectangle = { x: at.x - (width >> 1), y: at.y - (height >> 1), width, height };
    // Cells on a ring would be lost.
    const edge = size.border === 'ring' ? 1 : 0;
    const inside = (/** @type {number} */ from, /** @type {number} */ length, /** @type {number} */ side) =>
      length === 0 || (from >= edge && from + length <= side - edge);
    if (!inside(rectangle.x, width, size.width) || !inside(rectangle.y, height, size.height) || width * height > MOST_CELLS) {
      const here = width <= size.width - 2 * edge && height <= size.height - 2 * edge ? ' at this place' : '';
      const field = `a field of ${size.width} × ${size.height}${edge ? ' with a ring' : ''}`;
      throw new Refusal('pattern', `the pattern’s ${width} × ${height} cells do not fit ${field}${here}`);
    }
    if (clear || pattern.bounds) await this.#open({ ...size, rule });
    else if (rule !== this.rule) await this.#setRule(rule);
    if (width > 0 && height > 0) {
      const bits = new Bits(rectangle);
      for (const { x, y, length } of pattern.spans) for (let i = 0; i < length; i++) bits.set(x + i, y);
      await this.#put(bits, 'add');
    }
    return rectangle;
  }
}
