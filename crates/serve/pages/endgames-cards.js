// Cards without suits, drawn as SVG; suits have no meaning in Dou Dizhu.

import { drawn } from './dom.js';
import { language } from './words.js';

const STAR = 'M12 1.200l3.100 6.700 7.300.9-5.400 5 1.400 7.200-6.400-3.600-6.400 3.600 1.400-7.200-5.400-5 7.300-.9z';

/** @type {Record<string, Record<string, string>>} */
const NAMES = {
  en: { J: 'jack', Q: 'queen', K: 'king', A: 'ace', B: 'black joker', R: 'red joker' },
  ja: { J: 'ジャック', Q: 'クイーン', K: 'キング', A: 'エース', B: '小ジョーカー', R: '大ジョーカー' },
  zh: { B: '小王', R: '大王' },
};

/**
 * Returns the name of a card in the chosen language.
 * @param {string} face a rank as printed on the card, such as `10`; `B` and `R` are the jokers
 */
export function cardName(face) {
  return NAMES[language()]?.[face] ?? face;
}

/**
 * Returns the names of cards.
 * @param {string[]} faces
 */
export function cardNames(faces) {
  return faces.map(cardName).join(language() === 'en' ? ', ' : '、');
}

/**
 * Draws a card. Its accessible name is set by the element around it.
 * @param {string} face
 */
export function card(face) {
  const joker = face === 'B' || face === 'R';
  const chinese = language() === 'zh';
  const corner = joker
    ? drawn('path', { class: 'ink', d: STAR, transform: 'translate(4 5) scale(.9)' })
    : drawn('text', { class: 'ink rank', x: 5, y: 25, 'letter-spacing': face.length > 1 ? -3 : 0 }, face);
  const large = joker
    ? [
        drawn('path', { class: face === 'B' ? 'ink outline' : 'ink', d: STAR, transform: 'translate(14 26) scale(1.500)' }),
        drawn('text', { class: 'ink word', x: 32, y: 80, 'text-anchor': 'middle' }, chinese ? (face === 'B' ? '小王' : '大王') : 'JOKER'),
      ]
    : [drawn('text', { class: 'ink large', x: face.length > 1 ? 33 : 38, y: 76, 'text-anchor': 'middle', 'letter-spacing': face.length > 1 ? -3 : 0 }, face)];
  return drawn(
    'svg',
    { class: `card ${face === 'R' ? 'hearts' : face === 'B' ? 'spades' : 'plain'}`, viewBox: '0 0 64 90', 'aria-hidden': 'true' },
    drawn('rect', { class: 'paper', x: 0.75, y: 0.75, width: 62.5, height: 88.5, rx: 6 }),
    corner,
    ...large,
  );
}
