import type { Sql } from './sql.ts';
import type { Row } from './sql-resolvers.ts';
import type { StatementValidation } from './validation.ts';

/*
 * A plan says which rows a root field answers with. Its resolver and the compiler both start from the same plan. A plan
 * may throw an error (not found, invalid) like any resolver.
 */

/** A condition on rows, in the terms of Prisma's `where`. */
type Found = {
  where: Record<string, unknown>;
  /**
   * Whether a statement of its own finds the rows, before the statement that answers reads them by their keys. Both see
   * the same state of the database. Where the plan of a statement depends much on its values, Postgres plans it each
   * time, and planning this part by itself takes a fraction of the time; the statement that answers is planned once. It
   * holds by itself for conditions on columns that match any number of rows, see `plannedEachTime`.
   */
  isFoundFirst?: boolean;
};

/** Rows of a model, in the terms of Prisma's `findMany`. */
export type RowsPlan = Found & {
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

/** The position of a page among the rows that match. */
export type MetaPlan = Found & { page: number; perPage: number };

/** Whether queries run before the statement: for every request, or for some; by default for none. */
export type Preflight = 'always' | 'sometimes';

/** Writes the part of a statement that prints its answer. */
export type ListWriter = {
  newAlias(): string;
  /** The statement that reads the rows of `from` as a JSON list, with the selected members of each. */
  list(row: Row, from: Sql, order: Sql): Sql;
};

type Build<Plan, Context> = (args: never, context: Context) => Plan | Promise<Plan>;
type Built<Plan, Context> = { build: Build<Plan, Context>; preflight?: Preflight | undefined };

export type RootPlan<Context, Db> =
  /** A list of a model. */
  | ({ kind: 'list'; model: string } & Built<RowsPlan, Context>)
  /** One row of a model. Where no row matches, the resolver decides the answer. */
  | ({ kind: 'one'; model: string } & Built<RowsPlan, Context>)
  /** A column of one row of a model. */
  | ({ kind: 'value'; model: string; column: string } & Built<RowsPlan, Context>)
  /** The position of a page among the rows of a model that match. */
  | ({ kind: 'meta'; model: string } & Built<MetaPlan, Context>)
  /** A statement written by hand, with the values of its named parameters. */
  | ({
      kind: 'statement';
      statement: (writer: ListWriter) => Sql;
      validation?: StatementValidation | undefined;
    } & Built<Record<string, unknown>, Context>)
  /** A mutation, and the rows of a model that it answers with: in a member of its object, or as its value. */
  | { kind: 'write'; model: string; isList: boolean; member?: string; write: Write<never, RowsPlan, Context, Db> };

/**
 * Executes a change in one transaction and reads the answer in the same transaction: it calls `answer` once, with the
 * rows to answer with. Any thrown error rolls the transaction back.
 */
export type Write<Args, Rows extends RowsPlan, Context, Db> = <T>(
  args: Args,
  context: Context,
  answer: (transaction: Db, rows: Rows) => Promise<T>,
) => Promise<T>;

/** The extensions of a root field that hold its plan, for a host's context and database. */
export function plansOf<Context, Db>() {
  const planOf = (plan: RootPlan<Context, Db>) => ({ plan });
  return {
    list: (model: string, build: Build<RowsPlan, Context>, preflight?: Preflight) =>
      planOf({ kind: 'list', model, build, preflight }),
    one: (model: string, build: Build<RowsPlan, Context>, preflight?: Preflight) =>
      planOf({ kind: 'one', model, build, preflight }),
    value: (model: string, column: string, build: Build<RowsPlan, Context>, preflight?: Preflight) =>
      planOf({ kind: 'value', model, column, build, preflight }),
    meta: (model: string, build: Build<MetaPlan, Context>, preflight?: Preflight) =>
      planOf({ kind: 'meta', model, build, preflight }),
    statement: (
      statement: (writer: ListWriter) => Sql,
      build: Build<Record<string, unknown>, Context>,
      preflight?: Preflight,
      validation?: StatementValidation,
    ) => planOf({ kind: 'statement', statement, build, preflight, validation }),
    /** For a mutation that answers with one row of a model, or with a list. */
    write: <Args, Rows extends RowsPlan>(
      model: string,
      write: Write<Args, Rows, Context, Db>,
      { isList = false } = {},
    ) => planOf({ kind: 'write', model, isList, write: write as Write<never, RowsPlan, Context, Db> }),
  };
}
