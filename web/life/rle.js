// Run length encoded patterns, as people paste them: a header `x = 3, y = 3, rule = B3/S23`, which may be left
// out, then runs: a count and `b` for dead cells, `o` for living ones, `$` for the end of a row, `!` at the end.
// Lines that begin with `#` are remarks.

import { Refusal } from './protocol.js';
import { nameOf, readRule } from './rule.js';

/**
 * Living cells side by side.
 * @typedef {{x: number, y: number, length: number}} Span
 */

/**
 * A pattern: its cells, its size, and the rule and the bounds that the text names.
 * @typedef {object} Pattern
 * @property {number} width
 * @property {number} height
 * @property {Span[]} spans
 * @property {string} [rule]
 * @property {{width: number, height: number, border: 'dead' | 'torus'}} [bounds]
 */

/** Coordinates stay below 10⁹, as in Golly. */
const MOST = 999_999_999;

/**
 * Reads a pattern. Says in which line and column what is wrong.
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

/** Reads line by line. */
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
    /** Where the next cell lies. */
    this.x = 0;
    this.y = 0;
    this.ended = false;
    /** The line and column after all that was read. */
    this.last = { line: 1, column: 1 };
  }

  /**
   * @param {string} line
   * @param {number} number
   */
  line(line, number) {
    // What stands after the end is a remark.
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
    if (Math.max(width, height) > MOST) throw wrong(number, 1, `a pattern cannot be larger than ${MOST} cells a side`);
    this.size = { width, height };
    const rest = line.slice(found[0].length).trimEnd();
    if (found[0].includes('rule')) this.readRule(rest, number, found[0].length + 1);
  }

  /**
   * A rule, and after a colon the bounds it holds in.
   * @param {string} text
   * @param {number} line
   * @param {number} column
   */
  readRule(text, line, column) {
    const colon = text.indexOf(':');
    try {
      this.rule = nameOf(readRule(colon < 0 ? text : text.slice(0, colon)));
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
    const run = /(\d*)(\S|\s+|$)/gy;
    while (run.lastIndex < line.length) {
      const column = run.lastIndex + 1;
      const found = run.exec(line);
      if (!found) return;
      const [, digits, tag] = found;
      const count = digits === '' ? 1 : Math.min(Number(digits), 2 * MOST);
      if (count === 0) throw wrong(number, column, 'a run of no cells; expected a count of 1 or more');
      if (tag === 'b' || tag === '.') {
        this.x = Math.min(this.x + count, 2 * MOST);
      } else if (tag === 'o' || tag === 'A') {
        this.live(count, number, column);
      } else if (tag === '$') {
        this.x = 0;
        this.y = Math.min(this.y + count, 2 * MOST);
      } else if (tag === '!' && digits === '') {
        this.ended = true;
        return;
      } else if (tag.trim() !== '' || digits !== '') {
        const message = tag.trim() === '' ? `the count ${digits} has no letter` : `“${digits}${tag}” is no run`;
        throw wrong(number, column, `${message}; expected b for dead cells, o for living ones, $ for the end of a row, or !`);
      }
    }
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
      throw wrong(line, column, `${place}, outside of ${width} × ${height}, the size of the pattern`);
    }
    this.spans.push({ x, y, length: count });
    this.x += count;
  }

  /** @returns {Pattern} */
  end() {
    if (!this.ended) throw wrong(this.last.line, this.last.column, 'the pattern has no end; expected more runs, or !');
    const { spans, rule, bounds } = this;
    const width = this.size?.width ?? widthOf(spans);
    const height = this.size?.height ?? (spans.at(-1)?.y ?? -1) + 1;
    return { width, height, spans, rule, bounds };
  }
}

/**
 * The column after the last one in which a cell lives.
 * @param {Span[]} spans
 */
const widthOf = (spans) => spans.reduce((most, span) => Math.max(most, span.x + span.length), 0);
