import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type * as shapes from '../shapes.ts';
import { isNode } from './operations.ts';

/* Invariants between the answers of one order, from the text of the contract. */

export type Order = z.output<typeof shapes.orderFull>;
export type Tag = Order['tags'][number];

/** An answer that contradicts an earlier one. */
export class Contradiction extends Error {}

export function same(what: string, found: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(found, expected))
    throw new Contradiction(`${what}: ${JSON.stringify(found)}, expected ${JSON.stringify(expected)}`);
}

const KINDS = ['original', 'agent', 'sold'] as const;

/** Checks that the total is the sum of the bookings' or passengers' prices, in thousandths, so that sums are exact. */
export function pricesAddUp({ bookings, total_prices }: Order): void {
  for (const kind of KINDS) {
    const paid = bookings.flatMap(({ prices, passengers }) => [prices, ...passengers.map((each) => each.prices)]);
    const amounts = paid.flatMap((prices) => prices[kind]?.amount ?? []);
    const sum = amounts.reduce((total, amount) => total + Math.round(amount * 1_000), 0);
    same(`the total of ${kind}`, Math.round((total_prices[kind]?.amount ?? 0) * 1_000), sum);
  }
}

/** Checks that an order has the values of an update's members. */
export function shows(order: Order, sent: unknown): void {
  if (!isNode(sent)) return;
  if (sent.status !== undefined) same('status', order.status, sent.status);
  // An empty text clears the code.
  if (sent.reference_code !== undefined) same('reference_code', order.reference_code, sent.reference_code || null);
  for (const role of ['contact_person', 'tour_guide'] as const) {
    const person = sent[role];
    if (person === null) same(role, order[role], null);
    else if (isNode(person) && typeof person.id === 'number') same(role, order[role]?.id, person.id);
  }
  const leader = order.passengers.find(({ is_leader }) => is_leader);
  for (const [member, value] of Object.entries(isNode(sent.leader) ? sent.leader : {}))
    if (leader && member in leader) same(`leader.${member}`, leader[member as keyof typeof leader], value ?? '');
  for (const side of ['pickup', 'dropoff'] as const) {
    const change = sent[side];
    if (!isNode(change)) continue;
    const { date, time, driver_id: driver } = change;
    if (date !== undefined) same(`${side}.date`, order[side].date, date);
    if (time !== undefined) same(`${side}.time`, order[side].time, time === null ? null : `${time}:00`);
    if (driver !== undefined) same(`${side}.driver`, order[side].driver?.id ?? null, driver);
  }
}

/** Tags after a call of the tags endpoint. */
export function tagged(method: string, tags: readonly Tag[], sent: readonly Tag[]): Tag[] {
  if (method === 'PUT') return [...sent];
  const others = tags.filter(({ key }) => sent.every((tag) => tag.key !== key));
  if (method === 'POST') return [...others, ...sent];
  return tags.filter((tag) => sent.every(({ key, value }) => key !== tag.key || value !== tag.value));
}

export const sorted = (tags: readonly Tag[]) => tags.toSorted((one, other) => (one.key < other.key ? -1 : 1));

/** The version with which an ETag of an order begins. */
export const versionOf = (etag: string | undefined): number => Number(/^"(\d+)/.exec(etag ?? '')?.[1] ?? Number.NaN);
