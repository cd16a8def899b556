// The forms of the page: sizes, rules, soups and patterns. An error is shown below its form.

import { element, input, make, messageOf, select } from './page.js';
import { PATTERNS } from './patterns.js';
import { Refusal } from './protocol.js';
import { readRle } from './rle.js';

/** @typedef {import('./protocol.js').Border} Border */
/** @typedef {import('./protocol.js').Rectangle} Rectangle */
/** @typedef {import('./simulation.js').Simulation} Simulation */

/**
 * Performs `work` when a form is submitted, and shows an error of `work` below the form.
 * @param {string} name
 * @param {Record<string, string>} inputs for each `about` of a refusal, the id of the input
 * @param {() => Promise<void>} work
 */
function onSubmit(name, inputs, work) {
  const form = element(`${name}-form`, HTMLFormElement);
  const place = element(`${name}-error`, HTMLParagraphElement);
  const clear = () => {
    place.textContent = '';
    for (const id of Object.values(inputs)) document.getElementById(id)?.removeAttribute('aria-invalid');
  };
  // Editing clears the error.
  form.addEventListener('input', clear);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    clear();
    try {
      await work();
    } catch (error) {
      place.textContent = messageOf(error);
      const wrong = error instanceof Refusal ? inputs[error.about] : undefined;
      if (wrong) document.getElementById(wrong)?.setAttribute('aria-invalid', 'true');
    }
  });
}

/**
 * Returns the number in an input, or NaN if it is empty.
 * @param {string} id
 */
function numberIn(id) {
  const text = input(id).value.trim().replace(',', '.');
  return text === '' ? NaN : Number(text);
}

/**
 * Attaches the listeners of the forms.
 * @param {Simulation} simulation
 * @param {{placed: (at: Rectangle, cleared: boolean) => void,
 *   middle: () => {x: number, y: number}}} listener
 */
export function listenToForms(simulation, listener) {
  onSubmit('field', { size: 'width', rule: 'rule' }, () => {
    const border = /** @type {Border} */ (select('border').value);
    return simulation.open({ width: numberIn('width'), height: numberIn('height'), border, rule: simulation.rule });
  });
  onSubmit('rule', { rule: 'rule' }, () => simulation.setRule(input('rule').value.trim()));
  onSubmit('soup', { seed: 'seed', density: 'density' }, () =>
    simulation.fill({ kind: 'soup', seed: input('seed').value.trim(), density: numberIn('density') }),
  );
  const text = element('pattern', HTMLTextAreaElement);
  onSubmit('pattern', { pattern: 'pattern' }, async () => {
    const clear = input('pattern-clear').checked;
    const at = await simulation.place(readRle(text.value), clear, clear ? undefined : listener.middle());
    listener.placed(at, clear);
  });
  const place = (/** @type {string} */ rle) => {
    text.value = rle;
    element('pattern-form', HTMLFormElement).requestSubmit();
  };
  for (const { name, rle } of PATTERNS) {
    const choose = make('button', { type: 'button', class: 'link' }, name);
    choose.addEventListener('click', () => place(rle));
    element('examples', HTMLParagraphElement).append(choose);
  }
  // A pattern can be pasted anywhere on the page. A text pasted into an input is not placed: the
  // input receives it.
  document.addEventListener('paste', (event) => {
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    const inForm = event.target instanceof Element && event.target.closest('input, textarea') !== null;
    if (!inForm && pasted.trim() !== '') place(pasted);
  });
}

/**
 * Writes the field's size and rule into the forms.
 * @param {Simulation} simulation
 */
export function showSettings({ width, height, border, rule, engine }) {
  input('width').value = String(width);
  input('height').value = String(height);
  select('border').value = border;
  input('rule').value = rule;
  select('engine').value = engine;
}

/** Fills the field with the soup of the next seed. */
export function nextSoup() {
  const seed = input('seed');
  if (/^[0-9]{1,19}$/.test(seed.value.trim())) seed.value = String(BigInt(seed.value.trim()) + 1n);
  element('soup-form', HTMLFormElement).requestSubmit();
}
