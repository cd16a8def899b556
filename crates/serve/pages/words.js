// The texts of the pages in the chosen language, and the formats of numbers and times.

import en from './languages/en.js';

/** The languages, by their own names. @type {Record<string, string>} */
export const LANGUAGES = { en: 'English', ja: '日本語', zh: '中文' };

const KEPT = 'quadrille-language';

/** @typedef {keyof typeof en} Word */

let chosen = 'en';
/** @type {typeof en} */
let words = en;

/** Returns the stored language, else the first supported language of the browser, else English. */
function preferred() {
  const wanted = [localStorage.getItem(KEPT) ?? '', ...navigator.languages.map((name) => name.slice(0, 2))];
  return wanted.find((name) => name in LANGUAGES) ?? 'en';
}

/** Loads the preferred language. */
export async function loadLanguage() {
  chosen = preferred();
  words = chosen === 'en' ? en : (await import(`./languages/${chosen}.js`)).default;
  document.documentElement.lang = chosen;
}

/**
 * Chooses a language.
 * @param {string} name
 */
export async function chooseLanguage(name) {
  localStorage.setItem(KEPT, name);
  await loadLanguage();
}

export function language() {
  return chosen;
}

/**
 * Returns a text with values in place of `{name}`. In place of `{name:ONE|OTHER}`, the text has ONE
 * if the value is 1, otherwise OTHER.
 * @param {Word} word
 * @param {Record<string, string | number>} [values]
 */
export function t(word, values = {}) {
  return words[word].replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (whole, name, one, other) => {
    if (!(name in values)) return whole;
    const value = String(values[name]);
    if (other === undefined) return value;
    return value === '1' ? one : other;
  });
}

/**
 * Returns whether there is a text of this name.
 * @param {string} word
 * @returns {word is Word}
 */
export function has(word) {
  return word in words;
}

/**
 * Formats a number.
 * @param {number} value
 * @param {number} [digits] significant digits
 */
export function number(value, digits) {
  return value.toLocaleString(chosen, digits ? { maximumSignificantDigits: digits } : {});
}

/**
 * Formats a number with the given number of digits after the decimal point.
 * @param {number} value
 * @param {number} digits
 */
export function decimals(value, digits) {
  return value.toLocaleString(chosen, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/**
 * Formats a time in seconds since 1970.
 * @param {number} seconds
 */
export function time(seconds) {
  return new Date(seconds * 1000).toLocaleString(chosen, { dateStyle: 'medium', timeStyle: 'short' });
}
