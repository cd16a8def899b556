// A small ladder: both engines on the article's field, one after the other, each in a worker of its own.

import { Connection } from './connection.js';
import { button, element, inWords, make, messageOf } from './page.js';
import { ARTICLE } from './simulation.js';

/** @typedef {import('./protocol.js').EngineName} EngineName */

/** Fingerprints of `quadrille life soup --size 1920x1080 --fill net --seed 12345 --density 0.5 --generations N`. */
export const KNOWN = [
  { generation: 1, fingerprint: -717568334 },
  { generation: 100, fingerprint: 1253880863 },
  { generation: 1000, fingerprint: -1752572758 },
];

/** Milliseconds that an engine is timed for, at least. */
const TIMED = 2000;

/**
 * What a rung came to.
 * @typedef {{engine: EngineName, worker: string, fingerprints: number[], rate: number}} Rung
 */

/**
 * Runs one engine: to each generation with a known fingerprint, then on against the clock.
 * @param {EngineName} engine
 * @param {(words: string) => void} tell
 * @returns {Promise<Rung>}
 */
async function climb(engine, tell) {
  const connection = Connection.toWorker();
  try {
    const { worker = '' } = await connection.ask({ type: 'open', engine, ...ARTICLE.opening });
    await connection.ask({ type: 'fill', fill: ARTICLE.fill });
    const fingerprints = [];
    let now = 0;
    for (const { generation } of KNOWN) {
      // In pieces, so that there is something to be seen.
      while (now < generation) {
        const generations = Math.min(100, generation - now);
        await connection.ask({ type: 'step', generations });
        now += generations;
        tell(`${worker}: generation ${inWords(now)}`);
      }
      fingerprints.push((await connection.ask({ type: 'count' })).fingerprint ?? 0);
    }
    // What the engine alone takes: no messages, nothing painted. The first thousand have warmed it up.
    let [done, took, generations] = [0, 0, 100];
    while (took < TIMED) {
      const { milliseconds = 0 } = await connection.ask({ type: 'step', generations });
      done += generations;
      took += milliseconds;
      tell(`${worker}: ${inWords((done * 1000) / took)} steps a second`);
      if (milliseconds < TIMED / 8) generations *= 2;
    }
    return { engine, worker, fingerprints, rate: (done * 1000) / took };
  } finally {
    connection.close();
  }
}

/**
 * The rungs as a table.
 * @param {Rung[]} rungs the slowest first
 */
function table(rungs) {
  const best = Math.max(...rungs.map(({ rate }) => rate));
  const head = ['Engine', 'steps/s', '×'].map((words, at) =>
    make('th', at > 0 ? { class: 'number', scope: 'col' } : { scope: 'col' }, words),
  );
  const rows = rungs.flatMap(({ worker, rate }) => {
    const bar = make('span', { class: 'bar' });
    bar.style.width = `${(rate / best) * 100}%`;
    const times = rate / rungs[0].rate;
    return make(
      'tr',
      {},
      make('td', {}, worker, bar),
      make('td', { class: 'number' }, inWords(rate)),
      make('td', { class: 'number' }, times < 1.05 ? '1' : times.toFixed(1)),
    );
  });
  return make('table', {}, make('thead', {}, make('tr', {}, ...head)), make('tbody', {}, ...rows));
}

/** @param {Rung[]} rungs */
function verdict(rungs) {
  const right = rungs.every(({ fingerprints }) => fingerprints.every((found, at) => found === KNOWN[at].fingerprint));
  const words = right
    ? 'Fingerprints are equal at generations 1, 100 and 1000, and those of the native program.'
    : 'Fingerprints differ: this is a bug, please tell us.';
  const numbers = KNOWN.map(({ fingerprint }) => String(fingerprint).replace('-', '−')).join(' · ');
  return [make('p', { class: right ? 'verdict' : 'error' }, words), make('p', { class: 'note' }, numbers)];
}

/**
 * Makes the ladder's button work.
 * @param {() => void} begins is called before the engines run: the page should be still
 */
export function listenToLadder(begins) {
  const run = button('ladder-run');
  const place = element('ladder-result', HTMLDivElement);
  run.addEventListener('click', async () => {
    begins();
    run.disabled = true;
    /** @type {Rung[]} */
    const rungs = [];
    try {
      for (const engine of /** @type {const} */ (['javascript', 'webassembly'])) {
        const line = make('p', { class: 'note' });
        place.replaceChildren(...(rungs.length > 0 ? [table(rungs)] : []), line);
        rungs.push(await climb(engine, (words) => line.replaceChildren(words)));
      }
      place.replaceChildren(table(rungs), ...verdict(rungs));
    } catch (error) {
      const shown = rungs.length > 0 ? [table(rungs)] : [];
      place.replaceChildren(...shown, make('p', { class: 'error' }, messageOf(error)));
    } finally {
      run.disabled = false;
    }
  });
}
