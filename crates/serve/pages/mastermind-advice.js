// Advice in Mastermind: how guesses divide the possible codes, how rows contradict each other, and
// grades.

import { drawn, element } from './dom.js';
import { codeword, feedback, feedbackText } from './mastermind-board.js';
import { number, t } from './words.js';

/**
 * @typedef {{ black: number, white: number, count: number }} Part
 * @typedef {{ guess: string, possible: boolean, remaining: string, counted: boolean, estimated: boolean,
 *   partitions: Part[], largest: number, expected_size: number, bits: number }} Information
 * @typedef {Information & { exact: boolean, turns: number | null,
 *   examined: { guesses: string, allowed: string } }} Proposal
 * @typedef {{ conflict: { rows: number[], sets: number[][], without: number[],
 *     reading: { row: number, guess: string, black: number, white: number }[] } | null,
 *   corrections: { row: number, black: number, white: number, left: number }[] }} Contradiction
 * @typedef {{ rows: { own: Information, best: Information,
 *     grade: { turns_lost: number, left: number, exact: boolean } | null }[],
 *   complete: boolean, turns_lost: number | null }} Grades
 */

/** Maximum number of partitions that are drawn; the remaining ones are only counted. */
const DRAWN = 24;

/**
 * Formats a count. From 10^12 on, the count is rounded to three digits.
 * @param {number | string} value
 */
export function amount(value) {
  const count = Number(value);
  return count < 1e12 ? number(count) : count.toExponential(2).replace('e+', ' × 10^');
}

/** @param {number} value */
function decimal(value) {
  return value >= 1e6 ? amount(Math.round(value)) : number(value, value < 10 ? 3 : 4);
}

/** @param {Information} information */
function remaining({ remaining, counted }) {
  return counted ? amount(remaining) : t('mastermind.atLeast', { count: amount(remaining) });
}

/**
 * Describes the possible codes.
 * @param {Information} information
 * @param {string[]} candidates
 * @param {string} symbols
 */
export function possibleCodes(information, candidates, symbols) {
  const count = Number(information.remaining);
  const title = count === 1 ? t('mastermind.onePossible') : t('mastermind.possibleCodes', { count: remaining(information) });
  const more = count - candidates.length;
  return element(
    'div',
    { class: 'candidates' },
    element('p', { class: 'count' }, title),
    element(
      'details',
      {},
      element('summary', {}, t('mastermind.listCodes')),
      element('ul', {}, ...candidates.map((guess) => element('li', {}, codeword(guess, symbols)))),
      more > 0 && element('p', { class: 'hint' }, t('mastermind.andMore', { count: amount(more) })),
    ),
  );
}

/**
 * Describes the program's next guess.
 * @param {Proposal} proposal
 * @param {string} symbols
 * @param {HTMLElement | null} action
 */
export function suggestion(proposal, symbols, action) {
  const count = Number(proposal.remaining);
  const reason = count === 1 ? t('mastermind.mustBe') : t(proposal.possible ? 'mastermind.mayBe' : 'mastermind.cannotBe');
  const { guesses, allowed } = proposal.examined;
  const proof =
    proposal.turns !== null
      ? t('mastermind.bestTurns', { turns: number(proposal.turns, 4) })
      : proposal.exact
        ? t('mastermind.bestOfAll')
        : t('mastermind.bestOfSome', { guesses: amount(guesses), allowed: amount(allowed) });
  return element(
    'div',
    { class: 'suggestion' },
    element('p', { class: 'pegs' }, codeword(proposal.guess, symbols), action),
    element('p', { class: 'hint' }, reason, ' ', count > 2 && proof),
  );
}

/**
 * Compares guesses: their measures, and the sizes of their partitions as bars.
 * @param {{ title: string, information: Information }[]} guesses one or two
 * @param {string} symbols
 * @param {number} pins
 */
export function comparison(guesses, symbols, pins) {
  /** @type {[string, (information: Information) => string][]} */
  const measures = [
    [t('mastermind.isPossible'), ({ possible }) => t(possible ? 'yes' : 'no')],
    [t('mastermind.answers'), ({ partitions }) => number(partitions.length)],
    [t('mastermind.expectedSize'), ({ expected_size }) => decimal(expected_size)],
    [t('mastermind.largest'), ({ largest }) => amount(largest)],
    [t('mastermind.bits'), ({ bits }) => number(bits, 4)],
  ];
  const heads = guesses.map(({ title, information }) =>
    element('th', { scope: 'col' }, title, element('br'), codeword(information.guess, symbols)),
  );
  return element(
    'div',
    { class: 'comparison' },
    element(
      'table',
      {},
      element('thead', {}, element('tr', {}, element('td'), ...heads)),
      element(
        'tbody',
        {},
        ...measures.map(([name, text]) =>
          element('tr', {}, element('th', { scope: 'row' }, name), ...guesses.map(({ information }) => element('td', {}, text(information)))),
        ),
      ),
    ),
    ...partitions(guesses, pins),
  );
}

/**
 * @param {{ title: string, information: Information }[]} guesses
 * @param {number} pins
 */
