import { createCrewCalendar } from '@channel/auth';
import { inTransaction } from '@channel/prisma';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_TIMEOUT, startServer, type TestServer } from '../testing/index.ts';

let server: TestServer;
let order: { id: number; version: number; pickupId: number; organizationId: number };
let driverId: number;
let leader: string;

beforeAll(async () => {
  server = await startServer({ world: 'demo' });
  const { db, services } = server;
  const found = await db.order.findFirstOrThrow({
    where: {
      status: 'Booked',
      timeZone: 'Europe/Amsterdam',
      pickup: { driver: { disabledAt: null } },
      organizationId: 1,
    },
    include: { pickup: true, passengers: { where: { isLeader: true } } },
    orderBy: { id: 'asc' },
  });
  driverId = Number(found.pickup.driverId);
  leader = found.passengers[0]?.lastName ?? '?';
  order = found;
  const today = new Date(services.clock().toISOString().slice(0, 10));
  const tomorrow = new Date(today.getTime() + 86_400_000);
  await db.transfer.update({
    where: { id: order.pickupId },
    data: { date: tomorrow, time: new Date('1970-01-01T14:30:00Z') },
  });
}, DEMO_TIMEOUT);
afterAll(() => server.close());

const create = () =>
  inTransaction(server.db, (tx) =>
    createCrewCalendar(tx, { userId: driverId, organizationId: order.organizationId }, server.services.clock()),
  );
const read = async (secret: string) => {
  const response = await fetch(new URL(`/calendars/${secret}.ics`, server.url));
  return { status: response.status, headers: response.headers, text: (await response.text()).replace(/\r\n /g, '') };
};
/** The lines of the entry of the order. */
const entry = (text: string) =>
  text.split('BEGIN:VEVENT').find((part) => part.includes(`UID:pickup-${order.id}-${driverId}@`)) ?? '';

it('has the jobs of the person as instants, and no names', async () => {
  const { status, headers, text } = await read(await create());
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    200,
    'text/calendar; charset=utf-8',
    'no-store',
  ]);
  const found = entry(text);
  expect(found).toMatch(/DTSTART:\d{8}T(12|13)3000Z/);
  expect(found).toContain('STATUS:CONFIRMED');
  expect(found).toContain(`SEQUENCE:${order.version}`);
  expect(text).not.toContain(leader);
});

it('cancels a job that was withdrawn, under the same id', async () => {
  const secret = await create();
  await read(secret);
  await server.db.transfer.update({ where: { id: order.pickupId }, data: { driverId: null } });
  expect(entry((await read(secret)).text)).toContain('STATUS:CANCELLED');
});

it('answers 404 for an address that is unknown, was replaced or whose person left', async () => {
  const former = await create();
  const secret = await create();
  expect((await read(former)).status).toBe(404);
  expect((await read('x'.repeat(43))).status).toBe(404);
  expect((await read('short')).status).toBe(404);
  expect((await read(secret)).status).toBe(200);
  await server.db.userRole.deleteMany({ where: { userId: driverId } });
  expect((await read(secret)).status).toBe(404);
});
