import type { Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import type { Sql } from './sql.ts';
import type { Row } from './sql-resolvers.ts';

/*
 * What a root field answers, said apart from how: its resolver and the compiler both start from the same plan. A plan
 * may refuse (not found, invalid) like any resolver.
 */

/** Prisma's words for some rows of a model. */
export type RowsPlan = {
  where: Record<string, unknown>;
  orderBy?: unknown;
  take?: number;
  skip?: number;
  /**
   * Whether all matches are found first and then sorted: for a condition whose matches lie together somewhere in the order
   * of the list, so that whoever reads in that order passes over everything before them. Postgres does not know of such.
   */
  sortsMatches?: boolean;
};

type Build<Plan> = (args: never, context: Context) => Plan | Promise<Plan>;

/** Whether `build` asks the database before the statement does: for all that can be asked of the field, or for some. */
export type Preflight = 'always' | 'sometimes';
type Built<Plan> = { build: Build<Plan>; preflight?: Preflight | undefined };

/** Where a page lies among rows. */
type MetaPlan = { where: Record<string, unknown>; page: number; perPage: number };

export type RootPlan =
  /** A list of a model. */
  | ({ kind: 'list'; model: string } & Built<RowsPlan>)
  /** One row of a model. Where there is none, the resolver says what that means. */
  | ({ kind: 'one'; model: string } & Built<RowsPlan>)
  /** A column of one row of a model. */
  | ({ kind: 'value'; model: string; column: string } & Built<RowsPlan>)
  /** Where a page lies among the rows of a model that match. */
  | ({ kind: 'meta'; model: string } & Built<MetaPlan>)
  /** A statement written by hand, with the values of its named parameters. */
  | ({
      kind: 'statement';
      statement: (print: (row: Row) => Sql, newAlias: () => string) => Sql;
    } & Built<Record<string, unknown>>)
  /** A change, and the rows of a model that it answers with. */
  | { kind: 'write'; model: string; isList: boolean; write: Write };

/**
 * Carries out a change in one transaction and reads the answer in it: `answer` is called once, with the rows to answer
 * with. Whatever is thrown undoes all of it.
 */
export type Write<Args = never, Rows extends RowsPlan = RowsPlan> = <T>(
  args: Args,
  context: Context,
  answer: (tx: Tx, rows: Rows) => Promise<T>,
) => Promise<T>;

export const listPlan = (model: string, build: Build<RowsPlan>, preflight?: Preflight) => ({
  plan: { kind: 'list', model, build, preflight } satisfies RootPlan,
});
export const onePlan = (model: string, build: Build<RowsPlan>, preflight?: Preflight) => ({
  plan: { kind: 'one', model, build, preflight } satisfies RootPlan,
});
export const valuePlan = (model: string, column: string, build: Build<RowsPlan>, preflight?: Preflight) => ({
  plan: { kind: 'value', model, column, build, preflight } satisfies RootPlan,
});
export const metaPlan = (model: string, build: Build<MetaPlan>, preflight?: Preflight) => ({
  plan: { kind: 'meta', model, build, preflight } satisfies RootPlan,
});
export const statementPlan = (
  statement: (print: (row: Row) => Sql, newAlias: () => string) => Sql,
  build: Build<Record<string, unknown>>,
  preflight?: Preflight,
) => ({ plan: { kind: 'statement', statement, build, preflight } satisfies RootPlan });

/** For a mutation that answers with one row of a model, or with a list. */
export const writePlan = <Args, Rows extends RowsPlan>(
  model: string,
  write: Write<Args, Rows>,
  { isList = false } = {},
) => ({
  plan: { kind: 'write', model, isList, write } satisfies RootPlan,
});
