// The frame of all pages: navigation, language, and the view of the current address.

import { announce, byId, element } from './dom.js';
import { connect } from './live.js';
import { compareView } from './compare.js';
import { experimentView } from './experiment.js';
import { laddersView } from './ladders.js';
import { randomView } from './random.js';
import { runView } from './run.js';
import { runsView } from './runs.js';
import { explanation } from './server.js';
import { chooseLanguage, LANGUAGES, language, loadLanguage, t } from './words.js';

/**
 * A view is a function that fills the main element. The signal aborts when another view replaces
 * it.
 * @typedef {{ query: URLSearchParams, signal: AbortSignal, go: (address: string) => void }} Context
 * @typedef {(main: HTMLElement, context: Context) => void | Promise<void>} View
 */

/** @typedef {{ title: import('./words.js').Word, view: View, listed: boolean }} Page */

/** @type {Page} */
const FIRST = { title: 'runs', view: runsView, listed: true };

/** @type {Record<string, Page>} */
const VIEWS = {
  '/': FIRST,
  '/new': { title: 'newExperiment', view: experimentView, listed: true },
  '/run': { title: 'run', view: runView, listed: false },
  '/compare': { title: 'compare', view: compareView, listed: true },
  '/ladders': { title: 'ladders', view: laddersView, listed: true },
  '/random': { title: 'random', view: randomView, listed: true },
  '/play': { title: 'play.title', view: async (main, context) => (await import('./play/play.js')).playView(main, context), listed: true },
  '/records': { title: 'records.title', view: async (main, context) => (await import('./play/records.js')).recordsView(main, context), listed: true },
  '/mastermind': {
    title: 'mastermind.title',
    view: async (main, context) => (await import('./mastermind.js')).mastermindView(main, context),
    listed: true,
  },
  '/endgames': {
    title: 'endgames.nav',
    view: async (main, context) => (await import('./endgames.js')).endgamesView(main, context),
    listed: true,
  },
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
  styleFor(location.pathname);
  document.title = `${t(page.title)} · Quadrille`;
  navigation(location.pathname);
  scrollTo(0, 0);
  try {
    await page.view(main, { query: new URLSearchParams(location.search), signal, go });
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
 * Enables the style sheets of an address, and disables those of others, which use the same class
 * names with other meanings.
 * @param {string} current
 */
function styleFor(current) {
  for (const link of document.querySelectorAll('link')) {
    const { for: addresses } = link.dataset;
    if (addresses) link.disabled = !addresses.split(' ').includes(current);
  }
}

/** @param {string} current */
function navigation(current) {
  const links = Object.entries(VIEWS)
    .filter(([, { listed }]) => listed)
    .map(([address, { title }]) =>
      element('a', { href: address, 'aria-current': address === current && 'page' }, t(title)),
    );
  const navigation = byId('navigation');
  navigation.setAttribute('aria-label', t('pages'));
  navigation.replaceChildren(...links);
  // On a phone, the links are a line that scrolls.
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
  go(link.pathname + link.search);
});
addEventListener('popstate', () => show(true));

await loadLanguage();
languageChoice();
connect(connection);
await show(false);
