import { fieldSql, related, sameRow } from 'graphql-sql';
import { builder } from '../builder.ts';
import { Point } from '../places/point.ts';
import { Node } from '../shared/node.ts';
import { ownTags } from '../tags/tag.ts';

const TransferLocation = builder.objectRef<{ point: typeof Point.$inferType | null }>('TransferLocation').implement({
  description: 'Where a transfer takes place.',
  fields: (t) => ({
    point: t.field({
      type: Point,
      nullable: true,
      description: 'The point; null until set.',
      extensions: fieldSql((row) => ({ rows: related(row, 'point') })),
      resolve: ({ point }) => point,
    }),
  }),
});

export const Transfer = builder.prismaObject('Transfer', {
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: "The transfer's id, to which its tags refer." }),
    date: t.expose('date', { type: 'Date', nullable: true }),
    time: t.expose('time', { type: 'LocalTime', nullable: true }),
    driver: t.relation('driver', { nullable: true }),
    location: t.field({
      type: TransferLocation,
      description: 'Where the guests are picked up or dropped off.',
      extensions: sameRow(),
      // Prisma refuses an empty selection, as with only `__typename` selected.
      select: (_args, _context, nested) => ({ point: nested({ select: { id: true } }, ['point']) }),
      resolve: (transfer) => ({ point: transfer.point }),
    }),
    tags: t.relation('tags', ownTags),
  }),
});
