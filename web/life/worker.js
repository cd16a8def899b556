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
    const about = error instanceof Refusal ? error.about : 'engine';
    reply = { id, refused: { message: error instanceof Error ? error.message : String(error), about } };
  }
  const bytes = reply.answer?.bytes;
  postMessage(reply, { transfer: bytes ? [bytes.buffer] : [] });
}
