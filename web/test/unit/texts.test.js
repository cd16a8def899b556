// Rules and patterns as text, and the errors of invalid ones.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PATTERNS } from '../../life/patterns.js';
import { readFileSync } from 'node:fs';
import { NAMES, nameOf, readRule } from '../../life/rule.js';
import { readRle } from '../../life/rle.js';
import { Random } from '../random.js';

test('all rules in all spellings', () => {
  for (let bits = 0; bits < 1 << 18; bits += 257) {
    const rule = { born: bits & 511, survive: bits >> 9 };
    const name = nameOf(rule);
    const [born, survive] = name.slice(1).split('/S');
    for (const text of [name, name.toLowerCase(), name.replace('/', ''), `S${survive}/B${born}`, `${survive}/${born}`]) {
      assert.deepEqual(readRule(text), rule, text);
    }
  }
});

test('errors of rules name the character', () => {
  for (const [text, character, problem] of /** @type {[string, number, string][]} */ ([
    ['', 1, 'unexpected end'],
    ['lief', 1, 'unexpected “l”'],
    ['B', 2, 'unexpected end'],
    ['B3/', 4, 'unexpected end'],
    ['B3/S23 ', 7, 'unexpected “ ”'],
    ['B9/S23', 2, '“9” is not a count of neighbours'],
    ['B33/S23', 3, '“3” is repeated'],
    ['B3//S23', 4, 'unexpected “/”'],
    ['23', 3, 'unexpected end'],
    ['23/3/3', 5, 'unexpected “/”'],
    ['B2-a/S12', 3, 'unexpected “-”'],
    ['B٣/S23', 2, 'unexpected “٣”'],
    ['B👾/S23', 2, 'unexpected “👾”'],
  ])) {
    assert.throws(() => readRule(text), { about: 'rule', message: new RegExp(`character ${character}: ${problem}; expected `) }, text);
  }
  assert.throws(
    () => readRule('B'.repeat(10000)),
    (/** @type {Error} */ error) => error.message.length < 200,
  );
});

/**
 * Returns a pattern as RLE, with its runs split and spaced at random.
 * @param {boolean[][]} cells
 * @param {Random} random
 */
function write(cells, random) {
  let text = '';
  const put = (/** @type {number} */ count, /** @type {string} */ tag) => {
    let left = count;
    while (left > 0) {
      const part = random.below(4) ? left : 1 + random.below(left);
      text += (part > 1 || random.below(8) === 0 ? part : '') + tag + random.one(['', '', '', '', ' ', '\n', '\r\n', '\t']);
      left -= part;
    }
  };
  cells.forEach((row, y) => {
    for (let x = 0; x < row.length; ) {
      const end = row.findIndex((cell, at) => at > x && cell !== row[x]);
      const length = (end < 0 ? row.length : end) - x;
      if (row[x] || end >= 0 || random.below(2)) put(length, random.one(row[x] ? ['o', 'A'] : ['b', '.']));
      x += length;
    }
    if (y + 1 < cells.length) put(1, '$');
  });
  return `${text}!${random.one(['', '\n', ' said somebody\nand more $$ 3x'])}`;
}

test('written patterns are read back', () => {
  for (let seed = 0; seed < 400; seed++) {
    const random = new Random(seed);
    const [width, height] = [1 + random.below(40), 1 + random.below(9)];
    const cells = Array.from({ length: height }, () => Array.from({ length: width }, () => random.below(3) === 0));
    const header = random.below(2) === 1;
    const head = random.one([`x = ${width}, y = ${height}, rule = b36/s23\n`, `#N name\n#C x = 1\nx=${width},y=${height}\r\n`]);
    const text = (header ? head : '') + write(cells, random);
    const pattern = readRle(text);
    const found = cells.map((row) => row.map(() => false));
    for (const { x, y, length } of pattern.spans) for (let i = 0; i < length; i++) found[y][x + i] = true;
    assert.deepEqual(found, cells, text);
    if (header) assert.deepEqual([pattern.width, pattern.height], [width, height], text);
    if (header) assert.equal(pattern.rule, head.includes('rule') ? 'B36/S23' : undefined, text);
    if (!header) assert.equal(pattern.rule, undefined);
  }
});

test('rules with bounds, and the line that names a rule', () => {
  assert.deepEqual(readRle('x = 1, y = 1, rule = 23/3:T30,20\no!').bounds, { width: 30, height: 20, border: 'torus' });
  assert.deepEqual(readRle('x = 1, y = 1, rule = B3/S23:p7\no!').bounds, { width: 7, height: 7, border: 'dead' });
  assert.equal(readRle('#r 23/36\nbo$2bo$3o!').rule, 'B36/S23');
  assert.deepEqual(readRle('!'), { width: 0, height: 0, spans: [], rule: undefined, bounds: undefined });
});

