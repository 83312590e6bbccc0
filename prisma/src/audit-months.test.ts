import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { archiveDefaultEntries, createAuditMonths, detachAuditMonths } from './audit-months.ts';
import { type TestDatabase, testDatabase } from './testing/index.ts';

/* The partitions of the audit log and their guards, with the roles of an installation. */

const roles = ['owner', 'application', 'maintenance'] as const;

let database: TestDatabase;
let clients: Record<(typeof roles)[number], pg.Client>;

async function open(): Promise<void> {
  database = await testDatabase();
  const { connectionString: owner, application, maintenance } = database;
  const connected = async (connectionString: string) => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    return client;
  };
  clients = {
    owner: await connected(owner),
    application: await connected(application),
    maintenance: await connected(maintenance),
  };
}

async function close(): Promise<void> {
  for (const role of roles) await clients[role].end();
  await database.drop();
}

beforeAll(open);
afterAll(close);

const run = async (sql: string, role: (typeof roles)[number] = 'owner') => (await clients[role].query(sql)).rows;

/** Each test leaves the database as it was; those with other connections delete what they did. */
const rolledBack = () => {
  beforeEach(() => run('begin'));
  afterEach(() => run('rollback'));
};

const months = async () =>
  (await run('select name from audit_months() order by ends_at nulls last')).map(({ name }) => name);
const entry = (at: string) =>
  `insert into audit_entry (at, action, entity, entity_id, channel) values (${at}, 'made', 'thing', 1, 'system') returning tableoid::regclass::text as partition`;

const STATEMENTS = [
  "update %s set action = 'x'",
  'delete from %s',
  'truncate %s',
  'merge into %s a using (select 1) x on true when matched then delete',
];

describe('the audit log', () => {
  it('is never changed, by the owner neither: as a whole, and in each partition', async () => {
    const tables = ['audit_entry', ...(await months()).map((name) => `audit_months.${name}`)];
    expect(tables.length).toBeGreaterThan(7);
    for (const at of ["now() - interval '1 year'", "now() + interval '5 months'", "'2199-01-01'"]) await run(entry(at));
    for (const month of await run('select name, starts_at from audit_months() where starts_at is not null'))
      await clients.owner.query(entry('$1'), [month.starts_at]);
    for (const table of tables) {
      for (const statement of STATEMENTS) {
        const sql = statement.replace('%s', table);
        // A partition without entries has nothing to refuse, but for TRUNCATE.
        const isEmpty = (await run(`select from ${table} limit 1`)).length === 0;
        expect([table, isEmpty]).toEqual([table, false]);
        await expect(run(sql), sql).rejects.toThrow('audit entries are never changed');
        await expect(run(sql, 'application'), sql).rejects.toThrow('permission denied');
        await expect(run(sql, 'maintenance'), sql).rejects.toThrow('permission denied');
      }
    }
  });

  it('is read and appended to by the programs through the table alone', async () => {
    expect(await run(entry('now()'), 'application')).toHaveLength(1);
    for (const name of await months()) {
      await expect(run(`select from audit_months.${name}`, 'application')).rejects.toThrow('permission denied');
      await expect(run(entry('now()').replace('audit_entry', `audit_months.${name}`), 'application')).rejects.toThrow(
        'permission denied',
      );
    }
    await expect(run('select from audit_entry', 'maintenance')).rejects.toThrow('permission denied');
    await expect(run(entry('now()'), 'maintenance')).rejects.toThrow('permission denied');
  });

  it('keeps the functions of its partitions to the roles that need them', async () => {
    await run('select create_audit_months(now())', 'application');
    await run("select detach_audit_months('2000-01-01')", 'maintenance');
    await expect(run('select create_audit_months(now())', 'maintenance')).rejects.toThrow('permission denied');
    await expect(run("select detach_audit_months('2000-01-01')", 'application')).rejects.toThrow('permission denied');
    const loose = await run(`select proname from pg_proc where prosecdef and pronamespace = 'public'::regnamespace
      and not exists (select from unnest(proconfig) as setting where setting ~ '^search_path=pg_catalog, (public, )?pg_temp$')`);
    expect(loose).toEqual([]);
  });
});

