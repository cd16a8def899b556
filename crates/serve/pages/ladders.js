// Ladders, timed on this machine: implementations of the same job, from the plainest to the fastest.

import { factorBar } from './chart.js';
import { element, prose, setText } from './dom.js';
import { follow, isActive, jobOf } from './live.js';
import { attempt, progressBar } from './runs.js';
import { overview, post } from './server.js';
import { number, t } from './words.js';

/** @typedef {import('./live.js').Rung} Rung */

/** @type {import('./application.js').View} */
export async function laddersView(main, { query, signal }) {
  const { ladders } = await overview();
  if (signal.aborted) return;
  const problem = element('p', { class: 'error', role: 'alert' });
  const choice = element('select', { id: 'ladder' }, ...ladders.map((name) => element('option', { value: name }, name)));
  choice.value = query.get('ladder') ?? 'random';
  const measure = element('button', { type: 'button', class: 'primary' }, t('measure'));
  const stop = element('button', { type: 'button' }, t('stop'));
  const state = element('span', { class: 'state', role: 'status' });
  const progress = progressBar(t('progressOf', { name: t('ladders') }));
  const result = element('div');
  main.append(
    element('header', {}, element('h1', {}, t('ladders')), element('p', { class: 'lead' }, t('laddersLead'))),
    element(
      'div',
      { class: 'form row' },
      element('p', {}, element('label', { for: 'ladder' }, t('ladder')), choice),
      element('p', { class: 'buttons' }, measure, stop),
    ),
    element('p', { class: 'progress' }, state, progress.bar),
    problem,
    result,
  );

  /** @type {import('./live.js').LiveState | undefined} */
  let last;
  let drawn = '';
  const show = () => {
    const job = last && jobOf(last, 'ladder', choice.value);
    const active = isActive(job);
    stop.hidden = !active;
    measure.disabled = active;
    progress.bar.hidden = !active;
    progress.set(job?.total ? job.done / job.total : null);
    setText(state, job ? t(job.state) : '');
    setText(problem, job?.error ?? '');
    const now = JSON.stringify([choice.value, job?.rungs]);
    if (now === drawn) return;
    drawn = now;
    result.replaceChildren(...workloads(job?.rungs ?? []));
  };
  measure.addEventListener('click', () => attempt(problem, () => post('/api/ladder', { ladder: choice.value })));
  stop.addEventListener('click', () =>
    attempt(problem, () => post('/api/stop', { job: last && jobOf(last, 'ladder', choice.value)?.id })),
  );
  choice.addEventListener('change', show);
  follow(signal, (live) => {
    last = live;
    show();
    main.setAttribute('data-ready', '');
  });
}

/** @param {Rung[]} rungs */
function workloads(rungs) {
  const names = [...new Set(rungs.map((rung) => rung.what))];
  return names.map((what) => workload(what, rungs.filter((rung) => rung.what === what)));
}

/**
 * @param {string} what
 * @param {Rung[]} rungs
 */
function workload(what, rungs) {
  const largest = Math.max(...rungs.map((rung) => rung.speedup));
  const head = [t('rung'), t('time', { item: rungs[0]?.item ?? '' }), t('speedup'), ''];
  return element(
    'section',
    { class: 'ladder' },
    element('h2', {}, what),
    element(
      'table',
      {},
      element('thead', {}, element('tr', {}, ...head.map((text, at) => (text ? element('th', { scope: 'col', class: at > 0 && 'number' }, text) : element('td'))))),
      element(
        'tbody',
        {},
        ...rungs.map((rung) =>
          element(
            'tr',
            { class: rung.speedup === largest && 'best' },
            element('th', { scope: 'row' }, element('strong', {}, rung.name), element('small', {}, ...prose(rung.about))),
            element('td', { class: 'number' }, nanoseconds(rung.ns_per_item)),
            element('td', { class: 'number' }, `${number(rung.speedup, 3)}×`),
            element('td', { class: 'bars' }, factorBar(rung.speedup, rungs.map(({ speedup }) => speedup))),
          ),
        ),
      ),
    ),
  );
}

/** @param {number} value */
function nanoseconds(value) {
  if (value < 1000) return `${number(value, 3)} ns`;
  return value < 1e6 ? `${number(value / 1e3, 3)} µs` : `${number(value / 1e6, 3)} ms`;
}
