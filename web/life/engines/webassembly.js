// The Rust engine in WebAssembly. `web/build` generates the module that is loaded here; without it,
// opening the engine fails with an error that names `web/build`.

import { readSeed, Refusal } from '../protocol.js';

/** @typedef {import('../protocol.js').Border} Border */
/** @typedef {import('../protocol.js').Fill} Fill */
/** @typedef {import('../protocol.js').PutMode} PutMode */
/** @typedef {import('../protocol.js').Rectangle} Rectangle */
/** @typedef {import('../service.js').Engine} Engine */

/**
 * The class `Field` that the built module exports.
 * @typedef {object} Field
 * @property {() => void} free
 * @property {(seed: number, density: number) => void} fillNet
 * @property {(seed: bigint, density: number) => void} fillSoup
 * @property {(generations: number) => void} step
 * @property {(rule: string) => void} setRule
 * @property {(x: number, y: number, width: number, height: number, mode: string,
 *   cells: Uint8Array) => void} put
 * @property {(x: number, y: number, width: number, height: number,
 *   scale: number) => Uint8Array} read
 * @property {() => number} population
 * @property {() => number} fingerprint
 */

/**
 * @typedef {object} Module
 * @property {(options: {module_or_path: BufferSource}) => Promise<unknown>} default
 * @property {{new (width: number, height: number, border: string, rule: string): Field,
 *   level(): string}} Field
 */

/** @type {Promise<Module> | undefined} */
let loaded;

/**
 * Loads the module on the first call.
 * @returns {Promise<Module>}
 */
async function load() {
  /** @type {Module} */
  let module;
  /** @type {ArrayBuffer} */
  let bytes;
  try {
    const [glue, binary] = [
      new URL('../built/quadrille_life_web.js', import.meta.url),
      new URL('../built/quadrille_life_web_bg.wasm', import.meta.url),
    ];
    const response = await fetch(binary);
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    bytes = await response.arrayBuffer();
    module = await import(glue.href);
  } catch {
    throw new Refusal('engine', 'WebAssembly is not built here: run web/build, and load the page again');
  }
  try {
    await module.default({ module_or_path: bytes });
  } catch (error) {
    throw new Refusal('engine', `this browser cannot run the WebAssembly engine: ${error}`);
  }
  return module;
}

/** @implements {Engine} */
export class WebAssemblyEngine {
  /**
   * @param {Module} module
   * @param {number} width
   * @param {number} height
   * @param {Border} border
   * @param {string} rule
   */
  constructor(module, width, height, border, rule) {
    this.worker = `Rust, ${module.Field.level()}`;
    this.make = () => refusing('size', () => new module.Field(width, height, border, this.rule));
    this.rule = rule;
    this.field = this.make();
  }

  /** @param {Fill} fill */
  fill(fill) {
    const { field } = this;
    if (fill.kind === 'empty') {
      field.free();
      this.field = this.make();
    } else if (fill.kind === 'net') {
      field.fillNet(Number(readSeed(fill.seed, 'net')), fill.density);
    } else {
      field.fillSoup(readSeed(fill.seed, 'soup'), fill.density);
    }
  }

  /** @param {string} rule */
  setRule(rule) {
    refusing('rule', () => this.field.setRule(rule));
    this.rule = rule;
  }

  /** @param {number} generations */
  step(generations) {
    this.field.step(generations);
  }

  /**
   * @param {Rectangle} rectangle
   * @param {PutMode} mode
   * @param {Uint8Array} cells
   */
  put({ x, y, width, height }, mode, cells) {
    this.field.put(x, y, width, height, mode, cells);
  }

  /**
   * @param {Rectangle} rectangle
   * @param {number} scale
   */
  read({ x, y, width, height }, scale) {
    return this.field.read(x, y, width, height, scale);
  }

  count() {
    return { population: this.field.population(), fingerprint: this.field.fingerprint() };
  }
}

/**
 * Converts an error of the engine into a refusal.
 * @template T
 * @param {string} about
 * @param {() => T} call
 * @returns {T}
 */
function refusing(about, call) {
  try {
    return call();
  } catch (error) {
    throw new Refusal(about, error instanceof Error ? error.message : String(error));
  }
}

/**
 * Opens a field of dead cells.
 * @param {number} width
 * @param {number} height
 * @param {Border} border
 * @param {string} rule
 */
export async function openWebAssembly(width, height, border, rule) {
  loaded ??= load();
  return new WebAssemblyEngine(await loaded, width, height, border, rule);
}
