// Small random numbers for tests, the same in every run: a failing case is the same case tomorrow.

/** A generator: 32 bits of a linear congruential one of 64. */
export class Random {
  /** @param {number} seed */
  constructor(seed) {
    this.state = BigInt(seed);
  }

  /**
   * A whole number from 0 on, below a limit.
   * @param {number} limit
   */
  below(limit) {
    this.state = (this.state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
    return Math.floor((Number(this.state >> 32n) / 2 ** 32) * limit);
  }

  /**
   * One of several.
   * @template T
   * @param {readonly T[]} choices
   * @returns {T}
   */
  one(choices) {
    return choices[this.below(choices.length)];
  }
}
