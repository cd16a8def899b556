// Requests to the server.

import { t } from './words.js';

/**
 * @typedef {{ message: string, expected: string | null, help: string[], file: string | null,
 *   line: number, column: number, from: number, to: number }} Place
 * @typedef {{ version: string, folder: string, commands: boolean,
 *   kinds: { name: string, about: string }[],
 *   examples: { name: string, what: string, kind: string }[],
 *   ladders: string[],
 *   generators: { name: string, notes: string, fails: string, tested: boolean }[] }} Overview
 * @typedef {{ label: string, value: string }} Metric
 * @typedef {{ run: string, kind: string, complete: boolean, seed: string, wall_seconds: number,
 *   threads: number | null, version: string, text: string, folder: string, files: string[],
 *   summary: { title: string, lead: string, metrics: Metric[] } | null, problem: string | null }} RunDetails
 * @typedef {{ same: boolean, differences: { key: string, a: unknown, b: unknown,
 *   significant: boolean | null }[] }} Difference
 */

/** An error with a message from the server. */
export class ServerError extends Error {
  /**
   * @param {string} message
   * @param {Place[]} [places]
   * @param {number} [status] the HTTP status of the response
   */
  constructor(message, places = [], status = 0) {
    super(message);
    this.places = places;
    this.status = status;
  }
}

/**
 * Returns the text of an error.
 * @param {unknown} error
 */
export function explanation(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * @param {string} address
 * @param {RequestInit} [options]
 */
async function ask(address, options) {
  let response;
  try {
    response = await fetch(address, options);
  } catch (error) {
    if (options?.signal?.aborted) throw error;
    throw new ServerError(t('gone'));
  }
  if (response.ok) return response;
  if (response.status === 401) throw new ServerError(t('cookieGone'));
  const text = await response.text();
  try {
    const { error, diagnostics } = JSON.parse(text);
    throw new ServerError(error, diagnostics, response.status);
  } catch (error) {
    throw error instanceof ServerError ? error : new ServerError(text || response.statusText);
  }
}

/**
 * @param {string} path
 * @param {Record<string, string>} query
 */
export function address(path, query) {
  return `${path}?${new URLSearchParams(query)}`;
}

/**
 * Gets JSON.
 * @param {string} path
 * @param {Record<string, string>} [query]
 * @returns {Promise<any>}
 */
export async function get(path, query = {}) {
  return (await ask(address(path, query))).json();
}

/**
 * Gets bytes.
 * @param {string} path
 * @param {Record<string, string>} query
 */
export async function getBytes(path, query) {
  return (await ask(address(path, query))).arrayBuffer();
}

/**
 * Posts JSON.
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal] ends the request
 * @returns {Promise<any>}
 */
export async function post(path, body, signal) {
  const headers = { 'content-type': 'application/json' };
  return (await ask(path, { method: 'POST', headers, body: JSON.stringify(body), signal: signal ?? null })).json();
}

/** @type {Promise<Overview> | null} */
let overviewOnce = null;

/** Returns the server's kinds, examples and settings, which are constant while it runs. */
export function overview() {
  overviewOnce ??= get('/api/overview').catch((error) => {
    overviewOnce = null;
    throw error;
  });
  return overviewOnce;
}
