// .NET's seeded `System.Random`. This is D. E. Knuth's subtractive generator; its second index is
// 21 places ahead of its first index. lightln2's article on Life (see docs/sources.md) fills its
// field with this generator. All numbers are 32-bit integers that wrap around.

const MODULUS = 0x7fffffff;

/**
 * Adds the modulus to a negative number.
 * @param {number} number
 */
const wrap = (number) => (number < 0 ? (number + MODULUS) | 0 : number);

/** The generator. */
export class NetRandom {
  /** @param {number} seed a 32-bit integer; its sign is ignored */
  constructor(seed) {
    const magnitude = seed === -0x80000000 ? MODULUS : Math.abs(seed);
    const start = (161803398 - magnitude) | 0;
    this.state = new Int32Array(55);
    this.oldest = 0;
    const { state } = this;
    state[54] = start;
    let [now, next] = [start, 1];
    for (let i = 1; i < 55; i++) {
      const place = ((21 * i) % 55) - 1;
      state[place] = next;
      next = wrap((now - next) | 0);
      now = state[place];
    }
    for (let pass = 0; pass < 4; pass++) {
      for (let i = 0; i < 55; i++) state[i] = wrap((state[i] - state[(i + 31) % 55]) | 0);
    }
  }

  /** Returns the next number from 0 to 2³¹ − 2. */
  next() {
    const { state, oldest } = this;
    let difference = (state[oldest] - state[oldest < 34 ? oldest + 21 : oldest - 34]) | 0;
    if (difference === MODULUS) difference -= 1;
    const number = wrap(difference);
    state[oldest] = number;
    this.oldest = oldest === 54 ? 0 : oldest + 1;
    return number;
  }

  /**
   * Returns the next number in [0, 1). The number is multiplied by the reciprocal, because division
   * would give different results.
   */
  nextDouble() {
    return this.next() * (1 / 2147483647);
  }
}
