import { Prisma } from '@channel/prisma';
import type { Context } from '../context.ts';
import { organizationIdsOf } from '../shared/principals.ts';

/** Shorter words begin too many names, and no index finds them. */
const LEAST = 3;
/** Names of a kind that a search considers. */
const MAX_NAMES = 100;
/** Orders that a phone number finds. */
const MAX_ORDERS = 1_000;
/** A number with fewer digits is rather an id or a room. */
const LEAST_DIGITS = 5;

type Kind = 'city' | 'product' | 'supplier' | 'person';
/** A name with a word that begins with a word of a search. */
type Named = { kind: Kind; id: number; word: string };

const TABLES: Record<Kind, { table: Prisma.Sql; name: Prisma.Sql; isOwn: (ids: number[]) => Prisma.Sql }> = {
  city: { table: Prisma.sql`city`, name: Prisma.sql`n.name`, isOwn: () => Prisma.sql`true` },
  product: {
    table: Prisma.sql`product`,
    name: Prisma.sql`n.title`,
    isOwn: (ids) => Prisma.sql`(n.organization_id = ANY (${ids}::bigint[]) OR EXISTS (
      SELECT FROM role_product rp JOIN role r ON r.id = rp.role_id
      WHERE rp.product_id = n.id AND r.organization_id = ANY (${ids}::bigint[])))`,
  },
  supplier: {
    table: Prisma.sql`supplier`,
    name: Prisma.sql`n.name`,
    isOwn: (ids) => Prisma.sql`n.organization_id = ANY (${ids}::bigint[])`,
  },
  person: {
    table: Prisma.sql`"user"`,
    name: Prisma.sql`n.name`,
    isOwn: (ids) => Prisma.sql`n.kind <> 'system' AND EXISTS (
      SELECT FROM user_role ur JOIN role r ON r.id = ur.role_id
      WHERE ur.user_id = n.id AND r.organization_id = ANY (${ids}::bigint[]))`,
  },
};

/** Names of an actor's organizations that have a word beginning with one of the given words. */
async function namesWith(context: Context, words: readonly string[]): Promise<Named[]> {
  const long = words.filter((word) => word.length >= LEAST);
  if (long.length === 0) return [];
  const organizationIds = organizationIdsOf(context.actor);
  const parts = (Object.keys(TABLES) as Kind[]).map((kind) => {
    const { table, name, isOwn } = TABLES[kind];
    return Prisma.sql`SELECT ${kind} AS kind, found.id, w.word FROM unnest(${long}::text[]) AS w (word) CROSS JOIN LATERAL (
      SELECT n.id FROM ${table} n
      WHERE ' ' || search_form(${name}) LIKE '% ' || w.word || '%' AND ${isOwn(organizationIds)}
      ORDER BY n.id LIMIT ${MAX_NAMES}) found`;
  });
  return context.db.$queryRaw<Named[]>(Prisma.join(parts, ' UNION ALL '));
}

const CONDITIONS: Record<Kind, (ids: number[]) => Prisma.OrderWhereInput> = {
  city: (ids) => ({ cityId: { in: ids } }),
  product: (ids) => ({ productId: { in: ids } }),
  supplier: (ids) => ({ supplierId: { in: ids } }),
  // Whoever drives, guides, issued or is contact person is a viewer: one index finds them all.
  person: (ids) => ({ viewers: { hasSome: ids.map((id) => `u${id}`) } }),
};

/**
 * Conditions on orders, by word: the word begins a word in the name of the city, the product, the supplier or a person of
 * the order. A word that begins no name has none.
 */
export async function namedConditions(
  context: Context,
  words: readonly string[],
): Promise<Map<string, Prisma.OrderWhereInput[]>> {
  const names = await namesWith(context, words);
  const kindsOf = (word: string) =>
    Map.groupBy(
      names.filter((named) => named.word === word),
      ({ kind }) => kind,
    );
  return new Map(
    words.map((word) => [word, [...kindsOf(word)].map(([kind, named]) => CONDITIONS[kind](named.map(({ id }) => id)))]),
  );
}

/** The orders of passengers whose phone number begins with the digits of a text, with or without its country code. */
export async function ordersWithPhone({ db }: Context, text: string): Promise<number[]> {
  if (!/^[\d\s+()./-]+$/.test(text)) return [];
  const digits = text.replace(/\D/g, '');
  if (digits.length < LEAST_DIGITS) return [];
  const [national, international] = [`${digits}%`, `${digits.replace(/^00/, '')}%`];
  // A national number is typed with the zero in front that is left out behind a country code.
  const withoutZero = `${digits.replace(/^0/, '')}%`;
  const rows = await db.$queryRaw<{ id: number }[]>`
    SELECT DISTINCT order_id AS id FROM (
      SELECT order_id FROM passenger
      WHERE phone_number <> '' AND phone_digits(phone_country_code, phone_number) LIKE ${international}
      UNION ALL
      SELECT order_id FROM passenger WHERE phone_number <> '' AND phone_digits('', phone_number) LIKE ${national}
      UNION ALL
      SELECT order_id FROM passenger WHERE phone_number <> '' AND phone_digits('', phone_number) LIKE ${withoutZero}
      LIMIT ${MAX_ORDERS}) AS found`;
  return rows.map(({ id }) => id);
}
