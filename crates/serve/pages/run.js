// The page of a run: progress and estimates during the run, then its summary, report and files.

import { funnel } from './chart.js';
import { element, setText } from './dom.js';
import { follow, isActive, jobOf } from './live.js';
import { amountText, attempt, compareAddress, deleteAfterAsking, progressBar, share, stateText } from './runs.js';
import { address, get, post } from './server.js';
import { number, t } from './words.js';

/** @typedef {import('./live.js').Estimate} Estimate @typedef {import('./chart.js').Interval} Interval */

/** @type {import('./application.js').View} */
export async function runView(main, { query, signal, go }) {
  const name = query.get('run') ?? '';
  const problem = element('p', { class: 'error', role: 'alert' });
  const state = element('span', { class: 'state' });
  const amount = element('span', { class: 'amount' });
  const progress = progressBar(t('progressOf', { name }));
  const kicker = element('p', { class: 'kicker' });
  const title = element('h1', {}, name);
  const lead = element('p', { class: 'lead' });
  const estimate = element('section', { 'aria-label': t('soFar'), hidden: true });
  const outcome = element('div');

  const stop = element('button', { type: 'button' }, t('stop'));
  const resume = element('button', { type: 'button' }, t('resume'));
  const remove = element('button', { type: 'button', class: 'danger' }, t('delete'));
  const again = element('a', { class: 'button quiet', href: `/new?${new URLSearchParams({ from: name })}` }, t('useAgain'));
  /** @type {import('./live.js').Job | undefined} */
  let job;
  stop.addEventListener('click', () => attempt(problem, () => post('/api/stop', { job: job?.id })));
  resume.addEventListener('click', () => attempt(problem, () => post('/api/resume', { run: name })));
  remove.addEventListener('click', () =>
    attempt(problem, async () => {
      if (await deleteAfterAsking(name)) go('/');
    }),
  );
  const buttons = element('p', { class: 'buttons' }, stop, resume, again, remove);
  const status = element('p', { class: 'progress' }, state, progress.bar, amount);
  main.append(element('header', {}, kicker, title, lead, status, buttons), problem, estimate, outcome);

  const drawEstimate = estimates(estimate);
  let shownComplete = false;
  let failure = '';
  let loaded = false;
  follow(signal, (live) => {
    const run = live.runs.find((run) => run.name === name);
    job = jobOf(live, 'run', name);
    const active = isActive(job);
    const complete = run?.state === 'complete' && !active;
    if (!run && !job) {
      setText(lead, t('noSuchRun'));
      buttons.hidden = status.hidden = true;
      return;
    }
    buttons.hidden = status.hidden = false;
    if (lead.textContent === t('noSuchRun')) setText(lead, '');
    setText(kicker, `Quadrille · ${run?.kind ?? ''}`);
    setText(state, stateText(run, job));
    setText(amount, complete ? '' : amountText(run, job));
    progress.set(share(run, job));
    progress.bar.hidden = complete;
    stop.hidden = !active;
    resume.hidden = active || run?.state !== 'unfinished';
    remove.hidden = active || run?.state === 'running';
    again.hidden = !run;
    const reason = job?.state === 'failed' && !complete ? (job.error ?? '') : '';
    if (reason !== failure) setText(problem, (failure = reason));
    if (job?.bounds && active) setText(lead, t('bounds', { low: number(job.bounds.low, 6), high: number(job.bounds.high, 6) }));
    estimate.hidden = complete || !job?.estimate;
    if (job?.estimate && !complete) drawEstimate(job.estimate);
    main.setAttribute('data-ready', '');
    if (complete && !shownComplete) {
      shownComplete = true;
      void attempt(problem, () => finished(name, { title, lead, outcome }, signal, live));
    } else if (run && !complete && !loaded) {
      // The experiment can be loaded as soon as the run has begun.
      loaded = true;
      void get('/api/run', { run: name }).then((details) => {
        if (!signal.aborted && !shownComplete) outcome.replaceChildren(experimentText(details.text));
      }, () => (loaded = false));
    }
    if (!complete && shownComplete) {
      shownComplete = false;
      outcome.replaceChildren();
    }
  });
}

/**
 * Returns a function that draws estimates and keeps the history of their intervals.
 * @param {HTMLElement} section
 */
