// Translations of the games' terms, which the server sends in English. A row contains a term in
// English, Japanese and Chinese; `{}` marks a variable part. A term without a row is shown in
// English.

import { language } from '../words.js';

/** @type {[string, string, string][]} */
const ROWS = [
  ['Dou Dizhu', '闘地主', '斗地主'],
  ['Daifugo', '大富豪', '大富豪'],
  ['Hearts', 'ハーツ', '红心大战'],
  // Seats.
  ['landlord', '地主', '地主'],
  ['peasant', '農民', '农民'],
  ['daifugo', '大富豪', '大富豪'],
  ['fugo', '富豪', '富豪'],
  ['heimin', '平民', '平民'],
  ['hinmin', '貧民', '贫民'],
  ['daihinmin', '大貧民', '大贫民'],
  ['passed', 'パス', '不出'],
  ['out', '終了', '出局'],
  ['forbidden finish', '禁止あがり', '违禁收尾'],
  ['finished in place {}', '{}位であがり', '第 {} 名'],
  ['took {}', '獲得 {}', '收下 {}'],
  // Facts.
  ['stock {}', '底札 {}', '底牌 {}'],
  ['bid {}', '宣言 {}', '叫分 {}'],
  ['bombs {}', '爆弾 {}', '炸弹 {}'],
  ["the landlord's open hand {}", '地主の公開手札 {}', '地主明牌 {}'],
  ['to return: {}', '渡す枚数: {}', '回给: {} 张'],
  ['for the {}', '相手: {}', '给: {}'],
  ['given: {}', '渡した札: {}', '给出: {}'],
  ['received: {}', '受け取った札: {}', '收到: {}'],
  ['revolution', '革命', '革命'],
  ['11-back', '11バック中', 'J 反转中'],
  ['turn order reversed', '逆回り', '逆向出牌'],
  ['rank lock', '数しばり', '数字锁'],
  ['suit lock {}', 'しばり {}', '花色锁 {}'],
  ['pass three cards to the left', '左の人に3枚渡す', '传三张牌给左家'],
  ['pass three cards to the right', '右の人に3枚渡す', '传三张牌给右家'],
  ['pass three cards to the seat opposite', '向かいの人に3枚渡す', '传三张牌给对家'],
  ['chosen: {}', '選んだ札: {}', '已选: {}'],
  ['hearts are broken', 'ハート解禁', '红心已破'],
  // Calls and kinds of actions.
  ['pass', 'パス', '不出'],
  ['call pass', 'パス', '放弃'],
  ['call 1', '1点', '一分'],
  ['call 2', '2点', '二分'],
  ['call 3', '3点', '三分'],
  ['call call', 'コール', '叫地主'],
  ['call rob', '奪う', '抢地主'],
  ['call open', '手札公開', '明牌'],
  ['call double', '倍', '加倍'],
  ['gift', '交換', '交换'],
  ['solo', '単札', '单张'],
  ['single', '1枚出し', '单张'],
  ['pair', 'ペア', '对子'],
  ['trio', '3枚', '三张'],
  ['trio solo', '3枚+1', '三带一'],
  ['trio pair', '3枚+ペア', '三带二'],
  ['solo chain', '階段', '顺子'],
  ['pair chain', 'ペア階段', '连对'],
  ['trio chain', '飛行機', '飞机'],
  ['airplane solos', '飛行機+単札', '飞机带单'],
  ['airplane pairs', '飛行機+ペア', '飞机带对'],
  ['four two solos', '4枚+2', '四带二'],
  ['four two pairs', '4枚+2ペア', '四带两对'],
  ['bomb', '爆弾', '炸弹'],
  ['rocket', 'ロケット', '火箭'],
  ['joker', 'ジョーカー', '鬼牌'],
  ['{} of a kind', '{}枚組', '{} 张同点'],
  ['sequence of {}', '{}枚の階段', '{} 张顺子'],
  ['queen of spades', 'スペードのクイーン', '黑桃Q'],
  ['club', 'クラブ', '梅花'],
  ['diamond', 'ダイヤ', '方块'],
  ['heart', 'ハート', '红桃'],
  ['spade', 'スペード', '黑桃'],
  // Units of values.
  ["points above the table's mean", '平均からの得点差', '与平均分之差'],
  ['win share', '勝率', '胜率'],
  ['points', '点', '分'],
  // Rules that can be chosen.
  ['rlcard', 'RLCard', 'RLCard'],
  ['douzero', 'DouZero', 'DouZero'],
  ['pagat', 'pagat.com', 'pagat.com'],
  ['openspiel', 'OpenSpiel', 'OpenSpiel'],
  ['adp', '爆弾だけが倍', '只有炸弹加倍'],
  ['wp', '勝ち負けだけ', '只计胜负'],
  ['rules', '手役の規則', '出牌规则'],
  ['scoring', '得点の数え方', '计分'],
  ['auction', '地主の決め方', '叫牌方式'],
  ['open_hand', '地主は手札を公開できる', '地主可以明牌'],
  ['doubling', '倍を宣言できる', '可以加倍'],
  ['jokers', 'ジョーカーの枚数', '鬼牌张数'],
  ['switches', 'ローカルルール', '可选规则'],
  ['none', 'なし', '无'],
  ['bids', '点数の宣言（一人一回）', '叫分（每人一次）'],
  ['bids-round', '点数の宣言（何巡でも）', '叫分（多轮）'],
  ['call-rob', 'コールと奪取', '叫地主与抢地主'],
  ['classic', '標準', '经典'],
  ['sequences', '階段', '顺子'],
  ['eight-cut', '8切り', '八切'],
  ['suit-lock', 'しばり', '花色锁'],
  ['spade-three', 'スペ3返し', '黑桃3克鬼牌'],
  ['exchange', 'カード交換', '交换'],
  ['deadlock', '連続パスで終了', '连续不出即结束'],
  ['eleven-back', '11バック', 'J 反转'],
  ['rank-lock', '数しばり', '数字锁'],
  ['five-skip', '5スキップ', '五跳过'],
  ['six-reverse', '6リバース', '六反向'],
  ['nine-reverse', '9リバース', '九反向'],
  ['miyako-ochi', '都落ち', '都落（首位失位）'],
  ['forbidden-finish', '禁止あがり', '禁止以强牌收尾'],
  ['pass_cards', '最初に3枚渡す', '开局传三张牌'],
  ['no_pts_on_first_trick', '最初のトリックで得点札を捨てない', '首墩不得垫分牌'],
  ['can_lead_any_club', 'クラブなら何からでも始められる', '可用任意梅花首攻'],
  ['jd_bonus', '♦J を取ると10点減る', '得 ♦J 减 10 分'],
  ['avoid_all_tricks_bonus', '1トリックも取らなければ5点減る', '一墩不得减 5 分'],
  ['qs_breaks_hearts', '♠Q でもハート解禁', '♠Q 也破红心'],
  ['must_break_hearts', '解禁までハートで始めない', '破红心前不得首攻红心'],
  ['can_lead_hearts_instead_of_qs', '♠Q とハートだけなら解禁前でもハートで始められる', '只剩红心和 ♠Q 时可首攻红心'],
];

