// Completion of keys and values in experiment files, from the JSON Schema of the kind.

import { get } from './server.js';

/**
 * @typedef {{ const?: string, enum?: string[], type?: string, description?: string, minimum?: number,
 *   maximum?: number, properties?: Record<string, Schema>, items?: Schema }} Schema
 * @typedef {{ text: string, note: string }} Suggestion
 * @typedef {{ from: number, suggestions: Suggestion[] }} Completion
 */

/** @type {Map<string, Promise<Schema>>} */
const schemas = new Map();

/** @param {string} kind @returns {Promise<Schema>} */
function schemaOf(kind) {
  let schema = schemas.get(kind);
  if (!schema) {
    schema = get('/api/schema', { name: kind }).catch(() => ({}));
    schemas.set(kind, schema);
  }
  return schema;
}

/** @param {Schema} schema */
function note({ description = '', minimum, maximum }) {
  const range = minimum === undefined || maximum === undefined || maximum >= 2 ** 63 ? '' : ` (${minimum} – ${maximum})`;
  return description + range;
}

/** @param {Schema} schema @returns {string[]} */
function values(schema) {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value));
  if (schema.items) return values(schema.items);
  return schema.type === 'boolean' ? ['true', 'false'] : [];
}

/**
 * Returns the suggestions at a position in a text.
 * @param {string} text
 * @param {number} at
 * @param {string[]} kinds
 * @returns {Promise<Completion | null>}
 */
export async function complete(text, at, kinds) {
  const before = text.slice(0, at);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (line.includes('#')) return null;
  const value = /^\s*([\w-]+)\s*=\s*(?:\[.*?)?("?[\w.+-]*)$/.exec(line);
  const begun = value ? (value[2] ?? '') : (/^\s*([\w-]*)$/.exec(line)?.[1] ?? null);
  const header = /^\[(\w*)$/.exec(line);
  if (begun === null && !header) return null;
  if (value?.[1] === 'kind') return offer(kinds.map((kind) => ({ text: JSON.stringify(kind), note: '' })), begun ?? '', at);

  const kind = /^kind\s*=\s*"([^"]*)"/m.exec(text)?.[1];
  if (!kind || !kinds.includes(kind)) {
    return offer(kinds.map((kind) => ({ text: `kind = ${JSON.stringify(kind)}`, note: '' })), begun ?? '', at);
  }
  const { properties = {} } = await schemaOf(kind);
  const tables = Object.keys(properties).filter((name) => properties[name]?.type === 'object');
  if (header) return offer(tables.map((name) => ({ text: `[${name}]`, note: note(properties[name] ?? {}) })), line, at);
  const table = [...before.matchAll(/^\[(\w+)\]/gm)].at(-1)?.[1];
  const keys = table ? (properties[table]?.properties ?? {}) : properties;
  if (value) {
    const schema = keys[value[1] ?? ''];
    return offer(schema ? values(schema).map((text) => ({ text, note: '' })) : [], begun ?? '', at);
  }
  const names = Object.keys(keys).filter((name) => !tables.includes(name));
  return offer(names.map((name) => ({ text: `${name} = `, note: note(keys[name] ?? {}) })), begun ?? '', at);
}

/**
 * @param {Suggestion[]} all
 * @param {string} begun
 * @param {number} at
 */
function offer(all, begun, at) {
  const bare = begun.replace(/^"/, '').toLowerCase();
  const fits = all.filter(({ text }) => {
    const plain = text.replace(/^"/, '').toLowerCase();
    return begun.startsWith('"') && !text.startsWith('"') ? false : plain.startsWith(bare) && text !== begun;
  });
  return fits.length > 0 ? { from: at - begun.length, suggestions: fits.slice(0, 12) } : null;
}