describe('the months ahead', () => {
  rolledBack();

  it('are created up to two years from now, each once', async () => {
    const before = await months();
    expect(await run("select create_audit_months(now() + interval '3 months') as created")).toEqual([{ created: 0 }]);
    await run("select create_audit_months('infinity')");
    const after = await months();
    expect(after.length).toBeGreaterThan(before.length);
    const [{ ahead } = {}] = await run(
      "select max(ends_at) < now() + interval '25 months' as ahead from audit_months()",
    );
    expect([ahead, after.length < 30]).toEqual([true, true]);
    expect(await run("select create_audit_months('infinity') as created")).toEqual([{ created: 0 }]);
    expect(await run('select create_audit_months(null) as created')).toEqual([{ created: expect.any(Number) }]);
  });

  it('take the entries of their time, in UTC; entries of no month are kept in the default partition', async () => {
    await run("set local timezone = 'Pacific/Auckland'");
    const [last] = await run(
      'select name, ends_at::text as ends from audit_months() where ends_at is not null order by ends_at desc',
    );
    const behind = `'${last?.ends}'::timestamptz`;
    expect(await run(entry(`${behind} - interval '1 microsecond'`))).toEqual([
      { partition: `audit_months.${last?.name}` },
    ]);
    expect(await run(entry(behind))).toEqual([{ partition: 'audit_months.audit_entry_default' }]);
    const [{ created } = {}] = await run(`select create_audit_months(${behind} + interval '2 months') as created`);
    // The month of the entry stays in the default partition; the next one is created.
    expect(created).toBe(1);
    expect(await run(entry(`${behind} + interval '1 month'`))).toEqual([
      { partition: expect.stringMatching(/^audit_months\.audit_entry_20\d\d_\d\d$/) },
    ]);
    expect(await run(entry(behind))).toEqual([{ partition: 'audit_months.audit_entry_default' }]);
  });
});

/** A year of past months, as an installation has them that was converted long ago. */
async function agedLog(): Promise<void> {
  await run(`do $$
    declare first text; month timestamptz := date_trunc('month', now(), 'UTC') - interval '12 months'; old timestamptz := month;
    begin
      select name into first from audit_months() where starts_at is null and ends_at is not null;
      execute format('alter table audit_entry detach partition audit_months.%I', first);
      execute format('alter table audit_entry attach partition audit_months.%I for values from (minvalue) to (%L)', first, old);
      while month < (select min(starts_at) from audit_months() where starts_at >= now()) loop
        execute format('create table audit_months.%I partition of audit_entry for values from (%L) to (%L)',
          'audit_entry_' || to_char(month at time zone 'UTC', 'YYYY_MM'), month, month + interval '1 month');
        month := month + interval '1 month';
      end loop;
    end $$`);
}

const UTC = (date: Date) => `${date.getUTCFullYear()}_${String(date.getUTCMonth() + 1).padStart(2, '0')}`;
const nameFrom = (ahead: number) => {
  const now = new Date();
  return `audit_entry_${UTC(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)))}`;
};

