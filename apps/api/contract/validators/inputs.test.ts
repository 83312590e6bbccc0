import { createPrisma } from '@channel/prisma';
import { loadSettings } from '@channel/settings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_MEDIA } from '../../src/testing/demo.ts';
import { startServer, type TestServer } from '../../src/testing/index.ts';
import { serve } from '../../src/testing/serve.ts';
import { clientsOf, type Polling } from './clients.ts';
import { type Outcome, Poller } from './poller.ts';
import { type Scene, sceneOn } from './scene.ts';

/* What decides an answer beside its rows: the rights of the user, and the settings of the server. */

let server: TestServer;
let scene: Scene;
let clients: Polling[];
let poller: Poller;

beforeAll(async () => {
  server = await startServer();
  scene = await sceneOn(server);
  const all = await clientsOf({ ...server, now: server.services.clock() }, scene);
  clients = all.filter(({ client }) => ['partner en', 'member en'].includes(client.name));
  poller = new Poller();
}, 120_000);
afterAll(async () => {
  poller?.close();
  await server?.close();
});

/** The operations that answer other than "unchanged", with their outcome; none may break the promise of its ETag. */
async function changed(base = server.url): Promise<string[]> {
  const found = new Set<string>();
  for (const { client, reads } of clients)
    for (const { url, operation } of reads) {
      const outcome = await poller.check(client, base, url);
      const was = outcomes.get(`${client.name} ${url}`);
      outcomes.set(`${client.name} ${url}`, outcome);
      if (outcome === 'answered' || (outcome === 'refused' && was && was !== 'refused'))
        found.add(`${client.name} ${operation} ${outcome}`);
    }
  expect(poller.violations).toEqual([]);
  return [...found].sort();
}
/** The last outcome of each read. */
const outcomes = new Map<string, Outcome>();

it('a right that is revoked changes what shows it or depends on it', { timeout: 120_000 }, async () => {
  const { db } = server;
  const { partner, member } = scene.users;
  await changed();
  expect(await changed()).toEqual([]);
  await db.clientMember.deleteMany({ where: { userId: member.id } });
  const withoutClient = await changed();
  for (const name of ['ListOrders answered', 'GetOrder refused']) expect(withoutClient).toContain(`member en ${name}`);
  await db.rolePermission.deleteMany({ where: { roleId: partner.role.id } });
  expect(await changed()).toContain('partner en GetProfile answered');
  await db.roleCity.deleteMany({ where: { roleId: partner.role.id, cityId: scene.tokyo.id } });
  expect(await changed()).toContain('partner en ListCities answered');
  const { id: productId } = scene.offer.product;
  await db.roleProduct.deleteMany({ where: { roleId: partner.role.id, productId } });
  expect(await changed()).toEqual(
    expect.arrayContaining(
      ['ListProducts answered', 'SearchProducts answered', 'GetProduct refused'].map((each) => `partner en ${each}`),
    ),
  );
  await db.userRole.deleteMany({ where: { userId: member.id } });
  expect(await changed()).toContain('member en GetProfile answered');
  await db.user.update({ where: { id: partner.id }, data: { disabledAt: server.services.clock() } });
  expect((await changed()).filter((each) => each.startsWith('partner'))).toEqual(
    expect.arrayContaining(['partner en GetProfile refused', 'partner en ListCities refused']),
  );
  await db.user.update({ where: { id: partner.id }, data: { disabledAt: null } });
  await changed();
});

const SETTINGS: [env: Record<string, string>, operation: string][] = [
  [{ API_URL: 'https://api.example' }, 'ListProducts'],
  [{ PAGE_SIZE: '1' }, 'ListProducts'],
  [{ POS_PRODUCTS_MAX_PER_PAGE: '2' }, 'ListProducts'],
  [{ COMPILED_READS: '0' }, 'ListCategories'],
];

it.each(SETTINGS)('an answer under the setting %o is another one', { timeout: 60_000 }, async (env, operation) => {
  await changed();
  const settings = loadSettings({
    SECRET_KEY: server.settings.secretKey ?? '',
    DATABASE_URL: server.connectionString,
    ...env,
  });
  const db = createPrisma({ connectionString: server.connectionString, poolSize: 3 });
  const other = await serve({ db, settings, clock: server.services.clock, media: DEMO_MEDIA });
  try {
    expect(await changed(other.url)).toContain(`partner en ${operation} answered`);
    // And back again: the former server does not know its tags.
    expect(await changed()).toContain(`partner en ${operation} answered`);
  } finally {
    await other.app.close();
    await db.$disconnect();
  }
});
