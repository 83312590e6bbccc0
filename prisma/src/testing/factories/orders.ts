import type { Prisma } from '../../generated/client/client.ts';
import { DEPARTURE_DAY } from './moments.ts';
import type { Offer, OfferFactories } from './offer.ts';
import type { Parents } from './parents.ts';
import type { PeopleFactories } from './people.ts';
import type { PlaceFactories } from './places.ts';

type OrderColumns = Partial<Omit<Prisma.OrderUncheckedCreateInput, 'bookings' | 'passengers' | 'tags' | 'tickets'>>;
type TransferColumns = Prisma.TransferUncheckedCreateInput;
type BookingColumns = Partial<Omit<Prisma.BookingUncheckedCreateInput, 'orderId' | 'passengers'>>;
type PassengerColumns = Partial<Omit<Prisma.PassengerUncheckedCreateInput, 'orderId'>>;

type OrderParts = {
  /** What is booked; default: an offer that all orders share. Null: the order has no booking. */
  offer?: Offer | null;
  /** Columns of its booking. */
  booking?: BookingColumns;
  /** The first is the leader. */
  passengers?: PassengerColumns[];
  pickup?: TransferColumns;
  dropoff?: TransferColumns;
  tags?: Record<string, string | number>;
};

type Status = Prisma.OrderUncheckedCreateInput['status'];

const FIRST_ORDER = Date.UTC(2026, 4, 1, 12);
const whole = {
  bookings: { include: { passengers: true } },
  passengers: { orderBy: { position: 'asc' } },
  pickup: true,
  dropoff: true,
} as const satisfies Prisma.OrderInclude;

const START_OF_DAY = new Date('1970-01-01T00:00:00Z');
const END_OF_DAY = new Date('1970-01-01T23:59:59Z');

type Departed = Pick<Prisma.BookingUncheckedCreateInput, 'date' | 'startTime' | 'endTime'>;
const at = (date: Date | string, time: Date | string) => new Date(new Date(date).getTime() + new Date(time).getTime());

/** The departure of an offer, as stored in a booking. */
const departureOf = ({ departure: { date, startTime, endTime } }: Offer) => ({
  date: date ?? DEPARTURE_DAY,
  startTime,
  endTime,
});

