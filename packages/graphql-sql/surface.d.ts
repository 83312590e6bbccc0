// Generated: `npm run generate`.
import { DocumentNode, GraphQLDirective, GraphQLField, GraphQLSchema } from "graphql";

// packages/graphql-sql/src/sql.d.ts
/** A value of a statement: fixed by the request, or looked up by name in the context or in the root field's plan. */
type Parameter = {
  value: unknown;
} | {
  context: string;
} | {
  plan: string;
};
/** Texts with parameters or further pieces of SQL between them. The whole is flattened once, when it is first read. */
declare class Sql {
  #private;
  /**
   * @param texts one more than pieces: text, piece, text, …
   * @param isPlannedEachTime see `plannedEachTime`
   */
  constructor(texts: readonly string[], pieces: readonly (Sql | Parameter)[], isPlannedEachTime?: boolean);
  /** One more than parameters: text, parameter, text, … */
  get texts(): readonly string[];
  get parameters(): readonly Parameter[];
  /** Whether Postgres plans a statement with this piece each time, see `plannedEachTime`. */
  get isPlannedEachTime(): boolean;
}
/** SQL text of this repository, unchanged. */
declare const raw: (text: string) => Sql;
/**
 * A condition that may match any number of rows, from none to all. For frequent values, reading a list in its order is
 * fastest; for rare ones, an index. Postgres therefore plans the rows that such a condition selects with their values,
 * each time. It would otherwise switch to one generic plan for all values once that looks cheaper.
 */
declare const plannedEachTime: (condition: Sql) => Sql;
/** A database identifier, quoted. */
declare const name: (text: string) => Sql;
/** A value of the request, cast to a type of Postgres. */
declare const bound: (value: unknown, type: string) => Sql;
/** A value of the context, cast to a type of Postgres. */
declare const fromContext: (context: string, type: string) => Sql;
/** A value of the root field's plan, cast to a type of Postgres; see `ofRoot`. */
declare const fromPlan: (plan: string, type: string) => Sql;
/** A template of SQL text with pieces of SQL. */
declare const sql: (texts: TemplateStringsArray, ...pieces: Sql[]) => Sql;
/** Concatenates pieces. */
declare const concat: (pieces: readonly Sql[]) => Sql;
/** Joins pieces with `between`; `nothing` where there are no pieces. */
declare function joined(pieces: readonly Sql[], between: string, nothing?: string): Sql;
/** A literal of this repository: a response key, a type name. */
declare const literal: (text: string) => Sql;
/** A plan's statement that runs outside of a compiled operation, with its values in the order of the parameters. */
declare function filled(statement: Sql, plan: Readonly<Record<string, unknown>>, context?: Readonly<Record<string, unknown>>): {
  text: string;
  values: unknown[];
};
/**
 * Maximum number of statements in a process's cache. Each has about 5 to 30 KB of text. A persisted operation needs a
 * few, one for each set of filters used together. The least recently used statement is evicted, and rebuilt when
 * needed.
 */
declare const MAX_STATEMENTS = 300;
/** A row of an answer: the bytes of each column, null for NULL. */
type RowBytes = readonly (Buffer | null)[];
/** A statement for Postgres: its text with numbered parameters, and their values. */
type Statement = {
  /** The name under which a connection may prepare the statement; undefined for one that is not worth it. */name: string | undefined;
  text: string;
  values: unknown[];
};
/** A statement would have more parameters than Postgres supports. */
declare class TooManyValues extends Error {
  constructor();
}
/** The number of cached statements, and their total characters. */
declare const cachedStatements: () => {
  count: number;
  characters: number;
};
/**
 * Answers by the keys of their validators. An answer is never taken on trust: a reader uses it where Postgres has
 * confirmed its validator in the same request, so that nobody has to be informed of changes. Only what was read twice
 * without a change is kept; of the first read only the validator is. The least recently used are removed first.
 */
