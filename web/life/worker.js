// The other end of a connection, in a thread of its own, so that the page never waits: takes questions one after
// the other, and answers each.

import { Refusal } from './protocol.js';
import { Service } from './service.js';

/** @typedef {import('./protocol.js').Reply} Reply */
/** @typedef {import('./protocol.js').Request} Request */

const service = new Service();

/** What has been asked so far, answered. */
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
 * What is said of something thrown. A module that has trapped is of no more use, but the worker's page opens every
 * field in a new one.
 * @param {unknown} error
 * @returns {import('./protocol.js').Refused}
 */
function refusalOf(error) {
  if (error instanceof Refusal) return { message: error.message, about: error.about };
  const message = error instanceof Error ? error.message : String(error);
  const trapped = error instanceof WebAssembly.RuntimeError;
  return { message: trapped ? `the engine has stopped, perhaps for want of memory (${message}); open another field` : message, about: 'engine' };
}
