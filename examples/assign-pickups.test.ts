import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, type TestServer } from '@channel/api/testing';
import { clock, createFactories, day, type Factories } from '@channel/prisma/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { run, scopesOf, tokenWith } from './testing/tool.ts';

const TIMEOUT = 60_000;
const DAY = '2026-06-02';

const folder = mkdtempSync(join(tmpdir(), 'channel-rules-'));
const file = join(folder, 'rules.json');
let server: TestServer;
let make: Factories;
let token: string;
/** Runs when the program has read the orders, before it knows their clashes. */
let beforeClashes = async () => {};
let early: { id: number; name: string };
let any: { id: number; name: string };

beforeAll(async () => {
  server = await startServer({
    prepare: (app) =>
      app.addHook('preHandler', async ({ body }) => {
        if (JSON.stringify(body)?.includes('query Clashes')) await beforeClashes();
      }),
  });
  make = createFactories(server.db);
  token = await tokenWith(server, make, scopesOf('Assign pickups'));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  beforeClashes = async () => {};
  early = await make.userWith(['transfers.drive']);
  any = await make.userWith(['transfers.drive']);
  await server.db.order.updateMany({ data: { status: 'Cancelled' } });
  rules(
    { city: 'Amsterdam', from: '06:00', until: '09:00', maxPassengers: 2, driverId: early.id },
    { maxPassengers: 4, driverId: any.id },
  );
});

const rules = (...all: object[]) => writeFileSync(file, JSON.stringify(all));
const assign = (...args: string[]) => run(server, token, ['assign-pickups.ts', file, '--day', DAY, ...args]);

/** A booked order with a pickup. */
function pickup(time: string, passengers = 1, columns: { date?: string; driverId?: number } = {}) {
  const startsAtLocal = new Date(`${DAY}T${time}:00Z`);
  startsAtLocal.setUTCHours(startsAtLocal.getUTCHours() + 1);
  const { date = DAY, driverId = null } = columns;
  return make.order({
    offer: null,
    startsAtLocal,
    startsAt: startsAtLocal,
    endsAtLocal: startsAtLocal,
    endsAt: startsAtLocal,
    passengers: Array.from({ length: passengers }, () => ({})),
    pickup: { date: day(date), time: clock(time), driverId },
  });
}

const driverOf = async ({ id }: { id: number }) => {
  const order = await server.db.order.findUniqueOrThrow({ where: { id }, include: { pickup: true } });
  return { driverId: order.pickup.driverId, version: order.version };
};

