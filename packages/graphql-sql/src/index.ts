/**
 * Compiles persisted GraphQL operations to one SQL statement for Postgres.
 *
 * 1. A schema says in its `extensions` which rows a root field reads (`plansOf`), and how Postgres computes a field
 *    (`fieldSql`). Columns and relations that Pothos exposes need nothing.
 * 2. A `Host` says what belongs to the program: tables with their keys (`linked`), formats of scalars, the values of a
 *    request, and how a statement is sent.
 * 3. `compile` makes a `Compiled` of a document and a host, once, at start. `run` answers a request with the JSON of
 *    each root field, in the bytes in which `JSON.stringify` writes the executed answer.
 *
 * What can't be compiled is refused with `Unsupported`, which names the field and the reason; nothing is guessed.
 */

/* Operations */

export { AnswerCache } from './answer-cache.ts';
export {
  type Answer,
  type Compilation,
  type Compiled,
  compile,
  executionStrategyOf,
  type JsonAnswer,
  tryCompile,
} from './compile.ts';
export type { Host } from './host.ts';
export { type Column, linked, type Relation, type Table, type TableMap, type Tables } from './tables.ts';
export { Unsupported } from './unsupported.ts';

/* Root fields: which rows they read */

export {
  type ListWriter,
  type MetaPlan,
  type Preflight,
  plansOf,
  type RootPlan,
  type RowsPlan,
  type Write,
} from './plans.ts';

/* Fields: how Postgres computes them */

export {
  bound,
  concat,
  filled,
  fromContext,
  fromPlan,
  joined,
  literal,
  name,
  plannedEachTime,
  raw,
  Sql,
  sql,
} from './sql.ts';
export {
  fieldSql,
  inJson,
  lookup,
  member,
  Once,
  type Row,
  type Rows,
  related,
  type Shape,
  type SqlResolver,
  sameRow,
  textOf,
  through,
  values,
} from './sql-resolvers.ts';

/* Formats of values */

export { wireFormatter } from './format-wire.ts';
export { numberSql, type ScalarSql } from './scalars.ts';
export { asNull, asOnlyMember, asText, type NullForm, type WireForm, type WireForms, wireDirective } from './wire.ts';

/* Validators of answers */

export type { StatementValidation, Validation } from './validation.ts';

/* Statements and their cache */

export { cachedStatements, MAX_STATEMENTS, type RowBytes, type Statement, TooManyValues } from './statements.ts';

/* Reads in the terms of Prisma, outside of operations */

export { type Query, RowReader, type RowReaderOptions } from './read-rows.ts';
