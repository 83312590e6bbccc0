import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils';
import * as wasm from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { isWithoutTransaction, type Migration } from './migrations.ts';
import { openPool } from './pool.ts';

/*
 * Prisma's schema engine as WebAssembly. The command line downloads a native binary from Prisma's server,
 * which a machine behind a firewall can't reach; this one is an npm package. Loading it by hand is unofficial, hence
 * this single file and its test.
 */

const NO_FILTER = { externalTables: [], externalEnums: [] };

/** The part of the global that is used here; TypeScript declares it only in the DOM library. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<{ exports: Record<string, unknown> }>;
};

/** The `application_name` of the connections that run the statements of migrations. */
export const SCRIPTS = 'channel-booking-migration';

/** A migration that was not applied, explained in one line for the operator. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/**
 * Settings of the sessions of a migrator. Time limits of the role would end long statements; and Postgres would keep the
 * session of a machine that vanished, and its locks, for hours.
 */
export const SESSION = `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`;

/** The statement of a migration without a transaction that builds an index: its name and its table. */
const BUILDS_INDEX = /\bindex\s+concurrently\s+if\s+not\s+exists\s+(\S+)\s+on\s+(?:only\s+)?([^\s(]+)/i;

/** Locks of which others wait for each other behind a statement that waits; none do behind an index of this kind. */
const lockTimeoutOf = (script: string): string => (/\bindex\s+concurrently\b/i.test(script) ? '0' : '2s');

const BEGIN = "select set_config('channel.migration', 'on', true)";

/**
 * The engine records the end of a migration with a statement of its own, before which the program may be killed. The
 * statements of a script are one transaction; with this one, a migration is applied and recorded, or neither. Only the
 * migration that runs is without an end. The setting of its beginning is gone if it ended its transaction itself.
 */
const RECORD = `do $migrator$ begin
  if current_setting('channel.migration', true) is distinct from 'on' then raise exception 'it must not end its transaction'; end if;
  if to_regclass('_prisma_migrations') is not null then
    update _prisma_migrations set finished_at = now() where finished_at is null and rolled_back_at is null;
  end if;
end $migrator$`;

/** Runs a script in one transaction, with its record. @throws also where it leaves the transaction open */
async function runTogether(pool: pg.Pool, script: string): Promise<void> {
  await pool.query(`${BEGIN};${script}\n;${RECORD}`);
  const { rows } = await pool.query('select pg_current_xact_id_if_assigned() is null as ended');
  if (!rows[0]?.ended) throw new Error('it must not begin a transaction');
}

/**
 * Runs the one statement of a script without a transaction. An index that an earlier run left incomplete is dropped
 * first: `if not exists` would take it for the whole one.
 *
 * @throws also where the index is not complete afterwards
 */
async function runAlone(pool: pg.Pool, script: string): Promise<void> {
  const [, name, table] = BUILDS_INDEX.exec(script) ?? [];
  const find = async () => {
    const { rows } = await pool.query<{ index: string; isWhole: boolean; isBuilt: boolean }>(
      `select indexrelid::regclass::text as index, indisvalid as "isWhole", exists (
         select from pg_stat_progress_create_index p where p.index_relid = indexrelid) as "isBuilt"
       from pg_index join pg_class c on c.oid = indexrelid
       where indrelid = to_regclass($2) and c.relname = (parse_ident($1))[1]`,
      [name, table],
    );
    return rows[0];
  };
  const former = name === undefined ? undefined : await find();
  if (former && !former.isWhole && !former.isBuilt) await pool.query(`drop index concurrently ${former.index}`);
  await pool.query(script);
  if (name !== undefined && !(await find())?.isWhole) throw new Error(`the index ${name} is not complete`);
}

/** The engine reports a panic through this global. */
const panics = {
  set_message(message: string): void {
    console.error(`Prisma's schema engine failed: ${message}`);
  },
};

export type SchemaFile = { path: string; content: string };

export type SchemaEngine = {
  /** Applies the pending migrations; returns their names. */
  apply(migrations: Migration[], folder: string): Promise<string[]>;
  /**
   * The SQL from the migrations (run in a scratch database on the same server) to the schema; null if there is no
   * difference.
   */
  diff(migrations: Migration[], folder: string, schema: SchemaFile[]): Promise<string | null>;
  close(): Promise<void>;
};

/** Opens the engine on a database. Close it to end its connection. */
export async function openSchemaEngine(connectionString: string): Promise<SchemaEngine> {
  await load();
  const factory = new MigrationAdapters(connectionString);
  const engine = await wasm.SchemaEngine.new(
    { datamodels: undefined },
    () => {},
    bindMigrationAwareSqlAdapterFactory(factory),
  );
  return {
    async apply(migrations, folder) {
      const input = { migrationsList: toList(migrations, folder), filters: NO_FILTER };
      try {
        return (await engine.applyMigrations(input)).appliedMigrationNames;
      } catch (error) {
        throw explain(error, factory.scriptError);
      }
    },
    async diff(migrations, folder, schema) {
      const result = await engine.diff({
        from: { tag: 'migrations', ...toList(migrations, folder) },
        to: { tag: 'schemaDatamodel', files: schema },
        script: true,
        exitCode: true,
        filters: NO_FILTER,
      });
      return result.exitCode === 0 ? null : result.stdout;
    },
    async close() {
      engine.free();
      await factory.close();
    },
  };
}

/** The engine passes on the name of the failed migration, but not Postgres's error. */
function explain(error: unknown, cause: unknown): unknown {
  if (!(cause instanceof Error)) return error;
  const [, name = ''] = String(error).match(/migration_name="([^"]+)"/) ?? [];
  return new MigrationError(`Migration ${name} failed: ${cause.message}`, { cause });
}