declare class AnswerCache {
  #private;
  /** @param capacity in bytes; with 0 nothing is kept */
  constructor(capacity: number);
  /** The bytes that are in use. */
  get bytes(): number;
  /** How many found answers were confirmed. */
  get hits(): number;
  /** Counts a found answer that Postgres has confirmed. */
  confirmed(): void;
  /** The kept answer of a key, if there is one: its validator, and the columns of its row. */
  find(key: string): {
    validator: string;
    row: RowBytes;
  } | undefined;
  /** Notes an answer that was just read. */
  note(key: string, validator: string, row: RowBytes): void;
  /** Removes an answer that there is no longer. */
  forget(key: string): void;
}
/** A format of values that are not null. */
type WireForm = {
  description: string; /** @param value in the field's normal format, as JSON */
  format(value: unknown): unknown; /** The same in SQL, for these scalars. A form without it is executed, as is one of another scalar. */
  sql?: {
    scalars: readonly string[]; /** Whether it applies to columns only, not to values within JSON. */
    ofColumns?: boolean; /** @param normal the value in the field's normal format */
    format(value: Sql, normal: Sql): Sql;
  }; /** Whether every value becomes null, which a replacement of null does not replace. */
  isNull?: boolean; /** Whether it is the value of an object's only member, in place of the object. */
  isOnlyMember?: boolean;
};
/** A replacement of null. */
type NullForm = {
  description: string;
  value(): unknown;
};
/** The formats of a schema, by the names of their enum values. */
type WireForms = {
  forms: Readonly<Record<string, WireForm>>;
  nullForms: Readonly<Record<string, NullForm>>;
};
/** A number as text. */
declare const asText: WireForm;
/** Always null. */
declare const asNull: WireForm;
/** The value of an object's only member, in place of the object. */
declare const asOnlyMember: WireForm;
/** The directive, for the schema. */
declare function wireDirective({
  forms,
  nullForms
}: WireForms): GraphQLDirective;
/** How the values of a scalar are converted to JSON. A scalar that has none is converted by Postgres. */
type ScalarSql = {
  /** The normal format of a column's value. */format(value: Sql): Sql; /** The value of a text within JSON, for a scalar whose normal format JSON does not keep. */
  ofText?(text: Sql): Sql;
};
/**
 * A number of any type of Postgres in the digits in which JavaScript writes it: very large and very small numbers have an
 * exponent.
 */
declare const numberSql: (value: Sql) => Sql;
/** The column of a model's field. */
type Column = {
  column: string; /** Prisma's type, such as `Int`, or the name of an enum. */
  type: string; /** The type of Postgres to which a value of the column is cast; of one entry, where the column is a list. */
  cast: string;
  isList: boolean;
  isRequired: boolean; /** Whether conditions on it match any number of rows, from none to all, see `plannedEachTime`. */
  matchesAnyNumber?: boolean;
};
/** A relation of a model: rows of `to` whose `foreign` columns equal the row's `own` columns. */
type Relation = {
  to: Table;
  isList: boolean;
  own: readonly string[];
  foreign: readonly string[];
};
/** The table of a model. `key` are the columns of its primary key, or else of a unique key; empty without either. */
type Table = {
  model: string;
  name: string;
  key: readonly string[];
  columns: Readonly<Record<string, Column>>;
  relations: Readonly<Record<string, Relation>>;
};
/** The tables of a schema, by the names of their models. */
type Tables<Model extends string = string> = Readonly<Record<Model, Table>>;
/** Tables whose relations name their models: the form in which a generator writes them to a file. */
type TableMap<Model extends string = string> = Readonly<Record<Model, Omit<Table, 'model' | 'relations'> & {
  relations: Readonly<Record<string, Omit<Relation, 'to'> & {
    to: string;
  }>>;
}>>;
/**
 * Replaces the names of models in relations by their tables.
 *
 * @param ofAnyNumber the fields, by model, on which conditions match any number of rows
 */
