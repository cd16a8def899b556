// The engines for tests: without a worker, and WebAssembly from the file.

import { readFile } from 'node:fs/promises';
import { JavaScriptEngine } from '../life/engines/javascript.js';
import { WebAssemblyEngine } from '../life/engines/webassembly.js';
import { CONWAY } from '../life/rule.js';

/** @typedef {import('../life/protocol.js').Border} Border */
/** @typedef {import('../life/service.js').Engine} Engine */

/**
 * An engine with its name, its rules and its constructor.
 * @typedef {object} Known
 * @property {string} name
 * @property {string[]} rules
 * @property {(width: number, height: number, border: Border, rule: string) => Engine} open
 */

const BUILT = new URL('../life/built/', import.meta.url);

/** @returns {Promise<Known[]>} */
async function webAssembly() {
  const bytes = await readFile(new URL('quadrille_life_web_bg.wasm', BUILT)).catch(() => undefined);
  if (!bytes) return [];
  const module = await import(new URL('quadrille_life_web.js', BUILT).href);
  await module.default({ module_or_path: bytes });
  return [
    {
      name: 'WebAssembly',
      rules: [CONWAY, 'B36/S23', 'B3678/S34678', 'B0123478/S01234678', 'B/S', 'B1357/S1357'],
      open: (width, height, border, rule) => new WebAssemblyEngine(module, width, height, border, rule),
    },
  ];
}

/** All engines that are available here. */
export const ENGINES = /** @type {Known[]} */ ([
  {
    name: 'JavaScript',
    rules: [CONWAY],
    open: (width, height, border, rule) => new JavaScriptEngine(width, height, border, rule),
  },
  ...(await webAssembly()),
]);

if (ENGINES.length === 1) console.log('web/life/built is missing (run web/build): only the JavaScript engine is tested');
