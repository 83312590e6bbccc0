import type { Prisma } from '@channel/prisma';
import type { LockedOrder } from '../orders/lock-orders.ts';
import type { OrderUpdate } from '../orders/order-inputs.ts';
import { parseTime } from '../shared/calendar.ts';
import type { Target } from '../tagging/tag-targets.ts';

/*
 * The changes of a batch as its rows store them.
 *
 * change: the requested change of an order, such as "this driver for the pickup" or "exactly these tags".
 * delta: one value that a change sets in one order, before and after. Staff review the deltas before the batch runs;
 * running applies them, and undoing the batch reverts them.
 */

/** Sides of an order's transport. */
export type Side = 'pickup' | 'dropoff';
/** The part of an order that carries the tags that a batch changes. */
export type TagsOn = 'order' | 'booking' | 'pickup' | 'dropoff';
/** How tags are changed. */
export type TagAction = 'assign' | 'synchronise' | 'remove';
/** The tag targets that an order consists of. */
export type OrderTarget = Extract<Target, 'orders' | 'bookings' | 'transfers'>;

type TagValue = string | number;

/** A change of a transfer: dates as `YYYY-MM-DD`, times as `HH:MM:SS`; null removes the value. */
export type TransferRowChange = { driverId?: number | null; date?: string | null; time?: string | null };

/** Tags to change, whatever tags the order carries. Where tags are removed, a tag without a value matches any value. */
export type TagsRowChange = { on: TagsOn; action: TagAction; tags: { key: string; value: TagValue | null }[] };

/** A part of an order that carries tags. */
export type Carrier = { target: OrderTarget; id: number };

/** The requested change of an order. An undo also restores the tags that the changes of the undone batch contain. */
export type RowChange = {
  status?: NonNullable<OrderUpdate['status']>;
  contactPersonId?: number | null;
  tourGuideId?: number | null;
  pickup?: TransferRowChange;
  dropoff?: TransferRowChange;
  tags?: TagsRowChange;
};

/** An order, the change that is requested for it, and the parts of it whose tags it restores. */
export type Requested = { order: LockedOrder; change: RowChange; restored: Carrier[] };

/** A member of an order (such as `pickup.driverId`) or a tag of one of its parts; null means no value. */
export type Delta = {
  member: string;
  before: TagValue | null;
  after: TagValue | null;
  tag?: Carrier & { key: string };
};

/** Casts to and from JSON columns: only this module's types are written to them. */
export const asJson = (value: RowChange) => value as Prisma.InputJsonValue;
export const asChange = (value: Prisma.JsonValue) => value as RowChange;
export const asDeltas = (value: Prisma.JsonValue) => value as Delta[];

/** The part of a change that `changeOrders` makes; undefined where there is none. */
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

/** The change that undoes deltas of members. */
export function reverse(deltas: readonly Delta[]): RowChange {
  const change: Record<string, unknown> = {};
  for (const { member, before } of deltas) {
    const [side, column] = member.split('.');
    if (column && side) change[side] = { ...(change[side] as object | undefined), [column]: before };
    else change[member] = before;
  }
  return change as RowChange;
}
