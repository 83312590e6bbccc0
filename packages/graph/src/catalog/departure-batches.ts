import { queryFromInfo } from '@pothos/plugin-prisma';
import { builder } from '../builder.ts';
import { batchMode, checkItems, type ItemResult, itemErrors, itemsOf, runItems } from '../shared/batch.ts';
import { inEdit } from '../shared/edit.ts';
import { expectedVersion } from '../shared/expected-version.ts';
import { lockRows } from '../shared/rows.ts';
import { Departure } from './catalogue-level.ts';
import { createDeparture, DepartureChange, NewDeparture, updateDeparture } from './manage-departures.ts';
import { lockLevels } from './managed-level.ts';
import { staffCatalogue } from './staff-catalogue.ts';

const NewDepartureItem = builder.inputType('NewDepartureItem', {
  description: 'A departure to add to a service level.',
  fields: (t) => ({
    serviceLevelId: t.int({ required: true, description: 'The service level that departs.' }),
    input: t.field({ type: NewDeparture, required: true, description: 'The departure.' }),
  }),
});

const DepartureChangeItem = builder.inputType('DepartureChangeItem', {
  description: 'A change of one departure.',
  fields: (t) => ({
    id: t.int({ required: true, description: "The departure's id." }),
    expectedVersion: t.int(expectedVersion),
    input: t.field({ type: DepartureChange, required: true, description: 'The members to change.' }),
  }),
});

const DepartureResult = builder.objectRef<ItemResult>('DepartureResult').implement({
  description: 'The result for one departure of a batch.',
  fields: (t) => ({
    departure: t.field({
      type: Departure,
      nullable: true,
      description: 'The departure; null where it was not added or changed.',
      resolve: ({ row }, _args, context, info) =>
        row(info, (id) => context.db.availability.findMany({ ...queryFromInfo({ context, info }), where: { id } })),
    }),
    userErrors: t.field(itemErrors),
  }),
});

builder.mutationFields((t) => ({
  createDepartures: t.field({
    type: [DepartureResult],
    description:
      'Adds several departures, each as `createDeparture` does. Answers with a result for each item, in their order. For administrators of the organization.',
    args: {
      items: t.arg({ type: [NewDepartureItem], required: true, description: itemsOf('The departures') }),
      mode: t.arg(batchMode),
    },
    resolve: async (_root, batch, context) => {
      checkItems(batch.items);
      const levels = batch.items.map(({ serviceLevelId }) => serviceLevelId);
      return runItems(context, batch, {
        begin: (tx, inside) => lockLevels(tx, inside, { id: { in: levels } }),
        change: (_tx, inside, { serviceLevelId, input }) =>
          inEdit(inside, (tx) => createDeparture(tx, inside, serviceLevelId, input)),
      });
    },
  }),
  updateDepartures: t.field({
    type: [DepartureResult],
    description:
      'Changes, closes or opens several departures, each as `updateDeparture` does. Answers with a result for each item, in their order. For administrators of the organization.',
    args: {
      items: t.arg({
        type: [DepartureChangeItem],
        required: true,
        description: itemsOf('The changes, of different departures'),
      }),
      mode: t.arg(batchMode),
    },
    resolve: async (_root, batch, context) => {
      checkItems(batch.items, 'id');
      const ids = batch.items.map(({ id }) => id);
      return runItems(context, batch, {
        begin: (tx, inside) =>
          lockRows(tx, 'Availability', { id: { in: ids }, serviceLevel: { product: staffCatalogue(inside) } }),
        change: async (_tx, inside, item) => {
          await inEdit(inside, (tx) => updateDeparture(tx, inside, item));
          return item.id;
        },
      });
    },
  }),
}));
