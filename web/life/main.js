// Entry point: connects the parts of the page.

import { Camera } from './camera.js';
import { listenToForms, nextSoup, showSettings } from './forms.js';
import { listenToKeys } from './keyboard.js';
import { listenToLadder } from './ladder.js';
import { button, element, input, inWords, messageOf, say, select } from './page.js';
import { Painter } from './painter.js';
import { Pointer } from './pointer.js';
import { Runner, SPEEDS } from './runner.js';
import { Simulation } from './simulation.js';

/** @typedef {import('./pointer.js').Tool} Tool */
/** @typedef {import('./protocol.js').EngineName} EngineName */

const canvas = element('canvas', HTMLCanvasElement);
const camera = new Camera(canvas, { width: 1, height: 1 });
const painter = new Painter(canvas);
const simulation = new Simulation({
  reshaped: () => {
    camera.field = { width: simulation.width, height: simulation.height };
    camera.fit();
    changed();
  },
  changed,
});
const runner = new Runner(simulation, camera, painter, show, (error) => say(messageOf(error)));
const pointer = new Pointer(canvas, camera, {
  moved: () => runner.look(),
  drawn: (bits, erase) => attempt(simulation.put(bits, erase ? 'remove' : 'add')),
});

/** Updates the page after the field or its cells were replaced. */
function changed() {
  say('');
  showSettings(simulation);
  runner.touch();
}

/**
 * Shows the error of a failed action.
 * @param {Promise<unknown>} work
 */
function attempt(work) {
  work.catch((error) => say(messageOf(error)));
}

/** @param {import('./runner.js').State} state */
function show({ running, generation, population, fingerprint, rate }) {
  const write = (/** @type {string} */ id, /** @type {string} */ text) => {
    const place = element(id, HTMLElement);
    if (place.textContent !== text) place.textContent = text;
  };
  write('run', running ? 'Pause' : 'Run');
  write('generation', inWords(generation));
  if (population !== undefined) write('population', inWords(population));
  if (fingerprint !== undefined) write('fingerprint', String(fingerprint).replace('-', '−'));
  write('rate', rate === undefined ? '–' : inWords(rate));
}

/** @param {number} speed */
function setSpeed(speed) {
  runner.speed = Math.max(0, Math.min(SPEEDS.length - 1, speed));
  input('speed').value = String(runner.speed);
  const rate = SPEEDS[runner.speed];
  const words = rate === Infinity ? 'unlimited' : `${inWords(rate)} per second`;
  element('speed-words', HTMLOutputElement).textContent = words;
  input('speed').setAttribute('aria-valuetext', words);
}

/** @param {Tool} tool */
function setTool(tool) {
  pointer.use(tool);
  for (const choice of document.querySelectorAll('input[name="tool"]')) {
    if (choice instanceof HTMLInputElement) choice.checked = choice.value === tool;
  }
}

/** @param {EngineName} [engine] the other one if omitted */
async function setEngine(engine) {
  try {
    await simulation.switchTo(engine);
  } finally {
    showSettings(simulation);
  }
}

/**
 * @param {1 | -1} way
 * @param {'x' | 'y'} axis
 */
function move(way, axis) {
  const length = -way * 0.15 * (axis === 'x' ? canvas.width : canvas.height);
  camera.pan(axis === 'x' ? length : 0, axis === 'y' ? length : 0);
  runner.look();
}

/** @param {1 | -1} way */
function zoom(way) {
  camera.zoomStep(way);
  runner.look();
}

function fit() {
  camera.fit();
  runner.look();
}

/** @type {Record<import('./keyboard.js').Wish, () => void>} */
const wishes = {
  run: () => runner.toggle(),
  step: () => runner.step(),
  faster: () => setSpeed(runner.speed + 1),
  slower: () => setSpeed(runner.speed - 1),
  'zoom-in': () => zoom(1),
  'zoom-out': () => zoom(-1),
  fit,
  left: () => move(-1, 'x'),
  right: () => move(1, 'x'),
  up: () => move(-1, 'y'),
  down: () => move(1, 'y'),
  draw: () => setTool('draw'),
  erase: () => setTool('erase'),
  move: () => setTool('move'),
  article: () => attempt(simulation.openArticle()),
  soup: nextSoup,
  engine: () => attempt(setEngine()),
  ladder: () => button('ladder-run').click(),
  help: () => element('help', HTMLDialogElement).showModal(),
};

listenToKeys((wish) => wishes[wish]());
for (const id of /** @type {const} */ (['run', 'step', 'fit', 'zoom-in', 'zoom-out', 'article'])) {
  button(id).addEventListener('click', wishes[id]);
}
button('help-open').addEventListener('click', wishes.help);
input('speed').max = String(SPEEDS.length - 1);
input('speed').addEventListener('input', () => setSpeed(Number(input('speed').value)));
for (const choice of document.querySelectorAll('input[name="tool"]')) {
  choice.addEventListener('change', () =>
    setTool(/** @type {Tool} */ (/** @type {HTMLInputElement} */ (choice).value)),
  );
}
select('engine').addEventListener('change', () =>
  attempt(setEngine(/** @type {EngineName} */ (select('engine').value))),
);
listenToForms(simulation, {
  placed: (at, cleared) => {
    if (cleared) {
      // Around the pattern, there is room for growth on all sides.
      const room = Math.max(20, at.width, at.height);
      camera.show({ x: at.x - room, y: at.y - room, width: at.width + 2 * room, height: at.height + 2 * room });
    }
    runner.touch();
  },
  middle: () => camera.cellAt(canvas.width / 2, canvas.height / 2),
});
listenToLadder(() => {
  if (runner.running) runner.toggle();
});

new ResizeObserver(() => {
  const { width, height } = canvas.getBoundingClientRect();
  const middle = { x: camera.x + canvas.width / 2 / camera.zoom, y: camera.y + canvas.height / 2 / camera.zoom };
  canvas.width = Math.max(1, Math.round(width * devicePixelRatio));
  canvas.height = Math.max(1, Math.round(height * devicePixelRatio));
  if (camera.fitted) camera.fit();
  else camera.show({ ...middle, width: 0, height: 0 }, camera.zoom);
  painter.draw(camera);
  runner.look();
}).observe(canvas);

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  painter.readColours();
  runner.look();
});

setSpeed(runner.speed);
setTool('move');

/** Opens the field `ARTICLE`, in WebAssembly if that engine is built. */
async function begin() {
  try {
    await simulation.openArticle('webassembly');
  } catch (error) {
    await simulation.openArticle('javascript');
    say(`${messageOf(error)}. The JavaScript engine is used instead.`);
    select('engine').options[0].disabled = true;
  }
}

attempt(begin());
