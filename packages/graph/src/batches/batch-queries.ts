import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { checkFilter } from '../shared/check-filter.ts';
import { rowConnection } from '../shared/found-rows.ts';
import { pagedList } from '../shared/paging.ts';
import { visibleBatches } from './batch-access.ts';
import { Batch, BatchStatus } from './batch-types.ts';

const args = builder.args((t) => ({
  statuses: t.field({ type: [BatchStatus], description: 'With any of these statuses.' }),
}));
const list = pagedList(15, args);
const newestFirst = [{ id: 'desc' as const }];

function matching(
  statuses: (typeof BatchStatus.$inferType)[] | null | undefined,
  context: Context,
): Prisma.BatchWhereInput {
  checkFilter({ statuses }, []);
  return { AND: [visibleBatches(context), statuses ? { status: { in: statuses } } : {}] };
}

builder.queryFields((t) => ({
  batches: t.prismaField({
    type: ['Batch'],
    description: 'The batches that the viewer may see as staff, newest first, paginated.',
    args: list.args,
    resolve: (query, _root, { statuses, ...page }, context) =>
      context.db.batch.findMany({
        ...query,
        where: matching(statuses, context),
        orderBy: newestFirst,
        ...list.slice(page),
      }),
  }),
  batchesConnection: t.field(
    rowConnection('Batch', Batch, 'The batches that the viewer may see as staff, newest first, by cursors.', args, {
      where: ({ statuses }, context) => matching(statuses, context),
      orderBy: () => newestFirst,
    }),
  ),
  batchesMeta: t.field(
    list.meta(({ statuses }, context) => context.db.batch.count({ where: matching(statuses, context) })),
  ),
  batch: t.prismaField({
    type: 'Batch',
    description: 'A batch that the viewer may see.',
    args: { id: t.arg.int({ required: true, description: "The batch's id." }) },
    resolve: async (query, _root, { id }, context) => {
      const where = { AND: [{ id }, visibleBatches(context)] };
      const batch = await context.db.batch.findFirst({ ...query, where });
      if (!batch) throw notFound('Batch');
      return batch;
    },
  }),
}));
