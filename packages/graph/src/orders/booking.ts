import { fieldSql, member, sameRow, sql } from 'graphql-sql';
import { builder } from '../builder.ts';
import { Prices } from '../shared/money.ts';
import { Node } from '../shared/node.ts';
import { ownTags } from '../tags/tag.ts';

export const OrderStatus = builder.enumType('OrderStatus', {
  description: 'The state of an order, a booking or a passenger.',
  values: {
    InCart: { description: 'Not finalised; it holds its places until its hold expires.' },
    Booked: { description: 'Finalised.' },
    Deleted: { description: 'Withdrawn before it was finalised.' },
    Cancelled: { description: 'Cancelled.' },
  } as const,
});

type BookedDepartureShape = {
  departureRateId: number | null;
  availabilityId: number;
  startTime: Date | null;
  date: Date;
};

const BookedDeparture = builder.objectRef<BookedDepartureShape>('BookedDeparture').implement({
  description: 'The departure as it was when booked.',
  fields: (t) => ({
    availabilityId: t.int({
      description: 'Id of the booked availability: the departure at the booked rate.',
      extensions: fieldSql((row) => ({
        value: sql`coalesce(${member(row, 'departureRateId')}, ${member(row, 'availabilityId')})`,
      })),
      resolve: ({ departureRateId, availabilityId }) => departureRateId ?? availabilityId,
    }),
    startTime: t.expose('startTime', {
      type: 'LocalTime',
      nullable: true,
      description: 'Start at the place; null where there is no time of day.',
    }),
    date: t.expose('date', {
      type: 'Date',
      description: 'The day at the place. For a pass: the selected day, else the day of booking.',
    }),
  }),
});

builder.prismaObject('BookingPassenger', {
  fields: (t) => ({
    passengerId: t.exposeInt('passengerId', { description: "Id of the order's passenger in this seat." }),
    status: t.expose('status', { type: OrderStatus }),
    prices: t.field({
      type: Prices,
      description: 'The price of the seat; all null where the price is per item.',
      extensions: sameRow(),
      resolve: (seat) => seat,
    }),
  }),
});

builder.prismaObject('Booking', {
  interfaces: [Node],
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: "The booking's id, to which its tags refer." }),
    serviceLevelId: t.exposeInt('serviceLevelId', { description: 'Id of the booked service level.' }),
    status: t.expose('status', { type: OrderStatus }),
    quantity: t.exposeInt('quantity'),
    holdExpiresAt: t.expose('holdExpiresAt', { type: 'DateTime', nullable: true }),
    prices: t.field({
      type: Prices,
      description: 'The price of the booking; all null where the price is per person.',
      extensions: sameRow(),
      resolve: (booking) => booking,
    }),
    availability: t.field({
      type: BookedDeparture,
      description: 'The departure.',
      extensions: sameRow(),
      resolve: (booking) => booking,
    }),
    passengers: t.relation('passengers', {
      description: 'The passengers of the booking.',
      query: { orderBy: { passengerId: 'asc' } },
    }),
    tags: t.relation('tags', ownTags),
  }),
});
