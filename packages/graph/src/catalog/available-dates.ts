import { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import { soldProduct, stillOffered } from './offered-dates.ts';
import { posRole } from './pos-role.ts';

const AvailableDatesFilter = builder.inputType('AvailableDatesFilter', {
  description: 'Which days to look at; three months from today where nothing is said.',
  fields: (t) => ({
    startDate: t.field({ type: 'Date', description: 'First day.' }),
    endDate: t.field({ type: 'Date', description: 'Last day.' }),
    serviceLevelId: t.int({ description: 'Of this service level alone.' }),
  }),
});

builder.queryField('availableDates', (t) =>
  t.field({
    type: ['Date'],
    description: 'The days on which a product can be had with at least one place left, in order.',
    args: {
      role: t.arg.string({ required: true, description: 'Id or name of a role of the viewer.' }),
      productId: t.arg.int({ required: true, description: 'Id of the product.' }),
      filter: t.arg({ type: AvailableDatesFilter, description: 'Narrows the days.' }),
    },
    resolve: async (_root, { role, productId, filter }, context) => {
      const product = await soldProduct(context, posRole(context, role), productId);
      const level = filter?.serviceLevelId;
      const rows = await context.db.$queryRaw<{ date: Date }[]>`
        SELECT DISTINCT offer.date FROM offer
        WHERE ${stillOffered(product, filter ?? {}, context.now)} AND offer.remaining > 0
          ${typeof level === 'number' ? Prisma.sql`AND offer.service_level_id = ${level}` : Prisma.empty}
        ORDER BY offer.date`;
      return rows.map((row) => row.date);
    },
  }),
);
