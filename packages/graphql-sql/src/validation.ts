import type { Sql } from './sql.ts';

/** What a host knows about the changes of its database. */
export type Validation = {
  /** The release of the program: another one may answer with other bytes. */
  release: string;
  /** The tables that a statement reads under a name of a table, a view or a function; empty for any other name. */
  tablesOf(name: string): readonly string[];
  /** The tables that have stamps. */
  stamped: ReadonlySet<string>;
  /** An expression that changes with every commit that writes these tables; by table, rows of which subjects alone count. */
  stampsOf(tables: readonly string[], subjects: Readonly<Record<string, Sql>>): Sql;
  /**
   * By model: the columns that change with its version, the tables whose every change also writes the row of the model, and an
   * expression that changes with every commit that writes a row of the model that the caller may see.
   */
  versioned: Readonly<Record<string, { versions: readonly string[]; covers: readonly string[]; seen: Sql }>>;
  /** Columns of those tables that may change alone. */
  unversioned: readonly string[];
  /** For each value of the context that changes with the clock: what an answer depends on of it. */
  moments: Readonly<Record<string, Sql>>;
};

/** What a plan with a statement of its own knows about changes, in the values of the plan. */
export type StatementValidation = {
  /** By table: the subjects of the rows that the statement reads, see `stampsOf`. */
  subjects?: Readonly<Record<string, Sql>>;
  /** For each value of the plan that changes with the clock: what the answer depends on of it. */
  moments?: Readonly<Record<string, Sql>>;
};
