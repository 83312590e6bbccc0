import { clock, createFactories, day, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { contextFor, NOW } from '../testing/context.ts';
import { answer, refusal } from '../testing/run.ts';
import { UPDATE, updatesBy } from '../testing/updates.ts';

let database: TestDatabase;
let make: Factories;
let staff: Awaited<ReturnType<Factories['userWith']>>;
let context: Context;

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
  staff = await make.userWith(['orders.view-all']);
  context = await contextFor(database.db, staff.id);
});
afterAll(() => database.drop());

const { update, refused, fieldErrorOf } = updatesBy(() => context);
const order = (parts: Parameters<Factories['order']>[0] = {}) => make.order({ offer: null, ...parts });
const linesOf = ({ id }: { id: number }) =>
  database.db.auditEntry.findMany({ where: { entity: 'order', entityId: id }, orderBy: { id: 'asc' } });

describe('the reference code of an order', () => {
  it('is set, stays where it is left out, and is removed by null', async () => {
    const one = await order();
    expect(await update(one, { referenceCode: 'A-1' })).toMatchObject({ referenceCode: 'A-1', version: 2 });
    expect(await update(one, { leader: { firstName: 'New' } })).toMatchObject({ referenceCode: 'A-1', version: 3 });
    expect(await update(one, { referenceCode: null })).toMatchObject({ referenceCode: null, version: 4 });
  });
});

describe('contact person and tour guide', () => {
  const tasks = [
    { member: 'contactPerson', permission: 'orders.contact' },
    { member: 'tourGuide', permission: 'tours.guide' },
  ];

  for (const { member, permission } of tasks) {
    it(`(${member}) is assigned by id, stays where it is left out or empty, and is removed by null`, async () => {
      const person = await make.userWith([permission]);
      for (const nothing of [null, { id: null }]) {
        const one = await order();
        expect(await update(one, { [member]: { id: person.id } })).toMatchObject({ [member]: { id: person.id } });
        expect(await update(one, { referenceCode: 'x' })).toMatchObject({ [member]: { id: person.id } });
        for (const silent of [{}, { tags: [] }]) {
          expect(await update(one, { [member]: silent })).toMatchObject({ [member]: { id: person.id }, version: 3 });
        }
        expect(await update(one, { [member]: nothing })).toMatchObject({ [member]: null, version: 4 });
      }
    });

    it(`(${member}) is the only person with all the tags; the id takes precedence`, async () => {
      const [one, other] = [await make.userWith([permission]), await make.userWith([permission])];
      const key = `team of ${member}`;
      await make.tag(key, 'north', { userId: one.id });
      await make.tag(key, 'north', { userId: other.id });
      await make.tag('shift', `${member} late`, { userId: other.id });
      const unable = await make.user();
      await make.tag('shift', `${member} late`, { userId: unable.id });
      const target = await order();
      const north = { key, value: 'north' };
      const tags = [north, { text: `shift:${member} late` }];
      for (const id of [undefined, null]) {
        const assigned = await update(await order(), { [member]: { id, tags } });
        expect([id, assigned]).toMatchObject([id, { [member]: { id: other.id } }]);
      }
      expect(await fieldErrorOf(target, { [member]: { tags: [north] } })).toBe('CONFLICT');
      expect(await fieldErrorOf(target, { [member]: { tags: [{ text: 'nobody' }] } })).toBe(`${member}.tags`);
      expect(await update(target, { [member]: { id: one.id, tags } })).toMatchObject({ [member]: { id: one.id } });
    });

    it(`(${member}) must be enabled and hold the right in the organization of the order`, async () => {
      const elsewhere = await make.organization();
      const foreign = await make.userWith([permission], { organizationId: elsewhere.id });
      const unable = await make.userWith([]);
      const gone = await make.userWith([permission]);
      await database.db.user.update({ where: { id: gone.id }, data: { disabledAt: NOW } });
      const target = await order();
      for (const id of [foreign.id, unable.id, gone.id, 999_999]) {
        expect(await refused(target, { [member]: { id } })).toEqual({
          code: 'VALIDATION',
          message: 'The given data was invalid.',
          fields: [{ path: [member, 'id'], message: 'does not exist or is not available to you.' }],
        });
      }
    });
  }
});

describe('the leader', () => {
  it('is changed member by member: empty texts and null clear, absent members stay', async () => {
    const one = await order({
      passengers: [{ firstName: 'Ann', email: 'a@example.com', gender: 'f' }, { firstName: 'Bo' }],
    });
    const leader = { lastName: 'New', email: '', gender: null, whatsappNumber: '+1', phoneCountryCode: '31' };
    expect(await update(one, { leader })).toMatchObject({
      version: 2,
      passengers: [
        {
          firstName: 'Ann',
          lastName: 'New',
          email: '',
          gender: '',
          whatsappNumber: '+1',
          phoneCountryCode: '31',
          isLeader: true,
        },
        { firstName: 'Bo', isLeader: false },
      ],
    });
    expect(await update(one, { leader: null })).toMatchObject({ version: 2 });
  });

  it('is created where the order has none', async () => {
    const one = await order({ passengers: [] });
    expect(await update(one, { leader: { firstName: 'Ann' } })).toMatchObject({
      passengers: [{ firstName: 'Ann', lastName: '', isLeader: true }],
    });
  });
});

