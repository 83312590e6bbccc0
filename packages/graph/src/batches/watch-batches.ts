import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { actorOf } from '../shared/principals.ts';
import { visibleBatches } from './batch-access.ts';

const BatchNews = builder.objectRef<{ batchId: number }>('BatchNews').implement({
  description: 'A change of the state of a batch.',
  fields: (t) => ({
    batchId: t.exposeInt('batchId', { description: "The batch's id." }),
    batch: t.prismaField({
      type: 'Batch',
      nullable: true,
      description: 'The current state of the batch; null when the viewer may no longer see it.',
      resolve: (query, { batchId }, _args, context) =>
        context.db.batch.findFirst({ ...query, where: { AND: [{ id: batchId }, visibleBatches(context)] } }),
    }),
  }),
});

async function* batchNews(
  notices: AsyncIterable<{ batchId: number }>,
  context: Context,
  id: number | null | undefined,
): AsyncGenerator<{ batchId: number }> {
  for await (const { batchId } of notices) {
    if (typeof id === 'number' && batchId !== id) continue;
    const where = { AND: [{ id: batchId }, visibleBatches(context)] };
    if ((await context.live.look(() => context.db.batch.count({ where }))) > 0) yield { batchId };
  }
}

builder.subscriptionField('batchNews', (t) =>
  t.field({
    type: BatchNews,
    description: 'Changes of the state of batches, sent when they are committed.',
    args: { id: t.arg.int({ description: 'Only this batch.' }) },
    subscribe: async (_root, { id }, context) => {
      actorOf(context);
      return batchNews(await context.live.batches(), context, id);
    },
    resolve: (notice) => notice,
  }),
);
