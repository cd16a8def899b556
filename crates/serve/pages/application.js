// The frame of all pages: navigation, language, and the view of the current address.

import { announce, byId, element } from './dom.js';
import { connect } from './live.js';
import { runsView } from './runs.js';
import { explanation } from './server.js';
import { chooseLanguage, LANGUAGES, language, loadLanguage, t } from './words.js';

/**
 * A view is a function that fills the main element. The signal aborts when another view replaces
 * the view.
 * @typedef {{ query: URLSearchParams, signal: AbortSignal, go: (address: string) => void }} Context
 * @typedef {(main: HTMLElement, context: Context) => void | Promise<void>} View
 */

/**
 * `load` returns the view. All views but the first are loaded when they are shown, because each
 * round of requests delays the first page by some 50 ms.
 * @typedef {{ title: import('./words.js').Word, load: () => View | Promise<View>, listed?: false }} Page
 */

/** @type {Page} */
const FIRST = { title: 'runs', load: () => runsView };

/** @type {Record<string, Page>} */
const VIEWS = {
  '/': FIRST,
  '/new': { title: 'newExperiment', load: async () => (await import('./experiment.js')).experimentView },
  '/run': { title: 'run', load: async () => (await import('./run.js')).runView, listed: false },
  '/compare': { title: 'compare', load: async () => (await import('./compare.js')).compareView },
  '/ladders': { title: 'ladders', load: async () => (await import('./ladders.js')).laddersView },
  '/random': { title: 'random', load: async () => (await import('./random.js')).randomView },
  '/play': { title: 'play.title', load: async () => (await import('./play/play.js')).playView },
  '/records': { title: 'records.title', load: async () => (await import('./play/records.js')).recordsView },
  '/mastermind': { title: 'mastermind.title', load: async () => (await import('./mastermind.js')).mastermindView },
  '/endgames': { title: 'endgames.nav', load: async () => (await import('./endgames.js')).endgamesView },
};

let shown = new AbortController();

/**
 * Navigates to an address of the application.
 * @param {string} address
 */
function go(address) {
  history.pushState(null, '', address);
  show(true);
}

/** @param {boolean} focus whether the focus moves to the new view */
async function show(focus) {
  shown.abort();
  shown = new AbortController();
  const { signal } = shown;
  const page = VIEWS[location.pathname] ?? FIRST;
  const main = byId('view');
  main.replaceChildren();
  document.title = `${t(page.title)} · Quadrille`;
  navigation(location.pathname);
  scrollTo(0, 0);
  try {
    const [view] = await Promise.all([page.load(), styleFor(location.pathname)]);
    if (signal.aborted) return;
    await view(main, { query: new URLSearchParams(location.search), signal, go });
  } catch (error) {
    if (signal.aborted) return;
    main.append(element('p', { class: 'error', role: 'alert' }, explanation(error)));
  }
  if (focus) {
    main.focus();
    announce(document.title);
  }
}

/**
 * Enables the style sheets of an address, and disables the style sheets of other addresses, which
 * use the same class names with other meanings. Returns when the enabled style sheets are loaded.
 * @param {string} current
 */
async function styleFor(current) {
  /** @type {Promise<void>[]} */
  const loads = [];
  for (const link of document.querySelectorAll('link')) {
    const { for: addresses } = link.dataset;
    if (!addresses) continue;
    const wanted = addresses.split(' ').includes(current);
    if (wanted && link.disabled) loads.push(new Promise((done) => (link.onload = link.onerror = () => done())));
    link.disabled = !wanted;
  }
  await Promise.all(loads);
}

/** @param {string} current */
function navigation(current) {
  const links = Object.entries(VIEWS)
    .filter(([, { listed }]) => listed ?? true)
    .map(([address, { title }]) =>
      element('a', { href: address, 'aria-current': address === current && 'page' }, t(title)),
    );
  const navigation = byId('navigation');
  navigation.setAttribute('aria-label', t('pages'));
  navigation.replaceChildren(...links);
  // On a phone, the links form a line that scrolls.
  const here = links.find((link) => link.ariaCurrent);
  if (here) navigation.scrollLeft = here.offsetLeft - navigation.offsetLeft - (navigation.clientWidth - here.offsetWidth) / 2;
  byId('skip').textContent = t('skip');
}

function languageChoice() {
  const options = Object.entries(LANGUAGES).map(([name, own]) =>
    element('option', { value: name, lang: name, selected: name === language() }, own),
  );
  const select = element('select', { 'aria-label': t('language') }, ...options);
  select.addEventListener('change', async () => {
    await chooseLanguage(select.value);
    languageChoice();
    show(false);
    byId('language').querySelector('select')?.focus();
  });
  byId('language').replaceChildren(select);
}

/** @param {boolean} connected */
function connection(connected) {
  const notice = byId('notice');
  notice.hidden = connected;
  notice.textContent = connected ? '' : t('gone');
  announce(t(connected ? 'back' : 'gone'));
}

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!link || !plain || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (!(link.pathname in VIEWS) || link.getAttribute('href')?.startsWith('#')) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
});
addEventListener('popstate', () => show(true));

await loadLanguage();
languageChoice();
connect(connection);
await show(false);
