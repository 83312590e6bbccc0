import { bookOrder } from './book.ts';
import { changeHold, renewHold } from './hold.ts';
import { rebookOrder } from './rebook.ts';
import type { Naive } from './request.ts';
import { updateOrder, updateOrders } from './update.ts';

/** The naive writer of each root field. */
export const NAIVE: Readonly<Record<string, Naive>> = {
  bookOrder,
  changeHold,
  rebookOrder,
  renewHold,
  updateOrder,
  updateOrders,
};
