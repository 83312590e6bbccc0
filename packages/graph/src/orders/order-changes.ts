import type { PrismaClient, Tx } from '@channel/prisma';
import { Door } from '../audit/audit-entry.ts';
import { builder } from '../builder.ts';
import { User } from '../people/user.ts';
import type { FieldChange } from './field-changes.ts';
import { type HistoryEntry, historyOf, type Recorded } from './order-history.ts';
import { OrderFieldChange } from './order-timeline.ts';
import { staffedOrder } from './staffed-order.ts';

/** What became of a field since a version: from its value then to its value now, by whom it was changed last. */
export type ChangedField = FieldChange & Pick<HistoryEntry, 'at' | 'actor' | 'door'>;

const MAX_ENTRIES = 1_000;

/** The fields of an order that differ from what they were at a version, in the order in which they were changed first. */
export async function changesSince(db: PrismaClient | Tx, order: Recorded, version: number): Promise<ChangedField[]> {
  const where = { version: { gt: version } };
  const entries = await historyOf(db, order, { where, orderBy: { id: 'asc' }, take: MAX_ENTRIES });
  const fields = new Map<string, ChangedField>();
  for (const { at, actor, door, changes } of entries) {
    for (const change of changes) {
      const key = JSON.stringify(change.path);
      const { from, fromLabel } = fields.get(key) ?? change;
      fields.set(key, { ...change, from, fromLabel, at, actor, door });
    }
  }
  return [...fields.values()].filter(({ from, to }) => from !== to);
}

const ChangedOrderField = builder.objectRef<ChangedField>('ChangedOrderField').implement({
  description: 'A field of an order that is no longer what it was, and who changed it last.',
  fields: (t) => ({
    change: t.field({
      type: OrderFieldChange,
      description: 'The field, from its value at the version asked about to its value now.',
      resolve: (field) => field,
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was changed last.' }),
    actor: t.field({
      type: User,
      nullable: true,
      description: 'Who changed it last; null where nobody in particular did.',
      resolve: ({ actor }) => actor,
    }),
    door: t.field({
      type: Door,
      nullable: true,
      description: 'From which door it was changed last; null where nobody wrote it down.',
      resolve: ({ door }) => door,
    }),
  }),
});

builder.queryField('orderChanges', (t) =>
  t.field({
    type: [ChangedOrderField],
    description:
      'What became of an order since somebody read it: each field that differs, so that an edit can be merged field by field. Empty where nothing differs. For staff of its organization.',
    args: {
      orderId: t.arg.int({ required: true, description: "The order's id." }),
      sinceVersion: t.arg.int({ required: true, description: 'The version that was read.' }),
    },
    resolve: async (_root, { orderId, sinceVersion }, context) =>
      changesSince(context.db, await staffedOrder(context, orderId), sinceVersion),
  }),
);
