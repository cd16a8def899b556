// Short texts about the rules of a game.

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
 * Returns the value of a rule, with its explanation if there is one.
 * @param {{ name: string, value: string }} rule
 */
function ruleText({ name, value }) {
  const about = choiceText(name, value);
  if (about && value === '') return about;
  /** @type {Record<string, string>} */
  const flags = { true: t('yes'), false: t('no'), '': t('no') };
  const said = flags[value] ?? term(value);
  return about ? `${said}. ${about}` : said;
}

/**
 * Returns a collapsed explanation of a game.
 * @param {string} name the name of the game in addresses
 * @param {string} title
 * @param {{ rules: { name: string, value: string }[], switches: string[] }} [table] the rules of a table
 */
export function howToPlay(name, title, table) {
  const paragraphs = t(/** @type {any} */ (`play.howTo.${name}`)).split('\n');
  const rule = (/** @type {string} */ named, /** @type {string} */ text) => element('li', {}, element('strong', {}, term(named)), ': ', text);
  const rules = table
    ? [element('p', {}, t('play.rulesHere')), element('ul', {}, ...table.rules.map((one) => rule(one.name, ruleText(one))), ...table.switches.map((one) => rule(one, `${switchText(one)}.`)))]
    : [];
  return element(
    'details',
    { class: 'how-to' },
    element('summary', {}, t('play.howTo', { game: term(title) })),
    element('ul', {}, ...paragraphs.map((text) => element('li', {}, text))),
    ...rules,
  );
}
