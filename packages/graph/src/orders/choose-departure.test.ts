import { clock, createFactories, day, type Factories, type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { type BookedOrder, book, refusedBooking } from '../testing/book.ts';
import { contextFor, SETTINGS } from '../testing/context.ts';

let database: TestDatabase;
let make: Factories;
let seller: Awaited<ReturnType<Factories['userWith']>>;
let context: Context;

beforeAll(async () => {
  database = await testDatabase();
  make = createFactories(database.db);
  seller = await make.userWith(['products.book']);
  context = await contextFor(database.db, seller.id);
});
afterAll(() => database.drop());

type Parts = NonNullable<Parameters<Factories['offer']>[1]>;
type Details = Record<string, unknown>;
type Level = { id: number };

const offer = (parts: Parts = {}) => make.offer([seller.role.id], parts);
const request = (level: Level, details?: Details) => ({
  role: seller.role,
  level,
  input: { leader: { firstName: 'Ann' }, ...(details ? { details } : {}) },
});
const departureOf = (order: BookedOrder) => order.bookings[0]?.availability;
const bookedDeparture = async (level: Level, details?: Details, as = context) =>
  departureOf(await book(as, request(level, details)));
/** The dotted paths of the field errors; or the code of another error. */
async function violations(level: Level, details?: Details, as = context): Promise<string | undefined> {
  const { code, fields } = await refusedBooking(as, request(level, details));
  return code === 'VALIDATION' ? fields?.map(({ path }) => path.join('.')).join(' ') : code;
}
const at = (instant: string, settings = {}) =>
  contextFor(database.db, seller.id, { now: new Date(instant), settings: { ...SETTINGS, ...settings } });

/** A service level with departures at 9 and at 14 on 10 June, and one at 9 on 11 June. */
async function threeDepartures() {
  const { level, departure: nine } = await offer();
  const two = await make.departure(level, { startTime: clock('14:00'), endTime: clock('16:00') });
  const next = await make.departure(level, { date: day('2026-06-11') });
  return { level, nine, two, next };
}

describe('the departure of a booking', () => {
  it('is the one of availability_id, which other members must not contradict', async () => {
    const { level, next } = await threeDepartures();
    const day = '2026-06-11';
    const agreed = { selectedDate: day, startDate: day, checkinDate: day, startTime: '09:00' };
    expect(await bookedDeparture(level, { availabilityId: next.id, ...agreed })).toEqual({
      id: next.id,
      date: day,
      startTime: '09:00:00',
    });
    for (const wrong of [
      { selectedDate: '2026-06-10' },
      { startDate: '2020-01-01' },
      { checkinDate: '2026-06-12' },
      { startTime: '14:00' },
    ])
      expect(await violations(level, { availabilityId: next.id, ...agreed, ...wrong })).toBe(
        `details.${Object.keys(wrong)}`,
      );
    const elsewhere = {
      availabilityId: next.id,
      selectedDate: '2026-06-10',
      startDate: '2026-06-10',
      startTime: '23:00',
    };
    expect(await violations(level, elsewhere)).toBe('details.selectedDate details.startDate details.startTime');
  });

  it('must belong to the service level', async () => {
    const { level } = await threeDepartures();
    const { departure: foreign } = await offer();
    expect(await violations(level, { availabilityId: foreign.id, selectedDate: '2026-06-11' })).toBe(
      'details.availabilityId',
    );
  });

  it('is the only one on the day of the selected, start or check-in date', async () => {
    const { level, next } = await threeDepartures();
    for (const member of ['selectedDate', 'startDate', 'checkinDate']) {
      expect(await bookedDeparture(level, { [member]: '2026-06-11' })).toMatchObject({ id: next.id });
    }
  });

  it('is on one day: dates that differ from the first given date are refused', async () => {
    const { level, next } = await threeDepartures();
    const [day, wrong] = ['2026-06-11', '2026-08-08'];
    expect(await violations(level, { selectedDate: day, startDate: wrong, checkinDate: wrong })).toBe(
      'details.startDate details.checkinDate',
    );
    expect(await violations(level, { startDate: day, checkinDate: wrong })).toBe('details.checkinDate');
    expect(await violations(level, { selectedDate: wrong, startDate: day })).toBe(
      'details.selectedDate details.startDate',
    );
    expect(await bookedDeparture(level, { selectedDate: null, startDate: day })).toMatchObject({ id: next.id });
  });

  it('is distinguished from others of the day by its start time, with or without seconds', async () => {
    const { level, nine, two } = await threeDepartures();
    const on = (startTime: string) => bookedDeparture(level, { selectedDate: '2026-06-10', startTime });
    expect(await on('09:00')).toMatchObject({ id: nine.id });
    expect(await on('14:00:00')).toMatchObject({ id: two.id });
  });

  it('is never guessed: the missing member is reported', async () => {
    const { level } = await threeDepartures();
    expect(await violations(level)).toBe('details.selectedDate');
    expect(await violations(level, { startTime: '09:00' })).toBe('details.selectedDate');
    expect(await violations(level, { selectedDate: '2026-06-10' })).toBe('details.startTime');
    expect(await violations(level, { startDate: '2026-06-10' })).toBe('details.startTime');
    expect(await violations(level, { selectedDate: '2026-06-10', startTime: '10:00' })).toBe('details.startTime');
    expect(await violations(level, { selectedDate: '2026-06-12', startTime: '09:00' })).toBe('details.selectedDate');
    expect(await violations(level, { checkinDate: '2026-06-12' })).toBe('details.checkinDate');
  });

  it('must be on a day on which a rate is valid', async () => {
    const { level, departure } = await offer({ rate: { validFrom: day('2026-06-11') } });
    expect(await violations(level, { startDate: '2026-06-10' })).toBe('details.startDate');
    expect(await violations(level, { availabilityId: departure.id })).toBe('details.availabilityId');
  });

  it('needs no date where the availability type is unlisted and there is only one departure', async () => {
    const { level, departure } = await offer({ level: { availabilityType: 'on request' } });
    expect(await bookedDeparture(level)).toMatchObject({ id: departure.id });
    await make.departure(level, { date: day('2026-06-12') });
    expect(await violations(level)).toBe('details.startTime');
    expect(await bookedDeparture(level, { selectedDate: '2026-06-10' })).toMatchObject({ id: departure.id });
  });
});

describe('a pass', () => {
  const pass = (parts: Parts = {}) => offer({ ...parts, level: { availabilityType: 'pass', ...parts.level } });

  it('needs no date: its day is the current day at the place', async () => {
    const { level, departure } = await pass();
    expect(await bookedDeparture(level)).toEqual({ id: departure.id, date: '2026-06-01', startTime: null });
    const afterMidnight = await at('2026-06-01T22:30:00Z');
    expect(await bookedDeparture(level, {}, afterMidnight)).toMatchObject({ date: '2026-06-02' });
  });

  it('is on the selected day, with its only departure', async () => {
    const { level, departure } = await pass();
    expect(await bookedDeparture(level, { startDate: '2026-07-01', startTime: '09:00' })).toEqual({
      id: departure.id,
      date: '2026-07-01',
      startTime: null,
    });
    expect(await bookedDeparture(level, { availabilityId: departure.id, checkinDate: '2026-07-02' })).toMatchObject({
      date: '2026-07-02',
    });
    expect(await violations(level, { selectedDate: '2026-07-01', checkinDate: '2026-07-02' })).toBe(
      'details.checkinDate',
    );
  });

  it('is sold within its offer period, on days on which a rate is valid, and not for past days', async () => {
    const { level } = await pass({
      level: { offerTimeEnd: day('2026-08-31') },
      rate: { validFrom: day('2026-05-01') },
    });
    expect(await violations(level, { selectedDate: '2026-09-01' })).toBe('details.selectedDate');
    expect(await violations(level, { selectedDate: '2026-05-31' })).toBe('CONFLICT');
    expect(await bookedDeparture(level, { selectedDate: '2026-08-31' })).toMatchObject({ date: '2026-08-31' });
    const late = await at('2026-09-01T10:00:00Z');
    expect(await violations(level, {}, late)).toBe('details.availabilityId');
  });

  it('is sold up to the day on which it expires', async () => {
    const { level } = await pass({ departure: { expirationDate: day('2026-07-31') } });
    expect(await bookedDeparture(level, { selectedDate: '2026-07-31' })).toMatchObject({ date: '2026-07-31' });
    expect(await violations(level, { selectedDate: '2026-08-01' })).toBe('CONFLICT');
    expect(await violations(level, {}, await at('2026-08-01T10:00:00Z'))).toBe('CONFLICT');
  });
});

describe('a departure is over', () => {
  it('from its start on, in local time', async () => {
    const city = await make.city({ timeZone: 'America/New_York' });
    const { level, departure } = await offer({ product: { cityId: city.id } });
    const details = { availabilityId: departure.id };
    expect(await bookedDeparture(level, details, await at('2026-06-10T12:59:59Z'))).toMatchObject({ id: departure.id });
    expect(await violations(level, details, await at('2026-06-10T13:00:00Z'))).toBe('CONFLICT');
  });

  it('at the end of its day, where it has no time', async () => {
    const city = await make.city({ timeZone: 'Pacific/Auckland' });
    const { level, departure } = await offer({
      product: { cityId: city.id },
      level: { availabilityType: 'daily' },
    });
    const details = { selectedDate: '2026-06-10' };
    expect(await bookedDeparture(level, details, await at('2026-06-10T11:59:59Z'))).toMatchObject({ id: departure.id });
    expect(await violations(level, details, await at('2026-06-10T12:00:00Z'))).toBe('CONFLICT');
  });

  it('within its cut-off time, only where the operator has set the unit', async () => {
    const { level, departure } = await offer({ level: { cutOffTime: 2 } });
    const details = { availabilityId: departure.id };
    const justBefore = '2026-06-10T06:59:00Z';
    expect(await bookedDeparture(level, details, await at(justBefore))).toMatchObject({ id: departure.id });
    expect(await violations(level, details, await at(justBefore, { cutOffUnit: 'hours' }))).toBe('CONFLICT');
    expect(await violations(level, details, await at('2026-06-10T05:00:00Z', { cutOffUnit: 'hours' }))).toBe(
      'CONFLICT',
    );
    const inTime = await at('2026-06-10T04:59:59Z', { cutOffUnit: 'hours' });
    expect(await bookedDeparture(level, details, inTime)).toMatchObject({ id: departure.id });
    const minutes = await at('2026-06-10T06:57:00Z', { cutOffUnit: 'minutes' });
    expect(await bookedDeparture(level, details, minutes)).toMatchObject({ id: departure.id });
  });
});

describe('a whole day', () => {
  it('starts at midnight: another time of day is refused, whichever member gives the day', async () => {
    const { level, departure } = await offer({ level: { availabilityType: 'daily' } });
    for (const named of [{ availabilityId: departure.id }, { selectedDate: '2026-06-10' }]) {
      expect(await bookedDeparture(level, { ...named, startTime: '00:00' })).toMatchObject({ startTime: null });
      expect(await violations(level, { ...named, startTime: '09:00' })).toBe('details.startTime');
    }
  });
});

describe('the check-out date', () => {
  it('is stored with the order', async () => {
    const { level } = await offer({ level: { availabilityType: 'daily' } });
    const stay = { checkinDate: '2026-06-10', checkoutDate: '2026-06-11' };
    const { id } = await book(context, request(level, stay));
    expect(await database.db.order.findUnique({ where: { id } })).toMatchObject({ checkoutDate: day('2026-06-11') });
  });

  it('is the next day at the latest where whole days are sold and only one is booked', async () => {
    const { level, departure } = await offer({ level: { availabilityType: 'daily' } });
    for (const named of [{ checkinDate: '2026-06-10' }, { availabilityId: departure.id }]) {
      expect(await violations(level, { ...named, checkoutDate: '2026-06-12' })).toBe('details.checkoutDate');
      expect(await bookedDeparture(level, { ...named, checkoutDate: '2026-06-11' })).toMatchObject({
        id: departure.id,
      });
    }
    const slot = await offer();
    const stay = { checkinDate: '2026-06-10', checkoutDate: '2026-07-10' };
    expect(await bookedDeparture(slot.level, stay)).toMatchObject({ id: slot.departure.id });
  });

  it('must not be before the booked day, whichever member gives the day', async () => {
    for (const availabilityType of ['daily', 'per_slot', 'per_time', 'pass']) {
      const { level, departure } = await offer({ level: { availabilityType } });
      const booked = { selectedDate: '2026-06-10', availabilityId: departure.id };
      const refused = { ...booked, checkoutDate: '2026-06-09' };
      expect(await violations(level, refused)).toBe('details.checkoutDate');
      if (availabilityType !== 'pass')
        expect(await violations(level, { ...refused, selectedDate: null })).toBe('details.checkoutDate');
      expect(await bookedDeparture(level, { ...booked, checkoutDate: '2026-06-10' })).toMatchObject({
        date: '2026-06-10',
      });
    }
    const { level } = await offer({ level: { availabilityType: 'pass' } });
    expect(await violations(level, { checkoutDate: '2026-05-31' })).toBe('details.checkoutDate');
  });
});
