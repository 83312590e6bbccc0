import { builder } from '../builder.ts';
import { invalid } from '../errors.ts';
import { daysBetween } from '../shared/calendar.ts';
import { checkFilter } from '../shared/check-filter.ts';
import { Node } from '../shared/node.ts';
import { translationsField } from '../shared/translated-texts.ts';
import { CatalogueRate } from './catalogue-rate.ts';
import { Schedule } from './schedule.ts';
import { ServiceLevel } from './service-level.ts';

/** Longest range of a calendar: two months, because a month is shown with the days around it. */
const MAX_DAYS = 62;

export const Departure = builder.prismaObject('Availability', {
  variant: 'Departure',
  description:
    'A departure in the view of staff. A pass has one departure without a date, whose places are shared by all days.',
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: "The availability's id, which a booking references." }),
    version: t.exposeInt('version'),
    date: t.expose('date', { type: 'Date', nullable: true }),
    startTime: t.expose('startTime', {
      type: 'LocalTime',
      nullable: true,
      description: 'Local start time at the place; null where only the day is fixed.',
    }),
    endTime: t.expose('endTime', {
      type: 'LocalTime',
      nullable: true,
      description: 'Local end time at the place; null where it is not fixed.',
    }),
    capacity: t.exposeInt('capacity'),
    booked: t.exposeInt('booked'),
    remaining: t.exposeInt('remaining'),
    isClosed: t.exposeBoolean('isClosed'),
    scheduleId: t.exposeInt('scheduleId', { nullable: true }),
    expirationDate: t.expose('expirationDate', { type: 'Date', nullable: true }),
    expirationMinutesAfterBooking: t.exposeInt('expirationMinutesAfterBooking', { nullable: true }),
  }),
});

/** @throws a validation error for a range that ends before it starts or is too long */
function checkStretch(from: Date, to: Date): void {
  checkFilter({ from, to }, []);
  if (daysBetween(from, to) >= MAX_DAYS) {
    throw invalid([{ path: ['to'], message: `must lie within ${MAX_DAYS} days of the first one.` }]);
  }
}

export const CatalogueLevel = builder.prismaObject('ServiceLevel', {
  variant: 'CatalogueLevel',
  description: 'A service level in the view of staff.',
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: "The service level's id." }),
    version: t.exposeInt('version'),
    level: t.variant(ServiceLevel, { description: 'The service level itself.' }),
    rates: t.relation('rates', {
      type: CatalogueRate,
      description: 'Its rates, in the order of the catalogue.',
      query: { orderBy: [{ position: 'asc' }, { id: 'asc' }] },
    }),
    schedules: t.relation('schedules', {
      type: Schedule,
      description: 'The patterns of its departures, oldest first.',
      query: { orderBy: { id: 'asc' } },
    }),
    pickup: t.relation('pickupOptions', { nullable: true, description: 'Its pickup options; null: none.' }),
    position: t.exposeInt('position', { description: 'Its place among the service levels of the product.' }),
    translations: t.field(translationsField),
    departures: t.relation('availabilities', {
      type: Departure,
      description:
        'Its departures between two local days of the place, both included, by day and time; the departure of a pass always.',
      args: {
        from: t.arg({ type: 'Date', required: true, description: 'First day.' }),
        to: t.arg({ type: 'Date', required: true, description: `Last day, less than ${MAX_DAYS} days later.` }),
      },
      query: ({ from, to }) => {
        checkStretch(from, to);
        return {
          where: { OR: [{ date: null }, { date: { gte: from, lte: to } }] },
          orderBy: [{ date: 'asc' }, { startTime: { sort: 'asc', nulls: 'first' } }, { id: 'asc' }],
        };
      },
    }),
  }),
});
