// The engine's end of a connection. It runs in a worker thread, so that the page never waits for
// the engine. The worker answers questions in order.

import { Refusal } from './protocol.js';
import { Service } from './service.js';

/** @typedef {import('./protocol.js').Reply} Reply */
/** @typedef {import('./protocol.js').Request} Request */

const service = new Service();

/** Resolves when all earlier questions are answered. */
let before = Promise.resolve();

addEventListener('message', (/** @type {MessageEvent<Request>} */ event) => {
  before = before.then(() => answer(event.data));
});

/** @param {Request} request */
async function answer({ id, question }) {
  /** @type {Reply} */
  let reply;
  try {
    reply = { id, answer: await service.answer(question) };
  } catch (error) {
    reply = { id, refused: refusalOf(error) };
  }
  const bytes = reply.answer?.bytes;
  postMessage(reply, { transfer: bytes ? [bytes.buffer] : [] });
}

/**
 * Converts a thrown value into a refusal. A module that has trapped is unusable, but the page opens
 * every field in a new worker.
 * @param {unknown} error
 * @returns {import('./protocol.js').Refused}
 */
function refusalOf(error) {
  if (error instanceof Refusal) return { message: error.message, about: error.about };
  const message = error instanceof Error ? error.message : String(error);
  const trapped = error instanceof WebAssembly.RuntimeError;
  return { message: trapped ? `the engine has stopped, perhaps because memory is insufficient (${message}); open another field` : message, about: 'engine' };
}
