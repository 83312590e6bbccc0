import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFactories, type TestDatabase, testDatabase } from './testing/index.ts';

const MIGRATION = new URL('../migrations/20261122142000_webhook_endpoints_end/migration.sql', import.meta.url);
const NOW = new Date('2026-06-01T10:00:00Z');

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

/** The part of the migration that changes rows, run as on an older installation. */
async function migrate(): Promise<void> {
  // A later migration renamed the column of the audit log.
  const text = readFileSync(MIGRATION, 'utf8').replaceAll('"door"', '"channel"'); // vocabulary: the former name
  const [, rows = ''] = text.split(/^-- What was missed/m);
  const [part = ''] = rows.split(/^-- As before/m);
  for (const statement of `-- ${part}`.split(/;\n/)) {
    if (statement.replace(/^\s*--.*$/gm, '').trim() !== '') await database.db.$executeRawUnsafe(statement);
  }
}

it('keeps the working endpoint of a duplicate address, and deletes the others with an audit entry', async () => {
  const { db } = database;
  const make = createFactories(db);
  const { id: organizationId } = await make.home();
  const owner = await make.user();
  await db.$executeRawUnsafe('DROP INDEX webhook_endpoint_address_key');
  const endpoint = async (url: string, more: object = {}) =>
    (
      await db.webhookEndpoint.create({
        data: { organizationId, url, secret: Buffer.from('x'), createdAt: NOW, ...more },
      })
    ).id;
  const off = { disabledAt: NOW, disabledReason: 'by hand' };
  const [first, works, third, dotted] = [
    await endpoint('https://a.example/hook', off),
    await endpoint('https://a.example/hook', { lastSuccessAt: NOW }),
    await endpoint('https://a.example/hook'),
    await endpoint('https://a.example./hook'),
  ];
  const others = [
    await endpoint('https://a.example/hook', { ownerId: owner.id }),
    await endpoint('https://a.example/', off),
    await endpoint('https://b.example.:8443/x?y=z.'),
  ];
  await migrate();
  const rows = await db.webhookEndpoint.findMany({ orderBy: { id: 'asc' } });
  expect(rows.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id)).toEqual([works, ...others]);
  expect(
    rows.filter(({ deletedAt }) => deletedAt !== null).every((row) => row.disabledAt && row.secret.length === 0),
  ).toBe(true);
  expect(rows.at(-1)?.url).toBe('https://b.example:8443/x?y=z.');
  const log = await db.auditEntry.findMany({
    where: { action: 'webhook-endpoint.delete' },
    orderBy: { entityId: 'asc' },
  });
  expect(log.map(({ entityId }) => entityId)).toEqual([first, third, dotted]);
  await expect(endpoint('https://a.example/')).rejects.toThrow(/[Uu]nique/);
});
