import pg from 'pg';
import { parserOf } from './integers.ts';

/** A finished statement. With a name, each connection prepares it once; the number of names must be bounded. */
export type Statement = { name?: string | undefined; text: string; values: unknown[] };

/**
 * Maximum number of statements that a connection keeps prepared for `queryRows`. Each costs Postgres its parsed tree
 * and plan, up to about a megabyte for the largest; the least recently used one is closed.
 */
export const MAX_PREPARED = 60;

/** Converts a value to the form that the driver sends. Exported by the driver, and missing in its types. */
const { prepareValue } = Reflect.get(pg, 'utils') as { prepareValue: (value: unknown) => unknown };

/** Converts the text of a column to its value. */
type Parser = (text: string) => unknown;

/** A statement that a connection has prepared. */
type Prepared = { text: string; columns: string[]; parsers: Parser[] };

/** The named statements of each connection, least recently used first. */
const prepared = new WeakMap<pg.Connection, Map<string, Prepared>>();

/** The driver's methods take it and ignore it. */
const MORE = true;

/**
 * One execution of finished statements, for `query` of a connection. They are sent together, so that they take one round
 * trip; after the first that fails, Postgres skips the others. The driver's own query would copy its
 * configuration, and request and read the description of the columns each time; this one does it once for each
 * statement that a connection prepares.
 */
export class FinishedQuery implements pg.Submittable {
  /** The rows of each statement: lists of their columns. Complete once the query is done. */
  readonly rows: unknown[][][];
  readonly #statements: readonly Statement[];
  #current: Prepared[] = [];
  /** The statement whose results are being received. */
  #at = 0;
  /** Names that this query prepares. */
  #added: string[] = [];
  #names: Map<string, Prepared> | undefined;
  /** Why the driver cannot convert a value of the rows. The rows after it are not read. */
  #unreadable: unknown;

  /** Called at the end; the driver replaces it to limit the time. */
  callback: (error: unknown) => void;

  constructor(statements: readonly Statement[], callback: (error: unknown) => void) {
    this.#statements = statements;
    this.rows = statements.map(() => []);
    this.callback = callback;
  }

  /** The names of the columns of each statement. */
  get columns(): string[][] {
    return this.#current.map(({ columns }) => columns);
  }

  /** The statement that failed, or the last one. */
  get last(): number {
    return Math.min(this.#at, this.#statements.length - 1);
  }

  submit(connection: pg.Connection): void {
    const names = prepared.get(connection) ?? new Map<string, Prepared>();
    prepared.set(connection, names);
    this.#names = names;
    // Before anything is sent: what was sent could not be taken back.
    const bound = this.#statements.map(({ name = '', text, values }) => {
      const found = names.get(name);
      if (found && found.text !== text) throw new Error(`The name ${name} was used for a different statement.`);
      return { statement: name, values: values.map(prepareValue) as string[] };
    });
    // Messages that are written together are sent together.
    connection.stream.cork();
    try {
      for (const [index, { name = '', text }] of this.#statements.entries()) {
        this.#current.push(this.#prepare(connection, names, name, text));
        connection.bind(bound[index] ?? {}, MORE);
        connection.execute({}, MORE);
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  #prepare(connection: pg.Connection, names: Map<string, Prepared>, name: string, text: string): Prepared {
    const found = names.get(name);
    const current = found ?? { text, columns: [], parsers: [] };
    if (!found) {
      // A query that failed may have prepared the name or not.
      if (name !== '') connection.close({ type: 'S', name }, MORE);
      connection.parse({ name, text, types: [] }, MORE);
      connection.describe({ type: 'S', name }, MORE);
    }
    if (name === '') return current;
    if (!found) this.#added.push(name);
    // Deleting and adding moves it to the end.
    names.delete(name);
    names.set(name, current);
    if (names.size <= MAX_PREPARED) return current;
    const [oldest = ''] = names.keys();
    names.delete(oldest);
    connection.close({ type: 'S', name: oldest }, MORE);
    return current;
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    const current = this.#current[this.#at];
    if (!current) return;
    current.columns = fields.map(({ name }) => name);
    current.parsers = fields.map(({ dataTypeID }) => parserOf(dataTypeID));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#unreadable !== undefined) return;
    const parsers = this.#current[this.#at]?.parsers ?? [];
    try {
      this.rows[this.#at]?.push(fields.map((text, index) => (text === null ? null : parsers[index]?.(text))));
    } catch (error) {
      // An error that is thrown here would end the process.
      this.#unreadable = error;
    }
  }

  handleCommandComplete(): void {
    this.#at += 1;
  }

  /** Called in place of `handleCommandComplete` for a text without a command. */
  handleEmptyQuery(): void {
    this.#at += 1;
  }

  /** The data of `COPY … TO STDOUT` are no rows, and are ignored. */
  handleCopyData(): void {}

  /** Postgres waits for the data of `COPY … FROM STDIN`, or for this. */
  handleCopyInResponse(connection: { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail('COPY FROM STDIN has no source here.');
  }

  handleReadyForQuery(): void {
    this.callback(this.#unreadable ?? null);
  }

  handleError(error: unknown): void {
    for (const name of this.#added) this.#names?.delete(name);
    this.callback(error);
  }
}
