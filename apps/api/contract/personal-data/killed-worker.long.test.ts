import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Services } from '../../src/context.ts';
import { environmentOn, launch } from '../../src/events/testing/programs.ts';
import { sendAs } from '../../src/jobs/testing/services.ts';
import { startServer, type TestServer } from '../../src/testing/index.ts';
import { columnsWith } from './find-text.ts';
import { guestOf, guestWorld } from './guest-world.ts';

/* A worker is killed again and again while it erases: each order is erased exactly once, and nothing is left. */

const TIMEOUT = 300_000;
const ORDERS = 60;
const KILLS = 6;
const GUEST = guestOf('qzxwvk', '99887766');

let server: TestServer;
let services: Services;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  server = await startServer();
  services = server.services;
});
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await server.close();
});

it('erases each order once', { timeout: TIMEOUT }, async () => {
  const world = await guestWorld(server, services, []);
  const ids: number[] = [];
  const names = { firstName: GUEST.leader.first_name, lastName: GUEST.leader.last_name, email: GUEST.email };
  while (ids.length < ORDERS)
    ids.push((await world.make.order({ offer: null, status: 'Cancelled', passengers: [names] })).id);
  const { made } = await sendAs<{ made: { id: number } }>(
    services,
    world.staff.id,
    `mutation ($organizationId: SafeInt!, $orderIds: [SafeInt!]!) {
      made: erasePersonalData(organizationId: $organizationId, orderIds: $orderIds) { personalDataErasure { id: erasureId } } }`,
    { organizationId: world.organizationId, orderIds: ids },
  );
  const env = environmentOn(server.connectionString, {
    DATABASE_MAINTENANCE_URL: server.maintenanceConnectionString,
    MEDIA_DIR: server.media,
  });
  const erasure = () => server.db.personalDataErasure.findUniqueOrThrow({ where: { id: made.id } });
  for (let kills = 0; kills < KILLS; kills += 1) {
    const { ordersDone } = await erasure();
    const worker = launch('worker.ts', env);
    workers.push(worker);
    const more = Math.min(ORDERS, ordersDone + 3);
    await expect
      .poll(async () => (await erasure()).ordersDone, { interval: 5, timeout: 60_000 })
      .toBeGreaterThanOrEqual(more);
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    // The next worker would wait for the lock of a dead one to expire.
    await server.db.$executeRaw`UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL`;
    await server.db.$executeRaw`UPDATE graphile_worker._private_job_queues SET locked_at = NULL, locked_by = NULL`;
  }
  workers.push(launch('worker.ts', env));
  await expect.poll(async () => (await erasure()).state, { timeout: 60_000 }).toBe('done');
  const entries = await server.db.auditEntry.groupBy({
    by: ['entityId'],
    where: { action: 'order.erase-personal-data', entityId: { in: ids } },
    _count: true,
  });
  expect(entries).toHaveLength(ORDERS);
  expect(entries.every(({ _count }) => _count === 1)).toBe(true);
  expect(await server.db.auditEntry.count({ where: { action: 'personal-data.erase' } })).toBe(1);
  expect(await columnsWith(server.db, GUEST.needles)).toEqual({});
});
