// A straightforward implementation of Life, the reference for all engines.

/** @typedef {import('../life/protocol.js').Border} Border */

/** A field as an array of booleans. */
export class Plain {
  /**
   * @param {number} width
   * @param {number} height
   * @param {Border} border
   */
  constructor(width, height, border) {
    this.width = width;
    this.height = height;
    this.border = border;
    this.cells = Array.from({ length: height }, () => Array.from({ length: width }, () => false));
  }

  /**
   * Returns whether a cell belongs to the ring that stays dead.
   * @param {number} x
   * @param {number} y
   */
  onRing(x, y) {
    return this.border === 'ring' && (x === 0 || y === 0 || x === this.width - 1 || y === this.height - 1);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  get(x, y) {
    const { width, height } = this;
    if (this.border === 'torus') return this.cells[(y + height) % height][(x + width) % width];
    return this.cells[y]?.[x] ?? false;
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {boolean} alive
   */
  set(x, y, alive) {
    if (x < this.width && y < this.height && !this.onRing(x, y)) this.cells[y][x] = alive;
  }

  /**
   * Advances one generation.
   * @param {import('../life/rule.js').Rule} rule
   */
  step({ born, survive }) {
    this.cells = this.cells.map((row, y) =>
      row.map((alive, x) => {
        let count = 0;
        for (const dy of [-1, 0, 1]) {
          for (const dx of [-1, 0, 1]) if ((dx !== 0 || dy !== 0) && this.get(x + dx, y + dy)) count++;
        }
        return !this.onRing(x, y) && (((alive ? survive : born) >> count) & 1) === 1;
      }),
    );
  }

  count() {
    let [population, fingerprint] = [0, 0n];
    for (let x = 0; x < this.width; x++) {
      for (let y = 0; y < this.height; y++) {
        if (!this.cells[y][x]) continue;
        population++;
        fingerprint = (fingerprint * 31n + BigInt(x)) * 31n + BigInt(y);
      }
    }
    return { population, fingerprint: Number(BigInt.asIntN(32, fingerprint)) };
  }
}
