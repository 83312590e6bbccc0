import { execute, Prisma, type Tx } from '@channel/prisma';
import type { Context, OrderChanged } from '../context.ts';
import { insertedAudit } from '../shared/audit.ts';
import { lackOfPlaces } from './places.ts';

/** A change of an order: the members that differ, before and after. */
export type OrderChange = {
  orderId: number;
  organizationId: number;
  /** The order's version after the change. */
  version: number;
  /** The action, such as `order.update`. */
  action: string;
  before: Prisma.InputJsonObject;
  after: Prisma.InputJsonObject;
};

/** Writes that are part of the last statement of a change. */
export type OrderWrites = {
  /** Columns of the changed orders (`o`) to set. */
  columns?: Prisma.Sql[];
  /** Writes of other tables, each as a common table expression. Two of them must not write the same row. */
  others?: Prisma.Sql[];
};

/**
 * Completes a change of existing orders, in its transaction: raises each order's version by one, writes the audit log
 * and emits the events. All of it is sent with the next statement, or with the commit. The caller must have locked the orders, in ascending order of id.
 *
 * @param writes the writes of the change itself that are still outstanding; where they lack places, what the caller does
 *   next fails with a conflict
 */
export async function commitChanges(
  tx: Tx,
  context: Context,
  changes: OrderChange[],
  writes: readonly OrderWrites[] = [],
): Promise<void> {
  if (changes.length === 0) return;
  const columns = writes.flatMap((each) => each.columns ?? []);
  const others = writes.flatMap((each) => each.others ?? []);
  const raised = raisedOrders(context, Prisma.sql`${changes.map(({ orderId }) => orderId)}::bigint[]`, columns);
  const lines = changes.map(({ orderId, version, ...line }) => ({ ...line, entity: 'order', entityId: orderId }));
  const logged = Prisma.sql`logged AS (${insertedAudit(context, lines)})`;
  const written = Prisma.sql`WITH ${Prisma.join([...others, logged, raised])} SELECT count(*) FROM raised`;
  await execute(tx, written, lackOfPlaces);
  await emitUpdates(
    tx,
    context,
    changes.toSorted((one, other) => one.orderId - other.orderId),
  );
}

/** An order whose version was raised, with the new version. */
export type RaisedOrder = Omit<OrderChanged, 'operation'>;

/**
 * The common table expression `raised (id, version, organization_id)`: raises the version of each order by one. The
 * statement must read it before it writes audit lines: they get the raised version.
 *
 * @param ids an array of the orders' ids, or a query of them
 * @param columns further columns of the orders (`o`) to set
 */
export const raisedOrders = (
  { now }: Context,
  ids: Prisma.Sql,
  columns: readonly Prisma.Sql[] = [],
): Prisma.Sql => Prisma.sql`raised AS (
  UPDATE orders o SET ${Prisma.join([Prisma.sql`version = o.version + 1`, Prisma.sql`updated_at = ${now}::timestamptz`, ...columns])}
  WHERE o.id = ANY (${ids}) RETURNING o.id, o.version, o.organization_id)`;

/** Emits the events of changed orders, which must be in ascending order of id. */
export const emitUpdates = (tx: Tx, context: Context, orders: readonly RaisedOrder[]): Promise<void> =>
  context.emit(
    tx,
    context,
    orders.map(({ orderId, version, organizationId }) => ({ orderId, version, organizationId, operation: 'update' })),
  );
