import type pg from 'pg';

/*
 * Makes many rows out of few, set by set: each row of some tables is written again n times, under ids of its own, and what
 * pointed to a row of its copy's model points to the copy's. Which columns those are, the database itself says.
 */

/** How the copies of a table differ: expressions over `t`, the row that is copied, and `n`, the number of the copy. */
export type Differences = Readonly<Record<string, string>>;

export type CopyPlan = {
  /** Tables in the order in which they can be written. */
  tables: readonly string[];
  /** How often each row is copied; copies are numbered from 1. */
  copies: number;
  differences?: Readonly<Record<string, Differences>>;
  /** Further tables that expressions may use, by table. */
  joins?: Readonly<Record<string, string>>;
  /** Which rows are copied, by table; all unless it says. */
  only?: Readonly<Record<string, string>>;
};

type Column = { table: string; name: string; isKey: boolean; target: string | null };

/** Columns of tables that can be written, with the table of the plan whose id they hold. */
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

/** The highest id of a table; that of its sequence, which may number the rows of other tables too, where that is higher. */
const lastIdOf = (table: string) =>
  `greatest(max(id), pg_sequence_last_value(pg_get_serial_sequence('"${table}"', 'id')::regclass), 0)::int`;

/** So many copies are written at once: what was sold at the same time lies together, as it would have come in. */
const AT_ONCE = 20;

/** Writes the copies. Their ids lie above those that are there; sequences go on behind them. */
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
    if (!moved) throw new Error(`${table} has nothing by which copies are told from their source`);
    return (from: number, to: number) =>
      `INSERT INTO "${table}" (${own.map(({ name }) => `"${name}"`).join(', ')}) SELECT ${expressions.join(', ')}
       FROM generate_series(${from}, ${to}) n CROSS JOIN "${table}" t ${joins[table] ?? ''}
       WHERE t."${moved.name}" <= ${strideOf(moved)} AND ${only[table] ?? 'true'}`;
  });
  for (let first = 1; first <= copies; first += AT_ONCE) {
    const last = Math.min(copies, first + AT_ONCE - 1);
    for (const [index, statement] of statements.entries()) {
      await client.query(statement(first, last));
      // What triggers look up is planned for the tables as they have become.
      if (first === 1) await client.query(`ANALYZE "${tables[index]}"`);
    }
  }
  await continueSequences(client, [...strides.keys()]);
}

/** Ids that the database gives out lie above those that are there. */
export async function continueSequences(client: pg.Client, tables: readonly string[]): Promise<void> {
  for (const table of tables)
    await client.query(`SELECT setval(pg_get_serial_sequence('"${table}"', 'id'), ${lastIdOf(table)}) FROM "${table}"`);
}

/**
 * Runs `write` without the indexes of tables that serve no constraint, and without what checks foreign keys or follows a
 * write: the rows are copies of rows that were checked. Triggers that make columns of a row fire all the same.
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
