// The list of runs, with live progress.

import { announce, ask, element, keyed, setText } from './dom.js';
import { follow, isActive, jobOf } from './live.js';
import { explanation, overview, post } from './server.js';
import { number, t, time } from './words.js';

/** @typedef {import('./live.js').Run} Run @typedef {import('./live.js').Job} Job */

/**
 * A run in the list, or a job whose run has no files yet.
 * @typedef {{ name: string, run: Run | undefined, job: Job | undefined }} Item
 */

/** @param {string} name */
export function runAddress(name) {
  return `/run?${new URLSearchParams({ run: name })}`;
}

/**
 * Returns the address of a comparison of two runs, of which the run that started earlier comes
 * first.
 * @param {Run[]} runs
 * @param {string[]} names
 */
export function compareAddress(runs, names) {
  const started = (/** @type {string} */ name) => runs.find((run) => run.name === name)?.started ?? 0;
  const [a = '', b = ''] = [...names].sort((one, other) => started(one) - started(other));
  return `/compare?${new URLSearchParams({ a, b })}`;
}

/**
 * Describes the state of a run in words.
 * @param {Run | undefined} run
 * @param {Job | undefined} job
 */
export function stateText(run, job) {
  if (job?.state === 'waiting') return t('waiting');
  if (job?.state === 'running') return t('running');
  if (job?.state === 'failed' && run?.state !== 'complete') return t('failed');
  return run ? t(run.state) : t('stopped');
}

/**
 * Returns the share of a run that is done, from 0 to 1; `null` if it is unknown.
 * @param {Run | undefined} run
 * @param {Job | undefined} job
 */
export function share(run, job) {
  if (run?.state === 'complete' && !isActive(job)) return 1;
  const { done, total } = isActive(job) && job ? job : (run ?? { done: 0, total: null });
  return total ? Math.min(done / total, 1) : null;
}

/**
 * Describes the amount of work done: `1,200 of 5,000 games`.
 * @param {Run | undefined} run
 * @param {Job | undefined} job
 */
export function amountText(run, job) {
  const source = isActive(job) && job?.done ? job : run;
  if (!source?.unit) return job?.message ?? '';
  const values = { done: number(source.done), total: number(source.total ?? 0), unit: source.unit };
  return t(source.total ? 'doneOf' : 'doneOnly', values);
}

/**
 * Creates a progress bar.
 * @param {string} label
 */
export function progressBar(label) {
  const bar = element('progress', { max: 1, 'aria-label': label });
  return {
    bar,
    /** @param {number | null} value */
    set(value) {
      if (value === null) bar.removeAttribute('value');
      else bar.value = value;
    },
  };
}

/**
 * Runs an action, and shows the reason if it fails.
 * @param {HTMLElement} problem
 * @param {() => Promise<unknown>} act
 */
export async function attempt(problem, act) {
  setText(problem, '');
  try {
    await act();
  } catch (error) {
    setText(problem, explanation(error));
  }
}

/**
 * Deletes a run after a confirmation. Returns whether it was deleted.
 * @param {string} name
 */
export async function deleteAfterAsking(name) {
  if (!(await ask(t('deleteQuestion', { name }), t('keep'), t('delete')))) return false;
  await post('/api/delete', { run: name });
  announce(t('deleted', { name }));
  return true;
}

