// Answers the questions of a page. It does not depend on the transport, which is a worker, a socket
// or a test.

import { JavaScriptEngine } from './engines/javascript.js';
import { openWebAssembly } from './engines/webassembly.js';
import { checkDensity, checkSize, LONGEST, MOST_STEPS, readSeed, Refusal } from './protocol.js';
import { nameOf, readRule } from './rule.js';

/** @typedef {import('./protocol.js').Answer} Answer */
/** @typedef {import('./protocol.js').Question} Question */
/** @typedef {import('./protocol.js').Rectangle} Rectangle */

/**
 * The interface of an engine. Questions are validated before an engine receives them: rules are in
 * the form of `nameOf`, sizes and densities are within their limits.
 * @typedef {object} Engine
 * @property {string} worker the engine's name for display
 * @property {(fill: import('./protocol.js').Fill) => void} fill
 * @property {(rectangle: Rectangle, mode: import('./protocol.js').PutMode,
 *   cells: Uint8Array) => void} put
 * @property {(rule: string) => void} setRule
 * @property {(generations: number) => void} step
 * @property {(rectangle: Rectangle, scale: number) => Uint8Array} read
 * @property {() => {population: number, fingerprint: number}} count
 */

/** One field and its engine. */
export class Service {
  constructor() {
    /** @type {Engine | undefined} */
    this.engine = undefined;
    this.generation = 0;
  }

  /**
   * @param {Question} question
   * @returns {Promise<Answer>}
   */
  async answer(question) {
    if (question.type === 'open') return this.open(question);
    const { engine } = this;
    if (!engine) throw new Refusal('engine', 'there is no field yet; expected `open` first');
    switch (question.type) {
      case 'fill':
        if (!['empty', 'net', 'soup'].includes(question.fill.kind)) {
          throw new Refusal('fill', 'the kind of the fill is unknown; expected empty, net or soup');
        }
        if (question.fill.kind !== 'empty') {
          readSeed(question.fill.seed, question.fill.kind);
          checkDensity(question.fill.density);
        }
        engine.fill(question.fill);
        this.generation = 0;
        return this.told();
      case 'put':
        checkRectangle(question.rectangle, 1);
        if (!['replace', 'add', 'remove'].includes(question.mode)) {
          throw new Refusal('mode', 'the mode is unknown; expected replace, add or remove');
        }
        engine.put(question.rectangle, question.mode, question.cells);
        return this.told();
      case 'rule':
        engine.setRule(nameOf(readRule(question.rule)));
        return this.told();
      case 'step':
        return this.step(engine, question.generations);
      case 'read':
        checkRectangle(question.rectangle, question.scale);
        return this.told({ bytes: engine.read(question.rectangle, question.scale) });
      case 'count':
        return this.timed(() => engine.count());
      default:
        throw new Refusal('question', 'the type of the question is unknown; expected open, fill, put, rule, step, read or count');
    }
  }

  /**
   * @param {Extract<Question, {type: 'open'}>} question
   * @returns {Promise<Answer>}
   */
  async open({ engine, width, height, border, rule, generation }) {
    checkSize(width, height, border);
    const name = nameOf(readRule(rule));
    if (!['javascript', 'webassembly'].includes(engine)) {
      throw new Refusal('engine', 'the engine is unknown; expected javascript or webassembly');
    }
    const opened =
      engine === 'javascript'
        ? new JavaScriptEngine(width, height, border, name)
        : await openWebAssembly(width, height, border, name);
    this.engine = opened;
    this.generation = generation ?? 0;
    return this.told({ worker: opened.worker });
  }

  /**
   * @param {Engine} engine
   * @param {number} generations
   */
  step(engine, generations) {
    if (!Number.isInteger(generations) || generations < 0 || generations > MOST_STEPS) {
      throw new Refusal('step', `the number of generations is ${generations}; expected 0 to ${MOST_STEPS}`);
    }
    return this.timed(() => {
      engine.step(generations);
      this.generation += generations;
    });
  }

  /**
   * Performs an operation, and returns its answer with its duration in milliseconds.
   * @param {() => Omit<Answer, 'generation'> | void} work
   */
  timed(work) {
    const begun = performance.now();
    const answer = work();
    return this.told({ ...answer, milliseconds: performance.now() - begun });
  }

  /**
   * @param {Omit<Answer, 'generation'>} [answer]
   * @returns {Answer}
   */
  told(answer) {
    return { generation: this.generation, ...answer };
  }
}

/**
 * @param {Rectangle} rectangle
 * @param {number} scale
 */
function checkRectangle({ x, y, width, height }, scale) {
  const whole = [x, y, width, height].every((side) => Number.isInteger(side) && side >= 0 && side <= LONGEST);
  if (!whole) throw new Refusal('rectangle', `the rectangle is invalid; expected whole numbers from 0 to ${LONGEST}`);
  if (!Number.isInteger(scale) || scale < 1 || scale > LONGEST) {
    throw new Refusal('scale', `the scale is ${scale}; expected a whole number from 1 to ${LONGEST}`);
  }
}