function partitions(guesses, pins) {
  /** @type {Map<string, { part: Part, counts: number[] }>} */
  const answers = new Map();
  guesses.forEach(({ information }, index) => {
    for (const part of information.partitions) {
      const key = `${part.black},${part.white}`;
      const answer = answers.get(key) ?? { part, counts: guesses.map(() => 0) };
      answer.counts[index] = part.count;
      answers.set(key, answer);
    }
  });
  const all = [...answers.values()].sort((a, b) => b.part.black - a.part.black || b.part.white - a.part.white);
  const largest = Math.max(1, ...all.flatMap(({ counts }) => counts));
  const by = (/** @type {{ counts: number[] }} */ { counts }) => Math.max(...counts);
  const shown = all.length > DRAWN ? new Set([...all].sort((a, b) => by(b) - by(a)).slice(0, DRAWN)) : null;
  const rows = all.filter((answer) => !shown || shown.has(answer));
  const about = guesses.some(({ information }) => information.estimated);
  return [
    element(
      'table',
      { class: 'parts' },
      element('caption', {}, t('mastermind.partsLead'), about && ` ${t('mastermind.estimated')}`),
      element(
        'thead',
        {},
        element('tr', {}, element('th', { scope: 'col' }, t('mastermind.answer')), ...guesses.map(({ title }) => element('th', { scope: 'col', colspan: 2 }, title))),
      ),
      element(
        'tbody',
        {},
        ...rows.map(({ part, counts }) =>
          element(
            'tr',
            {},
            element('th', { scope: 'row', title: feedbackText(part) }, pins <= 6 ? feedback(part, pins) : `${part.black}, ${part.white}`),
            ...counts.flatMap((count, index) => [
              element('td', { class: 'number' }, count ? amount(count) : '–'),
              element('td', { class: `bars of-${index}` }, bar(count / largest)),
            ]),
          ),
        ),
      ),
    ),
    all.length > rows.length && element('p', { class: 'hint' }, t('mastermind.moreAnswers', { count: all.length - rows.length })),
  ];
}

/** @param {number} share */
function bar(share) {
  return drawn('svg', { class: 'bar', 'aria-hidden': 'true' }, drawn('rect', { width: `${100 * share}%`, height: '100%' }));
}

/** @param {number[]} numbers */
function listed(numbers) {
  return numbers.map(String).join(', ');
}

/**
 * Explains a contradiction, and offers changes that resolve it.
 * @param {Contradiction} contradiction
 * @param {{ rows: number, pins: number, change: (row: number, feedback: { black: number, white: number }) => void }} options
 */
export function contradictionNode({ conflict, corrections }, { rows, pins, change }) {
  /** @type {string[]} */
  const lines = [];
  if (conflict) {
    const sets = conflict.sets.length > 0 ? conflict.sets : [conflict.rows];
    for (const set of sets) {
      lines.push(set.length === 1 ? t('mastermind.alone', { row: listed(set) }) : t('mastermind.together', { rows: listed(set) }));
    }
    const resolving = conflict.without.flatMap((count, at) => (count > 0 ? [{ row: at + 1, count }] : []));
    for (const { row, count } of resolving) lines.push(t('mastermind.without', { row, count: amount(count) }));
    if (resolving.length === 0 && rows > 1) lines.push(t('mastermind.noSingle'));
    for (const { row, black, white } of corrections.length > 0 ? [] : conflict.reading) {
      lines.push(t('mastermind.nearest', { row, feedback: feedbackText({ black, white }) }));
    }
  }
  const offers = corrections.map(({ row, black, white, left }) =>
    element(
      'li',
      {},
      element(
        'button',
        { type: 'button', title: t('mastermind.changeTo', { row, feedback: feedbackText({ black, white }) }), onclick: () => change(row, { black, white }) },
        t('mastermind.row', { row }),
        ' → ',
        feedback({ black, white }, pins),
      ),
      element('span', { class: 'hint' }, t('mastermind.leaves', { count: amount(left) })),
    ),
  );
  return element(
    'div',
    { class: 'contradiction', role: 'alert' },
    element('h2', {}, t('mastermind.contradiction')),
    element('ul', {}, ...lines.map((line) => element('li', {}, line))),
    offers.length > 0 && element('p', {}, t('mastermind.offers')),
    offers.length > 0 && element('ul', { class: 'offers' }, ...offers),
  );
}

/**
 * Shows the grade of every guess.
 * @param {Grades} grades
 * @param {string} symbols
 */
export function gradesNode({ rows, complete, turns_lost }, symbols) {
  const items = rows.map(({ own, best, grade }) => {
    const same = own.guess === best.guess || (grade !== null && grade.exact && grade.turns_lost < 1e-9);
    const share = best.bits > 0 ? Math.min(1, own.bits / best.bits) : 1;
    const facts = [
      t('mastermind.bitsOf', { own: number(own.bits, 3), best: number(best.bits, 3) }),
      t('mastermind.sizeOf', { own: decimal(own.expected_size), best: decimal(best.expected_size) }),
      t('mastermind.answersOf', { own: own.partitions.length, best: best.partitions.length }),
      grade && t(grade.exact ? 'mastermind.lost' : 'mastermind.lostByRule', { turns: number(Math.max(0, grade.turns_lost), 2) }),
      grade && t('mastermind.leftAfter', { count: amount(grade.left) }),
    ].filter(Boolean);
    return element(
      'li',
      {},
      element('p', { class: 'pegs' }, codeword(own.guess, symbols), drawn('svg', { class: 'bar', 'aria-hidden': 'true' }, drawn('rect', { class: 'whole', width: '100%', height: '100%' }), drawn('rect', { width: `${100 * share}%`, height: '100%' }))),
      element('p', { class: 'facts' }, facts.join(' · ')),
      same
        ? element('p', { class: 'facts good' }, t('mastermind.wasBest'))
        : element('p', { class: 'pegs facts' }, t('mastermind.best'), codeword(best.guess, symbols)),
    );
  });
  return element(
    'div',
    { class: 'grades' },
    element('h2', {}, t('mastermind.grades')),
    element('p', {}, t('mastermind.gradesLead'), turns_lost !== null && ` ${t('mastermind.allLost', { turns: number(Math.max(0, turns_lost), 2) })}`),
    element('ol', {}, ...items),
    !complete && element('p', { class: 'hint' }, t('mastermind.gradesCut')),
  );
}