/** @type {import('./application.js').View} */
export async function runsView(main, { signal, go }) {
  const { folder } = await overview();
  if (signal.aborted) return;
  const problem = element('p', { class: 'error', role: 'alert' });
  const body = element('tbody');
  const games = /** @type {const} */ ([['/play', 'play.title'], ['/mastermind', 'mastermind.title'], ['/endgames', 'endgames.nav']]);
  const empty = element(
    'div',
    { class: 'empty' },
    element('p', {}, t('noRuns')),
    element('p', {}, element('a', { class: 'button', href: '/new' }, t('newExperiment'))),
    element('p', {}, t('orPlay'), ' ', ...games.flatMap(([address, word], at) => [at > 0 ? ' · ' : '', element('a', { href: address }, t(word))])),
  );
  const table = element(
    'table',
    { class: 'runs' },
    element('caption', { class: 'unseen' }, t('runs')),
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        element('th', { scope: 'col' }, element('span', { class: 'unseen' }, t('compare'))),
        ...['name', 'kind', 'state', 'started'].map((word) =>
          element('th', { scope: 'col' }, t(/** @type {import('./words.js').Word} */ (word))),
        ),
        element('th', { scope: 'col' }, element('span', { class: 'unseen' }, t('actions'))),
      ),
    ),
    body,
  );
  const compare = element('button', { type: 'button', disabled: true }, t('compareSelected'));
  /** @type {Run[]} */
  let runs = [];
  /** @type {Set<string>} */
  const selected = new Set();
  const select = (/** @type {string} */ name, /** @type {boolean} */ is) => {
    if (is) selected.add(name);
    else selected.delete(name);
    compare.disabled = selected.size !== 2;
  };
  compare.addEventListener('click', () => {
    go(compareAddress(runs, [...selected]));
  });
  const damaged = element('ul', { class: 'damaged' });

  main.append(
    element(
      'header',
      {},
      element('h1', {}, t('runs')),
      element('p', { class: 'lead' }, t('runsLead'), ' ', element('code', {}, folder)),
      element(
        'p',
        { class: 'buttons' },
        element('a', { class: 'button', href: '/new' }, t('newExperiment')),
        compare,
      ),
    ),
    problem,
    empty,
    table,
    damaged,
  );

  /** @type {(items: Item[]) => void} */
  const update = keyed(body, ({ name }) => name, ({ name }) => row(name, select, problem));
  // The content of the folder is unknown until the first state.
  empty.hidden = table.hidden = true;
  let isFirst = true;
  follow(signal, (state) => {
    runs = state.runs;
    const names = [...new Set([...state.jobs.filter((job) => job.task === 'run' && (isActive(job) || job.state === 'failed')), ...state.runs].map((item) => item.name))];
    const items = names.map((name) => ({
      name,
      run: state.runs.find((run) => run.name === name),
      job: jobOf(state, 'run', name),
    }));
    const rank = (/** @type {Item} */ { job, run }) => (isActive(job) ? 0 : run?.state === 'complete' ? 2 : 1);
    items.sort((a, b) => rank(a) - rank(b) || (b.run?.started ?? Infinity) - (a.run?.started ?? Infinity) || a.name.localeCompare(b.name));
    update(items);
    empty.hidden = items.length > 0;
    table.hidden = items.length === 0;
    compare.hidden = state.runs.filter((run) => run.state === 'complete').length < 2;
    damaged.replaceChildren(
      ...state.damaged.map(({ name, reason }) => element('li', {}, t('unreadable', { name, reason }))),
    );
    if (isFirst) main.setAttribute('data-ready', '');
    isFirst = false;
  });
}

/**
 * @param {string} name
 * @param {(name: string, is: boolean) => void} select
 * @param {HTMLElement} problem
 */
function row(name, select, problem) {
  const tick = element('input', { type: 'checkbox', 'aria-label': t('selectRun', { name }) });
  tick.addEventListener('change', () => select(name, tick.checked));
  const kind = element('td', { class: 'kind' });
  const started = element('td', { class: 'started' });
  const state = element('span', { class: 'state' });
  const amount = element('span', { class: 'amount' });
  const reason = element('span', { class: 'error' });
  const progress = progressBar(t('progressOf', { name }));
  /** @type {Item} */
  let now = { name, run: undefined, job: undefined };
  const button = (/** @type {import('./words.js').Word} */ word, /** @type {() => Promise<unknown>} */ act) =>
    element(
      'button',
      { type: 'button', 'aria-label': `${t(word)}: ${name}`, onclick: () => attempt(problem, act) },
      t(word),
    );
  const stop = button('stop', () => post('/api/stop', { job: now.job?.id }));
  const resume = button('resume', () => post('/api/resume', { run: name }));
  const remove = button('delete', async () => {
    if (await deleteAfterAsking(name)) select(name, false);
  });
  const node = element(
    'tr',
    {},
    element('td', { class: 'tick' }, tick),
    element('th', { scope: 'row' }, element('a', { href: runAddress(name) }, name)),
    kind,
    element('td', { class: 'progress' }, state, progress.bar, amount, reason),
    started,
    element('td', { class: 'buttons' }, stop, resume, remove),
  );
  return {
    node,
    /** @param {Item} item */
    update(item) {
      now = item;
      const { run, job } = item;
      const active = isActive(job);
      const complete = run?.state === 'complete' && !active;
      tick.disabled = !complete;
      setText(kind, run?.kind ?? '');
      setText(started, run?.started ? time(run.started) : '');
      setText(state, stateText(run, job));
      setText(amount, complete ? '' : amountText(run, job));
      setText(reason, job?.state === 'failed' && !complete ? (job.error ?? '') : '');
      progress.bar.hidden = complete || (!active && share(run, job) === null);
      progress.set(share(run, job));
      stop.hidden = !active;
      resume.hidden = active || run?.state !== 'unfinished';
      remove.hidden = active || run?.state === 'running' || !run;
      node.dataset.state = active ? job?.state : run?.state;
    },
  };
}
