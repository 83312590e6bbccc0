import type pg from 'pg';

/*
 * Multiplies rows, set by set: each row of some tables is copied n times, with new ids, and references to a row
 * of the same set become references to its copy. The database's catalogue lists the columns concerned.
 */

/** How the copies of a table differ: expressions over `t`, the copied row, and `n`, the number of the copy. */
export type Differences = Readonly<Record<string, string>>;

export type CopyPlan = {
  /** Tables in an order that satisfies their foreign keys. */
  tables: readonly string[];
  /** The number of copies of each row; copies are numbered from 1. */
  copies: number;
  differences?: Readonly<Record<string, Differences>>;
  /** Further tables for the expressions, by table. */
  joins?: Readonly<Record<string, string>>;
  /** Conditions on the rows to copy, by table; default all. */
  only?: Readonly<Record<string, string>>;
};

type Column = { table: string; name: string; isKey: boolean; target: string | null };

/** Columns of the tables, with the table of the set whose id they hold. */
async function columnsOf(client: pg.Client, tables: readonly string[]): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `SELECT c.relname AS table, a.attname AS name, a.attname = 'id' AS "isKey",
       (SELECT f.relname FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
        WHERE k.contype = 'f' AND k.conrelid = c.oid AND k.conkey = ARRAY[a.attnum] AND f.relname = ANY ($1)) AS target
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relname = ANY ($1) AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0
       AND NOT a.attisdropped AND a.attgenerated = ''
     ORDER BY a.attnum`,
    [tables],
  );
  return rows;
}

/** The highest id of a table, or of its sequence if that is higher (it may number rows of other tables too). */
const lastIdOf = (table: string) =>
  `greatest(max(id), pg_sequence_last_value(pg_get_serial_sequence('"${table}"', 'id')::regclass), 0)`;

/**
 * Copies are written in batches of this size, so that orders of the same time are stored together, as in a real
 * installation.
 */
const AT_ONCE = 20;

/** Writes the copies. Their ids are above the existing ones; sequences continue after them. */
export async function copyRows(
  client: pg.Client,
  { tables, copies, differences = {}, joins = {}, only = {} }: CopyPlan,
): Promise<void> {
  const columns = await columnsOf(client, tables);
  const strides = new Map<string, number>();
  for (const table of tables) {
    if (!columns.some((column) => column.table === table && column.isKey)) continue;
    const { rows } = await client.query<{ last: number }>(`SELECT ${lastIdOf(table)} AS last FROM "${table}"`);
    strides.set(table, rows[0]?.last ?? 0);
  }
  const statements = tables.map((table) => {
    const own = columns.filter((column) => column.table === table);
    const strideOf = ({ isKey, target }: Column) => strides.get(isKey ? table : (target ?? ''));
    const expressions = own.map((column) => {
      const stride = strideOf(column);
      return (
        differences[table]?.[column.name] ??
        (stride === undefined ? `t."${column.name}"` : `t."${column.name}" + n * ${stride}`)
      );
    });
    const moved = own.find((column) => column.isKey) ?? own.find((column) => strideOf(column) !== undefined);
    if (!moved) throw new Error(`${table} has no column that distinguishes copies from their source`);
    return (from: number, to: number) =>
      `INSERT INTO "${table}" (${own.map(({ name }) => `"${name}"`).join(', ')}) SELECT ${expressions.join(', ')}
       FROM generate_series(${from}, ${to}) n CROSS JOIN "${table}" t ${joins[table] ?? ''}
       WHERE t."${moved.name}" <= ${strideOf(moved)} AND ${only[table] ?? 'true'}`;
  });
  for (let first = 1; first <= copies; first += AT_ONCE) {
    const last = Math.min(copies, first + AT_ONCE - 1);
    for (const [index, statement] of statements.entries()) {
      await client.query(statement(first, last));
      // Triggers' lookups are planned for the current size of the tables.
      if (first === 1) await client.query(`ANALYZE "${tables[index]}"`);
    }
  }
  await continueSequences(client, [...strides.keys()]);
}

/** Sets sequences above the existing ids. */
export async function continueSequences(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (const table of tables)
    await client.query(`SELECT setval(pg_get_serial_sequence('"${table}"', 'id'), ${lastIdOf(table)}) FROM "${table}"`);
}

/**
 * Runs `write` without the indexes of tables that serve no constraint, and without foreign key checks and after-write
 * triggers: the rows are copies of valid rows. Triggers that compute columns of a row still fire.
 */
export async function inBulk(client: pg.Client, tables: readonly string[], write: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE schemaname = 'public' AND tablename = ANY ($1)
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conname = indexname)`,
    [tables],
  );
  // 2 of tgtype: before the row is written.
  const { rows: triggers } = await client.query<{ name: string; table: string }>(
    `SELECT tgname AS name, tgrelid::regclass::text AS table FROM pg_trigger
     WHERE NOT tgisinternal AND tgtype & 2 = 2 AND tgrelid::regclass::text = ANY ($1)`,
    [tables],
  );
  for (const { name } of indexes) await client.query(`DROP INDEX "${name}"`);
  for (const { name, table } of triggers) await client.query(`ALTER TABLE ${table} ENABLE ALWAYS TRIGGER "${name}"`);
  await client.query("SET session_replication_role = 'replica'");
  await write();
  await client.query("SET session_replication_role = 'origin'");
  for (const { name, table } of triggers) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER "${name}"`);
  for (const { definition } of indexes) await client.query(definition);
}
