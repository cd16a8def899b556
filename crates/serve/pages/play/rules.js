// The rules of a game in short.

import { element } from '../dom.js';
import { has, t } from '../words.js';
import { term } from './terms.js';

/**
 * Returns the sentence about a rule that can be switched on.
 * @param {string} name
 */
export function switchText(name) {
  return t(/** @type {any} */ (`play.switch.${name}`));
}

/**
 * Returns the sentence about a value of a rule, or an empty text if the value explains itself.
 * @param {string} rule
 * @param {string} value empty for the default
 */
export function choiceText(rule, value) {
  const word = `play.choice.${rule}.${value || 'usual'}`;
  return has(word) ? t(word) : '';
}

/**
 * Returns a folded explanation of a game.
 * @param {string} name the name of the game in addresses
 * @param {string} title
 * @param {string[]} [switches] the rules of the table that are switched on
 */
export function howToPlay(name, title, switches = []) {
  const paragraphs = t(/** @type {any} */ (`play.howTo.${name}`)).split('\n');
  const rules = switches.map((rule) => element('li', {}, element('strong', {}, term(rule)), ': ', switchText(rule), '.'));
  return element(
    'details',
    { class: 'how-to' },
    element('summary', {}, t('play.howTo', { game: term(title) })),
    element('ul', {}, ...paragraphs.map((text) => element('li', {}, text)), ...rules),
  );
}
