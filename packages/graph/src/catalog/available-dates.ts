import { raw, sql } from 'graphql-sql';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { statementPlan } from '../shared/plans.ts';
import { statementRows } from '../shared/rows.ts';
import { OFFERS, OFFERS_VALIDATION, offerParameters, type RequestedOffers } from './offered-dates.ts';

const AvailableDatesFilter = builder.inputType('AvailableDatesFilter', {
  description: 'The days to search; by default three months from today.',
  fields: (t) => ({
    startDate: t.field({ type: 'Date', description: 'First day.' }),
    endDate: t.field({ type: 'Date', description: 'Last day.' }),
    serviceLevelId: t.int({ description: 'Only days of this service level.' }),
  }),
});

const DATES = sql`SELECT DISTINCT offer.date FROM ${OFFERS} ORDER BY offer.date`;

/** A day is available when a departure has at least one place left. */
const datesParameters = (args: RequestedOffers, context: Context) => offerParameters(args, context, 1);

builder.queryField('availableDates', (t) =>
  t.field({
    type: ['Date'],
    description: 'The days on which a product is available with at least one place left, in ascending order.',
    args: {
      role: t.arg.string({ required: true, description: 'Id or name of a role of the viewer.' }),
      productId: t.arg.int({ required: true, description: 'Id of the product.' }),
      filter: t.arg({ type: AvailableDatesFilter, description: 'Narrows the days.' }),
    },
    extensions: statementPlan(
      ({ newAlias, list }) =>
        list({ kind: 'values', values: { value: raw('d.date') }, newAlias }, sql`(${DATES}) d`, raw('d.date')),
      datesParameters,
      'always',
      OFFERS_VALIDATION,
    ),
    resolve: async (_root, args, context) => {
      const rows = await statementRows<{ date: Date }>(context, DATES, await datesParameters(args, context));
      return rows.map((row) => row.date);
    },
  }),
);
