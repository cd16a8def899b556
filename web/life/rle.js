// Run-length encoded patterns. A pattern begins with an optional header, such as `x = 3, y = 3,
// rule = B3/S23`. Then follow runs. A run is a count and a letter: `b` for dead cells, `o` for live
// cells, `$` for the end of a row. The pattern ends with `!`. Lines that begin with `#` are
// comments.

import { Refusal } from './protocol.js';
import { nameOf, readMarkedRule } from './rule.js';

/**
 * A horizontal run of live cells.
 * @typedef {{x: number, y: number, length: number}} Span
 */

/**
 * A pattern: its cells, its size, and the rule and the bounds that its text names.
 * @typedef {object} Pattern
 * @property {number} width
 * @property {number} height
 * @property {Span[]} spans
 * @property {string} [rule]
 * @property {{width: number, height: number, border: 'dead' | 'torus'}} [bounds]
 */

/** Coordinates are below 10⁹, as in Golly. */
const MOST = 999_999_999;

/**
 * Reads a pattern. Errors name their line and column.
 * @param {string} text
 * @returns {Pattern}
 */
export function readRle(text) {
  const reader = new Reader();
  text.split('\n').forEach((line, at) => reader.line(line.replace(/\r$/, ''), at + 1));
  return reader.end();
}

/**
 * @param {number} line from 1
 * @param {number} column from 1
 * @param {string} message
 */
const wrong = (line, column, message) => new Refusal('pattern', `line ${line}, column ${column}: ${message}`);

/** A line-by-line parser. */
class Reader {
  constructor() {
    /** @type {Span[]} */
    this.spans = [];
    /** @type {{width: number, height: number} | undefined} */
    this.size = undefined;
    /** @type {string | undefined} */
    this.rule = undefined;
    /** @type {Pattern['bounds']} */
    this.bounds = undefined;
    /** The position of the next cell. */
    this.x = 0;
    this.y = 0;
    this.ended = false;
    /** The number of cell states. In rules with marks, cells in odd states are alive. */
    this.states = 2;
    /**
     * The pending count of a run, with its position.
     * @type {{digits: string, line: number, column: number} | undefined}
     */
    this.count = undefined;
    /** The first letter of a two-letter state. */
    this.prefix = '';
    /** The line and column after the last character read. */
    this.last = { line: 1, column: 1 };
  }

