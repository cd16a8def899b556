// Compares the generators with reference values, and the draws of soups with an implementation in
// BigInt.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NetRandom } from '../../life/random/net.js';
import { Rolls } from '../../life/random/xoshiro.js';
import { Random } from '../random.js';

test('the first results of `new Random(seed).Next()`', () => {
  const first = (/** @type {number} */ seed) => {
    const random = new NetRandom(seed);
    return Array.from({ length: 4 }, () => random.next());
  };
  assert.deepEqual(first(0), [1559595546, 1755192844, 1649316166, 1198642031]);
  assert.deepEqual(first(12345), [143337951, 150666398, 1663795458, 1097663221]);
  assert.deepEqual(first(-12345), first(12345));
  assert.deepEqual(first(-0x80000000), first(0x7fffffff));
});

test('a difference of the modulus itself is lowered by one', () => {
  const random = new NetRandom(0);
  random.state.fill(0);
  random.state[0] = 0x7fffffff;
  assert.equal(random.next(), 0x7ffffffe);
});

/**
 * xoshiro256++ with BigInt, from a state.
 * @param {bigint[]} state
 */
function* xoshiro(state) {
  const mask = (1n << 64n) - 1n;
  const turn = (/** @type {bigint} */ word, /** @type {bigint} */ bits) =>
    ((word << bits) | (word >> (64n - bits))) & mask;
  let [a, b, c, d] = state;
  for (;;) {
    yield (turn((a + d) & mask, 23n) + a) & mask;
    const moved = (b << 17n) & mask;
    [c, d] = [c ^ a, d ^ b];
    [b, a] = [b ^ c, a ^ d];
    c ^= moved;
    d = turn(d, 45n);
  }
}

test('rolls equal those of the generator with BigInt', () => {
  for (let seed = 0; seed < 200; seed++) {
    const random = new Random(seed);
    const probability = random.one([0, 1, 0.5, 1 / 3, 0.999999, 2 ** -12, 2 ** -30, random.below(1000) / 1000]);
    const rolls = new Rolls(BigInt(seed) ** 9n & ((1n << 64n) - 1n), probability);
    const words = [0, 1, 2, 3].map((at) => (BigInt(rolls.words[2 * at + 1] >>> 0) << 32n) | BigInt(rolls.words[2 * at] >>> 0));
    const draws = xoshiro(words);
    const threshold = BigInt(Math.round(probability * 2 ** 53)) << 11n;
    for (let i = 0; i < 200; i++) {
      assert.equal(rolls.roll(), (draws.next().value ?? 0n) < threshold, `seed ${seed}, draw ${i}, ${probability}`);
    }
  }
});

test('the state equals that of stream (seed, 0)', () => {
  // The first draws of StreamKey::new(0, 0) and (31459, 0), as documented in quadrille-random.
  for (const [seed, first] of [[0n, 0xe3772d2e1004ca7en], [31459n, 0x3b447de736ba6cf7n]]) {
    const rolls = new Rolls(seed, 0.5);
    const words = [0, 1, 2, 3].map((at) => (BigInt(rolls.words[2 * at + 1] >>> 0) << 32n) | BigInt(rolls.words[2 * at] >>> 0));
    assert.equal(xoshiro(words).next().value, first);
  }
});

test('a roll succeeds below the threshold, to the last bit', () => {
  for (const [probability, draw, wins] of /** @type {[number, bigint, boolean][]} */ ([
    [0.5, (1n << 63n) - 1n, true],
    [0.5, 1n << 63n, false],
    [2 ** -64, 0n, true],
    [2 ** -64, 1n, false],
    [3 * 2 ** -65, 1n, true],
    [3 * 2 ** -65, 2n, false],
    [1, (1n << 64n) - 1n, true],
    [1 - 2 ** -53, (1n << 64n) - 2049n, true],
    [1 - 2 ** -53, (1n << 64n) - 2048n, false],
  ])) {
    const rolls = new Rolls(0n, probability);
    // A state with a known draw: a = 0, so that the draw is d rotated by 23.
    rolls.words.fill(0);
    const d = ((draw >> 23n) | (draw << 41n)) & ((1n << 64n) - 1n);
    rolls.words[6] = Number(d & 0xffffffffn);
    rolls.words[7] = Number(d >> 32n);
    assert.equal(rolls.roll(), wins, `${probability}, ${draw}`);
  }
});
