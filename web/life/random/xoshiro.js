// The generator of Quadrille's soups: xoshiro256++ (D. Blackman, S. Vigna), with the same seeding
// as Quadrille's other random streams. A 64-bit word is represented by two halves of 32 bits. With
// BigInt, filling a large field would take a second.

const MASK = (1n << 64n) - 1n;
/** 2⁶⁴ divided by the golden ratio, made odd. */
const GAMMA = 0x9e3779b97f4a7c15n;

/**
 * The mixing function of SplitMix64.
 * @param {bigint} word
 */
function mix(word) {
  let mixed = ((word ^ (word >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
  mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & MASK;
  return mixed ^ (mixed >> 31n);
}

/**
 * @param {bigint} word
 * @param {bigint} bits
 */
const rotate = (word, bits) => ((word << bits) | (word >> (64n - bits))) & MASK;

/**
 * Returns the state of stream (seed, 0), as in the Rust crate `quadrille-random`.
 * @param {bigint} seed
 */
function stateOf(seed) {
  const offset = (/** @type {bigint} */ word, /** @type {bigint} */ steps) =>
    (word + steps * GAMMA) & MASK;
  const [p, q, r] = [mix(offset(seed, 1n)), mix(offset(0n, 2n)), mix(offset(0n, 3n))];
  const t = (rotate(p, 43n) + rotate(q, 21n) + r) & MASK;
  return [mix(offset(t, 4n)), mix(offset(t, 5n) ^ p), mix(offset(t, 6n) ^ q), mix(offset(t, 7n))];
}

/** A generator of draws that are true with a fixed probability. */
export class Rolls {
  /**
   * @param {bigint} seed of 64 bits
   * @param {number} probability from 0 to 1
   */
  constructor(seed, probability) {
    this.words = new Int32Array(8);
    stateOf(seed).forEach((word, at) => {
      this.words[2 * at] = Number(word & 0xffffffffn);
      this.words[2 * at + 1] = Number(word >> 32n);
    });
    const threshold = thresholdOf(probability);
    this.always = threshold > MASK;
    this.high = Number((threshold >> 32n) & 0xffffffffn);
    this.low = Number(threshold & 0xffffffffn);
  }

  /**
   * Draws a 64-bit number, and returns whether it is below the threshold. This happens with the
   * given probability.
   */
  roll() {
    const { words } = this;
    const [a0, a1, b0, b1, c0, c1, d0, d1] = words;
    // The output is rotl(a + d, 23) + a, where rotl is a rotation to the left.
    const sum0 = (a0 + d0) | 0;
    const sum1 = (a1 + d1 + carry(sum0, a0)) | 0;
    const turned0 = (sum0 << 23) | (sum1 >>> 9);
    const turned1 = (sum1 << 23) | (sum0 >>> 9);
    const draw0 = (turned0 + a0) | 0;
    const draw1 = (turned1 + a1 + carry(draw0, a0)) | 0;
    // The next state. Each new word is computed from the old words only.
    words[0] = a0 ^ b0 ^ d0;
    words[1] = a1 ^ b1 ^ d1;
    words[2] = a0 ^ b0 ^ c0;
    words[3] = a1 ^ b1 ^ c1;
    words[4] = a0 ^ c0 ^ (b0 << 17);
    words[5] = a1 ^ c1 ^ ((b1 << 17) | (b0 >>> 15));
    const [e0, e1] = [b0 ^ d0, b1 ^ d1];
    // The word e is rotated left by 45: its halves are swapped, then it is rotated left by 13.
    words[6] = (e1 << 13) | (e0 >>> 19);
    words[7] = (e0 << 13) | (e1 >>> 19);
    const high = draw1 >>> 0;
    return this.always || high < this.high || (high === this.high && draw0 >>> 0 < this.low);
  }
}

/**
 * Returns the carry of an addition of two 32-bit halves.
 * @param {number} sum
 * @param {number} part
 */
const carry = (sum, part) => (sum >>> 0 < part >>> 0 ? 1 : 0);

/**
 * Returns the number of successful draws out of 2⁶⁴: the probability times 2⁶⁴, rounded half to
 * even.
 * @param {number} probability
 */
function thresholdOf(probability) {
  const scaled = probability * 2 ** 64;
  if (scaled >= 2 ** 53) return BigInt(scaled);
  const floor = Math.floor(scaled);
  const rest = scaled - floor;
  return BigInt(rest > 0.5 || (rest === 0.5 && floor % 2 === 1) ? floor + 1 : floor);
}