declare function linked<Model extends string>(map: TableMap<Model>, ofAnyNumber?: { readonly [M in Model]?: readonly string[] }): Tables<Model>;
/** What a host knows about the changes of its database. */
type Validation = {
  /** The release of the program: another one may answer with other bytes. */release: string; /** The tables that a statement reads under a name of a table, a view or a function; empty for any other name. */
  tablesOf(name: string): readonly string[]; /** The tables that have stamps. */
  stamped: ReadonlySet<string>; /** An expression that changes with every commit that writes these tables; by table, rows of which subjects alone count. */
  stampsOf(tables: readonly string[], subjects: Readonly<Record<string, Sql>>): Sql;
  /**
   * By model: the columns that change with its version, the tables whose every change also writes the row of the model, and an
   * expression that changes with every commit that writes a row of the model that the caller may see.
   */
  versioned: Readonly<Record<string, {
    versions: readonly string[];
    covers: readonly string[];
    seen: Sql;
  }>>; /** Columns of those tables that may change alone. */
  unversioned: readonly string[]; /** For each value of the context that changes with the clock: what an answer depends on of it. */
  moments: Readonly<Record<string, Sql>>;
};
/** What a plan with a statement of its own knows about changes, in the values of the plan. */
type StatementValidation = {
  /** By table: the subjects of the rows that the statement reads, see `stampsOf`. */subjects?: Readonly<Record<string, Sql>>; /** For each value of the plan that changes with the clock: what the answer depends on of it. */
  moments?: Readonly<Record<string, Sql>>;
};
/** What the program that uses the compiler gives it. `Context` is that of the schema's resolvers. */
type Host<Context, Db> = {
  schema: GraphQLSchema;
  tables: Tables; /** By the names of the schema's scalars. */
  scalars: Readonly<Record<string, ScalarSql>>;
  wire: WireForms;
  databaseOf(context: Context): Db; /** Executes a statement on a database, or in a transaction. */
  query(db: Db, statement: Statement): Promise<readonly RowBytes[]>;
  /**
   * Executes a statement, and then the one that `next` makes of its rows. Both must see the same state of the database:
   * a row that was found must not have become invisible when it is answered.
   *
   * @returns the rows of the second statement
   */
  queryInSnapshot(db: Db, first: Statement, next: (rows: readonly RowBytes[]) => Statement): Promise<readonly RowBytes[]>;
  /**
   * Whether the caller may send these root fields. If not, normal execution answers, with an error. It stands for the
   * access rules of the root types, which no statement checks; a root field with a rule of its own is refused.
   */
  mayRead(context: Context, fields: readonly GraphQLField<unknown, unknown>[]): boolean; /** Values by the names under which SQL resolvers use them, see `fromContext`; undefined is NULL. */
  valuesOf(context: Context): Record<string, unknown>; /** @throws an error for arguments that the schema's types don't exclude, such as a list that is too long */
  checkArguments?(field: GraphQLField<unknown, unknown>, args: Readonly<Record<string, unknown>>): void; /** A column of text that the statements of some requests read together with the answer, to confirm the context. */
  confirmation?: {
    column: Sql;
    isNeeded(context: Context): boolean; /** @throws when the answer must not be used */
    verify(context: Context, value: Buffer | null): void;
  }; /** The cache for answers with validators; undefined where none may be used for the request. */
  cacheOf?(context: Context): AnswerCache | undefined; /** What the host knows about changes; left out where answers have no validators. */
  validation?: Validation; /** A sample context: conditions that depend on the context have the same SQL text for it as for every request. */
  sample: object;
};
/** The JSON text of each root field by its key (see `Root`), as UTF-8, sent unchanged. */
type JsonAnswer = Readonly<Record<string, Buffer>>;
type Variables = Readonly<Record<string, unknown>>;
/** An answer. Where it is one that the client knows, it holds only the values of single columns, such as a version. */
type Answer = {
  json: JsonAnswer; /** Equal for equal answers; undefined where it was not requested, or the answer has none, see `Validation`. */
  validator?: string | undefined;
  isKnown: boolean;
};
/** An operation that one SQL statement answers. */
type Compiled<Context> = {
  /**
   * Undefined where normal execution must answer instead, for example with an error.
   *
   * @param known the validators of answers that the client knows; without it the answer of a query has no validator
   */
  run(variables: Variables, context: Context, known?: readonly string[]): Promise<Answer | undefined>;
  /**
   * The statement of a query: one row with the JSON text of each root field, in columns that are named `0`, `1`, ….
   * Undefined for a mutation, and where normal execution must answer instead.
   */
  statement(variables: Variables, context: Context): Promise<Statement | undefined>; /** How many statements the operation takes, in words. */
  executionStrategy: string;
  /**
   * The statement as known before a request, for readers: a query for each root field, with all branches of `@include`.
   * `$name` is a value, and `…` is the part that a request decides: conditions, order and page.
   */
  explain(): string;
};
/** The result of compiling a document: one statement, or the reason why normal execution runs the document. */
type Compilation<Context> = {
  compiled: Compiled<Context>;
} | {
  refused: string;
};
/**
 * Compiles a document, or says why it can't be compiled.
 *
 * @throws {GraphQLError} for a document that is not valid; any other error is a defect of the compiler
 */