describe('an update', () => {
  it('to the current values changes nothing: neither version nor audit log', async () => {
    const contact = await make.userWith(['orders.contact']);
    const driver = await make.userWith(['transfers.drive']);
    const one = await order({
      referenceCode: 'same',
      contactPersonId: contact.id,
      passengers: [{ firstName: 'Ann' }],
      pickup: { date: day('2026-06-10'), time: clock('08:00'), driverId: driver.id },
    });
    const same = {
      status: 'Booked',
      referenceCode: 'same',
      contactPerson: { id: contact.id },
      tourGuide: null,
      leader: { firstName: 'Ann' },
      pickup: { date: '2026-06-10', time: '08:00', driverId: driver.id },
      dropoff: { date: null, location: null },
    };
    expect(await update(one, same)).toMatchObject({ version: 1 });
    expect(await linesOf(one)).toEqual([]);
    expect(await database.db.order.findUnique({ where: { id: one.id } })).toMatchObject({ updatedAt: one.updatedAt });
    expect(await update(one, { ...same, referenceCode: 'other' })).toMatchObject({ version: 2 });
  });

  it('writes one line in the audit log, with the changed members only', async () => {
    const driver = await make.userWith(['transfers.drive']);
    const one = await order({ referenceCode: 'old', passengers: [{ firstName: 'Ann', lastName: 'Same' }] });
    await update(one, {
      referenceCode: 'new',
      leader: { firstName: 'Bea', lastName: 'Same' },
      pickup: {
        date: '2026-06-10',
        time: '08:00',
        driverId: driver.id,
        location: { point: { latitude: 1, longitude: 2.5 } },
      },
    });
    expect(await linesOf(one)).toMatchObject([
      {
        action: 'order.update',
        at: NOW,
        actorId: staff.id,
        organizationId: one.organizationId,
        channel: 'api',
        requestId: 'request-of-a-test',
        before: {
          referenceCode: 'old',
          'leader.firstName': 'Ann',
          'pickup.date': null,
          'pickup.time': null,
          'pickup.driverId': null,
          'pickup.point': null,
        },
        after: {
          referenceCode: 'new',
          'leader.firstName': 'Bea',
          'pickup.date': '2026-06-10',
          'pickup.time': '08:00:00',
          'pickup.driverId': driver.id,
          'pickup.point': '1,2.5 ',
        },
      },
    ]);
    expect(await database.db.order.findUnique({ where: { id: one.id } })).toMatchObject({ updatedAt: NOW });
  });

  it('refuses an invalid e-mail address, and accepts removing one', async () => {
    const one = await order();
    expect(await fieldErrorOf(one, { leader: { email: 'no address' } })).toBe('leader.email');
    expect(await update(one, { leader: { email: 'ann@guest.example' } })).toMatchObject({ version: 2 });
    expect(await update(one, { leader: { email: '' } })).toMatchObject({ version: 3 });
  });

  it('with versions is refused unless the order has one of them', async () => {
    const one = await order({ version: 7 });
    const change = (versions: number[] | null, referenceCode: string) => ({
      reference: String(one.id),
      input: { referenceCode },
      versions,
    });
    for (const versions of [[6], [], [1, 8]]) {
      expect(await refusal(UPDATE, change(versions, 'x'), context)).toMatchObject({ code: 'PRECONDITION_FAILED' });
    }
    expect(await linesOf(one)).toEqual([]);
    expect(await answer(UPDATE, change([1, 7], 'a'), context)).toMatchObject({ order: { version: 8 } });
    expect(await answer(UPDATE, change(null, 'b'), context)).toMatchObject({ order: { version: 9 } });
  });

  it('finds no invisible order, whether it exists or not', async () => {
    const elsewhere = await make.organization();
    const foreign = await order({ organizationId: elsewhere.id });
    const input = { referenceCode: 'x' };
    for (const one of [foreign, { id: 999_999 }]) {
      expect(await refused(one, input)).toEqual({ code: 'NOT_FOUND', message: 'Order not found.' });
    }
    expect((await refused(foreign, input, await contextFor(database.db, null))).code).toBe('UNAUTHENTICATED');
  });

  it('reports all field errors together, and changes nothing', async () => {
    const one = await order();
    expect(
      await fieldErrorOf(one, {
        referenceCode: 'x',
        contactPerson: { id: 0 },
        tourGuide: { id: 0 },
        pickup: { date: 'soon', driverId: 0 },
        dropoff: { location: { point: { id: 0 } } },
      }),
    ).toBe('contactPerson.id tourGuide.id pickup.date pickup.driverId dropoff.location.point.id');
    expect(await update(one, {})).toMatchObject({ version: 1, referenceCode: null });
  });
});
