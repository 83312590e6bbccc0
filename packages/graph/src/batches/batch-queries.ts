import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { checkFilter } from '../shared/check-filter.ts';
import { pagedList } from '../shared/paging.ts';
import { visibleBatches } from './batch-access.ts';
import { BatchStatus } from './batch-types.ts';

const list = pagedList(
  15,
  builder.args((t) => ({ statuses: t.field({ type: [BatchStatus], description: 'With any of these statuses.' }) })),
);

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
        orderBy: { id: 'desc' },
        ...list.slice(page),
      }),
  }),
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