declare function tryCompile<Context, Db>(document: DocumentNode, host: Host<Context, Db>): Compilation<Context>;
/** The execution strategy of a document, in words. */
declare const executionStrategyOf: <Context>(compilation: Compilation<Context>) => string;
/**
 * Compiles a persisted operation. The compiled operation answers exactly what normal execution answers.
 *
 * @throws {Unsupported} with the reason, for a document that can't be compiled
 * @throws {GraphQLError} for a document that is not valid
 */
declare function compile<Context, Db>(document: DocumentNode, host: Host<Context, Db>): Compiled<Context>;
/** A construct that the compiler can't translate to SQL; normal execution then runs the operation. */
declare class Unsupported extends Error {
  readonly reason: string;
  /** The selected field that can't be compiled, as `Type.field`; undefined where the whole operation is the reason. */
  readonly field: string | undefined;
  constructor(reason: string, field?: string);
}
/** A row of a model, under an alias of the statement; `newAlias` makes further aliases. */
type RowOf = {
  table: Table;
  alias: string;
  newAlias: () => string;
  /**
   * Whether relations are checked row by row. Within an OR no index leads from a relation to the row. A planner that
   * overestimates the number of checked rows would read the whole related table first; OFFSET prevents that.
   */
  isProbed?: boolean;
};
/** The source of an SQL resolver: a row of a table, a JSON value, or named expressions. */
type Row = ({
  kind: 'model';
  once?: {
    of: Once;
    except: readonly string[];
  };
} & RowOf) | {
  kind: 'json';
  json: Sql;
  newAlias: () => string;
} | {
  kind: 'values';
  values: Readonly<Record<string, Sql>>;
  newAlias: () => string;
  once?: Once;
};
/**
 * Members that a statement answers several times with the same value. They are computed once for each row, as columns
 * of a table expression under the alias of the row.
 */
declare class Once {
  #private;
  readonly alias: string;
  constructor(alias: string);
  /** Adds a member to the table expression. @returns the column that replaces the member */
  keep(value: Sql): Sql;
  /** The columns of the table expression beside the row's id. */
  columns(): Sql;
}
/** The rows of a sub-select, in order. */
type Rows = {
  row: Row;
  from: Sql;
  where: Sql;
  order: Sql;
};
/** The result of an SQL resolver. */
type Shape = /** A value, formatted as its scalar demands; `isJson` where it is JSON already. */{
  value: Sql;
  isJson?: boolean;
} /** An object read from the same row or from named expressions; null unless `when` holds. */ | {
  object: Row;
  when?: Sql;
} /** The objects, or the only object, of a sub-select. */ | {
  rows: Rows;
};
/** @param type the name of the GraphQL type whose field it is */
type SqlResolver = (row: Row, type: string) => Shape;
/** The expression of a member of a row. */
declare function member(row: Row, field: string): Sql;
/** A member as text, for every kind of row. */
declare const textOf: (row: Row, field: string) => Sql;
/** The SQL resolver of a field, for its `extensions`. */
declare const fieldSql: (as: SqlResolver) => {
  fieldSql: SqlResolver;
};
/** A field that answers with the same row as another type; null unless `when` holds. */
declare const sameRow: (when?: (row: Row) => Sql) => {
  fieldSql: SqlResolver;
};
/** A field that answers with a member of JSON: an object, a list of objects, or a value. */
declare const inJson: (key: string) => {
  fieldSql: SqlResolver;
};
/** Rows of a table that no key relates to the row: `where` selects them. */
declare function lookup({
  newAlias
}: Row, table: Table, where: (target: Row) => Sql, orderBy?: unknown): Rows;
/** Named expressions, as a row. */
declare const values: ({
  newAlias
}: Row, members: Readonly<Record<string, Sql>>) => Row;
/** The rows of a relation of a model row, with Prisma's `where` and `orderBy`. */
declare function related(row: Row, field: string, query?: {
  where?: unknown;
  orderBy?: unknown;
}): Rows;
/**
 * The rows of a relation through a join table: `through(row, 'permissions', 'permission', { permissionName: 'asc' })`.
 */
