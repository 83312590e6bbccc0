import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { atMost } from '../shared/bounded-arguments.ts';
import { withoutKey } from '../shared/idempotency-key.ts';
import { cursorOf, placeOf } from '../shared/list-cursor.ts';
import { type Archive, BEGINNING, exportPart, FORMAT, type Place } from './export-part.ts';
import { exportedLists } from './exported-lists.ts';
import { hasArchive } from './exported-order.ts';
import { type Chosen, chosenGuests } from './personal-data-access.ts';

/** About how many bytes a part has, unless one row has more: an answer of GraphQL, which escapes it, may have 16 MB. */
const PART_MEGABYTES = 4;
const MAX_CURSOR = 1_000;

type Export = { filename: string; content: string; next: string | null; omitsArchive: boolean };

const PersonalDataExport = builder.objectRef<Export>('PersonalDataExport').implement({
  description: 'A document with everything that is stored about guests, or a part of it.',
  fields: (t) => ({
    filename: t.exposeString('filename', { description: 'The name for the file.' }),
    content: t.exposeString('content', {
      description:
        'The text of this part. The parts one after another are the document: JSON, in the format that its member `format` names (docs/graphql.md).',
    }),
    byteSize: t.int({
      description: 'The size of this part in bytes.',
      resolve: ({ content }) => Buffer.byteLength(content),
    }),
    next: t.exposeString('next', {
      nullable: true,
      description:
        'The cursor of the next part, for `after`; null for the last one. Without it, the document is not valid JSON.',
    }),
    omitsArchive: t.exposeBoolean('omitsArchive', {
      description:
        'Whether the document leaves out the entries of archived months of the audit log, because this program may not read them. Its member `left_out` says so, too.',
    }),
  }),
});

builder.mutationField('exportPersonalData', (t) =>
  t.field({
    type: PersonalDataExport,
    extensions: withoutKey('its answer holds personal data, which is not stored'),
    description: `Exports everything that is stored about the guests of orders, as a document in parts of about ${PART_MEGABYTES} MB, and records for each part which orders were exported. For administrators of the organization.`,
    args: {
      organizationId: t.arg.int({ required: true, description: 'The organization of the orders.' }),
      orderIds: t.arg.intList({ required: true, description: 'The orders, at most 100.' }),
      passengerIds: t.arg.intList({
        description:
          'Only these passengers of the orders; left out: all. Other passengers, notes and all that may name them are left out of the document then.',
      }),
      after: t.arg.string({
        description: 'The cursor `next` of the part before, with the same other arguments; left out: the first part.',
        extensions: atMost(MAX_CURSOR),
      }),
    },
    resolve: async (_root, { after, ...args }, context) => exported(context, await chosenGuests(context, args), after),
  }),
);

/** @throws a validation error for a cursor of another document */
async function exported(context: Context, chosen: Chosen, cursor: string | null | undefined): Promise<Export> {
  const { settings, now } = context;
  const { organizationId, orderIds, passengerIds } = chosen;
  const document = `${FORMAT}:${shapeOf(passengerIds)}:${organizationId}:${orderIds}:${passengerIds}`;
  const from = typeof cursor === 'string' ? placeIn(document, cursor, context) : BEGINNING;
  const archive = await archiveOf(context);
  const { text, next } = await exportPart(context, chosen, { from, archive, bytes: PART_MEGABYTES * 1_048_576 });
  return {
    filename: `personal-data-${now.toISOString().slice(0, 10)}-${orderIds[0]}.json`,
    content: text,
    next: next && cursorOf(document, [`${next.order}`, `${next.list}`, ...(next.after ?? [])], settings),
    omitsArchive: archive === 'omitted' && passengerIds.length === 0,
  };
}

/** The lists and their sort keys, which a cursor names by their indexes: a release with others takes none of a former one. */
const shapeOf = (passengerIds: Chosen['passengerIds']): string =>
  exportedLists({ orderId: 0, passengerIds, tickets: '' })
    .map(({ name, keys }) => `${name}(${keys.map(([key]) => key)})`)
    .join();

function placeIn(document: string, cursor: string, { settings }: Context): Place {
  const [order, list, ...after] = placeOf(document, cursor, settings) ?? [];
  if (typeof order !== 'string')
    throw invalid([{ path: ['after'], message: 'must be the cursor of the part before, with the same orders.' }]);
  return { order: Number(order), list: Number(list), after: after.length > 0 ? after.map(String) : null };
}

/** Whether this program can read the archived months of the audit log, if there are any. */
async function archiveOf(context: Context): Promise<Archive> {
  if (!(await hasArchive(context))) return 'none';
  return context.settings.databaseMaintenanceUrl === null ? 'omitted' : 'included';
}
