import type { PrismaClient, Tx } from '@channel/prisma';
import { Prisma } from '@channel/prisma';
import { activityOf, type Span, waitingAt } from '@channel/webhooks';
import DataLoader from 'dataloader';
import { PASSWORD_MAILS } from './mail/password-mails.ts';

/** A resource that can have tags, as the column of `tag` that references it. */
export type TagOwner =
  | 'bookingId'
  | 'categoryId'
  | 'cityId'
  | 'clientId'
  | 'orderId'
  | 'productId'
  | 'roleId'
  | 'supplierId'
  | 'transferId'
  | 'userId';

/** The number of deliveries of an event in the same state. */
export type WebhookDeliveryCount = {
  status: Prisma.WebhookDeliveryGetPayload<object>['status'];
  isUnderWay: boolean;
  wasTried: boolean;
  count: number;
};

export type Loaders = ReturnType<typeof createLoaders>;

/**
 * Batches the queries of a request that Prisma does not batch itself, so that a list sends one statement for each kind.
 */
export function createLoaders(db: PrismaClient | Tx) {
  return {
    /** A currency by its code. */
    currency: new DataLoader(async (codes: readonly string[]) => {
      const rows = await db.currency.findMany({ where: { code: { in: [...codes] } } });
      return codes.map((code) => rows.find((row) => row.code === code) ?? new Error(`currency ${code} does not exist`));
    }),
    /** The tags that some organizations put on a resource, oldest first. */
    tags: new DataLoader(
      async (keys: readonly { owner: TagOwner; id: number; organizationIds: number[] }[]) => {
        const owners = [...new Set(keys.map((key) => key.owner))];
        const rows = await db.tag.findMany({
          where: {
            OR: owners.map((owner) => ({
              [owner]: { in: keys.filter((key) => key.owner === owner).map((key) => key.id) },
            })),
          },
          orderBy: { id: 'asc' },
        });
        return keys.map(({ owner, id, organizationIds }) =>
          rows.filter((row) => row[owner] === id && organizationIds.includes(row.organizationId)),
        );
      },
      { cacheKeyFn: ({ owner, id, organizationIds }) => `${owner}:${id}:${organizationIds.join()}` },
    ),
    /** The name of a user by the id; null for an unknown one. */
    userName: new DataLoader(async (ids: readonly number[]) => {
      const rows = await db.user.findMany({ where: { id: { in: [...ids] } }, select: { id: true, name: true } });
      const names = new Map(rows.map(({ id, name }) => [id, name]));
      return ids.map((id) => names.get(id) ?? null);
    }),
    /** The last mail to a person with a link to set the password, by the id of the person; null where there is none. */
    lastPasswordMail: new DataLoader(async (userIds: readonly number[]) => {
      const rows = await db.mail.findMany({
        where: { userId: { in: [...userIds] }, purpose: { in: [...PASSWORD_MAILS] } },
        orderBy: [{ userId: 'asc' }, { id: 'desc' }],
        distinct: ['userId'],
        omit: { content: true },
      });
      return userIds.map((id) => rows.find(({ userId }) => userId === id) ?? null);
    }),
    /** The number of orders of a batch by status. */
    batchTally: new DataLoader(async (ids: readonly number[]) => {
      const where = { batchId: { in: [...ids] } };
      const rows = await db.batchRow.groupBy({ by: ['batchId', 'status'], where, _count: true });
      return ids.map((id) => {
        const tally = { planned: 0, done: 0, unchanged: 0, refused: 0, stale: 0, failed: 0, cancelled: 0 };
        for (const row of rows) if (row.batchId === id) tally[row.status] = row._count;
        return tally;
      });
    }),
    /** The number of orders of a batch with findings about people. */
    batchClashes: new DataLoader(async (ids: readonly number[]) => {
      const where = { batchId: { in: [...ids] }, clashes: { not: [] } };
      const rows = await db.batchRow.groupBy({ by: ['batchId'], where, _count: true });
      return ids.map((id) => rows.find(({ batchId }) => batchId === id)?._count ?? 0);
    }),
    /** The number of changes of a row of a batch, and a page of them. */
    batchChanges: new DataLoader(
      async (keys: readonly { batchId: number; orderId: number; skip: number; take: number }[]) => {
        // The changes of a row may be large: they are decompressed once, however many pages of them are requested.
        const rows = await db.$queryRaw<{ position: number; changes: Prisma.JsonValue; count: number }[]>`
          SELECT page.position::int, jsonb_array_length(whole.changes) AS count,
            jsonb_path_query_array(whole.changes, '$[$from to $to]', jsonb_build_object('from', page.first, 'to', page.last)) AS changes
          FROM (
            SELECT batch_id, order_id, array_agg(first) AS firsts, array_agg(last) AS lasts, array_agg(position) AS positions
            FROM unnest(${keys.map(({ batchId }) => batchId)}::bigint[], ${keys.map(({ orderId }) => orderId)}::bigint[],
              ${keys.map(({ skip }) => skip)}::int[], ${keys.map(({ skip, take }) => skip + take - 1)}::int[])
              WITH ORDINALITY AS k(batch_id, order_id, first, last, position)
            GROUP BY 1, 2) AS requested
          JOIN batch_row r USING (batch_id, order_id)
          CROSS JOIN LATERAL (SELECT r.changes || '[]' AS changes OFFSET 0) AS whole
          CROSS JOIN LATERAL unnest(requested.firsts, requested.lasts, requested.positions) AS page (first, last, position)`;
        const found = new Map(rows.map((row) => [row.position, row]));
        return keys.map((_, index) => found.get(index + 1) ?? { changes: [], count: 0 });
      },
      { cacheKeyFn: ({ batchId, orderId, skip, take }) => `${batchId}:${orderId}:${skip}:${take}` },
    ),
    /** The permissions of a supplier, by name. */
    supplierPermissions: new DataLoader(async (ids: readonly number[]) => {
      const rows = await db.supplierPermission.findMany({
        where: { supplierId: { in: [...ids] } },
        include: { permission: true },
        orderBy: { permissionName: 'asc' },
      });
      return ids.map((id) => rows.filter((row) => row.supplierId === id).map((row) => row.permission));
    }),
    /** The results of delivery attempts to a webhook endpoint, by time step, see `activityOf`. */
    webhookActivity: new DataLoader(
      async (keys: readonly { endpointId: number; span: Span; maxLifetime: number }[]) => {
        const found = new Map<string, Awaited<ReturnType<typeof activityOf>>[number]>();
        // Lists use one span; each further span costs one more statement.
        for (const { span, maxLifetime } of new Map(keys.map((key) => [spanKey(key.span), key])).values()) {
          const ids = keys.filter((key) => spanKey(key.span) === spanKey(span)).map(({ endpointId }) => endpointId);
          const activity = await activityOf(db, ids, span, maxLifetime);
          for (const [index, steps] of activity.entries()) found.set(`${ids[index]}:${spanKey(span)}`, steps);
        }
        return keys.map(({ endpointId, span }) => found.get(`${endpointId}:${spanKey(span)}`) ?? []);
      },
      { cacheKeyFn: ({ endpointId, span }) => `${endpointId}:${spanKey(span)}` },
    ),
    /** The number of deliveries of a webhook event by state; the state with the oldest delivery comes first. */
    webhookDeliveryCounts: new DataLoader(async (eventIds: readonly string[]) => {
      const rows = await db.$queryRaw<(WebhookDeliveryCount & { eventId: string })[]>`
        SELECT event_id::text AS "eventId", status::text, queued_at IS NOT NULL AS "isUnderWay", attempt_count > 0 AS "wasTried",
          count(*)::int AS count
        FROM webhook_delivery WHERE event_id = ANY (${[...eventIds]}::uuid[])
        GROUP BY event_id, 2, 3, 4 ORDER BY min(id)`;
      const byEvent = Map.groupBy(rows, ({ eventId }) => eventId);
      return eventIds.map((id) => byEvent.get(id) ?? []);
    }),
    /** The number of unfinished deliveries to a webhook endpoint. */
    webhookWaiting: new DataLoader((endpointIds: readonly number[]) => waitingAt(db, endpointIds)),
    /**
     * The lowest price at which a product can be sold from a day on, in its organization's currency; null without any.
     */
    startingFrom: new DataLoader(
      async (keys: readonly { productId: number; from: Date }[]) => {
        const rows = await db.$queryRaw<{ productId: number; amount: Prisma.Decimal; currencyCode: string }[]>`
          SELECT sl.product_id AS "productId", min(rp.sold) AS amount, o.currency_code AS "currencyCode"
          FROM service_level sl
          JOIN product p ON p.id = sl.product_id
          JOIN organization o ON o.id = p.organization_id
          JOIN rate r ON r.service_level_id = sl.id
          JOIN rate_price rp ON rp.rate_id = r.id AND rp.currency_code = o.currency_code
          WHERE sl.product_id IN (${Prisma.join(keys.map((key) => key.productId))})
            AND (r.valid_to IS NULL OR r.valid_to >= ${keys[0]?.from}::date) AND sl.offer_time_end >= ${keys[0]?.from}::date
          GROUP BY sl.product_id, o.currency_code`;
        return keys.map(({ productId }) => rows.find((row) => row.productId === productId) ?? null);
      },
      { cacheKeyFn: ({ productId }) => productId },
    ),
  };
}

const spanKey = ({ until, seconds, steps }: Span) => `${until.getTime()}/${seconds}/${steps}`;
