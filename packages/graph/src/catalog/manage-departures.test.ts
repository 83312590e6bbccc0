import { clock, day, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { book } from '../testing/book.ts';
import { act, BUSINESS, refused, refusedPaths } from '../testing/business.ts';
import { contextFor } from '../testing/context.ts';
import { run } from '../testing/run.ts';
import { type SellingScene, sellingScene } from '../testing/selling.ts';

let database: TestDatabase;
let scene: SellingScene;
let admin: Context;

beforeAll(async () => {
  database = await testDatabase();
  scene = await sellingScene(database);
  const { id } = await scene.make.userWith(['administration'], { clientId: null });
  admin = await contextFor(database.db, id);
});
afterAll(() => database.drop());

type Departure = { id: number; capacity: number; booked: number; remaining: number; isClosed: boolean };
type Schedule = { id: number };

/** A service level with two weeks of offer from the day of the tests (a Monday) on. */
const aLevel = () => scene.make.level({ offerTimeStart: day('2026-06-01'), offerTimeEnd: day('2026-06-14') });

const MORNING = { startTime: '09:00', endTime: '11:00', capacity: 10 };

async function scheduled(input: object = {}) {
  const level = await aLevel();
  const made = await act<Schedule>(
    'createSchedule',
    { serviceLevelId: level.id, input: { ...MORNING, ...input } },
    admin,
  );
  return { level, id: made.id };
}

/** The departures of a service level as `day time capacity`. */
const departuresOf = async (serviceLevelId: number) =>
  (
    await database.db.availability.findMany({
      where: { serviceLevelId },
      orderBy: [{ date: 'asc' }, { startTime: 'asc' }],
    })
  ).map(({ id, date, startTime, capacity }) => ({
    id,
    text: `${date?.toISOString().slice(5, 10)} ${startTime?.toISOString().slice(11, 16)} ${capacity}`,
  }));
const texts = async (serviceLevelId: number) => (await departuresOf(serviceLevelId)).map(({ text }) => text);

describe('a schedule', () => {
  it('creates its departures, within the offer and on its weekdays', async () => {
    const { level } = await scheduled({ weekdays: [1, 3], validTo: '2026-06-09' });
    expect(await texts(level.id)).toEqual(['06-01 09:00 10', '06-03 09:00 10', '06-08 09:00 10']);
  });

  it('changes its future departures, and never those with bookings or those changed by hand', async () => {
    const { level, id } = await scheduled({ weekdays: [1, 2, 3, 4] });
    const [monday, tuesday, wednesday, thursday] = await departuresOf(level.id);
    if (!monday || !tuesday || !wednesday || !thursday) throw new Error('The schedule made no departures.');
    const offer = await scene.make.offer([]);
    await scene.make.order({ offer: { ...offer, level, departure: { ...offer.departure, id: tuesday.id } } });
    await act('updateDeparture', { id: wednesday.id, input: { capacity: 3 } }, admin);
    await act('updateSchedule', { id, input: { capacity: 7, weekdays: [1, 5], endTime: '12:00' } }, admin);
    const after = await departuresOf(level.id);
    expect(after.map(({ text }) => text)).toEqual([
      '06-01 09:00 7',
      '06-02 09:00 10',
      '06-03 09:00 3',
      '06-05 09:00 7',
      '06-08 09:00 7',
      '06-12 09:00 7',
    ]);
    // A departure that is only changed keeps its id, by which clients book it.
    expect(after[0]?.id).toBe(monday.id);
    const [row] = await scene.make
      .offer([])
      .then(() => database.db.availability.findMany({ where: { id: monday.id } }));
    expect(row?.endTime).toEqual(clock('12:00'));
    await act('deleteSchedule', { id }, admin);
    expect(await texts(level.id)).toEqual(['06-02 09:00 10', '06-03 09:00 3']);
  });

  it('leaves past departures alone', async () => {
    const { level, id } = await scheduled();
    const later = { ...admin, now: new Date('2026-06-13T10:00:00Z') };
    await act('updateSchedule', { id, input: { startTime: '10:00' } }, later);
    const after = await texts(level.id);
    expect(after.slice(11)).toEqual(['06-12 09:00 10', '06-13 10:00 10', '06-14 10:00 10']);
  });

  it('follows the offer of its service level', async () => {
    const { level } = await scheduled({ weekdays: [1] });
    const input = { offerTimeStart: '2026-06-08', offerTimeEnd: '2026-06-22' };
    await act('updateServiceLevel', { id: level.id, input }, admin);
    expect(await texts(level.id)).toEqual(['06-08 09:00 10', '06-15 09:00 10', '06-22 09:00 10']);
  });

  it.each<[string, object, string[]]>([
    ['has times as its service level needs them', { capacity: 1 }, ['startTime', 'endTime']],
    ['ends after it starts', { ...MORNING, validFrom: '2026-06-02', validTo: '2026-06-01' }, ['validTo']],
    ['has weekdays', { ...MORNING, weekdays: [0] }, ['weekdays']],
    ['has a capacity', { ...MORNING, capacity: -1 }, ['capacity']],
  ])('%s', async (_, input, paths) => {
    const { id } = await aLevel();
    expect(await refusedPaths('createSchedule', { serviceLevelId: id, input }, admin)).toEqual(paths);
  });

  it('is limited in number', async () => {
    const { id: serviceLevelId } = await aLevel();
    await database.db.schedule.createMany({
      data: Array.from({ length: 100 }, () => ({ serviceLevelId, capacity: 1 })),
    });
    const { code, fields } = await refused('createSchedule', { serviceLevelId, input: MORNING }, admin);
    expect([code, fields?.[0]?.path]).toEqual(['VALIDATION', ['serviceLevelId']]);
  });
});

describe('a departure', () => {
  const place = ({ departure }: { departure: { id: number } }) => departure.id;

  it('is added for a single day, once', async () => {
    const { id: serviceLevelId } = await aLevel();
    const input = { ...MORNING, date: '2026-06-05' };
    expect(await act('createDeparture', { serviceLevelId, input }, admin)).toMatchObject({
      date: '2026-06-05',
      capacity: 10,
      scheduleId: null,
    });
    expect(await refusedPaths('createDeparture', { serviceLevelId, input }, admin)).toEqual(['date']);
    for (const date of ['2026-05-31', '2026-06-15', null])
      expect(await refusedPaths('createDeparture', { serviceLevelId, input: { ...MORNING, date } }, admin)).toEqual(
        date === '2026-05-31' ? ['date', 'date'] : ['date'],
      );
  });

  it('never has fewer places than are booked', async () => {
    const offer = await scene.offer({ departure: { capacity: 5 } });
    await scene.booked(offer);
    const id = place(offer);
    expect(await refused('updateDeparture', { id, input: { capacity: 1 } }, admin)).toMatchObject({
      code: 'CONFLICT',
      message: 'The departure has 2 places that are booked or held.',
    });
    expect(await act<Departure>('updateDeparture', { id, input: { capacity: 2 } }, admin)).toMatchObject({
      capacity: 2,
      booked: 2,
      remaining: 0,
    });
    const [entry] = await database.db.auditEntry.findMany({ where: { entity: 'departure', entityId: id } });
    expect([entry?.action, entry?.before, entry?.after]).toEqual([
      'departure.update',
      { capacity: 5 },
      { capacity: 2 },
    ]);
  });

  it('sells nothing while it is closed, also when places are released', async () => {
    const offer = await scene.offer({ departure: { capacity: 5 } });
    const order = await scene.booked(offer);
    const id = place(offer);
    expect(await act<Departure>('updateDeparture', { id, input: { isClosed: true } }, admin)).toMatchObject({
      capacity: 5,
      booked: 2,
      remaining: 0,
    });
    await expect(scene.booked(offer)).rejects.toThrow('There are not enough places left.');
    await scene.move(order.id, 'Cancelled');
    await expect(scene.booked(offer)).rejects.toThrow('There are not enough places left.');
    await act('updateDeparture', { id, input: { isClosed: false } }, admin);
    await scene.booked(offer);
    expect(await scene.takenOf(offer)).toEqual([2]);
  });

  it('is deleted only if it never had bookings', async () => {
    const offer = await scene.offer();
    const order = await scene.booked(offer);
    await scene.move(order.id, 'Cancelled');
    expect((await refused('deleteDeparture', { id: place(offer) }, admin)).code).toBe('CONFLICT');
    expect(await act('deleteDeparture', { id: place(await scene.offer()) }, admin)).toBe(true);
  });

  it('is never oversold while its places become fewer', { timeout: 60_000 }, async () => {
    const offer = await scene.offer({ departure: { capacity: 12 } });
    const id = place(offer);
    const input = { leader: { firstName: 'Ann' }, details: { availabilityId: id } };
    const sales: string[] = [];
    // Fewer at a time than there are connections: a busy machine makes nobody wait for one.
    const buy = async () => {
      for (let turn = 0; turn < 5; turn++)
        sales.push(
          await book(scene.context, { role: scene.seller.role, level: offer.level, input }).then(
            () => 'sold',
            (error: Error) => error.message,
          ),
        );
    };
    const lowered: number[] = [12];
    const lower = async () => {
      for (const capacity of [11, 9, 7, 5, 3, 1]) {
        const { data, errors } = await run(BUSINESS.updateDeparture, { id, input: { capacity } }, admin);
        expect(errors.map(({ code }) => code)).toEqual(data ? [] : ['CONFLICT']);
        if (data) lowered.push(capacity);
      }
    };
    await Promise.all([buy(), buy(), buy(), lower()]);
    const row = await database.db.availability.findUniqueOrThrow({ where: { id } });
    const sold = sales.filter((outcome) => outcome === 'sold').length;
    expect([row.booked, row.capacity]).toEqual([sold, lowered.at(-1)]);
    expect(row.booked).toBeLessThanOrEqual(row.capacity);
    for (const outcome of sales.filter((each) => each !== 'sold'))
      expect(outcome).toContain('There are not enough places left.');
    // Without the condition the database itself refuses: fewer places than are booked cannot be written.
    const naive = database.db.availability.update({ where: { id }, data: { capacity: sold - 1 } });
    await expect(naive).rejects.toThrow('availability_places_check');
  });
});
