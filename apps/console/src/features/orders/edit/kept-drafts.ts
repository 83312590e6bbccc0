import type { Order } from '../order-query.ts';
import { draftKey } from './draft-keys.ts';
import { type Edits, FIELDS, fieldNames } from './order-fields.ts';

/** What is filled in on an order, and the order as it was when that began. */
export type Draft = { base: Order; edits: Edits };

/*
 * What was filled in on orders and not saved is there again when one comes back: from another page, and also from the page
 * to sign in, where a session ended and a link was followed. It stays in this window, for this person alone, until it is
 * saved, discarded, or the person signs out.
 */

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** What somebody has filled in on an order; undefined where there is nothing, or nothing that can still be read. */
export function keptDraft(storage: Store, userId: number, orderId: number): Draft | undefined {
  const text = storage.getItem(draftKey(userId, orderId));
  if (text === null) return undefined;
  try {
    const draft: Draft = JSON.parse(text);
    // Another version of the console may have kept it.
    for (const name of fieldNames) FIELDS[name].read(draft.base);
    return draft.base.id === orderId && Object.keys(draft.edits).every((name) => name in FIELDS) ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps what is filled in; undefined: nothing any more. */
export function keepDraft(storage: Store, userId: number, orderId: number, draft: Draft | undefined): void {
  try {
    if (draft) storage.setItem(draftKey(userId, orderId), JSON.stringify(draft));
    else storage.removeItem(draftKey(userId, orderId));
  } catch {
    // There is no room left: what is filled in stays on the page alone.
  }
}
