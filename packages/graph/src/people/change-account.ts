import { endLogins, endOpenIdLinks, endPasswordLinks } from '@channel/auth';
import type { Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { endMails } from '../mail/outbox.ts';
import { PASSWORD_MAILS } from '../mail/password-mails.ts';
import { type AuditLine, audit } from '../shared/audit.ts';
import { type ManagedPerson, organizationsOf } from './people-access.ts';

type Change = Pick<AuditLine, 'action' | 'before' | 'after'>;

/** Writes a change of a user into the audit log of each of the user's organizations. */
export const noted = (tx: Tx, context: Context, entityId: number, organizationIds: number[], change: Change) =>
  audit(
    tx,
    context,
    organizationIds.map((organizationId) => ({ ...change, entity: 'user', entityId, organizationId })),
  );

/** Ends the link to set a password, also where it is being mailed. */
export async function endLinks(tx: Tx, userId: number): Promise<void> {
  await endPasswordLinks(tx, userId);
  await endMails(tx, { userId, purposes: PASSWORD_MAILS });
}

/** Enables a disabled account. Its password is unchanged; former sessions and tokens stay ended. */
export async function enableAccount(tx: Tx, context: Context, person: ManagedPerson): Promise<void> {
  const { id } = person;
  // A login that was in progress when the account was disabled must not become valid now.
  await endLogins(tx, id, context.now, 'disabled');
  await tx.user.update({ where: { id }, data: { disabledAt: null } });
  await noted(tx, context, id, organizationsOf(person), { action: 'user.enable' });
}

/**
 * Replaces the password of an account, and ends everything by which somebody could enter it: sessions, tokens, and links to
 * the OpenID Connect provider.
 *
 * @param passwordHash null: it has none until a link sets one
 * @returns whether the account was linked to the provider
 */
export async function replacePassword(
  tx: Tx,
  context: Context,
  person: ManagedPerson,
  passwordHash: string | null,
): Promise<boolean> {
  const { id } = person;
  await tx.user.update({ where: { id }, data: { passwordHash } });
  await endLogins(tx, id, context.now, 'password');
  // Whoever knows an identity of the provider would be back at once.
  const ended = await endOpenIdLinks(tx, id);
  await noted(tx, context, id, organizationsOf(person), { action: 'user.reset-password' });
  return ended > 0;
}
