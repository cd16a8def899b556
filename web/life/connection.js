// The page's end of a connection to an engine. It sends questions, and returns promises of the
// answers.

import { Refusal } from './protocol.js';

/** @typedef {import('./protocol.js').Answer} Answer */
/** @typedef {import('./protocol.js').Question} Question */
/** @typedef {import('./protocol.js').Reply} Reply */
/** @typedef {import('./protocol.js').Request} Request */

/**
 * A transport of messages: a worker, or an adapter to a socket.
 * @typedef {object} Carrier
 * @property {(request: Request) => void} postMessage
 * @property {((event: MessageEvent<Reply>) => void) | null} onmessage
 * @property {((event: any) => void) | null} onerror
 * @property {() => void} terminate
 */

/** A connection to one field. */
export class Connection {
  /** @param {Carrier} carrier */
  constructor(carrier) {
    this.carrier = carrier;
    this.next = 0;
    /** @type {Map<number, {resolve: (answer: Answer) => void, reject: (error: Error) => void}>} */
    this.open = new Map();
    carrier.onmessage = (event) => this.hear(event.data);
    carrier.onerror = () => this.fail('the engine cannot be loaded');
  }

  /** Opens a connection to a new worker. */
  static toWorker() {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    return new Connection(worker);
  }

  /**
   * Sends a question. The promise is rejected with a `Refusal` if the question is refused.
   * @param {Question} question
   * @returns {Promise<Answer>}
   */
  ask(question) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.open.set(id, { resolve, reject });
      this.carrier.postMessage({ id, question });
    });
  }

  /** @param {Reply} reply */
  hear({ id, answer, refused }) {
    const waiting = this.open.get(id);
    this.open.delete(id);
    if (refused) waiting?.reject(new Refusal(refused.about, refused.message));
    else if (answer) waiting?.resolve(answer);
  }

  /** @param {string} message */
  fail(message) {
    for (const { reject } of this.open.values()) reject(new Refusal('engine', message));
    this.open.clear();
  }

  /** Closes the connection. Pending questions are rejected. */
  close() {
    this.carrier.terminate();
    this.fail('the connection is closed');
  }
}
