// The camera, the pen, and packed cells.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Bits, countBetween } from '../../life/bits.js';
import { Camera } from '../../life/camera.js';
import { line } from '../../life/pointer.js';
import { Random } from '../random.js';

test('the window has every visible cell, and is inside the field', () => {
  for (let seed = 0; seed < 500; seed++) {
    const random = new Random(seed);
    const canvas = { width: 1 + random.below(1500), height: 1 + random.below(900) };
    const field = { width: 1 + random.below(5000), height: 1 + random.below(5000) };
    const camera = new Camera(canvas, field);
    camera.fit();
    for (let i = 0; i < 20; i++) {
      const [px, py] = [random.below(canvas.width), random.below(canvas.height)];
      if (random.below(2)) camera.zoomStep(random.one([1, -1]), px, py);
      else camera.scale(0.5 + random.below(150) / 100, px, py);
      camera.pan(random.below(300) - 150, random.below(300) - 150);
      const { rectangle, scale } = camera.window();
      assert.ok(rectangle.x >= 0 && rectangle.y >= 0 && rectangle.x % scale === 0 && rectangle.y % scale === 0);
      assert.ok(rectangle.x + rectangle.width <= field.width && rectangle.y + rectangle.height <= field.height);
      assert.ok(scale === 1 || scale * camera.zoom <= 1 + 1e-9, `a square is no larger than a pixel: ${camera.zoom}`);
      const { x, y } = camera.cellAt(px, py);
      if (x < 0 || y < 0 || x >= field.width || y >= field.height) continue;
      const seen = x >= rectangle.x && y >= rectangle.y && x < rectangle.x + rectangle.width && y < rectangle.y + rectangle.height;
      assert.ok(seen, `seed ${seed}: cell ${x}, ${y}`);
    }
  }
});

test('zooming keeps the cell under the pointer', () => {
  for (let seed = 0; seed < 500; seed++) {
    const random = new Random(seed);
    // On a field of this size, the view stays far from the edges, so the camera is never held back.
    const camera = new Camera({ width: 800, height: 600 }, { width: 1e6, height: 1e6 });
    camera.show({ x: 5e5, y: 5e5, width: 100, height: 100 }, 1 + random.below(20));
    const [px, py] = [random.below(800), random.below(600)];
    const under = () => [camera.x + px / camera.zoom, camera.y + py / camera.zoom];
    const before = under();
    if (random.below(2)) camera.zoomStep(random.one([1, -1]), px, py);
    else camera.scale(0.5 + random.below(150) / 100, px, py);
    under().forEach((place, at) => assert.ok(Math.abs(place - before[at]) < 1e-6, `seed ${seed}`));
  }
});

test('a fitted field is fully visible', () => {
  for (const [width, height] of [[1920, 1080], [3, 3], [1, 32768], [32768, 1]]) {
    const camera = new Camera({ width: 390, height: 400 }, { width, height });
    camera.fit();
    assert.deepEqual(camera.window().rectangle, { x: 0, y: 0, width, height });
    assert.ok(camera.fitted);
    camera.pan(1, 0);
    assert.ok(!camera.fitted);
  }
});

test('a line leads from cell to cell without a gap, as wide as the pen', () => {
  for (let seed = 0; seed < 500; seed++) {
    const random = new Random(seed);
    const field = { width: 30, height: 20 };
    const [from, to] = [0, 1].map(() => ({ x: random.below(40) - 5, y: random.below(30) - 5 }));
    const pen = 1 + random.below(4);
    const bits = line(from, to, pen, field);
    const lives = (/** @type {number} */ x, /** @type {number} */ y) => {
      if (!bits) return false;
      const { x: left, y: top, width, height } = bits.rectangle;
      const within = x >= left && y >= top && x < left + width && y < top + height;
      return within && bits.get(x - left, y - top);
    };
    const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
    /** @type {Set<string>} */
    const expected = new Set();
    for (let i = 0; i <= steps; i++) {
      const share = steps ? i / steps : 0;
      const [x, y] = [Math.round(from.x + (to.x - from.x) * share), Math.round(from.y + (to.y - from.y) * share)];
      for (let dy = 0; dy < pen; dy++) {
        for (let dx = 0; dx < pen; dx++) expected.add(`${x + dx - ((pen - 1) >> 1)},${y + dy - ((pen - 1) >> 1)}`);
      }
    }
    for (let y = -9; y < 40; y++) {
      for (let x = -9; x < 50; x++) {
        const inField = x >= 0 && y >= 0 && x < field.width && y < field.height;
        assert.equal(lives(x, y), inField && expected.has(`${x},${y}`), `seed ${seed}: ${x}, ${y}`);
      }
    }
  }
});

test('cells of a part of a row are counted', () => {
  for (let seed = 0; seed < 500; seed++) {
    const random = new Random(seed);
    const bits = new Bits({ x: 0, y: 0, width: 1 + random.below(60), height: 1 });
    for (let x = 0; x < bits.rectangle.width; x++) if (random.below(2)) bits.set(x, 0);
    const from = random.below(bits.rectangle.width + 1);
    const to = from + random.below(bits.rectangle.width - from + 1);
    let count = 0;
    for (let x = from; x < to; x++) if (bits.get(x, 0)) count++;
    assert.equal(countBetween(bits.cells, from, to), count);
  }
});
