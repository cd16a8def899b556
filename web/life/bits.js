// Rectangles of packed cells. A row has ⌈width / 8⌉ bytes. Cell x of a row is bit x & 7 of byte x
// >> 3.

/** @typedef {import('./protocol.js').Rectangle} Rectangle */

/**
 * Returns the number of bytes per row.
 * @param {number} width cells
 */
export const bytesOf = (width) => (width + 7) >> 3;

/** The packed cells of a rectangle. Without given cells, all cells are dead. */
export class Bits {
  /**
   * @param {Rectangle} rectangle
   * @param {Uint8Array} [cells]
   */
  constructor(rectangle, cells) {
    this.rectangle = rectangle;
    this.stride = bytesOf(rectangle.width);
    this.cells = cells ?? new Uint8Array(this.stride * rectangle.height);
  }

  /**
   * Returns whether the cell is alive; columns and rows count from the rectangle's corner.
   * @param {number} column
   * @param {number} row
   */
  get(column, row) {
    return ((this.cells[row * this.stride + (column >> 3)] >> (column & 7)) & 1) === 1;
  }

  /**
   * Makes a cell alive.
   * @param {number} column
   * @param {number} row
   */
  set(column, row) {
    this.cells[row * this.stride + (column >> 3)] |= 1 << (column & 7);
  }
}

/** The number of set bits of each byte. */
const ONES = Uint8Array.from({ length: 256 }, (_, byte) => {
  let count = 0;
  for (let rest = byte; rest > 0; rest &= rest - 1) count++;
  return count;
});

/**
 * Returns the number of live cells of a packed row from `from` up to, but not including, `to`.
 * @param {Uint8Array} row
 * @param {number} from
 * @param {number} to
 */
export function countBetween(row, from, to) {
  if (from >= to) return 0;
  const first = from >> 3;
  const last = (to - 1) >> 3;
  const head = 0xff << (from & 7) & 0xff;
  const tail = 0xff >> (7 - ((to - 1) & 7));
  if (first === last) return ONES[row[first] & head & tail];
  let count = ONES[row[first] & head] + ONES[row[last] & tail];
  for (let at = first + 1; at < last; at++) count += ONES[row[at]];
  return count;
}

/**
 * Returns the shades of a rectangle, one byte for every square of scale × scale cells: 255 times
 * the share of live cells, rounded up. Squares at the right and lower edges can be smaller.
 * @param {number} width
 * @param {number} height
 * @param {number} scale
 * @param {(y: number) => Uint8Array} row reads a row of the rectangle, packed
 */
export function shades(width, height, scale, row) {
  const columns = Math.ceil(width / scale);
  const bytes = new Uint8Array(columns * Math.ceil(height / scale));
  const counts = new Uint32Array(columns);
  for (let top = 0, out = 0; top < height; top += scale) {
    const rows = Math.min(scale, height - top);
    counts.fill(0);
    for (let y = top; y < top + rows; y++) {
      const cells = row(y);
      for (let at = 0, left = 0; at < columns; at++, left += scale) {
        counts[at] += countBetween(cells, left, Math.min(left + scale, width));
      }
    }
    for (let at = 0, left = 0; at < columns; at++, left += scale) {
      bytes[out++] = Math.ceil((counts[at] * 255) / (rows * Math.min(scale, width - left)));
    }
  }
  return bytes;
}
