import { createPasswordLink, type PasswordLink } from '@channel/auth';
import type { Tx } from '@channel/prisma';
import type { Settings } from '@channel/settings';
import { addresseeOf } from '../mail/addressee.ts';
import { letterOf } from '../mail/letters/letters.ts';
import { endMails, type MailWriter, queueMail } from '../mail/outbox.ts';
import { PASSWORD_MAILS } from '../mail/password-mails.ts';

export type PasswordMail = (typeof PASSWORD_MAILS)[number];

/** What making a link needs of a request, or of a worker. */
export type LinkWriter = {
  settings: MailWriter['settings'] & Pick<Settings, 'consoleUrl' | 'passwordLinkHours'>;
  now: Date;
};

/** Hours for which a link works that somebody requested without a login: long enough for a mail server that is away. */
const REQUEST_HOURS = 4;

/** The address of the page that sets a password. */
export const passwordUrl = (consoleUrl: string, token: string): string =>
  `${consoleUrl}/welcome?${new URLSearchParams({ token })}`;

/** Creates the single link of a user; an earlier one ends, and is not mailed any more. */
export async function newPasswordLink(
  tx: Tx,
  { settings, now }: LinkWriter,
  userId: number,
  hours: number = settings.passwordLinkHours,
): Promise<PasswordLink> {
  await endMails(tx, { userId, purposes: PASSWORD_MAILS });
  return createPasswordLink(tx, userId, now, hours);
}

/**
 * Creates the single link of a user, and puts the mail with it into the outbox.
 *
 * @param tx a transaction that has locked the row of the user
 * @throws as `queueMail`
 */
export async function mailPasswordLink(
  tx: Tx,
  writer: LinkWriter,
  userId: number,
  purpose: PasswordMail,
): Promise<void> {
  const { passwordLinkHours, consoleUrl } = writer.settings;
  const hours = purpose === 'passwordRequest' ? Math.min(REQUEST_HOURS, passwordLinkHours) : passwordLinkHours;
  const { token, expiresAt } = await newPasswordLink(tx, writer, userId, hours);
  const { name: person, username, organization, ...written } = await addresseeOf(tx, userId);
  const facts = { person, username, url: passwordUrl(consoleUrl, token), until: expiresAt };
  const letter =
    purpose === 'invitation'
      ? letterOf(purpose, { ...facts, organization: organization?.name ?? '' }, written)
      : letterOf(purpose, facts, written);
  await queueMail(tx, writer, { userId, organizationId: null, purpose, secret: token, expiresAt, ...letter });
}
