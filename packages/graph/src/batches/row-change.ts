import type { Prisma } from '@channel/prisma';
import type { OrderUpdate } from '../orders/order-inputs.ts';
import { parseTime } from '../shared/calendar.ts';
import type { TagAction } from '../tags/set-tags.ts';
import type { Target } from '../tags/tag-targets.ts';

/*
 * What a batch asks, as its rows keep it.
 *
 * change: what is asked of an order, such as "this driver for the pickup", or "these tags and no others".
 * delta: one value that a change sets in one order, as it is before and as it is to be after. Deltas are what staff are
 * shown before anything runs, what is carried out, and what is taken back when the batch is undone.
 */

/** Sides of an order's transport. */
export type Side = 'pickup' | 'dropoff';
/** What of an order carries the tags that a batch changes. */
export type TagsOn = 'order' | 'booking' | 'pickup' | 'dropoff';
/** The kinds of things, as tags know them, that an order consists of. */
export type OrderTarget = Extract<Target, 'orders' | 'bookings' | 'transfers'>;

type TagValue = string | number;

/** What is asked of a transfer: dates as `YYYY-MM-DD`, times as `HH:MM:SS`; null takes away. */
export type TransferRowChange = { driverId?: number | null; date?: string | null; time?: string | null };

/** Tags to change, whatever the order carries. A tag without a value, where tags are removed, means any value. */
export type TagsRowChange = { on: TagsOn; action: TagAction; tags: { key: string; value: TagValue | null }[] };

/** Tags to set to known values; null takes the tag away. */
export type TagRestore = { target: OrderTarget; id: number; key: string; value: TagValue | null };

/** What is asked of an order. */
export type RowChange = {
  status?: NonNullable<OrderUpdate['status']>;
  contactPersonId?: number | null;
  tourGuideId?: number | null;
  pickup?: TransferRowChange;
  dropoff?: TransferRowChange;
  tags?: TagsRowChange;
  restore?: TagRestore[];
};

/** A member of an order (such as `pickup.driverId`), or a tag of something that belongs to it; null is nothing. */
export type Delta = {
  member: string;
  before: TagValue | null;
  after: TagValue | null;
  tag?: { target: OrderTarget; id: number; key: string };
};

/** How JSON columns take what is written here, and give it back: nothing else writes them. */
export const asJson = (value: RowChange | Delta[]) => value as Prisma.InputJsonValue;
export const asChange = (value: Prisma.JsonValue) => value as RowChange;
export const asDeltas = (value: Prisma.JsonValue) => value as Delta[];

/** The part of a change that the verb of orders carries out; undefined where it asks nothing of it. */
export function updateOf({
  status,
  contactPersonId,
  tourGuideId,
  pickup,
  dropoff,
}: RowChange): OrderUpdate | undefined {
  const update: OrderUpdate = {
    ...(status !== undefined ? { status } : {}),
    ...(contactPersonId !== undefined ? { contactPerson: person(contactPersonId) } : {}),
    ...(tourGuideId !== undefined ? { tourGuide: person(tourGuideId) } : {}),
    ...(pickup ? { pickup: transferOf(pickup) } : {}),
    ...(dropoff ? { dropoff: transferOf(dropoff) } : {}),
  };
  return Object.keys(update).length > 0 ? update : undefined;
}

const person = (id: number | null) => (id === null ? null : { id });

const transferOf = ({ driverId, date, time }: TransferRowChange): NonNullable<OrderUpdate['pickup']> => ({
  ...(driverId !== undefined ? { driverId } : {}),
  ...(date !== undefined ? { date } : {}),
  ...(time !== undefined ? { time: time === null ? null : (parseTime(time) ?? null) } : {}),
});

/** The change that takes deltas back. */
export function reverse(deltas: readonly Delta[]): RowChange {
  const change: Record<string, unknown> = {};
  const restore: TagRestore[] = [];
  for (const { member, before, tag } of deltas) {
    const [side, column] = member.split('.');
    if (tag) restore.push({ ...tag, value: before });
    else if (column && side) change[side] = { ...(change[side] as object | undefined), [column]: before };
    else change[member] = before;
  }
  return { ...(change as RowChange), ...(restore.length > 0 ? { restore } : {}) };
}
