import pg from 'pg';

/** A finished statement. With a name, each connection prepares it once; the number of names must be bounded. */
export type Statement = { name?: string | undefined; text: string; values: unknown[] };

/**
 * Maximum number of statements that a connection keeps prepared for `queryRows`. Each costs Postgres its parsed tree
 * and plan, up to about a megabyte for the largest; the least recently used one is closed.
 */
export const MAX_PREPARED = 60;

/** Commands that are sent together with a statement, such as the beginning or the end of its transaction. */
export type Around = { before?: string; after?: string };

/** Converts a value to the form that the driver sends. Exported by the driver, and missing in its types. */
const { prepareValue } = Reflect.get(pg, 'utils') as { prepareValue: (value: unknown) => unknown };

/** Converts the text of a column to its value. */
type Parser = (text: string) => unknown;

/** A statement that a connection has prepared. */
type Prepared = { text: string; parsers: Parser[] };

/** The named statements of each connection, least recently used first. */
const prepared = new WeakMap<pg.Connection, Map<string, Prepared>>();

/** The driver's methods take it and ignore it. */
const MORE = true;

/**
 * One execution of a finished statement, for `query` of a connection. The driver's own query would copy its
 * configuration, and request and read the description of the columns each time; this one does it once for each
 * statement that a connection prepares. After a failure, the state of the connection is unknown.
 */
export class FinishedQuery implements pg.Submittable {
  /** The rows: lists of their columns. Complete once the query is done. */
  readonly rows: unknown[][] = [];
  readonly #statement: Statement;
  readonly #around: Around;
  #current: Prepared;
  /** Why the driver cannot convert a value of the rows. The rows after it are not read. */
  #unreadable: unknown;

  /** Called at the end; the driver replaces it to limit the time. */
  callback: (error: unknown) => void;

  constructor(statement: Statement, callback: (error: unknown) => void, around: Around = {}) {
    this.#statement = statement;
    this.#around = around;
    this.#current = { text: statement.text, parsers: [] };
    this.callback = callback;
  }

  submit(connection: pg.Connection): void {
    const { name = '', values } = this.#statement;
    // Messages that are written together are sent together.
    connection.stream.cork();
    try {
      this.#command(connection, this.#around.before);
      this.#prepare(connection, name);
      const bound = { statement: name, values: values as string[], valueMapper: prepareValue };
      connection.bind(bound, MORE);
      connection.execute({}, MORE);
      this.#command(connection, this.#around.after);
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  #command(connection: pg.Connection, text: string | undefined): void {
    if (text === undefined) return;
    connection.parse({ name: '', text, types: [] }, MORE);
    connection.bind({}, MORE);
    connection.execute({}, MORE);
  }

  #prepare(connection: pg.Connection, name: string): void {
    const { text } = this.#statement;
    const known = prepared.get(connection) ?? new Map<string, Prepared>();
    prepared.set(connection, known);
    const found = known.get(name);
    if (found && found.text !== text) throw new Error(`The name ${name} was used for a different statement.`);
    this.#current = found ?? this.#current;
    if (!found) {
      connection.parse({ name, text, types: [] }, MORE);
      connection.describe({ type: 'S', name }, MORE);
    }
    if (name === '') return;
    // Deleting and adding moves it to the end.
    known.delete(name);
    known.set(name, this.#current);
    if (known.size <= MAX_PREPARED) return;
    const [oldest = ''] = known.keys();
    known.delete(oldest);
    connection.close({ type: 'S', name: oldest }, MORE);
  }

  handleRowDescription({ fields }: { fields: { dataTypeID: number }[] }): void {
    this.#current.parsers = fields.map(({ dataTypeID }) => pg.types.getTypeParser(dataTypeID, 'text'));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#unreadable !== undefined) return;
    try {
      this.rows.push(fields.map((text, index) => (text === null ? null : this.#current.parsers[index]?.(text))));
    } catch (error) {
      // An error that is thrown here would end the process.
      this.#unreadable = error;
    }
  }

  handleCommandComplete(): void {}

  /** Called in place of `handleCommandComplete` for a text without a command. */
  handleEmptyQuery(): void {}

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
    this.callback(error);
  }
}
