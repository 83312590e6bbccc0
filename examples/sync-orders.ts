import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { GraphqlError } from '@channel/client/graphql';
import { channel, end, graphql } from './channel.ts';

/*
 * Keeps a copy of all orders in a SQLite database:
 *
 *   node sync-orders.ts orders.sqlite           copies them, and then follows every change without an end
 *   node sync-orders.ts orders.sqlite --once    the same up to the present
 *
 * It may be killed at any time: the orders of a page and the cursor after it are written in one transaction, and the
 * next run continues after that cursor.
 */

const OrderRow = graphql(`
  fragment OrderRow on Order {
    databaseId
    version
    status
    referenceCode
    startsAt
    client { name }
    city { name }
    totalPrices { sold { amount currency { code } } }
  }
`);

const Cursor = graphql(`
  query Cursor { orderEventsCursor }
`);

const AllOrders = graphql(
  `
    query AllOrders {
      orders { ...OrderRow }
    }
  `,
  [OrderRow],
);

const Changes = graphql(
  `
    query Changes($after: String, $waitSeconds: Int) {
      orderEvents(after: $after, waitSeconds: $waitSeconds) {
        nodes { orderId order { ...OrderRow } }
        endCursor
        hasNextPage
      }
    }
  `,
  [OrderRow],
);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { once: { type: 'boolean', default: false } },
});
const [file] = positionals;
if (file === undefined) end('Name the file of the database.');

const db = new DatabaseSync(file);
// With a write-ahead log, others can read the copy while it is written.
db.exec(`
  PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS orders (
    id INTEGER PRIMARY KEY, version INTEGER NOT NULL, status TEXT NOT NULL, data TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS progress (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), cursor TEXT NOT NULL) STRICT;
`);
const putOrder = db.prepare('INSERT OR REPLACE INTO orders (id, version, status, data) VALUES (?, ?, ?, ?)');
const removeOrder = db.prepare('DELETE FROM orders WHERE id = ?');
const putCursor = db.prepare('INSERT OR REPLACE INTO progress (only_row, cursor) VALUES (1, ?)');

for (let cursor = storedCursor() ?? (await copyAll()); ; cursor = await copyAll()) {
  try {
    await follow(cursor);
    break;
  } catch (error) {
    const reason = error instanceof GraphqlError ? error.reason : null;
    // This program was stopped for longer than changes are kept, or the data of the API were restored from a backup.
    if (reason !== 'CURSOR_EXPIRED' && reason !== 'CURSOR_UNKNOWN') throw error;
    console.log(`Beginning again: ${reason}`);
  }
}

function storedCursor(): string | undefined {
  const row = db.prepare('SELECT cursor FROM progress').get();
  return row && String(row.cursor);
}

/** Replaces the copy, in one transaction. @returns the cursor after which the changes since are */
async function copyAll(): Promise<string> {
  // Taken before the orders are read: a change that is committed meanwhile comes after it.
  const { orderEventsCursor } = await channel.query(Cursor);
  db.exec('BEGIN IMMEDIATE; DELETE FROM orders');
  let copied = 0;
  for await (const order of channel.exportAll(AllOrders)) {
    putOrder.run(order.databaseId, order.version, order.status, JSON.stringify(order));
    copied += 1;
  }
  putCursor.run(orderEventsCursor);
  db.exec('COMMIT');
  console.log(`Copied ${copied} orders`);
  return orderEventsCursor;
}

/** Writes each page of changes with the cursor after it. */
async function follow(after: string): Promise<void> {
  const waitSeconds = values.once ? 0 : 30;
  for await (const { nodes, endCursor, hasNextPage } of channel.follow(Changes, { after, waitSeconds })) {
    db.exec('BEGIN IMMEDIATE');
    for (const { orderId, order } of nodes) {
      // Null: the account may no longer see the order.
      if (order === null) removeOrder.run(orderId);
      else putOrder.run(orderId, order.version, order.status, JSON.stringify(order));
    }
    putCursor.run(endCursor);
    db.exec('COMMIT');
    if (nodes.length > 0) console.log(`Wrote ${nodes.length} changes`);
    if (values.once && !hasNextPage) break;
  }
}
