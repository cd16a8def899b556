// Elements of the page by their names, and what is written into them.

/**
 * The element of that name and kind.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {{new (): T}} kind
 * @returns {T}
 */
export function element(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`);
  return found;
}

/** @param {string} id */
export const button = (id) => element(id, HTMLButtonElement);
/** @param {string} id */
export const input = (id) => element(id, HTMLInputElement);
/** @param {string} id */
export const select = (id) => element(id, HTMLSelectElement);

/**
 * A new element with text or elements in it.
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {...(string | Node)} children
 */
export function make(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Whole numbers as people read them: 1 034 216, with a proper minus. */
const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** @param {number} number */
export const inWords = (number) => WHOLE.format(number).replaceAll(',', '\u202f').replace('-', '−');

/**
 * Says what went wrong, or nothing, in the middle of the page.
 * @param {string} text
 */
export function say(text) {
  const message = element('message', HTMLParagraphElement);
  message.textContent = text;
  message.hidden = text === '';
}

/** What a caught thing says. */
export const messageOf = (/** @type {unknown} */ error) => (error instanceof Error ? error.message : String(error));