  /**
   * @param {string} line
   * @param {number} number
   */
  line(line, number) {
    // Text after the end of the pattern (`!`) is a comment.
    if (this.ended) return;
    this.last = { line: number, column: line.length + 1 };
    if (line.startsWith('#')) {
      const rule = /^(#r\s+)(.*\S)/.exec(line);
      if (rule && this.rule === undefined) this.readRule(rule[2], number, rule[1].length + 1);
    } else if (!this.size && this.spans.length === 0 && this.y === 0 && /^\s*x/.test(line)) {
      this.header(line, number);
    } else {
      this.runs(line, number);
    }
  }

  /**
   * @param {string} line
   * @param {number} number
   */
  header(line, number) {
    const found = /^\s*x\s*=\s*(\d+)\s*,\s*y\s*=\s*(\d+)\s*(?:$|,\s*rule\s*=\s*)/.exec(line);
    if (!found) {
      throw wrong(number, line.search(/\S/) + 1, 'the header is not understood; expected x = 3, y = 3, rule = B3/S23');
    }
    const [width, height] = [Number(found[1]), Number(found[2])];
    if (Math.max(width, height) > MOST) throw wrong(number, 1, `a pattern cannot have more than ${MOST} columns or rows`);
    this.size = { width, height };
    const rest = line.slice(found[0].length).trimEnd();
    if (found[0].includes('rule')) this.readRule(rest, number, found[0].length + 1);
  }

  /**
   * Reads a rule, and its bounds after a colon.
   * @param {string} text
   * @param {number} line
   * @param {number} column
   */
  readRule(text, line, column) {
    const colon = text.indexOf(':');
    try {
      const { rule, states } = readMarkedRule((colon < 0 ? text : text.slice(0, colon)).trimEnd());
      [this.rule, this.states] = [nameOf(rule), states];
    } catch (error) {
      throw wrong(line, column, error instanceof Error ? error.message : String(error));
    }
    if (colon < 0) return;
    const bounds = /^([PpTt])(\d{1,9})(?:,(\d{1,9}))?$/.exec(text.slice(colon + 1));
    if (!bounds) {
      throw wrong(line, column + colon + 1, 'these bounds are not understood; expected P or T and a size, such as T30,20');
    }
    const [width, height] = [Number(bounds[2]), Number(bounds[3] ?? bounds[2])];
    this.bounds = { width, height, border: bounds[1].toUpperCase() === 'T' ? 'torus' : 'dead' };
  }

  /**
   * @param {string} line
   * @param {number} number
   */
  runs(line, number) {
    // Leading and trailing blanks of a line are ignored.
    const end = line.trimEnd().length;
    for (let at = line.search(/\S|$/); at < end; at++) {
      const tag = line[at];
      if (/[0-9]/.test(tag) && !this.prefix) {
        this.count ??= { digits: '', line: number, column: at + 1 };
        this.count.digits += tag;
        continue;
      }
      if (/\s/.test(tag)) {
        if (this.count) this.alone();
        continue;
      }
      if (this.states > 2 && !this.prefix && /[p-y]/.test(tag)) {
        this.prefix = tag;
        continue;
      }
      if (this.tag(tag, number, at + 1)) return;
    }
  }

  /**
   * Handles a letter with the count before it. Returns whether the pattern ends.
   * @param {string} tag
   * @param {number} number
   * @param {number} at
   */
  tag(tag, number, at) {
    const { digits, line, column } = this.count ?? { digits: '', line: number, column: at };
    const count = digits === '' ? 1 : Math.min(Number(digits), 2 * MOST);
    const [prefix, state] = [this.prefix, this.stateOf(tag)];
    [this.count, this.prefix] = [undefined, ''];
    if (count === 0) throw wrong(line, column, 'a run of length 0; expected a count of 1 or more');
    if (state !== undefined && state < this.states) {
      if (state % 2) this.live(count, line, column);
      else this.x = Math.min(this.x + count, 2 * MOST);
    } else if (tag === '$' && !prefix) {
      this.x = 0;
      this.y = Math.min(this.y + count, 2 * MOST);
    } else if (tag === '!' && digits === '' && !prefix) {
      this.ended = true;
    } else {
      const message = `“${digits.slice(0, 40)}${prefix}${tag}” is not a run`;
      throw wrong(line, column, `${message}; expected b for dead cells, o for living ones, $ for the end of a row, or !`);
    }
    return this.ended;
  }

  /**
   * Returns the state of a letter, if it has one.
   * @param {string} tag
   */
  stateOf(tag) {
    if (/[A-X]/.test(tag)) return (this.prefix ? 24 * (this.prefix.charCodeAt(0) - 111) : 0) + tag.charCodeAt(0) - 64;
    if (this.prefix) return undefined;
    if (tag === 'b' || tag === '.') return 0;
    return tag === 'o' ? 1 : undefined;
  }

  /** @returns {never} */
  alone() {
    const { digits, line, column } = this.count ?? { digits: '', line: 1, column: 1 };
    throw wrong(line, column, `the count ${digits.slice(0, 40)} has no letter; expected b for dead cells, o for living ones, $ for the end of a row, or !`);
  }

  /**
   * @param {number} count
   * @param {number} line
   * @param {number} column
   */
  live(count, line, column) {
    const { x, y, size } = this;
    const [width, height] = size ? [size.width, size.height] : [MOST, MOST];
    if (x + count > width || y >= height) {
      const place = `a living cell in column ${Math.max(x, Math.min(x + count - 1, width))} of row ${y}`;
      throw wrong(line, column, `${place} is outside of ${width} × ${height}, the size of the pattern`);
    }
    this.spans.push({ x, y, length: count });
    this.x += count;
  }

  /** @returns {Pattern} */
  end() {
    if (this.count) this.alone();
    if (!this.ended) throw wrong(this.last.line, this.last.column, 'the pattern has no end; expected more runs, or !');
    const { spans, rule, bounds } = this;
    const width = this.size?.width ?? widthOf(spans);
    const height = this.size?.height ?? (spans.at(-1)?.y ?? -1) + 1;
    return { width, height, spans, rule, bounds };
  }
}

/**
 * Returns the width of the spans: one more than the largest column with a live cell.
 * @param {Span[]} spans
 */
const widthOf = (spans) => spans.reduce((most, span) => Math.max(most, span.x + span.length), 0);
