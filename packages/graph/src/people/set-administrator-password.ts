import { forgetPlaces } from '@channel/auth';
import { inTransaction } from '@channel/prisma';
import type { Context } from '../context.ts';
import { conflict, forbidden, notFound } from '../errors.ts';
import { lockRows } from '../shared/rows.ts';
import { likeText } from '../shared/text.ts';
import { enableAccount, endLinks, replacePassword } from './change-account.ts';
import { asGiven, managedPerson } from './people-access.ts';

export type NewPassword = {
  /** The name to log in with, in any case. */
  username: string;
  passwordHash: string;
  /** Enables the account if it is disabled; otherwise a disabled one is refused. */
  enable: boolean;
};

export type PasswordSet = {
  username: string;
  wasDisabled: boolean;
  /** The account was linked to the OpenID Connect provider; the link has ended. */
  wasLinked: boolean;
};

/**
 * Sets the password of an administrator on behalf of the operator, who has the database: for an installation in which nobody
 * can sign in any more. As with a reset in the console, all sessions, tokens and links of the account end; the lock of failed
 * logins is lifted as well.
 *
 * @param context without an actor; its channel is in the audit log
 * @throws not found for a name that no person has; forbidden for a person who administers nothing; conflict for a disabled
 *   account
 */
export function setAdministratorPassword(context: Context, given: NewPassword): Promise<PasswordSet> {
  const { username, passwordHash, enable } = given;
  return inTransaction(context.db, async (tx) => {
    const found = await tx.user.findFirst({
      where: { username: { equals: likeText(username), mode: 'insensitive' }, kind: 'person' },
      select: { id: true },
    });
    if (!found) throw notFound('Person');
    await lockRows(tx, 'User', { id: found.id });
    const person = await tx.user.findUniqueOrThrow({ where: { id: found.id }, ...managedPerson });
    const { administer } = context.settings.permissions;
    if (!person.roles.some(({ role }) => asGiven(role).permissions.includes(administer)))
      throw forbidden(`${person.username} does not administer: an administrator resets the password in the console.`);
    const wasDisabled = person.disabledAt !== null;
    if (wasDisabled && !enable) throw conflict(`The account of ${person.username} is disabled.`);
    if (wasDisabled) await enableAccount(tx, context, person);
    const wasLinked = await replacePassword(tx, context, person, passwordHash);
    await endLinks(tx, person.id);
    await forgetPlaces(tx, person.id);
    return { username: person.username, wasDisabled, wasLinked };
  });
}
