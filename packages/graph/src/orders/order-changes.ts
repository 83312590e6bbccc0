import type { PrismaClient, Tx } from '@channel/prisma';
import { Channel } from '../audit/audit-entry.ts';
import { builder } from '../builder.ts';
import { User } from '../people/user.ts';
import type { FieldChange } from './field-changes.ts';
import { type HistoryEntry, historyOf, type Recorded } from './order-history.ts';
import { OrderFieldChange } from './order-timeline.ts';
import { staffedOrder } from './staffed-order.ts';

/** The change of a field since a version: its value then and now, and its last change. */
export type ChangedField = FieldChange & Pick<HistoryEntry, 'at' | 'actor' | 'channel'>;

const MAX_ENTRIES = 1_000;

/** The fields of an order that differ from a version, in the order of their first change since. */
export async function changesSince(db: PrismaClient | Tx, order: Recorded, version: number): Promise<ChangedField[]> {
  const where = { version: { gt: version } };
  const entries = await historyOf(db, order, { where, orderBy: { id: 'asc' }, take: MAX_ENTRIES });
  const fields = new Map<string, ChangedField>();
  for (const { at, actor, channel, changes } of entries) {
    for (const change of changes) {
      const key = JSON.stringify(change.path);
      const { from, fromLabel } = fields.get(key) ?? change;
      fields.set(key, { ...change, from, fromLabel, at, actor, channel });
    }
  }
  return [...fields.values()].filter(({ from, to }) => from !== to);
}

const ChangedOrderField = builder.objectRef<ChangedField>('ChangedOrderField').implement({
  description: 'A field of an order that differs from an earlier version, and its last change.',
  fields: (t) => ({
    change: t.field({
      type: OrderFieldChange,
      description: 'The field, with its value at the requested version and its current value.',
      resolve: (field) => field,
    }),
    at: t.expose('at', { type: 'DateTime', description: 'Time of the last change.' }),
    actor: t.field({
      type: User,
      nullable: true,
      description: 'User of the last change; null where the change has no user.',
      resolve: ({ actor }) => actor,
    }),
    channel: t.field({
      type: Channel,
      nullable: true,
      description: 'Channel of the last change; null where it was not recorded.',
      resolve: ({ channel }) => channel,
    }),
  }),
});

builder.queryField('orderChanges', (t) =>
  t.field({
    type: [ChangedOrderField],
    description:
      'The fields of an order that differ from a version that was read, so that an edit can be merged field by field. Empty where nothing differs. For staff of its organization.',
    args: {
      orderId: t.arg.int({ required: true, description: "The order's id." }),
      sinceVersion: t.arg.int({ required: true, description: 'The version that was read.' }),
    },
    resolve: async (_root, { orderId, sinceVersion }, context) =>
      changesSince(context.db, await staffedOrder(context, orderId), sinceVersion),
  }),
);
