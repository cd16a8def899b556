// An engine in plain JavaScript. It uses the algorithm for browsers from lightln2's article on Life
// (Habr, 2020; see docs/sources.md). There are two cells per byte: a 32-bit word has eight lanes of
// four bits.
//
// Lane l of a row is the four bits of word l >> 3 from bit 4·(l & 7) on. An even lane is the low
// half of its byte. A lane contains one cell, 0 or 1, and has room for the sum of eight neighbours.
// A generation takes two passes, as in the article: the first counts neighbours, the second applies
// the rule to the counts. To get the left or right neighbours, a word is shifted by one lane, and
// the outermost lane of the adjacent word is shifted in:
//
//   lane of the word            0    1    2   …   7
//   word                        c8   c9   c10 …   c15
//   word << 4 | left >>> 28     c7   c8   c9  …   c14    left neighbours
//   word >>> 4 | right << 28    c9   c10  c11 …   c16    right neighbours
//
// The cells that can be alive are surrounded by a frame of guard lanes, one lane wide. If the field
// has a ring, the ring is the frame. Otherwise the frame is outside the field. Rows are stored
// without gaps, so cells at the end of a row affect cells at the beginning of the next row. These
// errors only occur in the frame, which is rewritten after every generation.

import { bytesOf, shades } from '../bits.js';
import { NetRandom } from '../random/net.js';
import { Rolls } from '../random/xoshiro.js';
import { readSeed, Refusal } from '../protocol.js';
import { CONWAY } from '../rule.js';

/** @typedef {import('../protocol.js').Border} Border */
/** @typedef {import('../protocol.js').Fill} Fill */
/** @typedef {import('../protocol.js').PutMode} PutMode */
/** @typedef {import('../protocol.js').Rectangle} Rectangle */
/** @typedef {import('../service.js').Engine} Engine */

/** A one in every lane. */
const ONES = 0x11111111;

/** Maximum memory for a field and its counts, in bytes. */
const MOST_BYTES = 2 ** 30;

/** @implements {Engine} */
export class JavaScriptEngine {
  worker = 'JavaScript, 8 cells a word';

  /**
   * @param {number} width
   * @param {number} height
   * @param {Border} border
   * @param {string} rule
   */
  constructor(width, height, border, rule) {
    this.setRule(rule);
    this.width = width;
    this.height = height;
    this.border = border;
    /** The offset of cell (0, 0) in lanes and rows: 0 with a ring, which is itself the frame. */
    this.margin = border === 'ring' ? 0 : 1;
    /** The number of lanes per row, and in `rows` the number of rows. Both include the frame. */
    this.lanes = width + 2 * this.margin;
    this.rows = height + 2 * this.margin;
    /** Words per row. */
    this.stride = (this.lanes + 7) >> 3;
    // A step reads one word before the first row and one word after the last row.
    const words = this.stride * this.rows + 2;
    if (words * 8 > MOST_BYTES) {
      throw new Refusal('size', `this engine supports fields of up to ${(MOST_BYTES / 2 ** 20).toFixed(0)} MiB; choose the other engine`);
    }
    this.now = new Int32Array(words);
    this.counts = new Int32Array(words);
  }

  /** @param {string} rule */
  setRule(rule) {
    if (rule !== CONWAY) {
      throw new Refusal('rule', `this engine supports ${CONWAY} only; choose WebAssembly for other rules`);
    }
  }

  /** @param {number} generations */
  step(generations) {
    for (let i = 0; i < generations; i++) {
      if (this.border === 'torus') this.wrapAround();
      countNeighbours(this.now, this.counts, this.stride, this.rows);
      applyRule(this.now, this.counts, this.stride, this.rows);
      this.killFrame();
    }
  }

  /** Clears the frame's lanes, and the unused lanes at the end of each row. */
  killFrame() {
    const { now, stride, rows, lanes } = this;
    now.fill(0, 0, stride + 1);
    now.fill(0, (rows - 1) * stride + 1);
    const last = (lanes - 1) & 7;
    const keep = (1 << (4 * last)) - 1;
    for (let row = 1, at = 1 + stride; row < rows - 1; row++, at += stride) {
      now[at] &= ~0xf;
      now[at + stride - 1] &= keep;
    }
  }