function estimates(section) {
  /** @type {Map<string, Interval[]>} */
  const history = new Map();
  let shards = -1;
  return (/** @type {Estimate} */ estimate) => {
    if (estimate.shards === shards) return;
    shards = estimate.shards;
    const charts = estimate.figures.map(({ name, value, interval }) => {
      const label = element('figcaption', {}, element('span', {}, name), ' ', element('strong', {}, number(value, 5)));
      if (!interval) return element('figure', { class: 'estimate' }, label);
      const [low, high] = interval;
      const past = history.get(name) ?? [];
      past.push([low, value, high]);
      history.set(name, past);
      label.append(' ', t('between', { low: number(low, 5), high: number(high, 5) }));
      return element('figure', { class: 'estimate' }, label, funnel(past, label.textContent ?? name));
    });
    section.replaceChildren(
      element('h2', {}, t('soFar')),
      element('p', {}, estimate.lead),
      metrics(estimate.metrics),
      element('div', { class: 'estimates' }, ...charts),
      ...(estimate.table ? [textTable(estimate.table, t('soFar'))] : []),
    );
  };
}

/** @param {{ label: string, value: string }[]} list */
function metrics(list) {
  return element(
    'dl',
    { class: 'figures' },
    ...list.map(({ label, value }) => element('div', {}, element('dt', {}, label), element('dd', {}, value))),
  );
}

/**
 * Creates a table of a report, with a placeholder for pictures.
 * @param {import('./live.js').Table} table
 * @param {string} caption
 */
function textTable({ columns, rows }, caption) {
  return element(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
    element(
      'table',
      {},
      element('thead', {}, element('tr', {}, ...columns.map(({ name, numeric }) => element('th', { scope: 'col', class: numeric && 'number' }, name)))),
      element(
        'tbody',
        {},
        ...rows.map((row) =>
          element('tr', {}, ...row.map((cell, at) => element('td', { class: columns[at]?.numeric && 'number' }, typeof cell === 'string' ? cell : '▦'))),
        ),
      ),
    ),
  );
}

/** @param {string} text */
function experimentText(text) {
  return element(
    'details',
    {},
    element('summary', {}, t('experimentText')),
    element('pre', { tabindex: 0 }, element('code', {}, text)),
  );
}

/**
 * Shows the outcome of a complete run.
 * @param {string} name
 * @param {{ title: HTMLElement, lead: HTMLElement, outcome: HTMLElement }} parts
 * @param {AbortSignal} signal
 * @param {import('./live.js').LiveState} live
 */
async function finished(name, { title, lead, outcome }, signal, live) {
  /** @type {import('./server.js').RunDetails} */
  const details = await get('/api/run', { run: name });
  if (signal.aborted) return;
  const { summary, files, folder, problem } = details;
  setText(title, name);
  setText(lead, summary ? `${summary.title}. ${summary.lead}` : (problem ?? ''));
  const report = address('/report', { run: name });
  const others = live.runs.filter((run) => run.state === 'complete' && run.kind === details.kind && run.name !== name);
  const choice = element(
    'select',
    { id: 'other' },
    ...others.map((run) => element('option', { value: run.name }, run.name)),
  );
  const compare = element('a', { class: 'button quiet', href: '/compare' }, t('compare'));
  const aim = () => compare.setAttribute('href', compareAddress(live.runs, [choice.value, name]));
  choice.addEventListener('change', aim);
  if (others.length > 0) aim();

  outcome.replaceChildren(
    element(
      'section',
      {},
      element('h2', {}, t('report')),
      element('p', { class: 'buttons' }, element('a', { class: 'button', href: report, target: '_blank' }, t('reportInTab'))),
      summary ? element('iframe', { class: 'report', src: report, title: t('reportOf', { name }), sandbox: 'allow-scripts', loading: 'lazy' }) : '',
    ),
    element(
      'section',
      {},
      element('h2', {}, t('files')),
      element('p', {}, t('filesAre'), ' ', element('code', {}, folder)),
      element(
        'ul',
        { class: 'files' },
        ...files.map((file) =>
          element('li', {}, element('a', { href: address('/download', { run: name, file }), download: `${name}-${file}` }, file)),
        ),
      ),
    ),
    others.length > 0
      ? element(
          'section',
          {},
          element('h2', {}, t('compare')),
          element('p', { class: 'buttons' }, element('label', { for: 'other' }, t('compareWith')), choice, compare),
        )
      : '',
    element(
      'section',
      {},
      element('h2', {}, t('experiment')),
      element('p', {}, t('ranWith', { seed: details.seed, seconds: number(details.wall_seconds, 3), threads: details.threads ?? 1 })),
      experimentText(details.text),
    ),
  );
}
