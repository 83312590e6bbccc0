import { builder } from '../builder.ts';
import { notFound } from '../errors.ts';
import { PageMeta, slice } from '../shared/paging.ts';
import { visibleBatches } from './batch-access.ts';
import { BatchStatus } from './batch-types.ts';

const listArgs = builder.args((t) => ({
  statuses: t.field({ type: [BatchStatus], description: 'In any of these states.' }),
  page: t.int({ defaultValue: 1, description: 'Number of the page, from 1.' }),
  perPage: t.int({ defaultValue: 15, description: 'Entries on a page.' }),
}));

const pageOf = ({ page, perPage }: { page?: number | null; perPage?: number | null }) => ({
  page: page ?? 1,
  perPage: perPage ?? 15,
});

builder.queryFields((t) => ({
  batches: t.prismaField({
    type: ['Batch'],
    description: 'The batches that the viewer may see as staff, newest first, in pages.',
    args: listArgs,
    resolve: (query, _root, { statuses, ...page }, context) =>
      context.db.batch.findMany({
        ...query,
        where: { AND: [visibleBatches(context), statuses ? { status: { in: statuses } } : {}] },
        orderBy: { id: 'desc' },
        ...slice(pageOf(page)),
      }),
  }),
  batchesMeta: t.field({
    type: PageMeta,
    description: 'Where the page of `batches` with the same arguments lies.',
    args: listArgs,
    resolve: async (_root, { statuses, ...page }, context) => ({
      total: await context.db.batch.count({
        where: { AND: [visibleBatches(context), statuses ? { status: { in: statuses } } : {}] },
      }),
      ...pageOf(page),
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
