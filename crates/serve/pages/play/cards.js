// Cards, drawn as SVG: large ranks that stay readable at the width of a finger.

import { drawn, element } from '../dom.js';
import { language } from '../words.js';

/** Suits as paths in a square of 24. @type {Record<string, string>} */
const SUITS = {
  '♣': 'M12 1.8a4.8 4.8 0 0 1 4.1 7.3 4.8 4.8 0 1 1-3.2 8.1c.2 2.2.9 3.7 2.1 5.1H9c1.2-1.4 1.9-2.9 2.1-5.1a4.8 4.8 0 1 1-3.2-8.1A4.8 4.8 0 0 1 12 1.8z',
  '♦': 'M12 1.2 20.4 12 12 22.8 3.6 12z',
  '♥': 'M12 21.6C5.2 16 2 12.300 2 8.100 2 5 4.300 2.800 7 2.800c2 0 3.900 1 5 3.100 1.100-2.100 3-3.100 5-3.100 2.700 0 5 2.200 5 5.300 0 4.200-3.200 7.900-10 13.500z',
  '♠': 'M12 1.600c2.500 4 9.200 7.600 9.200 12.600 0 2.900-2.100 4.700-4.400 4.700-1.600 0-2.900-.7-3.800-2 .1 2.400.8 3.900 2 5.400H9c1.200-1.500 1.900-3 2-5.400-.9 1.300-2.200 2-3.800 2-2.300 0-4.400-1.800-4.400-4.700 0-5 6.700-8.600 9.200-12.600z',
};
const STAR = 'M12 1.200l3.100 6.700 7.300.9-5.400 5 1.400 7.200-6.400-3.600-6.400 3.600 1.400-7.200-5.400-5 7.300-.9z';

/** @type {Record<string, Record<string, string>>} */
const SUIT_NAMES = {
  en: { '♣': 'of clubs', '♦': 'of diamonds', '♥': 'of hearts', '♠': 'of spades' },
  ja: { '♣': 'クラブの', '♦': 'ダイヤの', '♥': 'ハートの', '♠': 'スペードの' },
  zh: { '♣': '梅花', '♦': '方块', '♥': '红桃', '♠': '黑桃' },
};
/** @type {Record<string, Record<string, string>>} */
const RANK_NAMES = {
  en: { J: 'jack', Q: 'queen', K: 'king', A: 'ace', B: 'black joker', R: 'red joker', JK: 'joker' },
  ja: { J: 'ジャック', Q: 'クイーン', K: 'キング', A: 'エース', B: '小ジョーカー', R: '大ジョーカー', JK: 'ジョーカー' },
  zh: { J: 'J', Q: 'Q', K: 'K', A: 'A', B: '小王', R: '大王', JK: '鬼牌' },
};

/**
 * Splits a face into its parts. A face is an optional suit and a rank: `10`, `♠K`. `B`, `R` and
 * `JK` are jokers. A joker that represents a card is written as that card in brackets: `[♠4]`.
 * @param {string} face
 */
export function parts(face) {
  const inner = face.replace(/[[\]]/g, '');
  const suit = inner.charAt(0) in SUITS ? inner.charAt(0) : '';
  const rank = inner.slice(suit.length);
  return { suit, rank, standsIn: inner !== face, joker: rank === 'B' || rank === 'R' || rank === 'JK' };
}

/**
 * Returns the card of the hand that is played as a face: the joker if the face is in brackets.
 * @param {string} face
 */
export function held(face) {
  return face.startsWith('[') ? 'JK' : face;
}

/**
 * Returns the name of a card in the chosen language.
 * @param {string} face
 * @returns {string}
 */
export function cardName(face) {
  const { suit, rank, standsIn } = parts(face);
  const ranks = RANK_NAMES[language()] ?? {};
  const suits = SUIT_NAMES[language()] ?? {};
  const name = ranks[rank] ?? rank;
  const whole = !suit ? name : language() === 'en' ? `${name} ${suits[suit]}` : `${suits[suit]}${name}`;
  return standsIn ? `${ranks.JK} (${whole})` : whole;
}

/**
 * Returns the names of cards.
 * @param {string[]} faces
 */
export function cardNames(faces) {
  return faces.map(cardName).join(language() === 'en' ? ', ' : '、');
}

/**
 * Returns the CSS class of the colour of a card.
 * @param {ReturnType<typeof parts>} card
 */
function colour({ suit, rank, joker }) {
  if (joker) return rank === 'B' ? 'spades' : 'hearts';
  return { '♣': 'clubs', '♦': 'diamonds', '♥': 'hearts', '♠': 'spades' }[suit] ?? 'plain';
}

