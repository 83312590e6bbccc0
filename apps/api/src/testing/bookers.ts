import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PrismaClient } from '@channel/prisma';
import type { Offer } from '@channel/prisma/testing';
import type { TestClient } from './client.ts';
import type { Answer } from './http.ts';

/** Partners that book while something happens to the server: each repeats a booking with its key until it is acknowledged. */
export type Bookers = {
  /** Acknowledged orders, by the name of their guest. */
  booked: Map<string, number>;
  /** The guests of which an answer said that it is not known whether the booking was made. */
  unknown: Set<string>;
  /** Answers to bookings and to reads so far. */
  answers: { booking: Answer[]; reading: Answer[] };
  /** Milliseconds of the slowest answer so far. */
  slowest(): number;
  /** Resolves when each has had its last booking acknowledged. */
  stop(): Promise<void>;
};

type BookersOptions = {
  partner: TestClient;
  /** Whose role books it. */
  role: number;
  offer: Offer;
  /** How many book at the same time. */
  count: number;
};

/** Milliseconds before a refused booking is repeated, and between reads. */
const REPEAT = 100;
const READ = 20;

/** Books a place for a guest, once for each key. */
export const book = (
  { partner, role, offer }: Omit<BookersOptions, 'count'>,
  name: string,
  key = name,
): Promise<Answer> =>
  partner.post(`/v1/pos/roles/${role}/service_levels/${offer.level.id}/orders`, {
    headers: { 'idempotency-key': key },
    body: { passengers: [{ first_name: name }], details: { availability_id: offer.departure.id } },
  });

/** Starts to book, and to read, until `stop`. */
export function startBookers(options: BookersOptions): Bookers {
  const booked = new Map<string, number>();
  const unknown = new Set<string>();
  const answers: Bookers['answers'] = { booking: [], reading: [] };
  let slowest = 0;
  let isOver = false;
  async function timed(into: Answer[], send: () => Promise<Answer>): Promise<Answer> {
    const begun = performance.now();
    const answer = await send();
    slowest = Math.max(slowest, performance.now() - begun);
    into.push(answer);
    return answer;
  }
  async function booker(): Promise<void> {
    while (!isOver) {
      const name = randomUUID();
      for (;;) {
        const answer = await timed(answers.booking, () => book(options, name));
        if (answer.status === 200) {
          booked.set(name, answer.data<{ id: number }>().id);
          break;
        }
        if (answer.text.includes('not known')) unknown.add(name);
        await sleep(REPEAT);
      }
    }
  }
  async function reader(): Promise<void> {
    while (!isOver) {
      await timed(answers.reading, () => options.partner.get('/v1/orders?per_page=1'));
      await sleep(READ);
    }
  }
  const running = Promise.all([reader(), ...Array.from({ length: options.count }, booker)]);
  // A failure is thrown where it is awaited.
  running.catch(() => {});
  return {
    booked,
    unknown,
    answers,
    slowest: () => slowest,
    async stop() {
      isOver = true;
      await running;
    },
  };
}

/** How many answers have each status. */
export function statusesOf(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** The number of answers that are the stored one of an earlier request with the same key. */
export const repeatedOf = (answers: readonly Answer[]): number =>
  answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true').length;

/** The guests whose acknowledged order is not in the database, and those with an order that was not acknowledged. */
export async function wrongOrders(
  db: PrismaClient,
  booked: ReadonlyMap<string, number>,
): Promise<{ lost: string[]; unacknowledged: string[] }> {
  const orders = await db.order.findMany({ select: { id: true, passengers: { select: { firstName: true } } } });
  const stored = orders.map(({ id, passengers }) => ({ id, name: passengers[0]?.firstName ?? '' }));
  // The number of a lost order may be given again.
  const names = new Map(stored.map(({ id, name }) => [id, name]));
  return {
    lost: [...booked].filter(([name, id]) => names.get(id) !== name).map(([name]) => name),
    unacknowledged: stored.filter(({ id, name }) => booked.get(name) !== id).map(({ name }) => name),
  };
}
