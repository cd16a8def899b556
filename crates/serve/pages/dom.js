// Creates elements from text and attributes. Text from the server is never parsed as markup.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Attributes: text, flags, and listeners whose names begin with `on`. Attributes with the value
 * `undefined` or `false` are omitted.
 * @typedef {Record<string, string | number | boolean | undefined | ((event: any) => void)>} Attributes
 * @typedef {Node | string | number | null | undefined | false} Child
 */

/**
 * Sets attributes and appends children.
 * @template {Element} T
 * @param {T} node
 * @param {Attributes} attributes
 * @param {Child[]} children
 * @returns {T}
 */
function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, '');
    else if (value !== undefined && value !== false) node.setAttribute(name, String(value));
  }
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) {
      node.append(child instanceof Node ? child : String(child));
    }
  }
  return node;
}

/**
 * Creates an HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function element(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/**
 * Creates an SVG element.
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function drawn(tag, attributes = {}, ...children) {
  return filled(/** @type {SVGElement} */ (document.createElementNS(SVG, tag)), attributes, children);
}

/**
 * Returns a text as nodes; parts between backticks become `code` elements.
 * @param {string} text
 * @returns {Node[]}
 */
export function prose(text) {
  return text.split('`').map((part, at) => (at % 2 === 1 ? element('code', {}, part) : document.createTextNode(part)));
}

/**
 * Returns the element with this id, which must exist.
 * @param {string} id
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element with the id ${id}`);
  return found;
}

/**
 * Sets the text of a node if it differs. Setting an equal text would remove selections, and make
 * screen readers announce the text again.
 * @param {Element} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Scrolls a node into view if it is not visible, as on a phone, where answers appear below the
 * buttons.
 * @param {Element} node
 */
export function reveal(node) {
  node.scrollIntoView({ block: 'nearest' });
}

/**
 * Announces a text to screen readers.
 * @param {string} text
 */
export function announce(text) {
  setText(byId('announcement'), text);
}

/**
 * Returns a function that makes the children of a node match a list of items. The node of an item
 * is created once and then updated.
 * @template T
 * @param {Element} parent
 * @param {(item: T) => string} key
 * @param {(item: T) => { node: Element, update: (item: T) => void }} make
 * @returns {(items: T[]) => void}
 */
export function keyed(parent, key, make) {
  /** @type {Map<string, { node: Element, update: (item: T) => void }>} */
  const made = new Map();
  return (items) => {
    const keys = new Set(items.map(key));
    for (const [name, { node }] of made) {
      if (!keys.has(name)) {
        node.remove();
        made.delete(name);
      }
    }
    items.forEach((item, index) => {
      let row = made.get(key(item));
      if (!row) {
        row = make(item);
        made.set(key(item), row);
      }
      row.update(item);
      // A node that is already in place is not moved, because it would lose the focus.
      if (parent.children[index] !== row.node) parent.insertBefore(row.node, parent.children[index] ?? null);
    });
  };
}

/**
 * Asks a question in a dialog. The safe answer, `no`, comes first. Returns whether `yes` was
 * chosen.
 * @param {string} question
 * @param {string} no
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function ask(question, no, yes) {
  return new Promise((resolve) => {
    const answer = (/** @type {boolean} */ value) => () => {
      dialog.close();
      resolve(value);
    };
    const dialog = element(
      'dialog',
      { 'aria-labelledby': 'question', oncancel: () => resolve(false), onclose: () => dialog.remove() },
      element('p', { id: 'question' }, question),
      element(
        'p',
        { class: 'buttons' },
        element('button', { type: 'button', onclick: answer(false), autofocus: true }, no),
        element('button', { type: 'button', class: 'danger', onclick: answer(true) }, yes),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}
