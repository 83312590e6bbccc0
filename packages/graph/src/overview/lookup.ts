import { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import { Product } from '../catalog/product.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { matchingOrders } from '../orders/order-filter.ts';
import { newestFirst } from '../orders/order-sort.ts';
import { staffOrganizationIds } from '../people/principals.ts';
import { User } from '../people/user.ts';
import { searchForm } from '../shared/text.ts';

const MAX_LENGTH = 200;
const MAX_FOUND = 20;

type Requested = { text: string; words: string[]; limit: number };

/** Ids of rows whose name holds words that begin with each of those asked for. */
const named = (column: Prisma.Sql, words: string[]): Prisma.Sql =>
  Prisma.sql`' ' || search_form(${column}) LIKE ALL (${words.map((word) => `% ${word}%`)}::text[])`;

async function peopleCalled(context: Context, { words, limit }: Requested): Promise<number[]> {
  const rows = await context.db.$queryRaw<{ id: number }[]>`
    SELECT u.id FROM "user" u
    WHERE NOT u.is_system AND ${named(Prisma.sql`u.name`, words)} AND EXISTS (
      SELECT FROM user_role ur JOIN role r ON r.id = ur.role_id
      WHERE ur.user_id = u.id AND r.organization_id = ANY (${staffOrganizationIds(context)}::int[]))
    ORDER BY u.name, u.id LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

async function productsCalled(context: Context, { words, limit }: Requested): Promise<number[]> {
  const rows = await context.db.$queryRaw<{ id: number }[]>`
    SELECT p.id FROM product p
    WHERE ${named(Prisma.sql`p.title`, words)} AND p.organization_id = ANY (${staffOrganizationIds(context)}::int[])
    ORDER BY p.title, p.id LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

const Lookup = builder.objectRef<Requested>('Lookup').implement({
  description: 'What a text of staff finds anywhere. Every word must begin a word of what is found.',
  fields: (t) => ({
    orders: t.prismaField({
      type: ['Order'],
      description: 'Orders as `quickSearch` finds them, newest first; an order whose id the text is comes before all.',
      resolve: async (query, { text, words, limit }, _args, context) => {
        if (words.length === 0) return context.db.order.findMany({ ...query, take: 0 });
        const organizationId = { in: staffOrganizationIds(context) };
        const where = { AND: [await matchingOrders({ quickSearch: text }, context), { organizationId }] };
        const id = /^#?([1-9]\d{0,8})$/.exec(text.trim())?.[1];
        const [exact] = id
          ? await context.db.order.findMany({ ...query, where: { AND: [where, { id: Number(id) }] } })
          : [];
        const others = await context.db.order.findMany({
          ...query,
          where: exact ? { AND: [where, { id: { not: exact.id } }] } : where,
          orderBy: newestFirst,
          take: exact ? limit - 1 : limit,
        });
        return exact ? [exact, ...others] : others;
      },
    }),
    people: t.prismaField({
      type: [User],
      description: "People of the viewer's organizations as staff, by name.",
      resolve: async (query, requested, _args, context) =>
        requested.words.length === 0
          ? []
          : context.db.user.findMany({
              ...query,
              where: { id: { in: await peopleCalled(context, requested) } },
              orderBy: [{ name: 'asc' }, { id: 'asc' }],
            }),
    }),
    products: t.prismaField({
      type: [Product],
      description: "Products of the viewer's organizations as staff, by title in the default language.",
      resolve: async (query, requested, _args, context) =>
        requested.words.length === 0
          ? []
          : context.db.product.findMany({
              ...query,
              where: { id: { in: await productsCalled(context, requested) } },
              orderBy: [{ title: 'asc' }, { id: 'asc' }],
            }),
    }),
  }),
});

builder.queryField('lookup', (t) =>
  t.field({
    type: Lookup,
    description: 'Looks for orders, people and products at once. For staff; nothing for anybody else.',
    args: {
      text: t.arg.string({
        required: true,
        description: 'Words, at most 200 characters. Without one nothing is found.',
      }),
      limit: t.arg.int({ defaultValue: 5, description: `Most of each kind, 1 to ${MAX_FOUND}.` }),
    },
    resolve: (_root, { text, limit }) => {
      const max = limit ?? 5;
      if (text.length > MAX_LENGTH)
        throw invalid([{ path: ['text'], message: `must have at most ${MAX_LENGTH} characters.` }]);
      if (max < 1 || max > MAX_FOUND)
        throw invalid([{ path: ['limit'], message: `must be between 1 and ${MAX_FOUND}.` }]);
      return { text, words: text.split(/\s+/).map(searchForm).filter(Boolean), limit: max };
    },
  }),
);
