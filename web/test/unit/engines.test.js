// Compares every engine with the reference implementation on small fields of all widths, and with
// the native program on larger fields.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Bits } from '../../life/bits.js';
import { readRule } from '../../life/rule.js';
import { ENGINES } from '../engines.js';
import { Plain } from '../plain.js';
import { Random } from '../random.js';

/** @typedef {import('../../life/protocol.js').Border} Border */
/** @typedef {import('../../life/protocol.js').PutMode} PutMode */
/** @typedef {import('../../life/protocol.js').Rectangle} Rectangle */

/**
 * Compares the cells read through the interface with the reference, also outside the field.
 * @param {import('../../life/service.js').Engine} engine
 * @param {Plain} plain
 * @param {Rectangle} rectangle
 * @param {string} about
 */
function sameCells(engine, plain, rectangle, about) {
  const bytes = engine.read(rectangle, 1);
  const expected = new Bits(rectangle);
  for (let row = 0; row < rectangle.height; row++) {
    for (let column = 0; column < rectangle.width; column++) {
      if (plain.cells[rectangle.y + row]?.[rectangle.x + column]) expected.set(column, row);
    }
  }
  assert.deepEqual(Buffer.from(bytes), Buffer.from(expected.cells), about);
}

/**
 * Returns a rectangle that may extend beyond the field's edges.
 * @param {Random} random
 * @param {Plain} plain
 * @returns {Rectangle}
 */
const somewhere = (random, plain) => ({
  x: random.below(plain.width + 2),
  y: random.below(plain.height + 2),
  width: random.below(plain.width + 9),
  height: random.below(plain.height + 3),
});

