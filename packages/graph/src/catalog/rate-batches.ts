import { queryFromInfo } from '@pothos/plugin-prisma';
import { builder } from '../builder.ts';
import { batchMode, checkItems, type ItemResult, itemErrors, itemsOf, runItems } from '../shared/batch.ts';
import { inEdit } from '../shared/edit.ts';
import { expectedVersion } from '../shared/expected-version.ts';
import { CatalogueRate } from './catalogue-rate.ts';
import { RateInput, updateRate } from './manage-rates.ts';
import { lockLevels } from './managed-level.ts';

const RateChangeItem = builder.inputType('RateChangeItem', {
  description: 'A change of one rate, such as its prices.',
  fields: (t) => ({
    id: t.int({ required: true, description: "The rate's id." }),
    expectedVersion: t.int(expectedVersion),
    input: t.field({ type: RateInput, required: true, description: 'The members to change.' }),
  }),
});

const RateResult = builder.objectRef<ItemResult>('RateResult').implement({
  description: 'The result for one rate of a batch.',
  fields: (t) => ({
    rate: t.field({
      type: CatalogueRate,
      nullable: true,
      description: 'The rate; null where it was not changed.',
      resolve: ({ row }, _args, context, info) =>
        row(info, (id) => context.db.rate.findMany({ ...queryFromInfo({ context, info }), where: { id } })),
    }),
    userErrors: t.field(itemErrors),
  }),
});

builder.mutationField('updateRates', (t) =>
  t.field({
    type: [RateResult],
    description:
      'Changes several rates and their prices, each as `updateRate` does. Answers with a result for each item, in their order. For administrators of the organization.',
    args: {
      items: t.arg({ type: [RateChangeItem], required: true, description: itemsOf('The changes, of different rates') }),
      mode: t.arg(batchMode),
    },
    resolve: async (_root, batch, context) => {
      checkItems(batch.items, 'id');
      const ids = batch.items.map(({ id }) => id);
      return runItems(context, batch, {
        begin: (tx, inside) => lockLevels(tx, inside, { rates: { some: { id: { in: ids } } } }),
        change: async (_tx, inside, item) => {
          await inEdit(inside, (tx) => updateRate(tx, inside, item));
          return item.id;
        },
      });
    },
  }),
);