describe('old months', () => {
  beforeAll(async () => {
    await close();
    await open();
    await agedLog();
  });

  it('leave the log for the archive, the oldest first, and stay guarded there', async () => {
    await run(entry("date_trunc('month', now(), 'UTC') - interval '12 months'"));
    const all = await months();
    const [first] = all;
    expect(await detachAuditMonths(database.maintenance, new Date(), 11)).toEqual([first, nameFrom(-12)]);
    expect(await detachAuditMonths(database.maintenance, new Date(), 11)).toEqual([]);
    expect(await months()).toEqual(all.slice(2));
    const archived = `audit_archive.${nameFrom(-12)}`;
    expect(await run(`select action from ${archived}`)).toEqual([{ action: 'made' }]);
    for (const statement of STATEMENTS.slice(0, 2))
      await expect(run(statement.replace('%s', archived))).rejects.toThrow('audit entries are never changed');
    for (const role of ['application', 'maintenance'] as const)
      await expect(run(`select from ${archived}`, role)).rejects.toThrow('permission denied');
    // As docs/operations.md says; the next test moves it again.
    const [{ from, to } = {}] = await run(`select date_trunc('month', now(), 'UTC') - interval '12 months' as from,
      date_trunc('month', now(), 'UTC') - interval '11 months' as to`);
    await run(`begin; drop trigger audit_entry_final on ${archived};
      alter table audit_entry attach partition ${archived} for values from ('${from.toISOString()}') to ('${to.toISOString()}');
      alter table ${archived} set schema audit_months; commit`);
    expect(await run("select action from audit_entry where action = 'made'")).toHaveLength(1);
  });

  it('of the present and the last month stay, whatever is requested', async () => {
    await detachAuditMonths(database.maintenance, new Date('2190-01-01'), 1);
    const left = await months();
    expect(left.slice(0, 2)).toEqual([nameFrom(-1), nameFrom(0)]);
    expect(left).toContain('audit_entry_default');
  });

  it('leave the default partition for the archive, in parts; each entry is in one of the two at any moment', async () => {
    const ago = (back: number) => `date_trunc('month', now(), 'UTC') - interval '${back} months' + interval '1 hour'`;
    const entries = (back: number) =>
      `insert into audit_entry (at, action, entity, entity_id, channel)
       select ${ago(back)}, 'late', 'thing', n, 'system' from generate_series(1, 1500) n`;
    // The archive has a table of the first month already, and none of the other.
    await run(entries(12));
    await run(entries(30));
    const newer = await run(entry("now() + interval '10 years'"));
    expect(newer).toEqual([{ partition: 'audit_months.audit_entry_default' }]);
    await expect(run("delete from audit_months.audit_entry_default where action = 'late'")).rejects.toThrow(
      'audit entries are never changed',
    );
    const known = `audit_archive.${nameFrom(-12)}`;
    const counts: number[] = [];
    let isDone = false;
    const counting = (async () => {
      while (!isDone) {
        const [row] = await run(`select count(*)::int as n from (
          select id from audit_entry where action = 'late' and at >= ${ago(13)}
          union all select id from ${known} where action = 'late') a`);
        counts.push(row?.n);
      }
    })();
    expect(await archiveDefaultEntries(database.maintenance, new Date(), 11, () => false)).toBe(1_000);
    expect(await archiveDefaultEntries(database.maintenance, new Date(), 11, () => true)).toBe(2_000);
    isDone = true;
    await counting;
    expect(new Set(counts)).toEqual(new Set([1_500]));
    const left = "select count(*)::int as n from audit_months.audit_entry_default where action = 'late'";
    expect(await run(left)).toEqual([{ n: 0 }]);
    const other = `audit_archive.${nameFrom(-30)}`;
    expect(await run(`select count(distinct id)::int as n from ${other}`)).toEqual([{ n: 1_500 }]);
    // What is newer stays, and what is in the archive is guarded there as all else.
    const future = "select from audit_months.audit_entry_default where action = 'made' and at > now()";
    expect(await run(future)).toHaveLength(1);
    for (const statement of STATEMENTS.map((each) => each.replace('%s', other)))
      await expect(run(statement), statement).rejects.toThrow('audit entries are never changed');
    expect(await archiveDefaultEntries(database.maintenance, new Date(), 11, () => true)).toBe(0);
    await expect(run("select archive_default_audit_entries('2000-01-01', 1)", 'application')).rejects.toThrow(
      'permission denied',
    );
  });

  it('wait for a reader, but nobody waits behind them', async () => {
    await run(
      "create table audit_months.audit_entry_1999_01 partition of audit_entry for values from ('1999-01-01') to ('1999-02-01')",
    );
    await run('begin');
    await run('select count(*) from audit_entry');
    const writer = new pg.Client({ connectionString: database.application });
    await writer.connect();
    const waits: number[] = [];
    let isDone = false;
    const writing = (async () => {
      while (!isDone) {
        const begun = performance.now();
        await writer.query(entry('now()'));
        waits.push(performance.now() - begun);
      }
    })();
    try {
      for (let attempt = 0; attempt < 5; attempt++)
        expect(await detachAuditMonths(database.maintenance, new Date(), 12)).toEqual([]);
      isDone = true;
      await writing;
      expect(waits.length).toBeGreaterThan(5);
      // 100 ms of the function, and the rest for a busy machine; the reader's transaction is still open.
      expect(Math.max(...waits)).toBeLessThan(1_000);
    } finally {
      isDone = true;
      await run('rollback');
      await writing;
      await writer.end();
    }
    expect(await detachAuditMonths(database.maintenance, new Date(), 12)).toEqual(['audit_entry_1999_01']);
  });
});

describe('the jobs', () => {
  it('create months from their clock', async () => {
    expect(await createAuditMonths(database.db, new Date(), 3)).toBe(0);
    const later = new Date(Date.now() + 300 * 86_400_000);
    expect(await createAuditMonths(database.db, later, 0)).toBeGreaterThan(1);
    const [{ has } = {}] = await run(
      `select exists (select from audit_months() where starts_at <= '${later.toISOString()}' and ends_at > '${later.toISOString()}' and starts_at is not null) as has`,
    );
    expect(has).toBe(true);
  });
});
