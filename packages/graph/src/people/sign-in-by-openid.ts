import { linkIdentity, type OpenIdentity, userOfIdentity } from '@channel/auth';
import { inTransaction } from '@channel/prisma';
import type { Context } from '../context.ts';
import { audit } from '../shared/audit.ts';
import { consoleActor, openSession, outsideTransaction } from './logins.ts';

/** Why an identity opens no session; for the log alone, because the answer must not reveal whether an account exists. */
export type OpenIdRefusal = 'no verified address' | 'no account' | 'no access to the console' | 'linked concurrently';

/**
 * Opens a session of the console for the user of an identity that the provider has confirmed, and links the two at the
 * first sign-in. The context gets the cookie.
 *
 * @returns null, or why it was refused
 */
export async function signInByOpenId(context: Context, identity: OpenIdentity): Promise<OpenIdRefusal | null> {
  const db = outsideTransaction(context);
  const found = await userOfIdentity(db, identity);
  if (!found) return identity.email === null ? 'no verified address' : 'no account';
  const { userId, isLinked } = found;
  const actor = await consoleActor(context, userId);
  if (!actor) return 'no access to the console';
  if (!isLinked) {
    const { issuer, subject } = identity;
    const organizationIds = [...new Set(actor.roles.map(({ organizationId }) => organizationId))];
    const line = { action: 'user.link-openid', entity: 'user', entityId: userId, after: { issuer, subject } };
    const isDone = await inTransaction(db, async (tx) => {
      if (!(await linkIdentity(tx, userId, identity, context.now))) return false;
      const lines = organizationIds.map((organizationId) => ({ ...line, organizationId }));
      await audit(tx, context, lines, userId);
      return true;
    });
    if (!isDone) return 'linked concurrently';
  }
  await openSession(context, userId, 'user.sign-in-openid');
  return null;
}
