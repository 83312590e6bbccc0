import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { checkFilter } from '../shared/check-filter.ts';
import { PageMeta, pageArgs, pageOf, slice } from '../shared/paging.ts';
import { visibleBatches } from './batch-access.ts';
import { BatchStatus } from './batch-types.ts';

const DEFAULT_PAGE_SIZE = 15;
const listArgs = builder.args((t) => ({
  statuses: t.field({ type: [BatchStatus], description: 'With any of these statuses.' }),
  ...pageArgs(DEFAULT_PAGE_SIZE),
}));

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
    args: listArgs,
    resolve: (query, _root, { statuses, ...page }, context) =>
      context.db.batch.findMany({
        ...query,
        where: matching(statuses, context),
        orderBy: { id: 'desc' },
        ...slice(pageOf(page, DEFAULT_PAGE_SIZE)),
      }),
  }),
  batchesMeta: t.field({
    type: PageMeta,
    description: 'Position of the page in the whole list.',
    args: listArgs,
    resolve: async (_root, { statuses, ...page }, context) => ({
      ...pageOf(page, DEFAULT_PAGE_SIZE),
      total: await context.db.batch.count({
        where: matching(statuses, context),
      }),
    }),
  }),
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