  /** Copies each edge to the frame at the opposite edge. */
  wrapAround() {
    const { now, stride, width, height } = this;
    for (let row = 1; row <= height; row++) {
      this.setLane(0, row, this.lane(width, row));
      this.setLane(width + 1, row, this.lane(1, row));
    }
    now.copyWithin(1, 1 + height * stride, 1 + (height + 1) * stride);
    now.copyWithin(1 + (height + 1) * stride, 1 + stride, 1 + 2 * stride);
  }

  /**
   * @param {number} lane
   * @param {number} row
   */
  lane(lane, row) {
    return (this.now[1 + row * this.stride + (lane >> 3)] >>> (4 * (lane & 7))) & 1;
  }

  /**
   * @param {number} lane
   * @param {number} row
   * @param {number} cell 0 or 1
   */
  setLane(lane, row, cell) {
    const at = 1 + row * this.stride + (lane >> 3);
    const shift = 4 * (lane & 7);
    this.now[at] = (this.now[at] & ~(0xf << shift)) | (cell << shift);
  }

  /** @param {Fill} fill */
  fill(fill) {
    const { width, height, margin } = this;
    this.now.fill(0);
    if (fill.kind === 'empty') return;
    const seed = readSeed(fill.seed, fill.kind);
    if (fill.kind === 'net') {
      const random = new NetRandom(Number(seed));
      for (let x = 1; x < width - 1; x++) {
        for (let y = 1; y < height - 1; y++) {
          if (random.nextDouble() < fill.density) this.setLane(x + margin, y + margin, 1);
        }
      }
    } else {
      const rolls = new Rolls(seed, fill.density);
      for (let row = 1; row < this.rows - 1; row++) {
        for (let lane = 1; lane < this.lanes - 1; lane++) {
          if (rolls.roll()) this.setLane(lane, row, 1);
        }
      }
    }
  }

  /**
   * @param {Rectangle} rectangle
   * @param {PutMode} mode
   * @param {Uint8Array} cells
   */
  put(rectangle, mode, cells) {
    const { margin } = this;
    const stride = bytesOf(rectangle.width);
    // `least` is the first column and row that can be alive: 1 if column 0 and row 0 are a ring,
    // otherwise 0. `right` and `bottom` are the ends of the part of the rectangle that is written.
    const least = 1 - margin;
    const right = Math.min(rectangle.width, this.width - least - rectangle.x);
    const bottom = Math.min(rectangle.height, this.height - least - rectangle.y);
    for (let row = Math.max(0, least - rectangle.y); row < bottom; row++) {
      for (let column = Math.max(0, least - rectangle.x); column < right; column++) {
        const lives = (cells[row * stride + (column >> 3)] >> (column & 7)) & 1;
        if (mode === 'replace' || lives) {
          this.setLane(rectangle.x + column + margin, rectangle.y + row + margin, mode === 'remove' ? 0 : lives);
        }
      }
    }
  }

  /**
   * @param {Rectangle} rectangle
   * @param {number} scale
   */
  read(rectangle, scale) {
    const { x, y, width, height } = rectangle;
    const stride = bytesOf(width);
    if (scale > 1) {
      const row = new Uint8Array(stride);
      return shades(width, height, scale, (at) => {
        this.readRow(x, y + at, width, row);
        return row;
      });
    }
    const bytes = new Uint8Array(stride * height);
    for (let row = 0; row < height; row++) {
      this.readRow(x, y + row, width, bytes.subarray(row * stride, (row + 1) * stride));
    }
    return bytes;
  }