/** Orders as rows, bypassing every check of the core: the state before a test acts. */
export function orderFactories(
  { db, next, shared }: Parents,
  { home, role, user, client, currency }: PeopleFactories,
  { amsterdam }: PlaceFactories,
  { offer }: OfferFactories,
) {
  const usualRole = () => shared('role', () => role());
  const usualUser = () => shared('user', () => user());
  const usualOffer = () => shared('offer', () => offer([]));

  const transfer = (columns: TransferColumns = {}) => db.transfer.create({ data: columns });

  /** Its instants are those of the wall clock in UTC, until `order` converts them to the time zone. */
  function timesOf({ availabilityType }: { availabilityType: string }, { date, startTime, endTime }: Departed) {
    if (availabilityType === 'pass') return {};
    const startsAtLocal = at(date, startTime ?? START_OF_DAY);
    const endsAtLocal = endTime ? at(date, endTime) : startTime ? startsAtLocal : at(date, END_OF_DAY);
    return { startsAtLocal, endsAtLocal, startsAt: startsAtLocal, endsAt: endsAtLocal };
  }

  /** The columns of an order, with defaults. */
  async function columnsOf(columns: OrderColumns, sold: Offer | null, number: number) {
    const status = columns.status ?? 'Booked';
    const createdAt = columns.createdAt ?? new Date(FIRST_ORDER + number * 60_000);
    const organizationId = columns.organizationId ?? sold?.product.organizationId ?? (await home()).id;
    const usualClient = () => shared(`client ${organizationId}`, () => client({ organizationId }));
    const { code: currencyCode } = await currency(columns.currencyCode ?? 'EUR');
    return {
      timeZone: 'Europe/Amsterdam',
      vatPercentage: 21,
      vatType: 'included',
      updatedAt: createdAt,
      bookedAt: status === 'InCart' ? null : createdAt,
      productId: sold?.product.id ?? null,
      supplierId: sold?.product.supplierId ?? null,
      ...(sold ? { totalOriginal: 60, totalAgent: 80, totalSold: 100 } : {}),
      ...columns,
      status,
      createdAt,
      organizationId,
      currencyCode,
      clientId: columns.clientId ?? (await usualClient()).id,
      roleId: columns.roleId ?? (await usualRole()).id,
      issuerId: columns.issuerId ?? (await usualUser()).id,
      cityId: columns.cityId ?? sold?.product.cityId ?? (await amsterdam()).id,
    };
  }

  const passengersOf = (orderId: number, passengers: PassengerColumns[], number: number) =>
    db.passenger.createManyAndReturn({
      data: passengers.map((person, position) => ({
        orderId,
        firstName: `First${number}`,
        lastName: `Last${number}`,
        isLeader: position === 0,
        position,
        ...person,
      })),
    });

  /**
   * A booked order with a leader, one booking of the default departure, a place for each passenger (or one item), and
   * both transfers. The departure's places are counted.
   */
  async function order({
    offer: wanted,
    booking = {},
    passengers = [{}],
    pickup,
    dropoff,
    tags = {},
    ...columns
  }: OrderColumns & OrderParts = {}) {
    const sold = wanted === undefined ? await usualOffer() : wanted;
    const number = next();
    const departed = sold && { ...departureOf(sold), ...booking };
    const { id, ...created } = await db.order.create({
      data: {
        ...(sold && departed ? timesOf(sold.level, departed) : {}),
        ...(await columnsOf(columns, sold, number)),
        pickupId: columns.pickupId ?? (await transfer(pickup)).id,
        dropoffId: columns.dropoffId ?? (await transfer(dropoff)).id,
      },
    });
    await db.$executeRaw`UPDATE orders SET starts_at = starts_at_local AT TIME ZONE time_zone,
      ends_at = ends_at_local AT TIME ZONE time_zone WHERE id = ${id} AND starts_at_local IS NOT NULL`;
    const people = await passengersOf(id, passengers, number);
    if (sold) await book({ id, ...created }, sold, people, booking);
    await db.tag.createMany({
      data: Object.entries(tags).map(([key, value]) => ({
        organizationId: created.organizationId,
        orderId: id,
        key,
        value,
      })),
    });
    return db.order.findUniqueOrThrow({ where: { id }, include: whole });
  }

  /** Books the departure for an existing order, and counts the places. */
  async function book(
    order: { id: number; status: Status; currencyCode: string },
    sold: Offer,
    people: { id: number }[],
    columns: BookingColumns = {},
  ) {
    const { id: orderId, status, currencyCode } = order;
    const { level, rate, departure } = sold;
    const perItem = level.pricingType === 'per_item';
    const quantity = columns.quantity ?? (perItem ? 1 : Math.max(1, people.length));
    const holds = status === 'InCart' || status === 'Booked';
    const placesHeld = columns.placesHeld ?? (holds ? quantity : 0);
    const data = {
      serviceLevelId: level.id,
      rateId: rate.id,
      availabilityId: departure.id,
      ...departureOf(sold),
      status,
      ...(perItem ? { original: 300, agent: 400, sold: 500 } : {}),
      ...columns,
      placesHeld,
      quantity,
      currencyCode,
      orderId,
      passengers: {
        create: people.map(({ id }) => ({
          passengerId: id,
          status,
          currencyCode,
          ...(perItem ? {} : { original: 60, agent: 80, sold: 100 }),
        })),
      },
    };
    // In one transaction: the database refuses a departure whose count differs from the places of its bookings.
    const [booking] = await db.$transaction([
      db.booking.create({ data }),
      db.availability.update({ where: { id: data.availabilityId }, data: { booked: { increment: placesHeld } } }),
    ]);
    return booking;
  }

  return { transfer, order, book };
}
