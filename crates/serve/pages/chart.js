// Small charts as SVG. Colours and sizes come from the style sheet.

import { drawn, element } from './dom.js';
import { number } from './words.js';

const WIDTH = 600;
/** Maximum number of earlier intervals that a funnel shows. */
const MOST = 48;

/** @typedef {[low: number, value: number, high: number]} Interval */

/**
 * Draws the intervals of a figure over time, the first interval at the top, the last one bold.
 * @param {Interval[]} history
 * @param {string} label
 */
export function funnel(history, label) {
  const shown = history.slice(-MOST);
  const low = Math.min(...history.map(([low]) => low));
  const high = Math.max(...history.map(([, , high]) => high));
  const x = (/** @type {number} */ value) => (high > low ? 8 + ((WIDTH - 16) * (value - low)) / (high - low) : WIDTH / 2);
  const step = 44 / Math.max(shown.length, 1);
  const lines = shown.map(([from, value, to], index) => {
    const y = 6 + index * step;
    const last = index === shown.length - 1;
    return drawn(
      'g',
      { class: last ? 'last' : 'earlier' },
      drawn('line', { x1: x(from), x2: x(to), y1: y, y2: y }),
      drawn('line', { class: 'value', x1: x(value), x2: x(value), y1: y - (last ? 5 : 2), y2: y + (last ? 5 : 2) }),
    );
  });
  // The labels are HTML, because the picture is stretched to the width of its box.
  return element(
    'div',
    { class: 'funnel' },
    drawn('svg', { viewBox: `0 0 ${WIDTH} 60`, role: 'img', 'aria-label': label, preserveAspectRatio: 'none' }, ...lines),
    element('span', {}, number(low, 5)),
    element('span', {}, number(high, 5)),
  );
}

/**
 * Draws a bar for one of several factors, on a logarithmic scale. The smallest factor (or 1, if all
 * factors are larger) has a short bar; the largest factor has the longest bar.
 * @param {number} factor
 * @param {number[]} factors
 */
export function factorBar(factor, factors) {
  const low = Math.min(1, ...factors);
  const above = (/** @type {number} */ value) => Math.log(value / low) + 0.15;
  const length = above(factor) / above(Math.max(1, ...factors));
  return drawn(
    'svg',
    { class: 'bar', viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    drawn('rect', { width: 100 * Math.min(length, 1), height: 10 }),
  );
}
