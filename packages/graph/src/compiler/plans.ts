import type { Tx } from '@channel/prisma';
import type { Context } from '../context.ts';
import type { Sql } from './sql.ts';
import type { Row } from './sql-resolvers.ts';

/*
 * A plan says which rows a root field answers with. Its resolver and the compiler both start from the same plan. A plan
 * may throw an error (not found, invalid) like any resolver.
 */

/** Rows of a model, in the terms of Prisma's `findMany`. */
export type RowsPlan = {
  where: Record<string, unknown>;
  orderBy?: unknown;
  take?: number;
  skip?: number;
  /**
   * Whether the statement finds all matches first and then sorts them. For a condition whose matches lie close together
   * in the order of the list: reading in that order would pass over every row before them, and Postgres has no
   * statistics from which it could see that.
   */
  sortsMatches?: boolean;
};

type Build<Plan> = (args: never, context: Context) => Plan | Promise<Plan>;

/**
 * What is queried before the statement: by `build` for every request or for some, or the rows, always, and in `build`
 * for some requests. Where the plan of a query depends much on its values, Postgres plans it each time: finding the rows
 * by themselves takes a fraction of that, and the statement that answers is planned once. Both have one snapshot: a row
 * that was found has not become invisible when it is answered.
 */
export type Preflight = 'always' | 'sometimes' | 'rows';
type Built<Plan> = { build: Build<Plan>; preflight?: Preflight | undefined };

/** The position of a page among the rows that match. */
type MetaPlan = { where: Record<string, unknown>; page: number; perPage: number };

export type RootPlan =
  /** A list of a model. */
  | ({ kind: 'list'; model: string } & Built<RowsPlan>)
  /** One row of a model. Where no row matches, the resolver decides the answer. */
  | ({ kind: 'one'; model: string } & Built<RowsPlan>)
  /** A column of one row of a model. */
  | ({ kind: 'value'; model: string; column: string } & Built<RowsPlan>)
  /** The position of a page among the rows of a model that match. */
  | ({ kind: 'meta'; model: string } & Built<MetaPlan>)
  /** A statement written by hand, with the values of its named parameters. */
  | ({
      kind: 'statement';
      statement: (print: (row: Row) => Sql, newAlias: () => string) => Sql;
    } & Built<Record<string, unknown>>)
  /** A mutation, and the rows of a model that it answers with. */
  | { kind: 'write'; model: string; isList: boolean; write: Write };

/**
 * Executes a change in one transaction and reads the answer in the same transaction: it calls `answer` once, with the
 * rows to answer with. Any thrown error rolls the transaction back.
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
