import { Prisma, type Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import { commitChanges } from '../orders/commit-changes.ts';
import { lockRows } from '../shared/rows.ts';
import { deleteAnswers, eraseEvents, eraseViews } from './erase-copies.ts';
import { eraseRows, isInRunningBatch } from './erase-rows.ts';
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
  const rows = views + (await deleteAnswers(tx, place, values)) + (await eraseRows(tx, guests));
  const order = await tx.order.findUniqueOrThrow({
    where: { id: orderId },
    select: { version: true, referenceCode: true, key: true, requestHash: true, bookedByHash: true },
  });
  const columns = columnsOf(order, values);
  const isErased = rows === 0 && columns.length === 0 && (await versionOfErasure(tx, orderId)) === order.version;
  if (isErased) return { rows: 0, viewIds };
  const events = await eraseEvents(tx, place, context.now);
  const change = { orderId, organizationId, version: order.version + 1, action: ERASE_ORDER, before: {}, after: {} };
  await commitChanges(tx, context, [change], [{ columns }]);
  return { rows: rows + events + 1, viewIds };
}

type Columns = Pick<Prisma.OrderGetPayload<object>, 'referenceCode' | 'key' | 'requestHash' | 'bookedByHash'>;

/** The own columns of the order to set: accounting finds it by its reference code, unless that names the guest. */
function columnsOf(
  { referenceCode, key, requestHash, bookedByHash }: Columns,
  values: readonly string[],
): Prisma.Sql[] {
  const isNamed = naming(values)(referenceCode ?? '');
  const isKeyed = key !== null || requestHash !== null || bookedByHash !== null;
  return [
    ...(isNamed ? [Prisma.sql`reference_code = ${ERASED}`] : []),
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
