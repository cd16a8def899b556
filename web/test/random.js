// Random numbers for tests, the same in every run, so that failures are reproducible.

/** A 64-bit linear congruential generator; the upper 32 bits are used. */
export class Random {
  /** @param {number} seed */
  constructor(seed) {
    this.state = BigInt(seed);
  }

  /**
   * Returns an integer from 0 up to, but not including, a limit.
   * @param {number} limit
   */
  below(limit) {
    this.state = (this.state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
    return Math.floor((Number(this.state >> 32n) / 2 ** 32) * limit);
  }

  /**
   * Returns one of several values.
   * @template T
   * @param {readonly T[]} choices
   * @returns {T}
   */
  one(choices) {
    return choices[this.below(choices.length)];
  }
}
