import type { Prisma, Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { forbidden, notFound } from '../errors.ts';
import { asGiven, givenRole, mayGiveRole } from '../people/people-access.ts';
import { adminOrganizationIds } from '../shared/principals.ts';
import { lockRows } from '../shared/rows.ts';

/** The service accounts that the actor sees: those of the organizations that the actor administers. */
export const visibleAccounts = (context: Context): Prisma.ServiceAccountWhereInput => ({
  organizationId: { in: adminOrganizationIds(context) },
});

/** The roles of the user row of an account, as `whyNotManaged` needs them. */
export const heldRoles = { orderBy: { roleId: 'asc' }, select: { role: givenRole } } as const;

const managed = {
  select: {
    userId: true,
    organizationId: true,
    ownerId: true,
    description: true,
    scopes: true,
    expiresAt: true,
    addressRanges: true,
    owner: { select: { name: true } },
    user: {
      select: {
        name: true,
        disabledAt: true,
        roles: heldRoles,
      },
    },
  },
} as const satisfies { select: Prisma.ServiceAccountSelect };

/** A service account, as its changes need it. */
export type ManagedAccount = Prisma.ServiceAccountGetPayload<typeof managed>;

/**
 * Why the actor may not act on a service account of an administered organization: whoever has one of its tokens may do
 * everything that its roles allow. Undefined where the actor may.
 */
export const whyNotManaged = (
  context: Context,
  { user }: { user: Pick<ManagedAccount['user'], 'roles'> },
): string | undefined =>
  user.roles.some(({ role }) => !mayGiveRole(context, asGiven(role)))
    ? 'The service account holds permissions that you do not hold.'
    : undefined;

/**
 * A service account on which the actor may act, locked.
 *
 * @param isEnd whether access is only taken away: any administrator of the organization may do that
 * @throws not found where the actor does not administer its organization; forbidden with the text of `whyNotManaged`
 */
export async function managedAccount(tx: Tx, context: Context, id: number, isEnd = false): Promise<ManagedAccount> {
  const visible = await tx.serviceAccount.count({ where: { AND: [{ userId: id }, visibleAccounts(context)] } });
  if (visible === 0) throw notFound('Service account');
  await lockRows(tx, 'User', { id });
  const account = await tx.serviceAccount.findUniqueOrThrow({ where: { userId: id }, ...managed });
  const refusal = isEnd ? undefined : whyNotManaged(context, account);
  if (refusal) throw forbidden(refusal);
  return account;
}