describe('assigning the pickups of tomorrow', { timeout: TIMEOUT }, () => {
  it('gives each pickup without a driver to that of the first rule which fits', async () => {
    const [first, second, third] = [await pickup('08:00', 2), await pickup('10:00', 2), await pickup('14:00', 4)];
    const crowd = await pickup('16:00', 5);
    const others = [await pickup('12:00', 1, { driverId: early.id }), await pickup('18:00', 1, { date: '2026-06-03' })];
    const before = await Promise.all(others.map(driverOf));

    const dry = await assign();
    expect(dry).toMatchObject({ code: 1, errors: '' });
    expect(dry.printed.split('\n')).toEqual([
      `Pickups of ${DAY} (Europe/Amsterdam), without changing anything`,
      `no rule       order ${crowd.id}, 16:00 Amsterdam, 5 passengers`,
      `would assign  order ${first.id}, 08:00 Amsterdam, 2 passengers  driver ${early.id}`,
      `would assign  order ${second.id}, 10:00 Amsterdam, 2 passengers  driver ${any.id}`,
      `would assign  order ${third.id}, 14:00 Amsterdam, 4 passengers  driver ${any.id}`,
      '3 to assign, 1 without a rule, 0 clashes, 0 conflicts',
      '',
    ]);
    expect(await driverOf(first)).toEqual({ driverId: null, version: 1 });

    const { code, printed } = await assign('--apply');
    expect(code).toBe(1);
    expect(printed).toContain(`assigned      order ${first.id}, 08:00 Amsterdam, 2 passengers  ${early.name}\n`);
    expect(printed).toContain('3 assigned, 1 without a rule, 0 clashes, 0 conflicts');
    expect(await Promise.all([first, second, third].map(driverOf))).toEqual(
      [early.id, any.id, any.id].map((driverId) => ({ driverId, version: 2 })),
    );
    expect(await Promise.all(others.map(driverOf))).toEqual(before);

    // Again: nothing is left to do, and nothing changes.
    expect((await assign('--apply')).printed).toContain('0 assigned, 1 without a rule, 0 clashes, 0 conflicts');
    expect(await driverOf(first)).toEqual({ driverId: early.id, version: 2 });
  });

  it('leaves and prints what clashes: with another job of the driver, or among the assignments themselves', async () => {
    rules({ driverId: any.id });
    await pickup('08:00', 1, { driverId: any.id });
    const [late, one, other] = [await pickup('08:10'), await pickup('13:00'), await pickup('13:10')];
    const { code, printed } = await assign('--apply');
    expect(code).toBe(1);
    expect(printed).toMatch(new RegExp(`^clash +order ${late.id}, 08:10 .* driver ${any.id}: \\S+`, 'm'));
    expect(printed).toMatch(new RegExp(`^clash +order ${other.id}, 13:10 `, 'm'));
    expect(printed).toContain('1 assigned, 0 without a rule, 2 clashes, 0 conflicts');
    expect(await Promise.all([late, one, other].map(driverOf))).toMatchObject([
      { driverId: null },
      { driverId: any.id },
      { driverId: null },
    ]);
  });

  it('reports an order that somebody changed since it was read, and goes on', async () => {
    const [order, next] = [await pickup('10:00'), await pickup('14:00')];
    beforeClashes = async () => {
      await server.db.order.update({ where: { id: order.id }, data: { version: 2 } });
    };
    const { code, printed } = await assign('--apply');
    expect(code).toBe(1);
    expect(printed).toMatch(new RegExp(`^conflict +order ${order.id}, 10:00 Amsterdam, 1 passengers  \\S+`, 'm'));
    expect(printed).toContain('1 assigned, 0 without a rule, 0 clashes, 1 conflicts');
    expect(await driverOf(order)).toEqual({ driverId: null, version: 2 });
    expect(await driverOf(next)).toEqual({ driverId: any.id, version: 2 });
  });

  it('ends at a rule with somebody who is no driver, before it changes anything', async () => {
    const order = await pickup('10:00');
    rules({ driverId: 999_999 });
    const { code, errors } = await assign('--apply');
    expect(code).toBe(1);
    expect(errors).toContain('moves.0.personId: does not exist or is not available to you.');
    expect(await driverOf(order)).toEqual({ driverId: null, version: 1 });
  });

  it('means tomorrow in the time zone of the organization', async () => {
    const { organizationId } = await pickup('10:00');
    const printed = async (timeZone: string) => {
      await server.db.organization.update({ where: { id: organizationId }, data: { timeZone } });
      return (await run(server, token, ['assign-pickups.ts', file])).printed.split('\n')[0];
    };
    const dayIn = (timeZone: string) => new Date(Date.now() + 86_400_000).toLocaleDateString('sv', { timeZone });
    // They are 25 hours apart, and so never on the same day.
    const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
    expect(dayIn(zones[0] ?? '')).not.toBe(dayIn(zones[1] ?? ''));
    for (const zone of zones) expect(await printed(zone)).toContain(`Pickups of ${dayIn(zone)} (${zone})`);
    await server.db.organization.update({ where: { id: organizationId }, data: { timeZone: 'Europe/Amsterdam' } });
  });

  it('ends with one line for a day that is none, and for a token that is refused', async () => {
    const ended = (bearer: string, day: string) => run(server, bearer, ['assign-pickups.ts', file, '--day', day]);
    for (const day of ['tomorrow', '2026-02-30', '2026-6-2'])
      expect(await ended(token, day)).toMatchObject({ code: 1, errors: '--day is a day such as 2026-06-02.\n' });
    expect(await ended('chb_service_x', DAY)).toMatchObject({ code: 1, errors: expect.stringMatching(/^.+\n$/) });
  });

  it('needs the scope that the README names: with less it changes nothing and says what is missing', async () => {
    const order = await pickup('10:00');
    const reader = await tokenWith(server, make, ['orders:read']);
    const { code, errors } = await run(server, reader, ['assign-pickups.ts', file, '--day', DAY, '--apply']);
    expect(code).toBe(1);
    expect(errors).toContain('orders:write');
    expect(await driverOf(order)).toEqual({ driverId: null, version: 1 });
  });
});
