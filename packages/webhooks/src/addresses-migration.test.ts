import { readFileSync } from 'node:fs';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseAddress } from './addresses.ts';
import { createWorld, NOW, SETTINGS, type World } from './testing/index.ts';

const NAME = '20261122143500_webhook_addresses_in_one_form';
const MIGRATION = new URL(`../../../prisma/migrations/${NAME}/migration.sql`, import.meta.url);
const RULES = { httpsOnly: false, ports: SETTINGS.webhookPorts, allowedRanges: ['127.0.0.1'] };

let database: TestDatabase;
let world: World;

beforeAll(async () => {
  database = await testDatabase();
  world = createWorld(database.db);
});
afterAll(() => database.drop());

const migrate = async () => {
  // A later migration renamed the column of the audit log.
  const text = readFileSync(MIGRATION, 'utf8').replaceAll('"door"', '"channel"'); // vocabulary: the former name
  for (const statement of text.split(/;\n/))
    if (statement.trim() !== '') await database.db.$executeRawUnsafe(statement);
};

it('normalizes addresses as registration does, and keeps one per owner, with audit entries', async () => {
  const { db } = database;
  // In the format in which URLs were stored before this migration.
  const make = async (url: string, more: object = {}) => (await world.endpoint(new URL(url).href, more)).id;
  const off = { disabledAt: NOW, disabledReason: 'by hand' };
  const [failing, works, isOff, unused] = [
    await make('https://a.example/a?'),
    await make('https://a.example/%61', { lastSuccessAt: NOW }),
    await make('https://a.example/a', { ...off, lastSuccessAt: new Date(NOW.getTime() + 1) }),
    await make('https://a.example/a#b'),
  ];
  const { id: ownerId } = await world.user();
  const forms = [
    ...[
      '/A',
      '/a/',
      '/a?b',
      '/%7e%2D%5F%2e%30%5a',
      '/a%2fb%c3%a9',
      '/é?q=é',
      '/a|b?c[]={d}',
      '/100%',
      '/%2%35',
      '/%00%25%7f',
    ],
    ...['?', '/?%', '//a', '/a%3fb?', '/a?b?', "/it's?it's", '/a%3a;b=1,2', '/%252e', '/%4', '/%zz%E2%82%ac?x=%2B+%20'],
  ].map((path) => `https://b.example${path}`);
  const others = [
    await make('https://a.example/%61', { ownerId }),
    ...(await Promise.all(forms.map((url) => make(url)))),
    await make('http://127.0.0.1:8080/[x]?%5b'),
  ];
  const order = await world.order();
  const [eventId = ''] = await world.events([order]);
  const data = { eventId, orderId: order.id, nextAttemptAt: NOW, createdAt: NOW };
  const delivery = (endpointId: number) => db.webhookDelivery.create({ data: { ...data, endpointId } });
  const [lost, kept] = [await delivery(failing), await delivery(works)];
  const given = await db.webhookEndpoint.findMany({ orderBy: { id: 'asc' } });

  await migrate();

  const rows = await db.webhookEndpoint.findMany({ orderBy: { id: 'asc' } });
  expect(rows.map(({ url }) => url)).toEqual(given.map(({ url }) => parseAddress(url, RULES).href));
  const deleted = rows.filter(({ deletedAt }) => deletedAt !== null);
  expect(deleted.map(({ id }) => id)).toEqual([failing, isOff, unused]);
  expect(deleted.every(({ disabledAt, secret }) => disabledAt !== null && secret.length === 0)).toBe(true);
  expect(rows.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id)).toEqual(
    [works, ...others].sort((one, other) => one - other),
  );
  const statusOf = async ({ id }: { id: number }) =>
    (await db.webhookDelivery.findUniqueOrThrow({ where: { id } })).status;
  expect([await statusOf(lost), await statusOf(kept)]).toEqual(['skipped', 'pending']);
  const log = await db.auditEntry.findMany({
    where: { action: 'webhook-endpoint.delete' },
    orderBy: { entityId: 'asc' },
  });
  expect(log.map(({ entityId, channel }) => [entityId, channel])).toEqual(deleted.map(({ id }) => [id, 'system']));
  await expect(make('https://a.example/a')).rejects.toThrow(/[Uu]nique/);
});
