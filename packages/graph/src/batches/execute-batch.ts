import { databaseFailureOf, inTransaction, type Prisma, type PrismaClient, type Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { DomainError } from '../errors.ts';
import { createLoaders } from '../loaders.ts';
import { changingOrders } from '../orders/in-turn.ts';
import { hasScope } from '../scopes/scopes.ts';
import { actorOf } from '../shared/principals.ts';
import { staffOrganizationIds } from '../webhooks/staff-access.ts';
import { announceBatch } from './announce-batch.ts';
import { applyRows } from './apply-rows.ts';
import { refusalText } from './plan-rows.ts';

/** Orders per transaction: few enough that other requests wait only briefly for the lock of one of them. */
const ORDERS_AT_A_TIME = 25;

/** What `executeBatch` needs of the process that runs it. */
export type BatchHost = {
  db: PrismaClient;
  clock: () => Date;
  /** A context of the maker, for the request that ran the batch; null when the maker is no longer allowed to act. */
  contextOf: (batch: Pick<Running, 'makerId' | 'requestId' | 'address'>) => Promise<Context | null>;
  /** Whether to continue with the next orders; else a later job continues. */
  hasTime: () => boolean;
  /** Called with an internal error that prevented the change of an order. */
  onFailure: (error: unknown, orderId: number) => void;
};

type Running = Prisma.BatchGetPayload<object>;

/**
 * Runs a batch in groups of orders. Each group and the results of its rows are one transaction, so that an order is
 * changed exactly once wherever the process dies. If a group fails, its orders are tried one by one.
 *
 * @returns whether something is left to do
 * @throws when the database is busy or unreachable; call again
 */
export async function executeBatch(host: BatchHost, id: number): Promise<boolean> {
  const { db } = host;
  const batch = await db.batch.findFirst({ where: { id, status: 'running' } });
  if (!batch) return false;
  for (;;) {
    // Read for each group: whoever loses the right changes nothing more.
    const context = await host.contextOf(batch);
    if (!context || !mayRun(context, batch)) {
      await close(host, batch, 'refused', 'The user who ran the batch is no longer allowed to do this.');
      return false;
    }
    const ids = await nextOrders(db, id);
    if (ids.length === 0 || (await isCancelled(db, id))) {
      await close(host, batch, 'cancelled', null);
      return false;
    }
    if (!host.hasTime()) return true;
    await changeOrders(host, batch, context, ids);
  }
}

const mayRun = (context: Context, { organizationId }: Running): boolean =>
  staffOrganizationIds(context).includes(organizationId) && hasScope(actorOf(context), 'orders:write');

async function nextOrders(db: PrismaClient, batchId: number): Promise<number[]> {
  const where = { batchId, status: 'planned' } as const;
  const rows = await db.batchRow.findMany({
    where,
    select: { orderId: true },
    orderBy: { orderId: 'asc' },
    take: ORDERS_AT_A_TIME,
  });
  return rows.map(({ orderId }) => orderId);
}

const isCancelled = async (db: PrismaClient, id: number) =>
  (await db.batch.count({ where: { id, cancelledAt: { not: null } } })) > 0;

/** Ends a batch; rows that are still planned get the given status. */
async function close(
  { db, clock }: BatchHost,
  { id }: Running,
  status: 'cancelled' | 'refused',
  reason: string | null,
) {
  const endedAt = clock();
  await inTransaction(db, async (tx) => {
    await tx.batchRow.updateMany({ where: { batchId: id, status: 'planned' }, data: { status, reason, endedAt } });
    await tx.batch.updateMany({ where: { id, status: 'running' }, data: { status: 'ended', endedAt } });
    await announceBatch(tx, id);
  });
}

async function changeOrders(host: BatchHost, batch: Running, context: Context, ids: number[]): Promise<void> {
  const inside = (tx: Tx): Context => {
    const now = host.clock();
    return { ...context, db: tx, now, loaders: createLoaders(tx), batchId: batch.id };
  };
  try {
    await changingOrders(host, ids, (tx) => applyRows(tx, inside(tx), batch, ids));
  } catch (error) {
    if (databaseFailureOf(error)) throw error;
    if (ids.length > 1) for (const id of ids) await changeOrders(host, batch, context, [id]);
    else await endRow(host, batch, ids[0] ?? 0, error);
  }
}

/**
 * Stores why one order could not be changed. If the database is unreachable, this fails too and the row stays planned.
 */
async function endRow({ db, clock, onFailure }: BatchHost, { id: batchId }: Running, orderId: number, error: unknown) {
  const isRefused = error instanceof DomainError;
  const status = isRefused ? 'refused' : 'failed';
  const reason = isRefused ? refusalText(error) : 'An internal error occurred. Try again.';
  await inTransaction(db, async (tx) => {
    const where = { batchId, orderId, status: 'planned' } as const;
    await tx.batchRow.updateMany({ where, data: { status, reason, endedAt: clock() } });
    await announceBatch(tx, batchId);
  });
  if (!isRefused) onFailure(error, orderId);
}
