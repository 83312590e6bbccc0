import type { Order } from '../order-query.ts';
import { type Edits, FIELDS, fieldNames } from './order-fields.ts';

/** Unsaved edits of an order, and the order when the editing began. */
export type Draft = { base: Order; edits: Edits };

/*
 * Unsaved edits of orders are restored when the user returns from another page, or from the sign-in page after the
 * session ended. They stay in the session storage of this window, for this user only, until they are saved or
 * discarded, or the user signs out.
 */

/** The session storage key of a user's draft of an order. */
const draftKey = (userId: number, orderId: number): string => `channel-draft:${userId}:${orderId}`;

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The stored draft of an order; undefined if there is none or if it can't be parsed. */
export function keptDraft(storage: Store, userId: number, orderId: number): Draft | undefined {
  const text = storage.getItem(draftKey(userId, orderId));
  if (text === null) return undefined;
  try {
    const draft: Draft = JSON.parse(text);
    // Another version of the console may have stored it.
    for (const name of fieldNames) FIELDS[name].read(draft.base);
    return draft.base.id === orderId && Object.keys(draft.edits).every((name) => name in FIELDS) ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a draft, or removes it (undefined). */
export function keepDraft(storage: Store, userId: number, orderId: number, draft: Draft | undefined): void {
  try {
    if (draft) storage.setItem(draftKey(userId, orderId), JSON.stringify(draft));
    else storage.removeItem(draftKey(userId, orderId));
  } catch {
    // The storage quota is exceeded: the draft is kept on the page only.
  }
}
