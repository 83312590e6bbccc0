import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { audit } from '../shared/audit.ts';
import { withoutKey } from '../shared/idempotency-key.ts';
import { exportedOrder } from './exported-order.ts';
import { type Chosen, chosenGuests } from './personal-data-access.ts';

/** The format of the document, which is raised when a member changes its name or meaning. */
const FORMAT = 'channel-booking.personal-data/1';

/** An answer of GraphQL may have 16 MB. */
const MAX_BYTES = 8 * 1_048_576;

type Export = { filename: string; content: string };

const PersonalDataExport = builder.objectRef<Export>('PersonalDataExport').implement({
  description: 'A document with everything that is stored about guests.',
  fields: (t) => ({
    filename: t.exposeString('filename', { description: 'The name for the file.' }),
    content: t.exposeString('content', {
      description: 'The document: JSON, in the format that its member `format` names (docs/graphql.md).',
    }),
    byteSize: t.int({
      description: 'Its size in bytes.',
      resolve: ({ content }) => Buffer.byteLength(content),
    }),
  }),
});

builder.mutationField('exportPersonalData', (t) =>
  t.field({
    type: PersonalDataExport,
    extensions: withoutKey('its answer holds personal data, which is not stored'),
    description: `Exports everything that is stored about the guests of orders, as a document of at most ${MAX_BYTES / 1_048_576} MB, and records that it was exported. For administrators of the organization.`,
    args: {
      organizationId: t.arg.int({ required: true, description: 'The organization of the orders.' }),
      orderIds: t.arg.intList({ required: true, description: 'The orders, at most 100.' }),
      passengerIds: t.arg.intList({
        description:
          'Only these passengers of the orders; left out: all. Other passengers, notes and all that may name them are left out of the document then.',
      }),
    },
    resolve: async (_root, args, context) => exported(context, await chosenGuests(context, args)),
  }),
);

/** @throws conflict for a document that is too large */
async function exported(context: Context, { organizationId, orderIds, passengerIds }: Chosen): Promise<Export> {
  const { db, now } = context;
  const { name } = await db.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { name: true } });
  const orders: string[] = [];
  let bytes = 0;
  for (const orderId of orderIds) {
    const text = await exportedOrder(context, { orderId, passengerIds });
    bytes += Buffer.byteLength(text);
    if (bytes > MAX_BYTES) throw conflict('The export is larger than 8 MB. Export fewer orders at a time.');
    orders.push(text);
  }
  const line = { action: 'personal-data.export', entity: 'order', organizationId };
  await audit(
    db,
    context,
    orderIds.map((entityId) => ({ ...line, entityId })),
  );
  const head = { format: FORMAT, exported_at: now.toISOString(), organization: { id: organizationId, name } };
  const begun = JSON.stringify(head).slice(0, -1);
  const day = now.toISOString().slice(0, 10);
  return {
    filename: `personal-data-${day}-${orderIds[0]}.json`,
    content: `${begun},"orders":[${orders.join(',')}]}`,
  };
}
