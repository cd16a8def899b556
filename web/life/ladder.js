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

/** Each engine is timed this often, in turn with the other, and the middle one of its times counts. */
const ROUNDS = 9;
/** For about so many milliseconds each. */
const ROUND = 250;

/** One engine on the article's field, in a worker of its own. */
class Rung {
  worker = '';
  /** @type {number[]} */
  fingerprints = [];
  /** Steps a second, round by round. @type {number[]} */
  rates = [];
  connection = Connection.toWorker();

  /**
   * Goes to each generation whose fingerprint is known.
   * @param {EngineName} engine
   * @param {(words: string) => void} tell
   */
  async climb(engine, tell) {
    const { connection } = this;
    const { worker } = await connection.ask({ type: 'open', engine, ...ARTICLE.opening });
    this.worker = worker ?? engine;
    await connection.ask({ type: 'fill', fill: ARTICLE.fill });
    let now = 0;
    for (const { generation } of KNOWN) {
      // In pieces, so that there is something to be seen.
      while (now < generation) {
        const generations = Math.min(100, generation - now);
        await this.time(generations);
        now += generations;
        tell(`${this.worker}: generation ${inWords(now)}`);
      }
      const { fingerprint } = await connection.ask({ type: 'count' });
      this.fingerprints.push(fingerprint ?? 0);
    }
    // The compiler was still at work.
    this.rates = this.rates.slice(-1);
  }

  /** One round of those that count. */
  async round() {
    await this.time(Math.max(1, Math.round((this.rate * ROUND) / 1000)));
  }

  /**
   * What the engine alone takes: no messages, nothing painted.
   * @param {number} generations
   */
  async time(generations) {
    const { milliseconds = 0 } = await this.connection.ask({ type: 'step', generations });
    this.rates.push((generations * 1000) / Math.max(milliseconds, 0.1));
  }

  /** Steps a second: the middle one of all rounds. */
  get rate() {
    const sorted = [...this.rates].sort((a, b) => a - b);
    return sorted[sorted.length >> 1];
  }

  /** Whether it has come to the fingerprints that are known. */
  get right() {
    return KNOWN.every(({ fingerprint }, at) => this.fingerprints[at] === fingerprint);
  }
}

/**
 * The rungs as a table.
 * @param {Rung[]} rungs the first is what the others are held against
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
  const right = rungs.every((rung) => rung.right);
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
    const line = make('p', { class: 'note' });
    place.replaceChildren(line);
    const panel = element('ladder', HTMLDetailsElement);
    panel.open = true;
    panel.scrollIntoView({ block: 'nearest' });
    const tell = (/** @type {string} */ words) => line.replaceChildren(words);
    /** @type {Rung[]} */
    const rungs = [];
    try {
      for (const engine of /** @type {const} */ (['javascript', 'webassembly'])) {
        const rung = new Rung();
        rungs.push(rung);
        await rung.climb(engine, tell);
      }
      // In turn: whatever else the machine does then slows both.
      for (let round = 1; round <= ROUNDS; round++) {
        for (const rung of rungs) await rung.round();
        place.replaceChildren(table(rungs), line);
        tell(`round ${round} of ${ROUNDS}`);
      }
      place.replaceChildren(table(rungs), ...verdict(rungs));
      panel.scrollIntoView({ block: 'nearest' });
    } catch (error) {
      place.replaceChildren(make('p', { class: 'error' }, messageOf(error)));
    } finally {
      for (const { connection } of rungs) connection.close();
      run.disabled = false;
    }
  });
}