test('errors of patterns name line and column', () => {
  for (const [text, line, column, problem] of /** @type {[string, number, number, string][]} */ ([
    ['', 1, 1, 'no end'],
    ['bo$2bo$3o', 1, 10, 'no end'],
    ['bo$\n2bq$3o!', 2, 3, '“q” is not a run'],
    ['x = 3, y = 3, rule = B9/S23\no!', 1, 22, 'character 2'],
    ['x = 3, y = 3, rule = B3/S23:K4\no!', 1, 29, 'bounds'],
    ['x = 3\no!', 1, 1, 'header'],
    ['x = 2, y = 1\n3o!', 2, 1, 'outside of 2 × 1'],
    ['x = 2, y = 1\no$o!', 2, 3, 'outside of 2 × 1'],
    ['0o!', 1, 1, 'a run of length 0'],
    ['3 o!', 1, 1, 'the count 3 has no letter'],
    ['3\n', 1, 1, 'the count 3 has no letter'],
    ['x = 1, y = 1, rule = LifeHistory\npA!', 2, 2, '“pA” is not a run'],
    ['2!', 1, 1, '“2!” is not a run'],
    ['999999999999999999999o!', 1, 1, 'outside of'],
    ['#C hello\n#r B3/S9\no!', 2, 4, 'character 5'],
  ])) {
    assert.throws(() => readRle(text), (/** @type {Error & {about: string}} */ error) => {
      assert.equal(error.about, 'pattern');
      assert.match(error.message, new RegExp(`^line ${line}, column \\d+: .*${problem}`), text);
      assert.ok(error.message.startsWith(`line ${line}, column ${column}: `), `${text}: ${error.message}`);
      return true;
    });
  }
});

test('any text is quickly read or rejected', () => {
  for (let seed = 0; seed < 3000; seed++) {
    const random = new Random(seed);
    const text = Array.from({ length: random.below(30) }, () => random.one([...'xy=,:3 079bo$!#r\nTPBS/A.é'])).join('');
    try {
      const { width, height } = readRle(text);
      assert.ok(width >= 0 && height >= 0);
    } catch (error) {
      assert.match(error instanceof Error ? error.message : '', /^line \d+, column \d+: /, text);
    }
  }
});

test('the patterns that the page offers can be read', () => {
  for (const { name, rle } of PATTERNS) assert.ok(readRle(rle).spans.length > 0, name);
});

test("names equal the library's, and births alone are a rule", () => {
  const table = readFileSync(new URL('../../../crates/life/src/rule/names.rs', import.meta.url), 'utf8');
  const counted = [...table.matchAll(/^ {4}\("([^"]+)", "(B\d*\/S\d*)"\),/gm)].map(([, name, rule]) => [name, rule]);
  assert.deepEqual(NAMES, counted);
  for (const [text, rule] of [
    ['Life', 'B3/S23'], ['day-and-night', 'B3678/S34678'], ['Day & Night', 'B3678/S34678'], ['High Life', 'B36/S23'],
    ['Seeds', 'B2/S'], ['B234', 'B234/S'], ['B3_S23', 'B3/S23'], ['2_3', 'B3/S2'],
  ]) {
    assert.equal(nameOf(readRule(text)), rule, text);
  }
});

test('rules with marks are run without them, and lines may break anywhere', () => {
  const runs = '.A2.B$3C12A.D$EF2pAX3$2A';
  for (let seed = 0; seed < 200; seed++) {
    const random = new Random(seed);
    const text = [...runs].map((letter) => letter + random.one(['', '', '\n', '\r\n', ' \n\n\t'])).join('');
    const { spans, rule } = readRle(`x = 30, y = 9, rule = LifeSuper\n${text}\n!`);
    assert.equal(rule, 'B3/S23');
    const cells = spans.flatMap(({ x, y, length }) => Array.from({ length }, (_, i) => `${x + i},${y}`));
    const row = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ y) =>
      Array.from({ length: to - from }, (_, i) => `${from + i},${y}`);
    assert.deepEqual(cells, [...row(1, 2, 0), ...row(0, 15, 1), ...row(0, 1, 2), ...row(2, 4, 2), ...row(0, 2, 5)], text);
  }
  assert.equal(readRle('x = 3, y = 3, rule = LifeHistory\n.A$2.A$3A!').spans.length, 3);
  assert.equal(readRle('x = 1, y = 1, rule = B36/S23History\nA!').rule, 'B36/S23');
});
