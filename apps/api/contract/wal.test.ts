import { setTimeout as sleep } from 'node:timers/promises';
import { createFactories } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { client, startServer, type TestServer } from '../src/testing/index.ts';

/*
 * The write-ahead log of a booking: standbys and backups transfer all of it. Most of it was the trigrams of the search
 * document, which depend on the names: the guests of this test have different ones.
 */

const BOOKINGS = 240;

/**
 * Kilobytes for each booking. The aim is 25 on 20,000 orders, where 23 are measured. In this small database lists of orders
 * are short: it is 18, and 24 if each trigram is written into the index at once.
 */
const MOST = 20;

const SYLLABLES = [
  'an',
  'bel',
  'cor',
  'du',
  'er',
  'fin',
  'gu',
  'hal',
  'is',
  'jo',
  'kri',
  'lo',
  'mer',
  'nu',
  'or',
  'pas',
  'qui',
];

/**
 * The bytes that the sessions of this database have written to the log. A session reports them when a transaction ends a
 * second or more after its last report: a booking after a pause makes it report all that came before.
 */
async function logged({ db }: TestServer, book: () => Promise<void>): Promise<number> {
  await sleep(1_200);
  await book();
  const [row] = await db.$queryRaw<{ bytes: number }[]>`
    SELECT sum((pg_stat_get_backend_wal(pid)).wal_bytes)::float AS bytes
    FROM pg_stat_activity WHERE datname = current_database()`;
  return row?.bytes ?? 0;
}

let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

it(`a booking for two writes at most ${MOST} KB`, { timeout: 120_000 }, async () => {
  const make = createFactories(server.db);
  const seller = await make.userWith(['products.book']);
  const api = await client(server, seller.id);
  const offer = await make.offer([seller.role.id], {
    departure: { capacity: 1_000 },
    product: { ticketTitle: 'Ticket' },
  });
  const path = `/v1/pos/roles/${seller.role.id}/service_levels/${offer.level.id}/orders`;
  const [{ id } = { id: 0 }] = await server.db.departureRate.findMany({
    where: { availabilityId: offer.departure.id },
  });
  let seed = 1;
  const word = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    const part = (index: number) => SYLLABLES[Math.floor(seed / 17 ** index) % SYLLABLES.length];
    return `${part(1)}${part(2)}${part(3)}`;
  };
  const guest = () => {
    const [first, last] = [word(), word()];
    return { first_name: first, last_name: last, email: `${first}.${last}@${word()}.example` };
  };
  const book = async () => {
    const body = {
      leader: guest(),
      passengers: [guest()],
      details: { availability_id: id },
      tags: [{ key: 'desk', value: word() }],
    };
    const { status, text } = await api.post(path, { body });
    if (status !== 200) throw new Error(text);
  };
  for (let warm = 0; warm < 40; warm += 1) await book();
  const before = await logged(server, book);
  for (let booked = 0; booked < BOOKINGS; booked += 1) await book();
  const kilobytes = ((await logged(server, book)) - before) / (BOOKINGS + 1) / 1_024;
  // At least the rows themselves: nothing else is measured.
  expect(kilobytes).toBeGreaterThan(5);
  expect(kilobytes).toBeLessThanOrEqual(MOST);
});
