// Starts the program `quadrille serve` as a user does.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The path of the program: the environment variable `QUADRILLE`, or the release build. */
export const PROGRAM = process.env.QUADRILLE ?? fileURLToPath(new URL('../../../target/release/quadrille', import.meta.url));

/** The reason why the program is not available, or false. */
export const MISSING_PROGRAM = existsSync(PROGRAM) ? false : `${PROGRAM} is not built`;

/**
 * @typedef {{ address: string, link: string, newLink: () => Promise<string>,
 *   stop: (signal: NodeJS.Signals) => Promise<number | null> }} Program
 */

/**
 * Starts the server for a folder.
 * @param {string} folder its runs are in `runs`, its state in `state`
 * @param {string[]} [options]
 * @returns {Promise<Program>}
 */
export async function start(folder, options = []) {
  const child = spawn(PROGRAM, ['serve', '--json', '--no-open', '--runs', join(folder, 'runs'), ...options], {
    env: { ...process.env, XDG_STATE_HOME: join(folder, 'state') },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const errors = createInterface({ input: child.stderr });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const first = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`the program ended with ${code}`)));
  });
  const { address, link } = JSON.parse(first);
  return {
    address,
    link,
    stop: async (signal) => {
      child.kill(signal);
      return ended;
    },
    newLink: async () => {
      const line = new Promise((resolve) => errors.once('line', resolve));
      child.stdin.write('\n');
      return line;
    },
  };
}

/** Creates a folder that is removed after the tests. */
export async function scratch() {
  const folder = await mkdtemp(join(tmpdir(), 'quadrille-serve-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

/**
 * Serves one page at another port, as another user's server would.
 * @param {string} html
 */
export async function foreign(html) {
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * The hosts of pages that attack the application, and the status of their requests. 127.0.0.1 at
 * another port is the same site: the cookie is sent, and the origin is refused. The other hosts are
 * other sites, whose requests do not carry a strict cookie.
 */
export const HOSTILE_HOSTS = Object.entries({ '127.0.0.1': 403, localhost: 401, 'evil.example': 401 });

/**
 * Returns a page that attacks the application at an address. It has a link, a frame and a form, and
 * sends requests, opens a socket and loads a script. `window.results` is a promise of the
 * results of these attempts; the result of a refused attempt is `refused` or `opaque`.
 * @param {string} address
 */
export function hostile(address) {
  return `<a id="go" href="${address}/">go</a><iframe id="frame" src="${address}/"></iframe>
  <form id="form" method="post" action="${address}/api/stop"><button>post</button></form>
  <script>
    window.results = Promise.all([
      fetch('${address}/api/overview', { credentials: 'include' }).then((r) => r.text(), () => 'refused'),
      fetch('${address}/api/overview', { credentials: 'include', mode: 'no-cors' }).then((r) => r.type, () => 'refused'),
      fetch('${address}/api/stop', { method: 'POST', credentials: 'include', body: '{"job":1}' }).then((r) => r.text(), () => 'refused'),
      new Promise((done) => {
        const socket = new WebSocket('${address.replace('http', 'ws')}/live');
        socket.onmessage = () => done('open');
        socket.onclose = socket.onerror = () => done('refused');
      }),
      new Promise((done) => {
        const script = document.createElement('script');
        script.src = '${address}/pages/application.js';
        script.onload = () => done('open');
        script.onerror = () => done('refused');
        document.head.append(script);
      }),
    ]);
  </script>`;
}

/**
 * Returns the address of a page without an origin, with a form that posts to the application.
 * @param {string} address
 */
export function withoutOrigin(address) {
  const form = `<form id="form" method="post" action="${address}/api/stop"><button>post</button></form>`;
  return `data:text/html,${encodeURIComponent(form)}`;
}
