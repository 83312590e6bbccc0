import { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { checkFilter } from '../shared/check-filter.ts';
import { holds, staffOrganizationIds } from '../shared/principals.ts';
import { isStorable } from '../shared/text.ts';
import { MAX_KEY, MAX_VALUE } from '../tags/check-tags.ts';

/**
 * The kinds of resources that carry tags, with their column of `tag`. Clients and suppliers get tags only by the
 * import.
 */
const HOLDERS = {
  orders: { column: 'order_id', description: 'Orders.' },
  bookings: { column: 'booking_id', description: 'Bookings of orders.' },
  transfers: { column: 'transfer_id', description: 'Pickups and dropoffs of orders.' },
  products: { column: 'product_id', description: 'Products.' },
  categories: { column: 'category_id', description: 'Categories of products.' },
  cities: { column: 'city_id', description: 'Cities.' },
  users: { column: 'user_id', description: 'Users.' },
  roles: { column: 'role_id', description: 'Roles.' },
  clients: { column: 'client_id', description: 'Clients.' },
  suppliers: { column: 'supplier_id', description: 'Suppliers.' },
} as const;

type Holder = keyof typeof HOLDERS;

/** Holders that belong to orders: counting their tags reveals orders. */
const OF_ORDERS: readonly Holder[] = ['orders', 'bookings', 'transfers'];

const TagHolder = builder.enumType('TagHolder', {
  description: 'The kinds of resources that carry tags.',
  values: HOLDERS,
});

const MAX_VALUES = 200;

const holderSql = Prisma.raw(
  `CASE ${Object.entries(HOLDERS)
    .map(([holder, { column }]) => `WHEN t.${column} IS NOT NULL THEN '${holder}'`)
    .join(' ')} END`,
);
const isOfOrder = Prisma.raw(`(${OF_ORDERS.map((holder) => `t.${HOLDERS[holder].column} IS NOT NULL`).join(' OR ')})`);

/**
 * The tags (`t`) that the actor may count: of organizations as staff; of orders only where the actor sees all of them.
 */
function countedTags(context: Context): Prisma.Sql {
  const staffed = staffOrganizationIds(context);
  const whole = staffed.filter((id) => holds(context, 'allOrders', id));
  return Prisma.sql`t.organization_id = ANY (${staffed}) AND (t.organization_id = ANY (${whole}) OR NOT ${isOfOrder})`;
}

/**
 * The SQL condition that a column contains a text, ignoring letter case. Unlike `ILIKE`, `strpos` skips positions where
 * no match can begin: a long search whose beginning repeats takes 0.2 s instead of over 5 s for 22,000 long values.
 *
 * @param longest maximum length of the column's texts: a longer search finds nothing
 */
const containing = (column: Prisma.Sql, search: string | null | undefined, longest: number): Prisma.Sql => {
  const text = search?.trim();
  if (!text) return Prisma.sql`true`;
  return isStorable(text) && text.length <= longest
    ? Prisma.sql`strpos(lower(${column}), lower(${text})) > 0`
    : Prisma.sql`false`;
};

const TagKeyUse = builder
  .objectRef<{ holder: Holder; key: string; uses: number; values: number }>('TagKeyUse')
  .implement({
    description: 'A key of tags in use on one kind of resource.',
    fields: (t) => ({
      holder: t.expose('holder', { type: TagHolder, description: 'The kind of resource that carries it.' }),
      key: t.exposeString('key', { description: 'The key.' }),
      uses: t.exposeInt('uses', { description: 'Number of resources that carry it.' }),
      values: t.exposeInt('values', { description: 'Number of its distinct values on them.' }),
    }),
  });

const TagValueUse = builder.objectRef<{ value: string; uses: number }>('TagValueUse').implement({
  description: 'A value of a tag in use.',
  fields: (t) => ({
    value: t.exposeString('value', { description: 'The value as text.' }),
    uses: t.exposeInt('uses', { description: 'Number of resources that carry it.' }),
  }),
});

builder.queryFields((t) => ({
  tagKeys: t.field({
    type: [TagKeyUse],
    description: 'The keys of tags in use in the organizations in which the viewer is staff, the most used first.',
    args: {
      holders: t.arg({ type: [TagHolder], description: 'Only on these kinds of resources.' }),
      search: t.arg.string({ description: 'Part of the key.' }),
    },
    resolve: (_root, { holders, search }, context) => {
      checkFilter({ holders }, []);
      return context.db.$queryRaw<{ holder: Holder; key: string; uses: number; values: number }[]>`
        SELECT * FROM (
          SELECT ${holderSql} AS holder, t.key, count(*)::int AS uses, count(DISTINCT t.value_text)::int AS values
          FROM tag t WHERE ${countedTags(context)} GROUP BY 1, 2
          -- Applies the search after grouping: each key is compared once, not each tag.
          OFFSET 0
        ) used
        WHERE ${holders ? Prisma.sql`holder = ANY (${holders})` : Prisma.sql`true`}
          AND ${containing(Prisma.sql`key`, search, MAX_KEY)}
        ORDER BY uses DESC, key, holder`;
    },
  }),
  tagValues: t.field({
    type: [TagValueUse],
    description: `The values of a key on one kind of resource, the most used first, at most ${MAX_VALUES}.`,
    args: {
      holder: t.arg({ type: TagHolder, required: true, description: 'The kind of resource that carries it.' }),
      key: t.arg.string({ required: true, description: 'The key.' }),
      search: t.arg.string({ description: 'Part of the value.' }),
    },
    resolve: (_root, { holder, key, search }, context) =>
      context.db.$queryRaw<{ value: string; uses: number }[]>`
        SELECT * FROM (
          SELECT t.value_text AS value, count(*)::int AS uses FROM tag t
          WHERE ${countedTags(context)} AND ${isStorable(key) ? Prisma.sql`t.key = ${key}` : Prisma.sql`false`}
            AND ${Prisma.raw(`t.${HOLDERS[holder].column}`)} IS NOT NULL
          GROUP BY 1
          -- Keeps the search outside: each value is compared once.
          OFFSET 0
        ) used
        WHERE ${containing(Prisma.sql`value`, search, MAX_VALUE)}
        ORDER BY uses DESC, value LIMIT ${MAX_VALUES}`,
  }),
}));
