const PREFIX = 'channel-draft:';

/** The session storage key of a user's draft of an order. */
export const draftKey = (userId: number, orderId: number): string => `${PREFIX}${userId}:${orderId}`;

/** Removes all drafts of all users. */
export function forgetDrafts(storage: Pick<Storage, 'removeItem'>): void {
  for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
}
