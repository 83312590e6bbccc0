import type { Settings } from '@channel/settings';

/** Public address of a stored image. Its storage key can't be guessed. */
export const mediaUrl = (settings: Settings, media: { storageKey: string; filename: string }): string =>
  `${settings.apiUrl}/media/${media.storageKey}/${media.filename}`;

/** Public address of the avatar of a user without a photo. It shows nothing of the user but the id. */
export const avatarUrl = (settings: Settings, userId: number): string => `${settings.apiUrl}/avatars/${userId}.svg`;

/** Address of a ticket's file. Its key can't be guessed. */
export const ticketUrl = (settings: Settings, ticket: { addressKey: string; filename: string }): string =>
  `${settings.apiUrl}/tickets/${ticket.addressKey}/${ticket.filename}`;