/**
 * Draws a card. Its accessible name is set by the element around it.
 * @param {string} face
 */
export function card(face) {
  const shape = parts(face);
  const { suit, rank, standsIn, joker } = shape;
  const label = shownRank(face);
  // The star of the black joker is an outline, as it is in texts (☆).
  const star = rank === 'B' ? 'ink outline' : 'ink';
  const corner = joker
    ? drawn('path', { class: star, d: STAR, transform: 'translate(4 5) scale(.92)' })
    : drawn('text', { class: 'ink rank', x: label.length > 1 ? 3.5 : 6, y: 25, 'letter-spacing': label.length > 1 ? -3 : 0 }, label);
  const art = joker
    ? [drawn('path', { class: star, d: STAR, transform: 'translate(14 26) scale(1.5)' }), drawn('text', { class: 'ink word', x: 32, y: 80, 'text-anchor': 'middle' }, jokerWord(rank))]
    : suit
      ? [
          drawn('path', { class: 'ink', d: SUITS[suit] ?? '', transform: 'translate(5.500 30) scale(.72)' }),
          drawn('path', { class: 'ink', d: SUITS[suit] ?? '', transform: 'translate(22 42) scale(1.520)' }),
        ]
      : [drawn('text', { class: 'ink rank foot', x: label.length > 1 ? 3.5 : 6, y: 25, 'letter-spacing': label.length > 1 ? -3 : 0, transform: 'rotate(180 32 45)' }, label)];
  return drawn(
    'svg',
    { class: `card ${colour(shape)}${standsIn ? ' stands-in' : ''}`, viewBox: '0 0 64 90', 'aria-hidden': 'true' },
    drawn('rect', { class: 'paper', x: 0.75, y: 0.75, width: 62.5, height: 88.5, rx: 6 }),
    corner,
    ...art,
    standsIn && drawn('path', { class: 'ink', d: STAR, transform: 'translate(44 5) scale(.62)' }),
  );
}

/** @param {string} face */
function shownRank(face) {
  return parts(face).rank;
}

/** @param {string} rank */
function jokerWord(rank) {
  if (language() === 'zh') return rank === 'B' ? '小王' : rank === 'R' ? '大王' : '鬼牌';
  return 'JOKER';
}

/** Draws the back of a card: squared paper. */
export function back() {
  const lines = [];
  for (let at = 9; at < 60; at += 7.5) lines.push(`M${at} 6V84`);
  for (let at = 9; at < 86; at += 7.5) lines.push(`M6 ${at}H58`);
  return drawn(
    'svg',
    { class: 'card back', viewBox: '0 0 64 90', 'aria-hidden': 'true' },
    drawn('rect', { class: 'paper', x: 0.75, y: 0.75, width: 62.5, height: 88.5, rx: 6 }),
    drawn('path', { class: 'weave', d: lines.join('') }),
  );
}

/**
 * Returns a row of cards as one picture that is labelled with their names.
 * @param {string[]} faces
 * @param {string} [name] the size: `small`, or none
 */
export function cardRow(faces, name = '') {
  return element('span', { class: `cards ${name}`, role: 'img', 'aria-label': cardNames(faces) }, ...faces.map(card));
}

/**
 * Returns the faces of cards without suits in the server's notation, a letter or digit for each.
 * @param {string} cards
 */
export function facesOf(cards) {
  return [...cards].map((rank) => (rank === 'T' ? '10' : rank));
}

/**
 * Returns a card as text: `♠K`, `10`, `☆` for the black joker, `★` for another joker, `★♠4` for a
 * joker that represents a card.
 * @param {string} face
 */
export function cardText(face) {
  const { suit, rank, standsIn, joker } = parts(face);
  if (joker) return `${rank === 'B' ? '☆' : '★'}${language() === 'zh' ? jokerWord(rank) : ''}`;
  return `${standsIn ? '★' : ''}${suit}${rank}`;
}

/**
 * Returns the cards of a move, the most frequent ranks first, so that attached cards are last.
 * @param {string[]} faces
 */
export function grouped(faces) {
  const count = (/** @type {string} */ face) => faces.filter((other) => other === face).length;
  return [...faces].sort((one, other) => count(other) - count(one));
}

/**
 * Returns cards within text: `♠K ♥10`, with coloured suits.
 * @param {string[]} faces
 */
export function inlineCards(faces) {
  const one = (/** @type {string} */ face) => element('span', { class: `face ${colour(parts(face))}` }, cardText(face));
  return element('span', { class: 'faces', role: 'img', 'aria-label': cardNames(faces) }, ...faces.map(one));
}
