import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { memberName } from './member-name.ts';

type Effect = { member: string; orders: number; added: number; changed: number; removed: number; removedFrom: number };

/** What a batch does to one member of its orders. */
export const BatchEffect = builder.objectRef<Effect>('BatchEffect').implement({
  description: 'What the planned changes of a batch do to one member of its orders.',
  fields: (t) => ({
    member: t.string({
      description: 'The member, as in `BatchRowChange.member`.',
      resolve: ({ member }) => memberName(member),
    }),
    orders: t.exposeInt('orders', { description: 'The number of orders whose values change.' }),
    added: t.exposeInt('added', { description: 'The number of values where there was none.' }),
    changed: t.exposeInt('changed', { description: 'The number of values that replace another one.' }),
    removed: t.exposeInt('removed', { description: 'The number of values that are removed.' }),
    removedFrom: t.exposeInt('removedFrom', { description: 'The number of orders that lose values.' }),
  }),
});

/** The effects of the planned changes of a batch, by member. The changes may be large: the database counts them. */
export const effectsOf = ({ db }: Context, batchId: number): Promise<Effect[]> => db.$queryRaw<Effect[]>`
  SELECT delta->>'member' AS member, count(DISTINCT r.order_id)::int AS orders,
    (count(*) FILTER (WHERE delta->'before' = 'null'))::int AS added,
    (count(*) FILTER (WHERE delta->'before' <> 'null' AND delta->'after' <> 'null'))::int AS changed,
    (count(*) FILTER (WHERE delta->'after' = 'null'))::int AS removed,
    (count(DISTINCT r.order_id) FILTER (WHERE delta->'after' = 'null'))::int AS "removedFrom"
  FROM batch_row r CROSS JOIN LATERAL jsonb_array_elements(r.changes) AS delta
  WHERE r.batch_id = ${batchId} AND r.status = 'planned'
  GROUP BY 1 ORDER BY 1`;
