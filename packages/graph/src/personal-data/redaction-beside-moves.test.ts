import { createFactories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

/* An entry of the audit log that is moved to the archive while an erasure redacts the log. */

const VALUE = 'Zuse-of-the-guest';
const NOW = new Date('2026-06-01T10:00:00Z');

let database: TestDatabase;
let clients: pg.Client[];
let organizationId: number;
let userId: number;
let orderId: number;

beforeAll(async () => {
  database = await testDatabase();
  const make = createFactories(database.db);
  const who = await make.userWith(['administration']);
  userId = who.id;
  ({ organizationId } = who.role);
  ({ id: orderId } = await make.order({ offer: null, status: 'Cancelled', organizationId }));
  const { connectionString: owner, maintenance } = database;
  clients = [owner, maintenance, maintenance].map((connectionString) => new pg.Client({ connectionString }));
  for (const client of clients) await client.connect();
  // The first partition has all that is older than 2019.
  await clients[0]?.query(`do $$ declare first text; begin
    select name into first from audit_months() where starts_at is null and ends_at is not null;
    execute format('alter table audit_entry detach partition audit_months.%I', first);
    execute format('alter table audit_entry attach partition audit_months.%I for values from (minvalue) to (''2019-01-01Z'')', first);
  end $$`);
  await clients[0]?.query('select detach_audit_months(now())');
});
afterAll(async () => {
  for (const client of clients) await client.end();
  await database.drop();
});

/** An entry of the order in a month, which has a partition or is in the default one. */
async function entryOf(month: string, hasPartition: boolean): Promise<void> {
  const [owner] = clients;
  if (hasPartition)
    await owner?.query(
      `create table audit_months.audit_entry_${month.replace('-', '_')} partition of audit_entry
         for values from ('${month}-01Z') to ('${month}-28Z');`,
    );
  await owner?.query(
    `insert into audit_entry (at, action, entity, entity_id, organization_id, channel, after)
     values ($1, 'order.update', 'order', $2, $3, 'system', $4)`,
    [`${month}-10T12:00:00Z`, orderId, organizationId, { 'passenger.lastName': VALUE }],
  );
}

const erasure = (files: Date | null) =>
  database.db.personalDataErasure.create({
    data: {
      ...{ organizationId, requestedById: userId, requestId: crypto.randomUUID(), requestedAt: NOW, state: 'running' },
      ...{ orderIds: [orderId], ordersDone: 1, copiesAt: NOW, filesAt: files },
    },
    select: { id: true },
  });

it.each([
  ['with the partition of its month', 'select * from detach_audit_months(now())', '2019-02', true],
  ['out of the default partition', 'select archive_default_audit_entries(now(), 100)', '2019-04', false],
])('is redacted where it went %s', async (_how, move, month, hasPartition) => {
  await entryOf(month, hasPartition);
  const { id } = await erasure(NOW);
  const [owner, mover, redacter] = clients;
  await mover?.query('begin');
  await mover?.query(move);
  const redact = 'select redact_audit($1, 100, now()) as changed';
  const redacting = redacter?.query(redact, [id]);
  const waits =
    'select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())';
  await expect.poll(async () => (await owner?.query(waits))?.rowCount).toBe(1);
  await mover?.query('commit');
  await redacting;
  for (let changed = 1; changed > 0; ) changed = (await redacter?.query(redact, [id]))?.rows[0].changed;
  const kept = await owner?.query(`select after::text from audit_archive.audit_entry_${month.replace('-', '_')}`);
  expect(kept?.rows).toEqual([{ after: '{"passenger.lastName": "erased"}' }]);
});

it('ends no erasure before its files are deleted', async () => {
  const { id } = await erasure(null);
  await clients[1]?.query('select redact_audit($1, 100, now())', [id]);
  const { auditedAt } = await database.db.personalDataErasure.findUniqueOrThrow({ where: { id } });
  expect(auditedAt).toBeNull();
});
