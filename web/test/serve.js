// A file server for one folder, for tests and for viewing the page: `node test/serve.js [PORT]`.

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** The folder of the page. */
export const PAGE = fileURLToPath(new URL('../life/', import.meta.url));

/**
 * Serves a folder on the local interface only.
 * @param {string} folder
 * @param {{port?: number, hide?: (path: string) => boolean}} [options] `hide` selects paths to omit
 * @returns {Promise<{address: string, close: () => Promise<void>}>}
 */
export async function serve(folder, { port = 0, hide = () => false } = {}) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    const found = file.startsWith(folder) && !hide(path) && (await stat(file).catch(() => undefined));
    if (!found || !found.isFile()) {
      response.writeHead(404).end('not found');
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'content-length': found.size });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    address: `http://127.0.0.1:${address.port}/`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(() => resolve(undefined)));
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { address } = await serve(PAGE, { port: Number(process.argv[2] ?? 8000) });
  console.log(`The page is at ${address}`);
}
