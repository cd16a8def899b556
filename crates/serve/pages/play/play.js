// The page of card tables: either the form of a new table, or a table.

import { setup } from './setup.js';
import { tableView } from './table.js';

/** @type {import('../application.js').View} */
export async function playView(main, { query, signal, go }) {
  const table = query.get('table');
  if (table) tableView(main, table, signal, go);
  else await setup(main, query.get('game') ?? '', go, signal);
}
