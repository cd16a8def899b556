// The page of a new experiment, which begins with an example, a template, a file, or the text of a
// run.

import { announce, element } from './dom.js';
import { draftAt } from './draft.js';
import { createEditor } from './editor.js';
import { attempt, runAddress } from './runs.js';
import { explanation, get, overview, post, ServerError } from './server.js';
import { t } from './words.js';

/** Time without typing before the text is checked, in milliseconds. */
const PAUSE = 250;
/** Maximum size of a file, in bytes. */
const LARGEST = 8 << 20;

/** @type {import('./application.js').View} */
export async function experimentView(main, { query, signal, go }) {
  const { kinds, examples, folder, commands } = await overview();
  const draft = draftAt(location.pathname + location.search);
  if (signal.aborted) return;
  const problem = element('p', { class: 'error', role: 'alert' });
  const verdict = element('p', { class: 'verdict', role: 'status' });
  const name = element('input', { id: 'name', type: 'text', maxlength: 100, required: true, autocomplete: 'off' });
  const start = element('button', { type: 'button', class: 'primary' }, t('start'));
  /**
   * The example from which the text was made. The text may name files beside the example.
   * @type {string | undefined}
   */
  let example;
  /**
   * The run from which the text was made. The text may name files that the run has recorded.
   * @type {string | undefined}
   */
  let from;
  let edited = false;

  const keep = () => draft.keep({ text: editor.area.value, name: name.value, example, from });

  let timer = 0;
  let check = 0;
  const editor = createEditor(kinds.map((kind) => kind.name), () => {
    edited = true;
    keep();
    verdict.textContent = t('checking');
    clearTimeout(timer);
    timer = setTimeout(() => void validate(), PAUSE);
  });
  signal.addEventListener('abort', () => clearTimeout(timer));
  name.addEventListener('input', keep);

  async function validate() {
    const number = ++check;
    const text = editor.area.value;
    if (!text.trim()) {
      editor.setErrors([]);
      start.disabled = true;
      verdict.textContent = t('nothingYet');
      delete verdict.dataset.valid;
      return;
    }
    try {
      /** @type {{ kind: string | null, diagnostics: import('./server.js').Place[] }} */
      const { kind, diagnostics } = await post('/api/check', { text, example, from });
      if (signal.aborted || number !== check) return;
      editor.setErrors(diagnostics);
      start.disabled = diagnostics.length > 0;
      verdict.textContent = diagnostics.length > 0 ? t('notReady') : t('ready', { kind: kind ?? '' });
      verdict.dataset.valid = String(diagnostics.length === 0);
      problem.textContent = '';
    } catch (error) {
      if (!signal.aborted) problem.textContent = explanation(error);
    }
  }

  /**
   * @param {string} text
   * @param {string} title
   */
  function replaceText(text, title) {
    editor.setValue(text);
    name.value = title;
    edited = false;
    draft.remove();
    void validate();
  }

  const choice = element(
    'select',
    { id: 'from' },
    element('option', { value: '' }, t('choose')),
    element(
      'optgroup',
      { label: t('examples') },
      ...examples.map(({ name, what }) => element('option', { value: `example:${name}` }, `${name} — ${what}`)),
    ),
    element(
      'optgroup',
      { label: t('templates') },
      ...kinds.map(({ name, about }) => element('option', { value: `kind:${name}` }, `${name} — ${about}`)),
    ),
  );
  const about = element('p', { class: 'hint', id: 'about' });
  choice.addEventListener('change', () =>
    attempt(problem, async () => {
      const [source = '', chosen = ''] = choice.value.split(':');
      if (!chosen) return;
      if (edited && editor.area.value && !confirm(t('replaceText'))) return;
      const { text } = await get(source === 'example' ? '/api/example' : '/api/template', { name: chosen });
      example = source === 'example' ? chosen : undefined;
      from = undefined;
      about.textContent = (source === 'example' ? examples.find(({ name }) => name === chosen)?.what : kinds.find(({ name }) => name === chosen)?.about) ?? '';
      replaceText(text, chosen.replace('.', '-'));
      announce(t('loaded', { name: chosen }));
    }),
  );

  const file = element('input', { id: 'file', type: 'file', accept: '.toml,text/*' });
  /** @param {File | undefined} chosen */
  const load = (chosen) =>
    attempt(problem, async () => {
      if (!chosen) return;
      if (chosen.size > LARGEST) throw new ServerError(t('tooLarge'));
      example = undefined;
      from = undefined;
      replaceText(await chosen.text(), chosen.name.replace(/\.[^.]*$/, '').replace(/[^\p{L}\p{N}_.+ -]/gu, '-'));
    });
  file.addEventListener('change', () => load(file.files?.[0]));
  editor.area.addEventListener('dragover', (event) => event.preventDefault());
  editor.area.addEventListener('drop', (event) => {
    const dropped = event.dataTransfer?.files[0];
    if (!dropped) return;
    event.preventDefault();
    void load(dropped);
  });

  const begin = () =>
    attempt(problem, async () => {
      start.disabled = true;
      try {
        const { run } = await post('/api/start', { name: name.value.trim(), text: editor.area.value, example, from });
        draft.remove();
        go(runAddress(run));
      } catch (error) {
        if (error instanceof ServerError && error.places.length > 0) editor.setErrors(error.places);
        start.disabled = false;
        throw error;
      }
    });
  start.addEventListener('click', begin);
  editor.area.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !start.disabled) void begin();
  });

  main.append(
    element(
      'header',
      {},
      element('h1', {}, t('newExperiment')),
      element('p', { class: 'lead' }, t('newLead')),
    ),
    element(
      'div',
      { class: 'form row' },
      element('p', {}, element('label', { for: 'from' }, t('startFrom')), choice),
      element('p', {}, element('label', { for: 'file' }, t('orFile')), file),
    ),
    about,
    editor.node,
    verdict,
    element(
      'div',
      { class: 'form row' },
      element('p', {}, element('label', { for: 'name' }, t('runName')), name),
      element('p', { class: 'buttons' }, start),
    ),
    problem,
    element('p', { class: 'hint' }, t('filesInside'), ' ', element('code', {}, folder), '. ', commands ? '' : t('noCommands')),
  );

  const run = query.get('from');
  const wanted = query.get('example');
  const kept = draft.read();
  if (kept) {
    example = kept.example;
    from = kept.from;
    replaceText(kept.text, kept.name);
    edited = true;
    draft.keep(kept);
  } else if (run) {
    const { text } = await get('/api/run', { run });
    from = run;
    if (!signal.aborted) replaceText(text, run.split('/').at(-1) ?? run);
  } else {
    choice.value = wanted ? `example:${wanted}` : '';
    if (wanted) choice.dispatchEvent(new Event('change'));
    else replaceText('', '');
  }
  main.setAttribute('data-ready', '');
}
