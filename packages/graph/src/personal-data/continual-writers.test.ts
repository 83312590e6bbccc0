import { createFactories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor } from '../testing/context.ts';
import { answer } from '../testing/run.ts';
import type { EarlierWriter } from './earlier-writers.ts';
import { type ErasureHost, executeErasure } from './execute-erasure.ts';
import { erasureHost } from './testing/erasure-host.ts';

/* Transactions that write tables of copies, always some at once, of several connections: under load there is no moment without one. */

const WRITERS = 4;
/** At any moment, one of them goes on for more than two of the seconds that one attempt waits. */
const HELD = 3_000;
/** So many attempts take longer than the transactions of the first one. */
const ATTEMPTS = 6;

let database: TestDatabase;
let admin: Context;
let host: (changes?: Partial<ErasureHost>) => ErasureHost;
let request: () => Promise<number>;
const clients: pg.Client[] = [];

beforeAll(async () => {
  database = await testDatabase();
  const make = createFactories(database.db);
  const who = await make.userWith(['administration', 'orders.view-all', 'console.access']);
  admin = await contextFor(database.db, who.id);
  host = (changes) => erasureHost(database.db, admin, changes);
  request = async () => {
    const { id: orderId } = await make.order({ offer: null, status: 'Cancelled', passengers: [{ firstName: 'Zoe' }] });
    const { made } = await answer<{ made: { id: number } }>(
      `mutation ($organizationId: SafeInt!, $orderIds: [SafeInt!]!) {
        made: erasePersonalData(organizationId: $organizationId, orderIds: $orderIds) { personalDataErasure { id: erasureId } } }`,
      { organizationId: who.role.organizationId, orderIds: [orderId] },
      admin,
    );
    return made.id;
  };
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await database.drop();
});

/** A connection with the role of the programs, in a transaction that has locked a table of copies. */
async function writer(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.application, application_name: 'channel-writer' });
  await client.connect();
  clients.push(client);
  return client;
}

/** It has no xid yet: nothing but the lock of the table shows it. */
const begin = (client: pg.Client) => client.query('BEGIN; UPDATE batch SET status = status WHERE false');

/** Runs transactions that overlap until the signal: each begins while others run. */
async function overlapping(signal: AbortSignal): Promise<void> {
  const one = async (delay: number) => {
    const client = await writer();
    await new Promise((resolve) => setTimeout(resolve, delay));
    while (!signal.aborted) {
      await begin(client);
      await new Promise((resolve) => setTimeout(resolve, HELD));
      await client.query('COMMIT');
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, index) => one((index * HELD) / WRITERS)));
}

it('an erasure waits for the transactions of its beginning alone, not for those that follow', {
  timeout: 60_000,
}, async () => {
  const id = await request();
  const ending = new AbortController();
  const writers = overlapping(ending.signal);
  try {
    await new Promise((resolve) => setTimeout(resolve, HELD));
    const outcomes: string[] = [];
    while (outcomes.length < ATTEMPTS && outcomes.at(-1) !== 'needs-maintenance')
      outcomes.push(await executeErasure(host(), id));
    expect([outcomes[0], outcomes.at(-1)]).toEqual(['busy', 'needs-maintenance']);
  } finally {
    ending.abort();
    await writers;
  }
});

it('says for what it waits, to the log and to administrators, and never forgets a transaction', async () => {
  const [first, later] = [await writer(), await writer()];
  const id = await request();
  await begin(first);
  const waits: EarlierWriter[][] = [];
  const attempt = () => executeErasure(host({ onWait: (writers) => waits.push([...writers]) }), id);
  const stateOf = () =>
    answer('query ($id: SafeInt!) { erasure: personalDataErasure(id: $id) { state waitsFor } }', { id }, admin);
  expect(await attempt()).toBe('busy');
  await begin(later);
  expect(await attempt()).toBe('busy');
  expect(waits).toEqual([
    [{ application: 'channel-writer', seconds: expect.any(Number) }],
    [{ application: 'channel-writer', seconds: expect.any(Number) }],
  ]);
  expect(await stateOf()).toEqual({ erasure: { state: 'waiting', waitsFor: 'transactions' } });
  await first.query('COMMIT');
  expect(await attempt()).toBe('needs-maintenance');
  expect(await stateOf()).toEqual({ erasure: { state: 'waiting', waitsFor: 'maintenance' } });
  await later.query('COMMIT');
});

it('waits for a transaction that gave up its lock, and may take it again', async () => {
  const client = await writer();
  await client.query('BEGIN; SAVEPOINT part; UPDATE batch SET status = status WHERE false');
  const id = await request();
  expect(await executeErasure(host(), id)).toBe('busy');
  await client.query('ROLLBACK TO part');
  expect(await executeErasure(host(), id)).toBe('busy');
  await client.query('COMMIT');
  expect(await executeErasure(host(), id)).toBe('needs-maintenance');
});

it('a worker that comes late leaves an erasure as it is that another one has finished', async () => {
  const client = await writer();
  const id = await request();
  await begin(client);
  let done: Promise<string> | undefined;
  const redactAudit = async () => {
    await database.db.personalDataErasure.update({ where: { id }, data: { auditedAt: admin.now } });
    return true;
  };
  // The late one has seen that a transaction runs; before it writes so, that ends, and another worker finishes.
  const late = database.db.$extends({
    query: {
      personalDataErasure: {
        async $allOperations({ args, query }) {
          if ('data' in args && 'state' in args.data && args.data.state === 'waiting' && !done) {
            await client.query('COMMIT');
            done = executeErasure(host({ redactAudit }), id);
            await done;
          }
          return query(args);
        },
      },
    },
  });
  expect(await executeErasure(host({ db: late as unknown as ErasureHost['db'] }), id)).toBe('busy');
  expect(await done).toBe('ended');
  expect(await database.db.personalDataErasure.findUnique({ where: { id } })).toMatchObject({ state: 'done' });
});
