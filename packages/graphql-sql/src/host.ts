import type { GraphQLField, GraphQLSchema } from 'graphql';
import type { AnswerCache } from './answer-cache.ts';
import type { ScalarSql } from './scalars.ts';
import type { Sql } from './sql.ts';
import type { RowBytes, Statement } from './statements.ts';
import type { Tables } from './tables.ts';
import type { Validation } from './validation.ts';
import type { WireForms } from './wire.ts';

/** What the program that uses the compiler gives it. `Context` is that of the schema's resolvers. */
export type Host<Context, Db> = {
  schema: GraphQLSchema;
  tables: Tables;
  /** By the names of the schema's scalars. */
  scalars: Readonly<Record<string, ScalarSql>>;
  wire: WireForms;
  databaseOf(context: Context): Db;
  /** Executes a statement on a database, or in a transaction. */
  query(db: Db, statement: Statement): Promise<readonly RowBytes[]>;
  /**
   * Executes a statement, and then the one that `next` makes of its rows. Both must see the same state of the database:
   * a row that was found must not have become invisible when it is answered.
   *
   * @returns the rows of the second statement
   */
  queryInSnapshot(
    db: Db,
    first: Statement,
    next: (rows: readonly RowBytes[]) => Statement,
  ): Promise<readonly RowBytes[]>;
  /**
   * Whether the caller may send these root fields. If not, normal execution answers, with an error. It stands for the
   * access rules of the root types, which no statement checks; a root field with a rule of its own is refused.
   */
  mayRead(context: Context, fields: readonly GraphQLField<unknown, unknown>[]): boolean;
  /** Values by the names under which SQL resolvers use them, see `fromContext`; undefined is NULL. */
  valuesOf(context: Context): Record<string, unknown>;
  /** @throws an error for arguments that the schema's types don't exclude, such as a list that is too long */
  checkArguments?(field: GraphQLField<unknown, unknown>, args: Readonly<Record<string, unknown>>): void;
  /** A column of text that the statements of some requests read together with the answer, to confirm the context. */
  confirmation?: {
    column: Sql;
    isNeeded(context: Context): boolean;
    /** @throws when the answer must not be used */
    verify(context: Context, value: Buffer | null): void;
  };
  /** The cache for answers with validators; undefined where none may be used for the request. */
  cacheOf?(context: Context): AnswerCache | undefined;
  /** What the host knows about changes; left out where answers have no validators. */
  validation?: Validation;
  /** A sample context: conditions that depend on the context have the same SQL text for it as for every request. */
  sample: object;
};
