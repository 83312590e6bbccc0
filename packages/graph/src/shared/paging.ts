import type { Prisma } from '@channel/prisma';
import type { InputFieldMap, InputRef, InputShapeFromFields } from '@pothos/core';
import { fieldSql, member, type Preflight, type Row, type Sql, sql } from 'graphql-sql';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { FieldErrors } from '../errors.ts';
import { metaPlan } from './plans.ts';

/** Maximum page size of any list; an entry point may set a lower maximum. */
export const MAX_PER_PAGE = 1_000;

/** The highest page number: positions of its entries still fit into GraphQL's 32-bit integers. */
const MAX_PAGE = Math.floor(2 ** 31 / MAX_PER_PAGE);

type Page = { page: number; perPage: number };

/** The values of `pageArgs`. */
export type PageArgs = { page?: number | null; perPage?: number | null };

/** The page arguments of a field, with pages of `size` entries by default. */
const pageArgs = (size: number) =>
  builder.args((t) => ({
    page: t.int({ defaultValue: 1, description: 'Page number, from 1.' }),
    perPage: t.int({ defaultValue: size, description: `Entries per page, 1 to ${MAX_PER_PAGE.toLocaleString('en')}.` }),
  }));

/**
 * The page of the given arguments; by default the first page of `defaultSize` entries.
 *
 * @throws a validation error for a page below 1 or one that is too large
 */
function pageOf(args: PageArgs, defaultSize: number): Page {
  const { page, perPage } = { page: args.page ?? 1, perPage: args.perPage ?? defaultSize };
  const fieldErrors = new FieldErrors();
  if (page < 1 || page > MAX_PAGE) fieldErrors.add(['page'], `must be between 1 and ${MAX_PAGE}.`);
  if (perPage < 1 || perPage > MAX_PER_PAGE) fieldErrors.add(['perPage'], `must be between 1 and ${MAX_PER_PAGE}.`);
  fieldErrors.throwIfAny();
  return { page, perPage };
}

/** Prisma's `take` and `skip` of a page. */
const slice = ({ page, perPage }: Page): { take: number; skip: number } => ({
  take: perPage,
  skip: (page - 1) * perPage,
});

const PageMeta = builder.objectRef<Page & { total: number }>('PageMeta').implement({
  description: 'Where a page lies in the whole list.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'Entries in the whole list.' }),
    perPage: t.exposeInt('perPage', { description: 'Entries on a full page.' }),
    lastPage: t.int({
      description: 'Number of the last page; 1 for an empty list.',
      extensions: fieldSql((row) => ({ value: lastPageSql(row) })),
      resolve: lastPage,
    }),
    currentPage: t.exposeInt('page', { description: 'Number of this page, from 1.' }),
    from: t.int({
      description: 'Position of the first entry of this page, from 1; 0 on an empty page.',
      extensions: fieldSql((row) => ({ value: fromSql(row) })),
      resolve: from,
    }),
    to: t.int({
      description: 'Position of the last entry of this page; 0 on an empty page.',
      extensions: fieldSql((row) => ({ value: toSql(row) })),
      resolve: to,
    }),
  }),
});

type Where = Record<string, unknown>;

/** The argument `filter` of a list. */
export const filteredBy = <Filter extends object>(filter: InputRef<Filter>) =>
  builder.args((t) => ({ filter: t.field({ type: filter, description: 'Narrows the list.' }) }));

/**
 * A list in pages of `size` entries by default, with further arguments: the arguments of its field and of the field of
 * its `PageMeta`, the slice of the requested page, and the options of the meta field. The page is checked as by `pageOf`.
 */
export function pagedList<Own extends InputFieldMap>(size: number, own: Own) {
  type Args = InputShapeFromFields<Own> & PageArgs;
  const args: Own & ReturnType<typeof pageArgs> = { ...own, ...pageArgs(size) };
  const meta = (count: (args: Args, context: Context) => Promise<number>) => ({
    type: PageMeta,
    description: 'Where the page lies in the whole list.',
    args,
    resolve: async (_root: unknown, args: Args, context: Context) => ({
      ...pageOf(args, size),
      total: await count(args, context),
    }),
  });
  return {
    args,
    slice: (args: PageArgs) => slice(pageOf(args, size)),
    meta,
    /** The meta field of a list with a plan, which compiles like the list. */
    compiledMeta: <Found extends Where>(
      model: Prisma.ModelName,
      {
        where,
        count,
        preflight,
        isFoundFirst = false,
      }: {
        where(args: Args, context: Context): Promise<Found>;
        count(db: Context['db'], where: Found): Promise<number>;
        preflight: Preflight;
        isFoundFirst?: boolean;
      },
    ) => ({
      ...meta(async (args, context) => count(context.db, await where(args, context))),
      extensions: metaPlan(
        model,
        async (args: Args, context) => ({ ...pageOf(args, size), where: await where(args, context), isFoundFirst }),
        preflight,
      ),
    }),
  };
}

const lastPage = ({ total, perPage }: Page & { total: number }) => Math.max(1, Math.ceil(total / perPage));
const from = ({ total, page, perPage }: Page & { total: number }) => {
  const first = (page - 1) * perPage + 1;
  return first > total ? 0 : first;
};
const to = (meta: Page & { total: number }) => (from(meta) === 0 ? 0 : Math.min(meta.total, meta.page * meta.perPage));

const lastPageSql = (row: Row): Sql =>
  sql`greatest(1, ceil(${member(row, 'total')}::numeric / ${member(row, 'perPage')})::int)`;
const fromSql = (row: Row): Sql => {
  const first = sql`((${member(row, 'page')} - 1) * ${member(row, 'perPage')} + 1)`;
  return sql`(CASE WHEN ${first} > ${member(row, 'total')} THEN 0 ELSE ${first} END)`;
};
const toSql = (row: Row): Sql =>
  sql`(CASE WHEN ${fromSql(row)} = 0 THEN 0 ELSE least(${member(row, 'total')}, ${member(row, 'page')} * ${member(row, 'perPage')}) END)`;
