// The displayed field. It has an engine, a size and a rule, and operations that change it.

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
 * The parameters of a new field.
 * @typedef {{width: number, height: number, border: Border, rule: string}} Opening
 */

/** The field of lightln2's article on Life: see docs/sources.md. */
export const ARTICLE = {
  opening: /** @type {Opening} */ ({ width: 1920, height: 1080, border: 'ring', rule: CONWAY }),
  fill: /** @type {Fill} */ ({ kind: 'net', seed: '12345', density: 0.5 }),
};

/** Maximum number of cells of a pattern, because a pattern is placed with one message. */
const MOST_CELLS = 2 ** 28;

/** The displayed field. Operations on it are performed in order. */
export class Simulation {
  /** @type {EngineName} */
  engine = 'webassembly';
  width = 1;
  height = 1;
  /** @type {Border} */
  border = 'ring';
  rule = CONWAY;
  /** The engine's name for display. */
  worker = '';
  generation = 0;
  /** The number of pending operations during which the field is not stepped. */
  busy = 0;

  /** Resolves when all earlier operations are done. @type {Promise<unknown>} */
  #before = Promise.resolve();

  /**
   * @param {{reshaped: () => void, changed: () => void}} listener notified when the
   *   field was replaced, and when its cells have changed by something other than a step
   */
  constructor(listener) {
    this.listener = listener;
    this.connection = Connection.toWorker();
  }

  /**
   * Performs an operation after all earlier operations.
   * @template T
   * @param {() => Promise<T>} work
   * @param {boolean} [still] whether stepping is suspended meanwhile
   * @returns {Promise<T>}
   */
  #next(work, still = true) {
    this.busy += Number(still);
    const done = this.#before.then(work).finally(() => (this.busy -= Number(still)));
    this.#before = done.catch(() => undefined);
    return done;
  }

  /**
   * Replaces the field by an empty field. If the new field is refused, nothing changes.
   * @param {Opening} opening
   * @param {EngineName} [engine]
   */
  open(opening, engine) {
    return this.#next(() => this.#open(opening, engine));
  }

  /**
   * Continues with another engine from the current state.
   * @param {EngineName} [engine] the other engine if omitted
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
   * Opens the field `ARTICLE` in its initial state.
   * @param {EngineName} [engine]
   */
  openArticle(engine) {
    return this.#next(async () => {
      await this.#open(ARTICLE.opening, engine);
      await this.#fill(ARTICLE.fill);
    });
  }

  /**
   * Adds or removes live cells.
   * @param {Bits} bits
   * @param {PutMode} mode
   */
  put(bits, mode) {
    // `false`: the field continues to be stepped while cells are drawn.
    return this.#next(() => this.#put(bits, mode), false);
  }

  /**
   * Places a pattern with its middle on a cell. If the pattern has a rule or bounds, they replace
   * those of the field.
   * @param {Pattern} pattern
   * @param {boolean} clear whether to place it on an empty field
   * @param {{x: number, y: number}} [middle] the middle of the field if omitted
   * @returns {Promise<Rectangle>} the pattern's position
   */
  place(pattern, clear, middle) {
    return this.#next(() => this.#place(pattern, clear, middle));
  }

  /**
   * @param {Opening} opening
   * @param {EngineName} [engine]
   */
  async #open(opening, engine = this.engine) {
    // The old field is closed only after the new field is open. If the new field is refused, the
    // old field remains.
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
    // On a field with a ring, the pattern must be inside the ring, because cells on the ring die.
    const edge = size.border === 'ring' ? 1 : 0;
    const inside = (
      /** @type {number} */ from,
      /** @type {number} */ length,
      /** @type {number} */ side,
    ) =>
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
