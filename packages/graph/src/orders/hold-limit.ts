import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import type { LockedOrder } from './lock-orders.ts';
import { holdExpiry } from './places.ts';

/** Maximum minutes from the creation of an order during which its hold is renewed. */
const maxMinutes = ({ settings }: Context) => Math.max(settings.holdMaxMinutes, settings.holdMinutes);

const limitOf = (context: Context, { createdAt }: LockedOrder) => createdAt.getTime() + maxMinutes(context) * 60_000;

/** Until when the bookings of an order hold their places; 0 where they do not. */
const heldUntil = ({ bookings }: LockedOrder) =>
  Math.max(0, ...bookings.map(({ holdExpiresAt }) => holdExpiresAt?.getTime() ?? 0));

const tooLong = (context: Context) =>
  conflict(`Places are held for at most ${maxMinutes(context)} minutes. Book the order now, or begin a new one.`);

/**
 * Until when an order in the cart holds its places if its hold begins anew. An order that came back to the cart after
 * the limit keeps its hold.
 *
 * @throws conflict after the limit
 */
export function renewedHold(context: Context, order: LockedOrder): Date {
  const until = Math.min(holdExpiry(context).getTime(), Math.max(limitOf(context, order), heldUntil(order)));
  if (until <= context.now.getTime()) throw tooLong(context);
  return new Date(until);
}

/** @throws conflict where the hold of an order cannot become longer */
export function refuseLongHold(context: Context, order: LockedOrder): void {
  if (heldUntil(order) >= limitOf(context, order)) throw tooLong(context);
}