declare function through(row: Row, joining: string, target: string, orderBy: unknown): Rows;
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
type RowsPlan = Found & {
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
type MetaPlan = Found & {
  page: number;
  perPage: number;
};
/** Whether queries run before the statement: for every request, or for some; by default for none. */
type Preflight = 'always' | 'sometimes';
/** Writes the part of a statement that prints its answer. */
type ListWriter = {
  newAlias(): string; /** The statement that reads the rows of `from` as a JSON list, with the selected members of each. */
  list(row: Row, from: Sql, order: Sql): Sql;
};
type Build<Plan, Context> = (args: never, context: Context) => Plan | Promise<Plan>;
type Built<Plan, Context> = {
  build: Build<Plan, Context>;
  preflight?: Preflight | undefined;
};
type RootPlan<Context, Db> = /** A list of a model. */({
  kind: 'list';
  model: string;
} & Built<RowsPlan, Context>) /** One row of a model. Where no row matches, the resolver decides the answer. */ | ({
  kind: 'one';
  model: string;
} & Built<RowsPlan, Context>) /** A column of one row of a model. */ | ({
  kind: 'value';
  model: string;
  column: string;
} & Built<RowsPlan, Context>) /** The position of a page among the rows of a model that match. */ | ({
  kind: 'meta';
  model: string;
} & Built<MetaPlan, Context>) /** A statement written by hand, with the values of its named parameters. */ | ({
  kind: 'statement';
  statement: (writer: ListWriter) => Sql;
  validation?: StatementValidation | undefined;
} & Built<Record<string, unknown>, Context>) /** A mutation, and the rows of a model that it answers with: in a member of its object, or as its value. */ | {
  kind: 'write';
  model: string;
  isList: boolean;
  member?: string;
  write: Write<never, RowsPlan, Context, Db>;
};
/**
 * Executes a change in one transaction and reads the answer in the same transaction: it calls `answer` once, with the
 * rows to answer with. Any thrown error rolls the transaction back.
 */
type Write<Args, Rows extends RowsPlan, Context, Db> = <T>(args: Args, context: Context, answer: (transaction: Db, rows: Rows) => Promise<T>) => Promise<T>;
/** The extensions of a root field that hold its plan, for a host's context and database. */
declare function plansOf<Context, Db>(): {
  list: (model: string, build: Build<RowsPlan, Context>, preflight?: Preflight) => {
    plan: RootPlan<Context, Db>;
  };
  one: (model: string, build: Build<RowsPlan, Context>, preflight?: Preflight) => {
    plan: RootPlan<Context, Db>;
  };
  value: (model: string, column: string, build: Build<RowsPlan, Context>, preflight?: Preflight) => {
    plan: RootPlan<Context, Db>;
  };
  meta: (model: string, build: Build<MetaPlan, Context>, preflight?: Preflight) => {
    plan: RootPlan<Context, Db>;
  };
  statement: (statement: (writer: ListWriter) => Sql, build: Build<Record<string, unknown>, Context>, preflight?: Preflight, validation?: StatementValidation) => {
    plan: RootPlan<Context, Db>;
  }; /** For a mutation that answers with one row of a model, or with a list. */
  write: <Args, Rows extends RowsPlan>(model: string, write: Write<Args, Rows, Context, Db>, {
    isList
  }?: {
    isList?: boolean | undefined;
  }) => {
    plan: RootPlan<Context, Db>;
  };
};
type Format = (parent: Record<string, unknown>) => void;
/**
 * Makes a function that formats an answer to the document's only operation as its `@wire` directives say. The function
 * changes the answer in place and visits only the branches with a directive. A key that is selected several times is
 * formatted once, by its first directive.
 *
 * @returns undefined when the document has no `@wire`
 */
declare function wireFormatter(document: DocumentNode, forms: WireForms): Format | undefined;
/** The arguments of Prisma's `findMany` that are supported. */
type Query = {
  where?: unknown;
  orderBy?: unknown;
  take?: number;
  select?: Selection;
  include?: Selection;
};
type Selection = Readonly<Record<string, boolean | Query | undefined>>;
type RowReaderOptions<Db> = {
  tables: Tables; /** Executes a statement on a database, or in a transaction, and decodes its values. */
  query(db: Db, statement: Statement): Promise<unknown[][]>; /** Converts a text to the value that Prisma answers with, by Prisma's type: of `Decimal` and `BigInt`, for example. */
  parse: Readonly<Record<string, (text: string) => unknown>>;
};
/** One of several reads of a statement. */
type Read = {
  model: string;
  query: Query;
};
/** Reads and locks rows of models. */
declare class RowReader<Db> {
  #private;
  constructor(options: RowReaderOptions<Db>);
  /**
   * Several of Prisma's `findMany` in one statement.
   *
   * @returns the rows of each
   * @throws {Unsupported}
   */
  read(db: Db, reads: readonly Read[]): Promise<unknown[][]>;
  /**
   * The same for reads that are always alike: the statement is built once. Their conditions hold values of `fromPlan`,
   * which each execution gets by their names.
   *
   * @param more expressions of JSON, whose values follow the rows
   * @throws {Unsupported}
   */
  prepared(reads: readonly Read[], more?: readonly Sql[]): (db: Db, values: Readonly<Record<string, unknown>>) => Promise<unknown[]>;
  /**
   * The keys of the rows that match `where` and a further condition in SQL. The key must be one column.
   *
   * @throws {Unsupported}
   */
  find(db: Db, model: string, where: unknown, condition: (row: Row) => Sql): Promise<unknown[]>;
  /**
   * The rows of a statement about the rows of a model that match `where`: `make` writes it, with the model's table under
   * the alias of `row` and the condition `matches`. Postgres plans it each time.
   *
   * @throws {Unsupported}
   */
  over(db: Db, model: string, where: unknown, make: (row: Row & {
    kind: 'model';
  }, matches: Sql) => Sql): Promise<unknown[][]>;
  /**
   * Locks the matching rows (at most `max`), in ascending order of their key, which must be one column. Other
   * transactions may still write rows that reference them.
   *
   * @returns the keys of the locked rows
   * @throws {Unsupported}
   */
  lock(transaction: Db, model: string, where: unknown, max?: number): Promise<unknown[]>;
  /**
   * The same in one statement with a read of the locked rows.
   *
   * @param waits whether it waits for rows that are locked, or fails
   * @returns the keys of the locked rows, and the rows; undefined where one was changed while the statement waited
   *   for it: the statement sees what was committed before it began, also in the tables of relations
   * @throws {Unsupported}
   */
  lockAndRead(transaction: Db, {
    model,
    query: {
      where,
      take,
      ...query
    }
  }: Read, waits: boolean): Promise<{
    keys: unknown[];
    rows: unknown[] | undefined;
  }>;
}
export { type Answer, AnswerCache, type Column, type Compilation, type Compiled, type Host, type JsonAnswer, type ListWriter, MAX_STATEMENTS, type MetaPlan, type NullForm, Once, type Preflight, type Query, type Relation, type RootPlan, type Row, type RowBytes, RowReader, type RowReaderOptions, type Rows, type RowsPlan, type ScalarSql, type Shape, Sql, type SqlResolver, type Statement, type StatementValidation, type Table, type TableMap, type Tables, TooManyValues, Unsupported, type Validation, type WireForm, type WireForms, type Write, asNull, asOnlyMember, asText, bound, cachedStatements, compile, concat, executionStrategyOf, fieldSql, filled, fromContext, fromPlan, inJson, joined, linked, literal, lookup, member, name, numberSql, plannedEachTime, plansOf, raw, related, sameRow, sql, textOf, through, tryCompile, values, wireDirective, wireFormatter };