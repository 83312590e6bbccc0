import { builder } from '../builder.ts';
import { fieldSql, member, sameRow, sql } from '../compiler/sql-resolvers.ts';
import { Prices } from '../shared/money.ts';
import { ownTags } from '../tags/tag.ts';

export const OrderStatus = builder.enumType('OrderStatus', {
  description: 'The state of an order, a booking or a passenger.',
  values: {
    InCart: { description: 'Not finalised; it may hold places for a while.' },
    Booked: { description: 'Finalised.' },
    Deleted: { description: 'Taken back before it counted.' },
    Cancelled: { description: 'Called off.' },
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
    id: t.int({
      description: "The availability's id that was booked: that of the departure at the rate that was sold.",
      extensions: fieldSql((row) => ({
        value: sql`coalesce(${member(row, 'departureRateId')}, ${member(row, 'availabilityId')})`,
      })),
      resolve: ({ departureRateId, availabilityId }) => departureRateId ?? availabilityId,
    }),
    startTime: t.expose('startTime', {
      type: 'LocalTime',
      nullable: true,
      description: 'Start at the place; null where the day is all that counts.',
    }),
    date: t.expose('date', {
      type: 'Date',
      description: 'The day at the place. For a pass: the day that was chosen, else the day of booking.',
    }),
  }),
});

builder.prismaObject('BookingPassenger', {
  fields: (t) => ({
    passengerId: t.exposeInt('passengerId', { description: "Id of the order's passenger who sits here." }),
    status: t.expose('status', { type: OrderStatus }),
    prices: t.field({
      type: Prices,
      description: 'The price of the seat; all null where items are paid.',
      extensions: sameRow(),
      resolve: (seat) => seat,
    }),
  }),
});

builder.prismaObject('Booking', {
  fields: (t) => ({
    id: t.exposeInt('id', { description: "The booking's id: what its tags name." }),
    status: t.expose('status', { type: OrderStatus }),
    quantity: t.exposeInt('quantity'),
    prices: t.field({
      type: Prices,
      description: 'The price of the booking; all null where persons pay.',
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
      description: 'Who sits in it.',
      query: { orderBy: { passengerId: 'asc' } },
    }),
    tags: t.relation('tags', ownTags),
  }),
});
