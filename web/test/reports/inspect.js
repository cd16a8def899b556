// Checks of a report's page that need no human judgement. `faults` runs inside the page.

/**
 * Returns the faults of the page as it is displayed: text that is hidden, that overlaps other text,
 * or that has too little contrast, and headings out of order.
 * @returns {string[]}
 */
export function faults() {
  /** @type {string[]} */
  const found = [];
  /** @param {Element} node */
  const named = (node) => `${node.localName}.${node.getAttribute('class') ?? ''} “${(node.textContent ?? '').trim().slice(0, 40)}”`;
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) found.push(`the page is ${root.scrollWidth} px wide in a window of ${innerWidth}`);

  // One heading of the first level; no level is skipped.
  const levels = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((node) => Number(node.localName.slice(1)));
  if (levels.filter((level) => level === 1).length !== 1) found.push(`${levels.filter((level) => level === 1).length} headings of the first level`);
  levels.forEach((level, at) => {
    if (level > (levels[at - 1] ?? 0) + 1) found.push(`a heading of level ${level} follows one of level ${levels[at - 1] ?? 0}`);
  });

  // No box clips or scrolls its content vertically, and no box clips its content horizontally.
  for (const node of document.querySelectorAll('body *')) {
    if (!(node instanceof HTMLElement) || node.clientHeight === 0) continue;
    const { overflowX, overflowY } = getComputedStyle(node);
    if (overflowY !== 'visible' && node.scrollHeight > node.clientHeight + 1) found.push(`${named(node)} hides ${node.scrollHeight - node.clientHeight} px of its height`);
    if (overflowX === 'hidden' && node.scrollWidth > node.clientWidth + 1) found.push(`${named(node)} hides ${node.scrollWidth - node.clientWidth} px of its width`);
  }

  // Texts of a figure are inside it, do not overlap, and have enough contrast with the background.
  for (const svg of document.querySelectorAll('svg')) {
    const frame = svg.getBoundingClientRect();
    if (frame.width === 0) continue;
    const texts = [...svg.querySelectorAll('text')].filter((text) => getComputedStyle(text).visibility === 'visible' && (text.textContent ?? '').trim() !== '');
    const boxes = texts.map((text) => text.getBoundingClientRect());
    texts.forEach((text, at) => {
      const box = boxes[at];
      if (!box || box.width === 0) return;
      if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1) found.push(`${named(text)} leaves its figure`);
      texts.slice(at + 1).forEach((other, next) => {
        const second = boxes[at + 1 + next];
        if (!second) return;
        const wide = Math.min(box.right, second.right) - Math.max(box.left, second.left);
        // The boxes of lines include room above and below the letters.
        const high = Math.min(box.bottom, second.bottom) - Math.max(box.top, second.top);
        if (wide > 1 && high > 0.35 * Math.min(box.height, second.height)) found.push(`${named(text)} overlaps ${named(other)}`);
      });
      const ratio = contrast(getComputedStyle(text).fill, background(svg));
      if (ratio < 4.5) found.push(`${named(text)} has a contrast of ${ratio.toFixed(2)}`);
    });
  }
  return found;

  /** @param {Element | null} node @returns {string} */
  function background(node) {
    for (; node; node = node.parentElement) {
      const colour = getComputedStyle(node).backgroundColor;
      if (colour !== 'rgba(0, 0, 0, 0)' && colour !== 'transparent') return colour;
    }
    return 'rgb(255, 255, 255)';
  }

  /** @param {string} one @param {string} other */
  function contrast(one, other) {
    const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return ((high ?? 1) + 0.05) / ((low ?? 0) + 0.05);
  }

  /** The relative luminance of WCAG 2. @param {string} colour */
  function luminance(colour) {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!canvas) return 0;
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
      const part = value / 255;
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
}