let loading: Promise<void> | undefined;

function load(): Promise<void> {
  loading ??= (async () => {
    Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: panics });
    const file = createRequire(import.meta.url)
      .resolve('@prisma/schema-engine-wasm')
      .replace(/schema_engine\.js$/, 'schema_engine_bg.wasm');
    const module = await WebAssembly.compile(await readFile(file));
    const instance = await WebAssembly.instantiate(module, { './schema_engine_bg.js': { ...wasm, ...unheldTimers() } });
    wasm.__wbg_set_wasm(instance.exports);
    const start = instance.exports.__wbindgen_start;
    if (typeof start !== 'function')
      throw new Error('This release of @prisma/schema-engine-wasm has an unknown format');
    start();
  })();
  return loading;
}

/** The engine leaves timers of 10 s behind, which would keep each program that migrates that long. */
function unheldTimers(): Record<string, (callback: () => void, milliseconds: number) => object> {
  const name = Object.keys(wasm).find((key) => key.startsWith('__wbg_setTimeout_'));
  if (name === undefined) throw new Error('This release of @prisma/schema-engine-wasm has an unknown format');
  return { [name]: (callback, milliseconds) => setTimeout(callback, milliseconds).unref() };
}

function toList(migrations: Migration[], folder: string) {
  return {
    baseDir: folder,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: sql } },
    })),
  };
}

/**
 * Prisma's adapter with three fixes: whole scripts instead of a split at every `;`, the type `"char"` of the system
 * catalogues, and a scratch database that is dropped after use.
 */
class MigrationAdapters implements SqlMigrationAwareDriverAdapterFactory {
  readonly provider = 'postgres';
  readonly adapterName: string;
  /** Postgres's error of a failed script. */
  scriptError: unknown;
  readonly #connectionString: string;
  readonly #open = new Set<SqlDriverAdapter>();

  constructor(connectionString: string) {
    this.#connectionString = connectionString;
    this.adapterName = new PrismaPg(connectionString).adapterName;
  }

  connect(): Promise<SqlDriverAdapter> {
    return this.#adapter(this.#connectionString);
  }

  async connectToShadowDb(): Promise<SqlDriverAdapter> {
    const name = `scratch_${globalThis.crypto.randomUUID().replaceAll('-', '')}`;
    await runOnce(this.#connectionString, `create database ${name}`);
    const url = new URL(this.#connectionString);
    url.pathname = `/${name}`;
    return this.#adapter(url.href, () =>
      runOnce(this.#connectionString, `drop database if exists ${name} with (force)`),
    );
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open].map((adapter) => adapter.dispose()));
  }

  async #adapter(connectionString: string, afterDispose = async () => {}): Promise<SqlDriverAdapter> {
    // One connection: the engine's session settings must hold for the script that follows them.
    const pool = openPool({ connectionString, max: 1, application_name: SCRIPTS });
    const adapter: SqlDriverAdapter = await new PrismaPg(pool, { disposeExternalPool: true }).connect();
    const dispose = adapter.dispose.bind(adapter);
    // Splitting at `;`, as the adapter does, would cut function bodies and strings in two.
    adapter.executeScript = async (script) => {
      try {
        await pool.query(`${SESSION}; set lock_timeout = '${lockTimeoutOf(script)}'`);
        await (isWithoutTransaction(script) ? runAlone : runTogether)(pool, script);
      } catch (error) {
        this.scriptError = error;
        throw error;
      }
    };
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      try {
        return await queryRaw(query);
      } catch (error) {
        if (!(error instanceof DriverAdapterError) || error.cause.kind !== 'UnsupportedNativeDataType') throw error;
        return queryInternalChars(pool, queryRaw, query);
      }
    };
    adapter.dispose = async () => {
      if (!this.#open.delete(adapter)) return;
      await dispose();
      await afterDispose();
    };
    this.#open.add(adapter);
    return adapter;
  }
}

const INTERNAL_CHAR = 18;

/** Selects the columns of the type `"char"` as text, which the adapter can read, and restores their column type. */
async function queryInternalChars(
  pool: pg.Pool,
  queryRaw: (query: SqlQuery) => Promise<SqlResultSet>,
  query: SqlQuery,
): Promise<SqlResultSet> {
  const { fields } = await pool.query(query.sql, query.args);
  const columns = fields.map(({ name, dataTypeID }) => {
    const column = pg.escapeIdentifier(name);
    return dataTypeID === INTERNAL_CHAR ? `${column}::text as ${column}` : column;
  });
  const sql = `select ${columns.join(', ')} from (${query.sql.trim().replace(/;$/, '')}) as q`;
  const result = await queryRaw({ ...query, sql });
  const columnTypes = result.columnTypes.map((type, index) =>
    fields[index]?.dataTypeID === INTERNAL_CHAR ? ColumnTypeEnum.Character : type,
  );
  return { ...result, columnTypes };
}

async function runOnce(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
