import { createServiceToken } from '@channel/auth';
import { inTransaction, type PrismaClient } from '@channel/prisma';
import type { Factories } from '@channel/prisma/testing';

type Columns = {
  permissions?: string[];
  clientId?: number | null;
  scopes: string[];
  addressRanges?: string[];
  expiresAt?: Date;
};

/** A service account with one role, its owner, and a way to create tokens. */
export async function serviceAccount(
  db: PrismaClient,
  make: Factories,
  { permissions = ['orders.view-all'], clientId = null, scopes, addressRanges = [], expiresAt }: Columns,
) {
  const role = await make.role({ permissions, clientId });
  const owner = await make.user({ roles: [role.id] });
  const { id } = await make.user({ roles: [role.id], kind: 'service' });
  const { organizationId } = role;
  const columns = { userId: id, organizationId, ownerId: owner.id, scopes, addressRanges };
  await db.serviceAccount.create({ data: { ...columns, ...(expiresAt ? { expiresAt } : {}) } });
  const token = (now: Date, tokenExpiresAt: Date | null = null) =>
    inTransaction(db, (tx) => createServiceToken(tx, { accountId: id, name: 'test', expiresAt: tokenExpiresAt }, now));
  return { id, owner, role, organizationId, token };
}

export type TestServiceAccount = Awaited<ReturnType<typeof serviceAccount>>;
