import type { Settings } from '@channel/settings';
import { fieldSql, sql, textOf } from 'graphql-sql';
import { apiUrl } from '../statement-context.ts';

/** Public address of a stored image. Its storage key can't be guessed. */
export const mediaUrl = (settings: Settings, media: { storageKey: string; filename: string }): string =>
  `${settings.apiUrl}/media/${media.storageKey}/${media.filename}`;

/** The SQL resolver for `mediaUrl`, for stored and for frozen images. */
export const mediaUrlSql = fieldSql((row) => ({
  value: sql`(${apiUrl} || '/media/' || ${textOf(row, 'storageKey')} || '/' || ${textOf(row, 'filename')})`,
}));

/** Public address of the avatar of a user without a photo. The address reveals only the user's id. */
export const avatarUrl = (settings: Settings, userId: number): string => `${settings.apiUrl}/avatars/${userId}.svg`;

/** Address of a ticket's file. Its key can't be guessed. */
export const ticketUrl = (settings: Settings, ticket: { addressKey: string; filename: string }): string =>
  `${settings.apiUrl}/tickets/${ticket.addressKey}/${ticket.filename}`;

/** The SQL resolver for `ticketUrl`. */
export const ticketUrlSql = fieldSql((row) => ({
  value: sql`(${apiUrl} || '/tickets/' || ${textOf(row, 'addressKey')} || '/' || ${textOf(row, 'filename')})`,
}));