/** Clearer English texts for some of the server's terms. @type {Record<string, string>} */
const ENGLISH = {
  'call pass': 'pass',
  'call 1': 'bid 1',
  'call 2': 'bid 2',
  'call 3': 'bid 3',
  'call call': 'call',
  'call rob': 'rob',
  'call open': 'open',
  'call double': 'double',
  rules: 'rules of moves',
  open_hand: 'the landlord may play with an open hand',
  doubling: 'every seat may double',
  rlcard: 'RLCard',
  douzero: 'DouZero',
  pagat: 'pagat.com',
  openspiel: 'OpenSpiel',
  'eight-cut': '8-cut',
  'eleven-back': '11-back',
  'five-skip': '5-skip',
  'six-reverse': '6-reverse',
  'nine-reverse': '9-reverse',
  'to return: {}': 'cards to return: {}',
  adp: 'only bombs double',
  wp: 'win or loss only',
  bids: 'bids, one call each',
  'bids-round': 'bids, several rounds',
  daifugo: 'daifugo (first)',
  fugo: 'fugo (second)',
  heimin: 'heimin (middle)',
  hinmin: 'hinmin (last but one)',
  daihinmin: 'daihinmin (last)',
  switches: 'rules of the table',
  pass_cards: 'three cards are passed first',
  no_pts_on_first_trick: 'no points may be discarded in the first trick',
  can_lead_any_club: 'any club may be led first',
  jd_bonus: 'the player who takes ♦J scores 10 points less',
  avoid_all_tricks_bonus: 'a player who takes no trick scores 5 points less',
  qs_breaks_hearts: '♠Q breaks hearts',
  must_break_hearts: 'hearts must be broken before they are led',
  can_lead_hearts_instead_of_qs: 'with only hearts and ♠Q, hearts may be led before they are broken',
};

const PLAIN = new Map(ROWS.filter(([english]) => !english.includes('{}')).map((row) => [row[0], row]));
const PATTERNS = ROWS.filter(([english]) => english.includes('{}')).map((row) => {
  const [before = '', after = ''] = row[0].split('{}');
  return { before, after, row };
});

/**
 * Returns a term of a game in the chosen language.
 * @param {string} english
 * @returns {string}
 */
export function term(english) {
  const place = { en: 0, ja: 1, zh: 2 }[language()] ?? 0;
  if (place === 0 && ENGLISH[english]) return ENGLISH[english];
  const plain = PLAIN.get(english);
  if (plain) return plain[place] ?? english;
  for (const { before, after, row } of PATTERNS) {
    if (english.startsWith(before) && english.endsWith(after) && english.length > before.length + after.length) {
      const inner = english.slice(before.length, english.length - after.length);
      const pattern = (place === 0 && ENGLISH[row[0]]) || (row[place] ?? english);
      return pattern.replace('{}', PLAIN.has(inner) ? term(inner) : inner);
    }
  }
  return english;
}

/**
 * Returns several terms, which are separated by ` · `.
 * @param {string} english
 */
export function terms(english) {
  return english.split(' · ').map(term).join(' · ');
}

/**
 * Returns the notes of a seat in the chosen language; calls are separated by commas.
 * @param {string} english
 */
export function note(english) {
  if (/^[a-z0-9]+(, [a-z0-9]+)*$/.test(english) && !PLAIN.has(english)) return english.split(', ').map((call) => term(`call ${call}`).replace(/^call /, '')).join(', ');
  return term(english);
}

/**
 * Returns the text of an action without cards: a call or a pass.
 * @param {{ kind: string, text: string | null }} action
 */
export function actionWord({ kind, text }) {
  const word = term(kind);
  return word === kind ? (text ?? kind) : word;
}
