import { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import { Product } from '../catalog/product.ts';
import { Supplier } from '../catalog/supplier.ts';
import '../places/city.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { matchingOrders } from '../orders/order-filter.ts';
import { newestFirst } from '../orders/order-sort.ts';
import { User } from '../people/user.ts';
import { staffOrganizationIds } from '../shared/principals.ts';
import { searchForm } from '../shared/text.ts';

const MAX_LENGTH = 200;
const MAX_FOUND = 20;

type Requested = { text: string; words: string[]; limit: number };

/** Condition on rows whose name has, for each requested word, a word that starts with it. */
const named = (column: Prisma.Sql, words: string[]): Prisma.Sql =>
  Prisma.sql`' ' || search_form(${column}) LIKE ALL (${words.map((word) => `% ${word}%`)}::text[])`;

async function peopleCalled(context: Context, { words, limit }: Requested): Promise<number[]> {
  const rows = await context.db.$queryRaw<{ id: number }[]>`
    SELECT u.id FROM "user" u
    WHERE u.kind = 'person' AND ${named(Prisma.sql`u.name`, words)} AND EXISTS (
      SELECT FROM user_role ur JOIN role r ON r.id = ur.role_id
      WHERE ur.user_id = u.id AND r.organization_id = ANY (${staffOrganizationIds(context)}::bigint[]))
    ORDER BY u.name, u.id LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

async function citiesCalled(context: Context, { words, limit }: Requested): Promise<number[]> {
  if (staffOrganizationIds(context).length === 0) return [];
  const rows = await context.db.$queryRaw<{ id: number }[]>`
    SELECT c.id FROM city c WHERE ${named(Prisma.sql`c.name`, words)} ORDER BY c.name, c.id LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

async function suppliersCalled(context: Context, { words, limit }: Requested): Promise<number[]> {
  const rows = await context.db.$queryRaw<{ id: number }[]>`
    SELECT s.id FROM supplier s
    WHERE ${named(Prisma.sql`s.name`, words)} AND s.organization_id = ANY (${staffOrganizationIds(context)}::bigint[])
    ORDER BY s.name, s.id LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

async function productsCalled(context: Context, { words, limit }: Requested): Promise<number[]> {
  const rows = await context.db.$queryRaw<{ id: number }[]>`
    SELECT p.id FROM product p
    WHERE ${named(Prisma.sql`p.title`, words)} AND p.organization_id = ANY (${staffOrganizationIds(context)}::bigint[])
    ORDER BY p.title, p.id LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

const Lookup = builder.objectRef<Requested>('Lookup').implement({
  description:
    'Results of a search by staff across resource types. Every searched word must be a prefix of a word of the result.',
  fields: (t) => ({
    orders: t.prismaField({
      type: ['Order'],
      description: 'Orders that match `quickSearch`, newest first; an order whose id equals the text comes first.',
      resolve: async (query, { text, limit }, _args, context) => {
        if (limit === 0) return context.db.order.findMany({ ...query, take: 0 });
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
      description: 'People of the organizations in which the viewer is staff, by name.',
      resolve: async (query, requested, _args, context) =>
        context.db.user.findMany({
          ...query,
          where: { id: { in: await peopleCalled(context, requested) } },
          orderBy: [{ name: 'asc' }, { id: 'asc' }],
        }),
    }),
    cities: t.prismaField({
      type: ['City'],
      description: 'Cities, by name. Empty for viewers who are not staff.',
      resolve: async (query, requested, _args, context) =>
        context.db.city.findMany({
          ...query,
          where: { id: { in: await citiesCalled(context, requested) } },
          orderBy: [{ name: 'asc' }, { id: 'asc' }],
        }),
    }),
    suppliers: t.prismaField({
      type: [Supplier],
      description: 'Suppliers of the organizations in which the viewer is staff, by name.',
      resolve: async (query, requested, _args, context) =>
        context.db.supplier.findMany({
          ...query,
          where: { id: { in: await suppliersCalled(context, requested) } },
          orderBy: [{ name: 'asc' }, { id: 'asc' }],
        }),
    }),
    products: t.prismaField({
      type: [Product],
      description: 'Products of the organizations in which the viewer is staff, by title in the default language.',
      resolve: async (query, requested, _args, context) =>
        context.db.product.findMany({
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
    description: 'Searches orders, people, cities, suppliers and products. For staff; empty for other users.',
    args: {
      text: t.arg.string({
        required: true,
        description: 'Words to search for, at most 200 characters. Without a word the result is empty.',
      }),
      limit: t.arg.int({ defaultValue: 5, description: `At most this many results of each kind, 1 to ${MAX_FOUND}.` }),
    },
    resolve: (_root, { text, limit }) => {
      const max = limit ?? 5;
      if (text.length > MAX_LENGTH)
        throw invalid([{ path: ['text'], message: `must have at most ${MAX_LENGTH} characters.` }]);
      if (max < 1 || max > MAX_FOUND)
        throw invalid([{ path: ['limit'], message: `must be between 1 and ${MAX_FOUND}.` }]);
      const words = text.split(/\s+/).map(searchForm).filter(Boolean);
      return { text, words, limit: words.length === 0 ? 0 : max };
    },
  }),
);
