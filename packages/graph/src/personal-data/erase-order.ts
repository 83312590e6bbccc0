import { Prisma, type Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { commitChanges } from '../orders/commit-changes.ts';
import { lockRows } from '../shared/rows.ts';
import { eraseAnswersOf, eraseAnswersWith, eraseEvents, eraseViews } from './erase-copies.ts';
import { eraseBatches, eraseRows, isInRunningBatch } from './erase-rows.ts';
import { ERASED, type Guests, guestValues, naming } from './erased-values.ts';

/** What was erased of an order. */
type Erased = { rows: number; viewIds: number[] };

/** The action of the audit log, which the change feed shows as an update. */
export const ERASE_ORDER = 'order.erase-personal-data';

/** A running batch changes the order. Try again when it has ended. */
export class OrderIsBusy extends Error {}

/**
 * Erases the personal data of an order outside of the audit log, in the transaction of the caller: in its rows, in copies
 * of them, and in the bodies of its events. A change raises the version, is recorded, and is announced like any other.
 *
 * @returns the number of changed rows, 0 where there was nothing to erase, and the saved views that named a guest
 * @throws {OrderIsBusy} while a batch changes it
 */
export async function eraseOrder(tx: Tx, context: Context, guests: Guests, organizationId: number): Promise<Erased> {
  const { orderId } = guests;
  if (await isInRunningBatch(tx, orderId)) throw new OrderIsBusy(`a batch changes order ${orderId}`);
  const [locked] = await lockRows(tx, 'Order', { id: orderId, organizationId });
  if (locked === undefined) return { rows: 0, viewIds: [] };
  const values = await guestValues(tx, guests);
  const place = { orderId, organizationId };
  const { views, ids: viewIds } = await eraseViews(tx, place, values);
  const answers = (await eraseAnswersOf(tx, place)) + (await eraseAnswersWith(tx, place, values));
  const rows = views + answers + (await eraseRows(tx, guests));
  const order = await tx.order.findUniqueOrThrow({
    where: { id: orderId },
    select: { id: true, version: true, referenceCode: true, key: true, requestHash: true, bookedByHash: true },
  });
  const columns = columnsOf(order, values);
  const isErased = rows === 0 && columns.length === 0 && (await versionOfErasure(tx, orderId)) === order.version;
  if (isErased) return { rows: 0, viewIds };
  const events = await eraseEvents(tx, place, context.now);
  const change = { orderId, organizationId, version: order.version + 1, action: ERASE_ORDER, before: {}, after: {} };
  await commitChanges(tx, context, [change], [{ columns }]);
  return { rows: rows + events + 1, viewIds };
}

/**
 * Erases the copies of the data of an erased order that transactions wrote which had read it before: stored answers, plans
 * of batches and test events. What was written since from the erased order stays, but for plans of tags and answers.
 *
 * @returns the number of changed rows
 * @throws {OrderIsBusy} while a batch changes the order
 */
export async function eraseLateCopies(
  tx: Tx,
  context: Context,
  orderId: number,
  organizationId: number,
): Promise<number> {
  if (await isInRunningBatch(tx, orderId)) throw new OrderIsBusy(`a batch changes order ${orderId}`);
  const [locked] = await lockRows(tx, 'Order', { id: orderId, organizationId });
  const version = await versionOfErasure(tx, orderId);
  if (locked === undefined || version === null) return 0;
  const place = { orderId, organizationId };
  const rows = (await eraseAnswersOf(tx, place)) + (await eraseBatches(tx, orderId));
  return rows + (await eraseEvents(tx, place, context.now, version));
}

type Columns = Pick<Prisma.OrderGetPayload<object>, 'id' | 'referenceCode' | 'key' | 'requestHash' | 'bookedByHash'>;

/** The own columns of the order to set: accounting finds it by its reference code, or by its id where that named the guest. */
function columnsOf(
  { id, referenceCode, key, requestHash, bookedByHash }: Columns,
  values: readonly string[],
): Prisma.Sql[] {
  const code = `${ERASED}-${id}`;
  const isNamed = referenceCode !== code && naming(values)(referenceCode ?? '');
  const isKeyed = key !== null || requestHash !== null || bookedByHash !== null;
  return [
    ...(isNamed ? [Prisma.sql`reference_code = ${code}`] : []),
    // Hashes of requests with the data.
    ...(isKeyed ? [Prisma.sql`key = NULL`, Prisma.sql`request_hash = NULL`, Prisma.sql`booked_by_hash = NULL`] : []),
  ];
}

/** The version that the latest erasure gave an order; null where there was none. The events since then hold no data. */
async function versionOfErasure(tx: Tx, orderId: number): Promise<number | null> {
  const entry = await tx.auditEntry.findFirst({
    where: { entity: 'order', entityId: orderId, action: ERASE_ORDER },
    orderBy: { id: 'desc' },
    select: { version: true },
  });
  return entry?.version ?? null;
}
