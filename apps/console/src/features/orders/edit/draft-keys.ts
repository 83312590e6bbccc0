const PREFIX = 'channel-draft:';

/** Under which name a window keeps what somebody has filled in on an order. */
export const draftKey = (userId: number, orderId: number): string => `${PREFIX}${userId}:${orderId}`;

/** Forgets everything that was kept, of whomever. */
export function forgetDrafts(storage: Pick<Storage, 'removeItem'>): void {
  for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
}
