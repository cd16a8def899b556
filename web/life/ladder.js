// A comparison of the speed of both engines, on the field of lightln2's article on Life (see
// docs/sources.md). Each engine has its own worker.

import { Connection } from './connection.js';
import { button, element, inWords, make, messageOf } from './page.js';
import { ARTICLE } from './simulation.js';

/** @typedef {import('./protocol.js').EngineName} EngineName */

/**
 * Fingerprints of
 * `quadrille life soup --size 1920x1080 --fill net --seed 12345 --density 0.5 --generations N`.
 */
export const KNOWN = [
  { generation: 1, fingerprint: -717568334 },
  { generation: 100, fingerprint: 1253880863 },
  { generation: 1000, fingerprint: -1752572758 },
];

/** Number of timed rounds per engine; the engines alternate, and the median counts. */
const ROUNDS = 9;
/** Approximate duration of a round, in milliseconds. */
const ROUND = 250;

/** One engine on the field `ARTICLE`, in its own worker. */
class Rung {
  worker = '';
  /** @type {number[]} */
  fingerprints = [];
  /** Steps per second, one number for each measurement. @type {number[]} */
  rates = [];
  /** Steps per second in the last measurement before the timed rounds. */
  first = 1;
  connection = Connection.toWorker();

  /**
   * Advances to each generation with a known fingerprint.
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
      // Generations are run in chunks, so that progress is visible.
      while (now < generation) {
        const generations = Math.min(100, generation - now);
        await this.time(generations);
        now += generations;
        tell(`${this.worker}: generation ${inWords(now)}`);
      }
      const { fingerprint } = await connection.ask({ type: 'count' });
      this.fingerprints.push(fingerprint ?? 0);
    }
    // The rounds are measured anew, because the earlier measurements include the time of
    // compilation. The last of them determines the length of the first round.
    this.first = this.rates.at(-1) ?? this.first;
    this.rates = [];
  }

  /** Runs one timed round. */
  async round() {
    await this.time(Math.max(1, Math.round((this.rate * ROUND) / 1000)));
  }

  /**
   * Runs and times generations; the time of messages and painting is not included.
   * @param {number} generations
   */
  async time(generations) {
    const { milliseconds = 0 } = await this.connection.ask({ type: 'step', generations });
    this.rates.push((generations * 1000) / Math.max(milliseconds, 0.1));
  }

  /** Steps per second: the median of the measurements in `rates`; before these, `first`. */
  get rate() {
    const sorted = [...this.rates].sort((a, b) => a - b);
    return sorted[sorted.length >> 1] ?? this.first;
  }

  /** Whether all fingerprints equal the known ones. */
  get right() {
    return KNOWN.every(({ fingerprint }, at) => this.fingerprints[at] === fingerprint);
  }
}

/**
 * Returns the results as a table.
 * @param {Rung[]} rungs the first is the baseline
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
    ? 'Fingerprints at generations 1, 100 and 1000 are equal to those of the native program.'
    : 'Fingerprints differ: this is a bug, please report it.';
  const numbers = KNOWN.map(({ fingerprint }) => String(fingerprint).replace('-', '−')).join(' · ');
  return [make('p', { class: right ? 'verdict' : 'error' }, words), make('p', { class: 'note' }, numbers)];
}

/**
 * Attaches the listener of the ladder's button.
 * @param {() => void} begins called before the engines run, to pause the page
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
      // The engines take turns, so that other load on the machine affects both.
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
