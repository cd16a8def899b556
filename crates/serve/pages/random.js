// Random numbers: pictures of pairs, two generators side by side, and the battery of tests.

import { element, setText } from './dom.js';
import { attempt, runAddress } from './runs.js';
import { getBytes, overview, post } from './server.js';
import { number, t } from './words.js';

/** Side of a picture in pixels. */
const SIDE = 512;
/** The generators that the two pictures show first: a classical example, and the default. */
const FIRST = ['zx-spectrum', 'xoshiro256++'];

/** @type {import('./application.js').View} */
export async function randomView(main, { signal, go }) {
  const { generators } = await overview();
  if (signal.aborted) return;
  const problem = element('p', { class: 'error', role: 'alert' });
  const seed = element('input', { id: 'seed', type: 'text', inputmode: 'numeric', value: '1977', autocomplete: 'off' });
  const zoom = element('input', { id: 'zoom', type: 'range', min: 0, max: 12, value: 0 });
  const zoomed = element('output', { for: 'zoom' });
  const mode = element(
    'select',
    { id: 'mode' },
    element('option', { value: '' }, t('consecutive')),
    element('option', { value: '1' }, t('neighbours')),
    element('option', { value: '1000' }, t('distant')),
  );
  const pictures = FIRST.map((name, index) => picture(name, index, generators));
  let timer = 0;
  const draw = () => {
    const side = 2 ** Number(zoom.value);
    setText(zoomed, `${number(side)}×`);
    clearTimeout(timer);
    timer = setTimeout(
      () =>
        attempt(problem, async () => {
          for (const one of pictures) await one.draw({ seed: seed.value, zoom: String(side), stream: mode.value }, signal);
          main.setAttribute('data-ready', '');
        }),
      60,
    );
  };
  signal.addEventListener('abort', () => clearTimeout(timer));
  for (const control of [seed, zoom, mode, ...pictures.map((one) => one.choice)]) control.addEventListener('input', draw);

  main.append(
    element('header', {}, element('h1', {}, t('random')), element('p', { class: 'lead' }, t('randomLead'))),
    element(
      'section',
      {},
      element('h2', {}, t('pictures')),
      element(
        'div',
        { class: 'form row' },
        element('p', {}, element('label', { for: 'mode' }, t('points')), mode),
        element('p', {}, element('label', { for: 'seed' }, t('seed')), seed),
        element('p', {}, element('label', { for: 'zoom' }, t('zoom')), zoom, zoomed),
      ),
      problem,
      element('div', { class: 'pictures' }, ...pictures.map((one) => one.node)),
      element('p', { class: 'hint' }, t('picturesHint')),
    ),
    battery(generators, go),
  );
  draw();
}

/**
 * @param {string} name
 * @param {number} index
 * @param {import('./server.js').Overview['generators']} generators
 */
function picture(name, index, generators) {
  const id = `generator-${index}`;
  const choice = element('select', { id }, ...generators.map(({ name }) => element('option', { value: name }, name)));
  choice.value = name;
  const canvas = element('canvas', { width: SIDE, height: SIDE, role: 'img' });
  const caption = element('figcaption');
  const node = element('figure', { class: 'picture' }, element('p', {}, element('label', { for: id }, t('generator')), choice), canvas, caption);
  return {
    node,
    choice,
    /**
     * @param {{ seed: string, zoom: string, stream: string }} query
     * @param {AbortSignal} signal
     */
    async draw({ seed, zoom, stream }, signal) {
      const generator = choice.value;
      /** @type {Record<string, string>} */
      const streams = stream ? { stream } : {};
      const bytes = await getBytes('/api/pairs', { generator, seed, zoom, ...streams }).catch((error) => {
        // The previous picture belongs to other values, so it must not remain beside the error.
        canvas.getContext('2d')?.clearRect(0, 0, SIDE, SIDE);
        setText(caption, '');
        throw error;
      });
      if (signal.aborted || generator !== choice.value) return;
      const points = new Uint16Array(bytes);
      plot(canvas, points);
      const about = generators.find(({ name }) => name === generator);
      const count = number(points.length / 2);
      canvas.setAttribute('aria-label', t('pictureOf', { generator, count }));
      const fails = about?.fails ? t('fails', { fails: about.fails }) : '';
      setText(caption, [t('pointsShown', { count }), about?.notes, fails].filter(Boolean).join(' · '));
    },
  };
}

/**
 * Draws points. Many points are drawn small and translucent, so that overlaps are visible.
 * @param {HTMLCanvasElement} canvas
 * @param {Uint16Array} points
 */
function plot(canvas, points) {
  const context = canvas.getContext('2d');
  if (!context) return;
  context.clearRect(0, 0, SIDE, SIDE);
  context.fillStyle = getComputedStyle(canvas).color;
  const size = points.length < 8000 ? 2 : 1;
  context.globalAlpha = points.length < 8000 ? 1 : 0.75;
  for (let at = 0; at + 1 < points.length; at += 2) {
    const [x = 0, y = 0] = [points[at], points[at + 1]];
    context.fillRect((x * SIDE) / 65536, SIDE - size - (y * (SIDE - size)) / 65536, size, size);
  }
}

/**
 * Creates the form that starts the battery as an ordinary experiment.
 * @param {import('./server.js').Overview['generators']} generators
 * @param {(address: string) => void} go
 */
function battery(generators, go) {
  const tested = generators.filter((generator) => generator.tested);
  const problem = element('p', { class: 'error', role: 'alert' });
  const boxes = tested.map(({ name }) => element('input', { type: 'checkbox', id: `test-${name}`, value: name, checked: true }));
  const size = element(
    'select',
    { id: 'size' },
    ...[20, 22, 24, 26].map((bits) => element('option', { value: bits, selected: bits === 22 }, number(2 ** bits))),
  );
  const streams = element('input', { type: 'checkbox', id: 'streams' });
  const start = element('button', { type: 'button', class: 'primary' }, t('testThem'));
  start.addEventListener('click', () =>
    attempt(problem, async () => {
      const names = JSON.stringify(boxes.filter((box) => box.checked).map((box) => box.value));
      const families = streams.checked ? `streams = ${names}\n` : '';
      const text = `kind = "random.battery"\n\n[random]\ngenerators = ${names}\n${families}size = ${size.value}\n`;
      const { run } = await post('/api/start', { name: 'random-battery', text });
      go(runAddress(run));
    }),
  );
  return element(
    'section',
    {},
    element('h2', {}, t('battery')),
    element('p', {}, t('batteryLead')),
    element(
      'fieldset',
      { class: 'choices' },
      element('legend', {}, t('generators')),
      ...boxes.map((box) => element('label', { for: box.id }, box, box.value)),
    ),
    element(
      'div',
      { class: 'form row' },
      element('p', {}, element('label', { for: 'size' }, t('numbersPerTest')), size),
      element('p', { class: 'choices' }, element('label', { for: 'streams' }, streams, t('alsoStreams'))),
      element('p', { class: 'buttons' }, start),
    ),
    problem,
  );
}
