// Functions that find and create elements of the page, and that format its texts.

/**
 * Returns the element with this id and class.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {{new (): T}} kind
 * @returns {T}
 */
export function element(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no element with the id ${id}`);
  return found;
}

/** @param {string} id */
export const button = (id) => element(id, HTMLButtonElement);
/** @param {string} id */
export const input = (id) => element(id, HTMLInputElement);
/** @param {string} id */
export const select = (id) => element(id, HTMLSelectElement);

/**
 * Returns a new element with these children.
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

/** Integers with a thin space between groups of digits and a typographic minus: 1 034 216. */
const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** @param {number} number */
export const inWords = (number) => WHOLE.format(number).replaceAll(',', '\u202f').replace('-', '−');

/**
 * Shows a message in the middle of the page; an empty text hides it.
 * @param {string} text
 */
export function say(text) {
  const message = element('message', HTMLParagraphElement);
  message.textContent = text;
  message.hidden = text === '';
}

/** Returns the message of a caught value. */
export const messageOf = (/** @type {unknown} */ error) =>
  error instanceof Error ? error.message : String(error);