for (const { name, rules, open } of ENGINES) {
  test(`${name}: the same cells as the reference, with every border`, () => {
    for (let seed = 0; seed < 240; seed++) {
      const random = new Random(seed);
      const border = random.one(/** @type {Border[]} */ (['dead', 'torus', 'ring']));
      const least = border === 'ring' ? 3 : 1;
      const [width, height] = [least + random.below(seed % 2 ? 40 : 150), least + random.below(12)];
      const rule = random.one(rules);
      const about = `seed ${seed}: ${width} × ${height}, ${border}, ${rule}`;
      const engine = open(width, height, border, rule);
      const plain = new Plain(width, height, border);
      const whole = { x: 0, y: 0, width, height };
      for (let round = 0; round < 4; round++) {
        const rectangle = somewhere(random, plain);
        const mode = random.one(/** @type {PutMode[]} */ (['replace', 'add', 'remove']));
        const bits = new Bits(rectangle);
        for (let row = 0; row < rectangle.height; row++) {
          for (let column = 0; column < rectangle.width; column++) {
            const lives = random.below(2) === 1;
            if (lives) bits.set(column, row);
            if (lives || mode === 'replace') plain.set(rectangle.x + column, rectangle.y + row, lives && mode !== 'remove');
          }
        }
        engine.put(rectangle, mode, bits.cells);
        sameCells(engine, plain, whole, `${about}, after ${mode}`);
        const generations = random.below(5);
        engine.step(generations);
        for (let i = 0; i < generations; i++) plain.step(readRule(rule));
        sameCells(engine, plain, whole, `${about}, ${generations} generations later`);
        sameCells(engine, plain, somewhere(random, plain), `${about}, in part`);
        assert.deepEqual(engine.count(), plain.count(), about);
      }
    }
  });

  test(`${name}: a change of rule keeps the cells`, { skip: rules.length < 2 && 'it supports one rule' }, () => {
    for (let seed = 0; seed < 40; seed++) {
      const random = new Random(seed);
      const border = random.one(/** @type {Border[]} */ (['dead', 'torus', 'ring']));
      const [first, second] = [random.one(rules), random.one(rules)];
      const [width, height] = [3 + random.below(100), 3 + random.below(12)];
      const whole = { x: 0, y: 0, width, height };
      const engine = open(width, height, border, first);
      engine.fill({ kind: 'soup', seed: String(seed), density: 0.4 });
      const plain = new Plain(width, height, border);
      const bits = new Bits(whole, engine.read(whole, 1));
      for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) plain.set(x, y, bits.get(x, y));
      engine.setRule(second);
      sameCells(engine, plain, whole, `seed ${seed}: ${second} after ${first}`);
      engine.step(1);
      plain.step(readRule(second));
      sameCells(engine, plain, whole, `seed ${seed}: a generation of ${second} after ${first}`);
    }
  });

  test(`${name}: shades are shares of squares`, () => {
    for (let seed = 0; seed < 60; seed++) {
      const random = new Random(seed);
      const plain = new Plain(3 + random.below(200), 3 + random.below(30), 'ring');
      const engine = open(plain.width, plain.height, 'ring', 'B3/S23');
      engine.fill({ kind: 'net', seed: String(seed), density: 0.2 });
      const bits = new Bits({ x: 0, y: 0, width: plain.width, height: plain.height }, engine.read({ x: 0, y: 0, width: plain.width, height: plain.height }, 1));
      const scale = random.one([2, 3, 4, 7, 8, 16, 32, 64]);
      const { x, y } = somewhere(random, plain);
      const width = Math.max(0, plain.width - x);
      const height = Math.max(0, plain.height - y);
      const shades = engine.read({ x, y, width, height }, scale);
      let at = 0;
      for (let top = 0; top < height; top += scale) {
        for (let left = 0; left < width; left += scale) {
          let [alive, all] = [0, 0];
          for (let row = top; row < Math.min(top + scale, height); row++) {
            for (let column = left; column < Math.min(left + scale, width); column++) {
              all++;
              if (bits.get(x + column, y + row)) alive++;
            }
          }
          assert.equal(shades[at++], Math.ceil((alive * 255) / all), `seed ${seed}, scale ${scale}, ${left}, ${top}`);
        }
      }
      assert.equal(shades.length, at);
    }
  });

  test(`${name}: the article's field`, () => {
    const engine = open(1920, 1080, 'ring', 'B3/S23');
    engine.fill({ kind: 'net', seed: '12345', density: 0.5 });
    // The author's published values, equal to those of the native program:
    assert.deepEqual(engine.count(), { population: 1034216, fingerprint: 1583560213 });
    engine.step(1);
    assert.deepEqual(engine.count(), { population: 565797, fingerprint: -717568334 });
    engine.step(99);
    assert.deepEqual(engine.count(), { population: 194634, fingerprint: 1253880863 });
    engine.fill({ kind: 'empty' });
    assert.deepEqual(engine.count(), { population: 0, fingerprint: 0 });
  });

  test(`${name}: soups equal those of the native program`, () => {
    for (const [density, population] of [[0, 0], [2 ** -65, 0], [1, 31 * 7]]) {
      const engine = open(33, 9, 'ring', 'B3/S23');
      engine.fill({ kind: 'soup', seed: '5', density });
      assert.equal(engine.count().population, population);
    }
    for (const [border, seed, density, expected] of SOUPS) {
      const engine = open(333, 77, border, 'B3/S23');
      engine.fill({ kind: 'soup', seed, density });
      engine.step(10);
      assert.deepEqual(engine.count(), expected, `${border}, ${seed}, ${density}`);
    }
  });
}

/**
 * quadrille life soup --size 333x77 --bounds 333x77:BORDER --seed SEED --density DENSITY
 *   --generations 10 --json
 * @type {[Border, string, number, {population: number, fingerprint: number}][]}
 */
const SOUPS = [
  ['dead', '7', 0.3, { population: 5282, fingerprint: 716573308 }],
  ['torus', '18446744073709551615', 0.37, { population: 5875, fingerprint: -2041763523 }],
  ['torus', '12', 0.5, { population: 4981, fingerprint: -1853609097 }],
];

test('the JavaScript engine refuses other rules than its own', () => {
  const [{ open }] = ENGINES;
  assert.throws(() => open(9, 9, 'dead', 'B36/S23'), { about: 'rule', message: /supports B3\/S23 only/ });
  assert.throws(() => open(32768, 32768, 'dead', 'B3/S23'), { about: 'size' });
});
