import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { FieldErrors, notFound } from '../errors.ts';
import { changingOrder } from '../orders/changing-order.ts';
import { refuseStale } from '../orders/update-orders.ts';
import { checkTags } from '../tags/check-tags.ts';
import { TagInput } from '../tags/tag.ts';
import { changeTags } from './change-tags.ts';
import { settings } from './write-tags.ts';

type Edit = {
  id: number;
  version: number;
  assign: readonly (typeof TagInput.$inferInput)[];
  remove: readonly string[];
};

builder.mutationField('editOrderTags', (t) =>
  t.prismaField({
    type: 'Order',
    description:
      'Adds tags to an order and removes others in one change, based on the version at which its tags were read. An order with another version is not changed; the error lists the changes since, like the error of `updateOrder`.',
    args: {
      id: t.arg.int({ required: true, description: "The order's id." }),
      version: t.arg.int({ required: true, description: 'The version that was read.' }),
      assign: t.arg({
        type: [TagInput],
        required: true,
        description: 'Tags to add; an existing key gets the new value.',
      }),
      remove: t.arg.stringList({ required: true, description: 'Keys of tags to remove.' }),
    },
    resolve: async (query, _root, edit, context) => {
      await editTags(context, edit);
      return context.db.order.findUniqueOrThrow({ ...query, where: { id: edit.id } });
    },
  }),
);

/** @throws not found; forbidden; a validation error; precondition failed for another version */
async function editTags(context: Context, { id, version, assign, remove }: Edit): Promise<void> {
  const fieldErrors = new FieldErrors();
  checkTags(assign, ['assign'], fieldErrors);
  remove.forEach((key, index) => {
    if (assign.some((tag) => tag.key === key)) fieldErrors.add(['remove', index], 'must not be a key of assign, too.');
  });
  fieldErrors.throwIfAny();
  const tags = [
    ...assign.map(({ key, value }) => ({ id, key, value })),
    ...[...new Set(remove)].map((key) => ({ id, key, value: null })),
  ];
  const found = await changingOrder(context, id, [version], async (_tx, inside, order) => {
    refuseStale([order], [version]);
    if (tags.length > 0) await changeTags(inside, 'orders', [id], 'tags.change', settings(tags));
  });
  if (!found) throw notFound('Order');
}