  /**
   * Packs a part of a row.
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {Uint8Array} out
   */
  readRow(x, y, width, out) {
    const { now, margin, stride } = this;
    if (y >= this.height) {
      out.fill(0);
      return;
    }
    const row = 1 + (y + margin) * stride;
    const inside = Math.min(width, this.width - x);
    const shift = (x + margin) & 7;
    for (let at = 0, word = (x + margin) >> 3; at < out.length; at++, word++) {
      const keep = inside - 8 * at;
      if (keep <= 0) {
        out[at] = 0;
        continue;
      }
      const high = word + 1 < stride ? packed(now[row + word + 1]) : 0;
      const byte = (packed(now[row + word]) | (high << 8)) >> shift;
      out[at] = keep < 8 ? byte & ((1 << keep) - 1) : byte;
    }
  }

  count() {
    const { now, margin, stride, width, height } = this;
    let [population, fingerprint] = [0, 0];
    for (let x = 0; x < width; x++) {
      const lane = x + margin;
      const shift = 4 * (lane & 7);
      for (let y = 0, at = 1 + margin * stride + (lane >> 3); y < height; y++, at += stride) {
        if ((now[at] >>> shift) & 1) {
          population++;
          fingerprint = (Math.imul(fingerprint, 31) + x) | 0;
          fingerprint = (Math.imul(fingerprint, 31) + y) | 0;
        }
      }
    }
    return { population, fingerprint };
  }
}

/**
 * Returns the eight lanes of a word as a byte.
 * @param {number} word
 */
function packed(word) {
  let bits = (word | (word >>> 3)) & 0x03030303;
  bits = (bits | (bits >>> 6)) & 0x000f000f;
  return (bits | (bits >>> 12)) & 0xff;
}

/**
 * First pass of a generation: counts the live neighbours of each cell, for all rows except the
 * first and the last.
 *
 * As in the article, no partial sums are shared between adjacent words: for each word, the eight
 * surrounding words and the word itself are shifted and added.
 *
 * @param {Int32Array} now
 * @param {Int32Array} counts
 * @param {number} stride
 * @param {number} rows
 */
function countNeighbours(now, counts, stride, rows) {
  const end = 1 + (rows - 1) * stride;
  for (let at = 1 + stride; at < end; at++) {
    const above = now[at - stride];
    const beside = now[at];
    const below = now[at + stride];
    const own = (above << 4) + above + (above >>> 4) + (beside << 4) + (beside >>> 4) + (below << 4) + below + (below >>> 4);
    const left = (now[at - stride - 1] >>> 28) + (now[at - 1] >>> 28) + (now[at + stride - 1] >>> 28);
    const right = (now[at - stride + 1] << 28) + (now[at + 1] << 28) + (now[at + stride + 1] << 28);
    counts[at] = own + left + right;
  }
}

/**
 * Second pass: computes the next state of each cell from its count.
 *
 * A cell with eight neighbours dies like a cell with none, so three bits of a count are sufficient,
 * and the fourth bit of the lane can hold the cell itself. For each of two conditions, the bits of
 * a lane are arranged so that they form one particular pattern if the condition is true. An
 * exclusive or with the complement of this pattern then gives 1111, and two folds find the lanes
 * that are 1111:
 *
 *           bit 3   bit 2   bit 1   bit 0   true if
 *   keep      0     alive    n₂      n₁      0101    two or three neighbours, and alive
 *   born    alive    n₂      n₁      n₀      0011    three neighbours, and dead
 *
 * @param {Int32Array} now
 * @param {Int32Array} counts
 * @param {number} stride
 * @param {number} rows
 */
function applyRule(now, counts, stride, rows) {
  const end = 1 + (rows - 1) * stride;
  for (let at = 1 + stride; at < end; at++) {
    const count = counts[at] & (7 * ONES);
    const alive = now[at];
    let keep = (((count & ~ONES) >>> 1) | (alive << 2)) ^ ~(5 * ONES);
    keep &= keep >>> 2;
    keep &= keep >>> 1;
    let born = (count | (alive << 3)) ^ ~(3 * ONES);
    born &= born >>> 2;
    born &= born >>> 1;
    now[at] = (keep | born) & ONES;
  }
}
