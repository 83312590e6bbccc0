import { databaseFailureOf, type Prisma, type PrismaClient } from '@channel/prisma';
import type { Context } from '../context.ts';
import { createLoaders } from '../loaders.ts';
import { changingOrders } from '../orders/in-turn.ts';
import { type EarlierWriter, earlierWriters, notEnded } from './earlier-writers.ts';
import { eraseLateCopies, eraseOrder, OrderIsBusy } from './erase-order.ts';

/** What `executeErasure` needs of the process that runs it. */
export type ErasureHost = {
  db: PrismaClient;
  clock: () => Date;
  /** A context for the request of a user, who may have left since. */
  contextOf: (userId: number, requestId: string) => Promise<Context>;
  /** Deletes the files of all tickets of these orders. */
  deleteFiles: (orderIds: readonly number[]) => Promise<void>;
  /**
   * Executes the database's `redact_audit` over the connection that may.
   *
   * @returns false where there is no such connection, or it can't be used now
   */
  redactAudit: (erasureId: number, most: number, now: Date) => Promise<boolean>;
  /** Whether to continue; else a later job does. */
  hasTime: () => boolean;
  /** Called with the transactions for which the erasure waits, and since when. */
  onWait: (writers: readonly EarlierWriter[], since: Date) => void;
  /** Called with an internal error, by which the erasure failed. */
  onFailure: (error: unknown) => void;
};

/** What is left: nothing, more work, work that has to wait for others, or the step that needs the connection. */
export type ErasureOutcome = 'ended' | 'more' | 'busy' | 'needs-maintenance';

const ENTRIES_AT_A_TIME = 500;

type Erasure = Prisma.PersonalDataErasureGetPayload<object>;

/**
 * Runs a requested erasure in steps: each order is one transaction, which also counts it; then copies that others
 * wrote meanwhile; then the files of tickets; then the audit log, in parts. Each step can be repeated, so that it goes on wherever a process died.
 *
 * @throws when the database is busy or unreachable; call again
 */
export async function executeErasure(host: ErasureHost, id: number): Promise<ErasureOutcome> {
  try {
    return await executeSteps(host, id);
  } catch (error) {
    if (error instanceof OrderIsBusy) return 'busy';
    if (databaseFailureOf(error)) throw error;
    const data = { state: 'failed', finishedAt: host.clock() } as const;
    await host.db.personalDataErasure.updateMany({ where: { id, finishedAt: null }, data });
    host.onFailure(error);
    return 'ended';
  }
}

async function executeSteps(host: ErasureHost, id: number): Promise<ErasureOutcome> {
  const { db, clock } = host;
  for (;;) {
    const erasure = await db.personalDataErasure.findUnique({ where: { id } });
    if (!erasure || erasure.finishedAt) return 'ended';
    if (!host.hasTime()) return 'more';
    if (erasure.ordersDone < erasure.orderIds.length) await eraseNext(host, erasure);
    else if (erasure.copiesAt === null) await eraseCopies(host, erasure);
    else if (erasure.filesAt === null) {
      await host.deleteFiles(erasure.orderIds);
      await db.personalDataErasure.update({ where: { id }, data: { filesAt: clock() } });
    } else if (erasure.auditedAt) {
      await db.personalDataErasure.update({ where: { id }, data: { state: 'done', finishedAt: clock() } });
      return 'ended';
    } else if (!(await host.redactAudit(id, ENTRIES_AT_A_TIME, clock()))) {
      await waiting(host, id);
      return 'needs-maintenance';
    }
  }
}

/** Erases the next order and counts it, in one transaction: exactly once, also with several workers. */
async function eraseNext(host: ErasureHost, erasure: Erasure): Promise<void> {
  const { id, organizationId, ordersDone, passengerIds } = erasure;
  const orderId = erasure.orderIds[ordersDone] ?? 0;
  const context = await host.contextOf(erasure.requestedById, erasure.requestId);
  await changingOrders(host, [orderId], async (tx) => {
    const inside = { ...context, db: tx, now: host.clock(), loaders: createLoaders(tx) };
    const { rows, viewIds } = await eraseOrder(tx, inside, { orderId, passengerIds }, organizationId);
    const { count } = await tx.personalDataErasure.updateMany({
      where: { id, ordersDone, finishedAt: null },
      data: {
        ordersDone: ordersDone + 1,
        rowsErased: { increment: rows },
        viewIds: { push: viewIds },
        state: 'running',
      },
    });
    if (count === 0) throw new OrderIsBusy('another worker has erased it');
  });
}

/** Erases what transactions wrote that had read the orders before. @throws {OrderIsBusy} until they have ended */
async function eraseCopies(host: ErasureHost, erasure: Erasure): Promise<void> {
  const { id, organizationId, orderIds } = erasure;
  await untilWritersEnded(host, erasure);
  const context = await host.contextOf(erasure.requestedById, erasure.requestId);
  let late = 0;
  for (const orderId of orderIds)
    late += await changingOrders(host, [orderId], (tx) =>
      eraseLateCopies(tx, { ...context, db: tx, now: host.clock() }, orderId, organizationId),
    );
  await host.db.personalDataErasure.updateMany({
    where: { id, copiesAt: null },
    data: { state: 'running', copiesAt: host.clock(), rowsErased: { increment: late } },
  });
}

/** Another worker may have finished it meanwhile. */
const waiting = ({ db }: ErasureHost, id: number) =>
  db.personalDataErasure.updateMany({ where: { id, finishedAt: null }, data: { state: 'waiting' } });

/** @throws {OrderIsBusy} while a transaction runs that may write copies, as of the first call after the orders were done */
async function untilWritersEnded(host: ErasureHost, erasure: Erasure): Promise<void> {
  const { db, clock, onWait } = host;
  const { id, copiesFrom: since, copiesAfter } = erasure;
  const [from, writers] = since ? [since, copiesAfter] : [clock(), await earlierWriters(db)];
  const where = { id, copiesFrom: null };
  // Of two workers the first one's list stays: both are of a time after the orders were done.
  if (!since) await db.personalDataErasure.updateMany({ where, data: { copiesFrom: from, copiesAfter: writers } });
  const left = await notEnded(db, writers);
  if (left.length === 0) return;
  await waiting(host, id);
  onWait(left, from);
  throw new OrderIsBusy('an earlier transaction may write copies');
}
