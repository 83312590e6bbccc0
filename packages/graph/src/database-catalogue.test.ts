import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

describe('the database schema', () => {
  it('has a foreign key for every column that references another row', async () => {
    const loose = await database.db.$queryRaw<{ column: string }[]>`
      SELECT c.relname || '.' || a.attname AS column
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
        AND (a.attname LIKE '%\\_id' OR a.attname LIKE '%currency_code' OR a.attname LIKE '%language_code')
        AND NOT starts_with(c.relname, 'webhook')
        AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f' AND a.attnum = ANY (k.conkey))
      ORDER BY 1`;
    // These columns may refer to any kind of row, or to a deleted row, or repeat what the order has.
    const free = [
      'audit_entry.entity_id',
      'audit_entry.request_id',
      'batch.request_id',
      'booking.organization_id',
      'booking_passenger.organization_id',
      'imported_record.entity_id',
      'order_search.organization_id',
      'passenger.organization_id',
      'personal_data_erasure.request_id',
      'refresh_token.first_access_id',
      'sequenced_change.audit_entry_id',
      'sequenced_change.organization_id',
      'sequenced_change.subject_id',
      'ticket.organization_id',
      'transfer.organization_id',
      'unsequenced_change.audit_entry_id',
      'unsequenced_change.organization_id',
      'unsequenced_change.subject_id',
    ];
    expect(loose.map(({ column }) => column)).toEqual(free);
  });

  it('has an index for every foreign key with a cascading delete', async () => {
    const slow = await database.db.$queryRaw<{ key: string }[]>`
      SELECT k.conname AS key FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
      WHERE k.contype = 'f' AND k.confdeltype = 'c' AND c.relnamespace = 'public'::regnamespace
        AND NOT starts_with(c.relname, 'webhook')
        AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = k.conrelid AND i.indkey[0] = k.conkey[1])
      ORDER BY 1`;
    expect(slow.map(({ key }) => key)).toEqual([]);
  });

  it('stores all money as exact numbers', async () => {
    const inexact = await database.db.$queryRaw<{ column: string }[]>`
      SELECT table_name || '.' || column_name AS column FROM information_schema.columns
      WHERE table_schema = 'public' AND data_type IN ('real', 'double precision', 'money') ORDER BY 1`;
    expect(inexact).toEqual([]);
    const amounts = await database.db.$queryRaw<{ type: string }[]>`
      SELECT DISTINCT data_type || ' ' || numeric_precision || ',' || numeric_scale AS type FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name IN
        ('original', 'agent', 'sold', 'total_original', 'total_agent', 'total_sold')`;
    expect(amounts).toEqual([{ type: 'numeric 14,3' }]);
  });

  it('has no nullable list column', async () => {
    const nullable = await database.db.$queryRaw<{ column: string }[]>`
      SELECT table_name || '.' || column_name AS column FROM information_schema.columns
      WHERE table_schema = 'public' AND data_type = 'ARRAY' AND is_nullable = 'YES' ORDER BY 1`;
    expect(nullable).toEqual([]);
  });
});
