// A comparison of two results of the same kind, value by value.

import { element } from './dom.js';
import { follow } from './live.js';
import { runAddress } from './runs.js';
import { explanation, get } from './server.js';
import { number, t } from './words.js';

/** Maximum number of rows. */
const SHOWN = 200;

/** @param {unknown} value */
function shown(value) {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number') return number(value, 7);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** @type {import('./application.js').View} */
export function compareView(main, { query, signal }) {
  const problem = element('p', { class: 'error', role: 'alert' });
  const result = element('div', { 'aria-live': 'polite' });
  const choose = (/** @type {string} */ id, /** @type {string} */ label) => {
    const select = element('select', { id });
    return { select, field: element('p', {}, element('label', { for: id }, label), select) };
  };
  const [first, second] = [choose('first', t('first')), choose('second', t('second'))];
  main.append(
    element('header', {}, element('h1', {}, t('compare')), element('p', { class: 'lead' }, t('compareLead'))),
    element('div', { class: 'form row' }, first.field, second.field),
    problem,
    result,
  );
  const wanted = [query.get('a') ?? '', query.get('b') ?? ''];

  let known = '';
  follow(signal, (state) => {
    const runs = state.runs.filter((run) => run.state === 'complete');
    main.setAttribute('data-ready', '');
    if (runs.map((run) => run.name).join('\n') === known) return;
    known = runs.map((run) => run.name).join('\n');
    const kind = (/** @type {string} */ name) => runs.find((run) => run.name === name)?.kind;
    const fill = (/** @type {HTMLSelectElement} */ select, /** @type {typeof runs} */ list, /** @type {string} */ value) => {
      select.replaceChildren(
        element('option', { value: '' }, t('chooseRun')),
        ...list.map((run) => element('option', { value: run.name, selected: run.name === value }, `${run.name} (${run.kind})`)),
      );
    };
    fill(first.select, runs, wanted[0] ?? '');
    const fillSecond = () => {
      const of = kind(first.select.value);
      fill(second.select, runs.filter((run) => run.kind === of && run.name !== first.select.value), wanted[1] ?? '');
    };
    fillSecond();
    const chosen = () => {
      wanted[0] = first.select.value;
      wanted[1] = second.select.value;
      // Only the address is replaced, so the list keeps the focus and arrow keys can choose again.
      history.replaceState(null, '', `/compare?${new URLSearchParams({ a: first.select.value, b: second.select.value })}`);
      void show();
    };
    first.select.onchange = () => {
      wanted[0] = first.select.value;
      fillSecond();
      chosen();
    };
    second.select.onchange = chosen;
    void show();
  });

  async function show() {
    const [a, b] = [first.select.value, second.select.value];
    result.replaceChildren();
    problem.textContent = '';
    if (!a || !b) return;
    try {
      /** @type {[import('./server.js').Difference, import('./server.js').RunDetails, import('./server.js').RunDetails]} */
      const [difference, one, other] = await Promise.all([get('/api/compare', { a, b }), get('/api/run', { run: a }), get('/api/run', { run: b })]);
      if (!signal.aborted) result.replaceChildren(...changes(one.text, other.text), ...table(a, b, difference));
    } catch (error) {
      problem.textContent = explanation(error);
    }
  }
}

/**
 * Lists the lines, except comments, that only one of two experiment files contains.
 * @param {string} one
 * @param {string} other
 * @returns {HTMLElement[]}
 */
function changes(one, other) {
  const [before = [], after = []] = [one, other].map((text) => text.split('\n').map((line) => line.trim()).filter((line) => line && !line.startsWith('#')));
  const only = (/** @type {string[]} */ lines, /** @type {string[]} */ others) => lines.filter((line) => !others.includes(line));
  const [removed, added] = [only(before, after), only(after, before)];
  if (removed.length + added.length === 0) return [];
  const list = (/** @type {string} */ label, /** @type {string[]} */ lines) =>
    element('p', {}, `${label}: `, ...lines.flatMap((line, at) => [at > 0 ? ', ' : '', element('code', {}, line)]), lines.length === 0 ? '–' : '');
  return [element('h2', {}, t('changedLines')), list(t('first'), removed), list(t('second'), added)];
}

/**
 * @param {string} a
 * @param {string} b
 * @param {import('./server.js').Difference} difference
 */
function table(a, b, { same, differences }) {
  if (same) return [element('p', { class: 'lead' }, t('same'))];
  const significant = differences.filter((value) => value.significant).length;
  // Values whose intervals do not overlap come first.
  const rank = (/** @type {boolean | null} */ significant) => (significant ? 0 : significant === false ? 1 : 2);
  const rows = [...differences].sort((a, b) => rank(a.significant) - rank(b.significant)).slice(0, SHOWN);
  return [
    element('p', { class: 'lead' }, t('differences', { count: number(differences.length), significant: number(significant) })),
    element('p', {}, t('significantMeans')),
    element(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('compare') },
      element(
        'table',
        {},
        element(
          'thead',
          {},
          element(
            'tr',
            {},
            element('th', { scope: 'col' }, t('value')),
            element('th', { scope: 'col', class: 'number' }, element('a', { href: runAddress(a) }, a)),
            element('th', { scope: 'col', class: 'number' }, element('a', { href: runAddress(b) }, b)),
            element('th', { scope: 'col' }, t('significant')),
          ),
        ),
        element(
          'tbody',
          {},
          ...rows.map(({ key, a, b, significant }) =>
            element(
              'tr',
              { class: significant === true && 'significant' },
              element('th', { scope: 'row' }, key),
              element('td', { class: 'number' }, shown(a)),
              element('td', { class: 'number' }, shown(b)),
              element('td', {}, significant === null ? '–' : t(significant ? 'yes' : 'no')),
            ),
          ),
        ),
      ),
    ),
    differences.length > SHOWN ? element('p', {}, t('firstShown', { count: SHOWN })) : '',
  ];
}
