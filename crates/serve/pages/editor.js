// A text area with an overlay that underlines errors, and a list of suggestions.

import { complete } from './completion.js';
import { element, prose } from './dom.js';
import { t } from './words.js';

/** @typedef {import('./server.js').Place} Place */

/**
 * Creates the editor of an experiment. `changed` is called after every change.
 * @param {string[]} kinds
 * @param {() => void} changed
 */
export function createEditor(kinds, changed) {
  const overlay = element('pre', { class: 'overlay', 'aria-hidden': 'true' });
  const list = element('ul', { class: 'suggestions', id: 'suggestions', role: 'listbox', 'aria-label': t('suggestions'), hidden: true });
  const area = element('textarea', {
    id: 'text',
    spellcheck: 'false',
    autocapitalize: 'off',
    autocomplete: 'off',
    wrap: 'off',
    rows: 22,
    'aria-describedby': 'errors hint',
    'aria-autocomplete': 'list',
    'aria-controls': 'suggestions',
  });
  const errors = element('ul', { id: 'errors', class: 'errors', 'aria-live': 'polite' });
  const node = element(
    'div',
    { class: 'editor' },
    element('label', { for: 'text' }, t('experimentText')),
    element('div', { class: 'layers' }, overlay, area, list),
    element('p', { id: 'hint', class: 'hint' }, t('editorHint')),
    errors,
  );

  /** @type {Place[]} */
  let places = [];
  /** @type {import('./completion.js').Completion | null} */
  let completion = null;
  let selected = -1;

  function drawOverlay() {
    /** @type {(Node | string)[]} */
    const parts = [];
    let at = 0;
    const own = places.filter(({ file }) => !file).sort((a, b) => a.from - b.from);
    for (const { from, to } of own) {
      // For an error of length 0, such as one at the end of the text, the character before it is
      // underlined.
      const start = Math.max(at, to > from ? from : Math.max(from - 1, 0));
      const end = Math.max(start, to > from ? to : from);
      parts.push(area.value.slice(at, start), element('mark', {}, area.value.slice(start, end) || ' '));
      at = end;
    }
    overlay.replaceChildren(...parts, area.value.slice(at), '\n');
    scrollOverlay();
  }

  function scrollOverlay() {
    overlay.scrollTop = area.scrollTop;
    overlay.scrollLeft = area.scrollLeft;
  }

  function closeSuggestions() {
    completion = null;
    selected = -1;
    list.hidden = true;
    area.removeAttribute('aria-activedescendant');
  }

  /** @param {number} index */
  function select(index) {
    selected = index;
    for (const [at, option] of [...list.children].entries()) {
      option.setAttribute('aria-selected', String(at === index));
    }
    if (index >= 0) area.setAttribute('aria-activedescendant', `suggestion-${index}`);
    else area.removeAttribute('aria-activedescendant');
  }

  /** @param {number} index */
  function accept(index) {
    const suggestion = completion?.suggestions[index];
    if (!completion || !suggestion) return;
    area.setRangeText(suggestion.text, completion.from, area.selectionStart, 'end');
    closeSuggestions();
    area.focus();
    input();
  }

  async function suggest() {
    const { value, selectionStart } = area;
    const found = await complete(value, selectionStart, kinds);
    if (area.value !== value || area.selectionStart !== selectionStart) return;
    closeSuggestions();
    if (!found) return;
    completion = found;
    list.replaceChildren(
      ...found.suggestions.map(({ text, note }, index) =>
        element(
          'li',
          { id: `suggestion-${index}`, role: 'option', 'aria-selected': 'false', onmousedown: (/** @type {Event} */ event) => { event.preventDefault(); accept(index); } },
          element('code', {}, text),
          ' ',
          note,
        ),
      ),
    );
    const before = value.slice(0, found.from);
    const line = before.split('\n').length;
    const column = found.from - before.lastIndexOf('\n') - 1;
    list.style.setProperty('--line', String(line));
    list.style.setProperty('--column', String(Math.min(column, 20)));
    list.style.setProperty('--scrolled', `${area.scrollTop}px`);
    list.hidden = false;
  }

  function input() {
    // The positions of the errors refer to the previous text.
    places = [];
    drawOverlay();
    changed();
  }

  area.addEventListener('input', (event) => {
    input();
    const typed = event instanceof InputEvent && event.inputType === 'insertText' && /^[\w"[]$/.test(event.data ?? '');
    if (typed) void suggest();
    else closeSuggestions();
  });
  area.addEventListener('scroll', () => {
    scrollOverlay();
    closeSuggestions();
  });
  area.addEventListener('blur', closeSuggestions);
  area.addEventListener('keydown', (event) => {
    const count = completion?.suggestions.length ?? 0;
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      void suggest();
    } else if (count > 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      select((selected + (event.key === 'ArrowDown' ? 1 : selected < 0 ? 0 : -1) + count) % count);
    } else if (count > 0 && event.key === 'Enter' && selected >= 0) {
      event.preventDefault();
      accept(selected);
    } else if (count > 0 && event.key === 'Escape') {
      event.preventDefault();
      closeSuggestions();
    }
  });

  return {
    node,
    area,
    /** @param {string} text */
    setValue(text) {
      area.value = text;
      area.scrollTop = 0;
      area.setSelectionRange(0, 0);
      input();
    },
    /**
     * Shows the errors of the text, and underlines their places.
     * @param {Place[]} found
     */
    setErrors(found) {
      places = found;
      drawOverlay();
      area.setAttribute('aria-invalid', String(found.length > 0));
      errors.replaceChildren(...found.map((place) => element('li', {}, errorButton(place, area))));
    },
  };
}

/**
 * Creates the message of an error, with a button that moves the cursor to its place.
 * @param {Place} place
 * @param {HTMLTextAreaElement} area
 */
function errorButton(place, area) {
  const where = place.file ? `${place.file}:${place.line}` : t('line', { line: place.line });
  const button = element('button', { type: 'button', class: 'place' }, where);
  button.addEventListener('click', () => {
    area.focus();
    if (!place.file) area.setSelectionRange(place.from, place.to);
  });
  const expected = place.expected ? [t('expected', { expected: place.expected })] : [];
  return element('span', {}, button, ' ', ...prose([place.message, ...place.help, ...expected].join('; ')));
}
