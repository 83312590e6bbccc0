import type { Prisma } from '../../generated/client/client.ts';
import type { Offer, OfferFactories } from './offer.ts';
import type { Parents } from './parents.ts';
import type { PeopleFactories } from './people.ts';
import type { PlaceFactories } from './places.ts';

type OrderColumns = Partial<Omit<Prisma.OrderUncheckedCreateInput, 'bookings' | 'passengers' | 'tags' | 'tickets'>>;
type TransferColumns = Prisma.TransferUncheckedCreateInput;
type BookingColumns = Partial<Omit<Prisma.BookingUncheckedCreateInput, 'orderId' | 'passengers'>>;
type PassengerColumns = Partial<Omit<Prisma.PassengerUncheckedCreateInput, 'orderId'>>;

type OrderParts = {
  /** What is booked; something of the whole file's unless given. Null: the order has no booking. */
  offer?: Offer | null;
  /** Columns of its booking. */
  booking?: BookingColumns;
  /** The first leads. */
  passengers?: PassengerColumns[];
  pickup?: TransferColumns;
  dropoff?: TransferColumns;
  tags?: Record<string, string | number>;
};

const FIRST_ORDER = Date.UTC(2026, 4, 1, 12);
const START_OF_DAY = new Date('1970-01-01T00:00:00Z');
const END_OF_DAY = new Date('1970-01-01T23:59:59Z');

type Departed = Pick<Prisma.BookingUncheckedCreateInput, 'date' | 'startTime' | 'endTime'>;
const at = (date: Date | string, time: Date | string) => new Date(new Date(date).getTime() + new Date(time).getTime());

/** Orders as rows, past every check of the core: the state of the world before a test acts. */
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

  /** Its instants are those of the wall clock in its time zone. */
  function timesOf({ availabilityType }: { availabilityType: string }, { date, startTime, endTime }: Departed) {
    if (availabilityType === 'pass') return {};
    const startsAtLocal = at(date, startTime ?? START_OF_DAY);
    const endsAtLocal = endTime ? at(date, endTime) : startTime ? startsAtLocal : at(date, END_OF_DAY);
    return { startsAtLocal, endsAtLocal, startsAt: startsAtLocal, endsAt: endsAtLocal };
  }

  /**
   * A booked order with a leader, one booking of the usual departure, a place for each passenger (or one item), and both
   * transfers. The departure's places are counted.
   */
  async function order({
    offer: sold,
    booking = {},
    passengers = [{}],
    pickup,
    dropoff,
    tags = {},
    ...columns
  }: OrderColumns & OrderParts = {}) {
    const what = sold === undefined ? await usualOffer() : sold;
    const number = next();
    const status = columns.status ?? 'Booked';
    const createdAt = columns.createdAt ?? new Date(FIRST_ORDER + number * 60_000);
    const organizationId = columns.organizationId ?? what?.product.organizationId ?? (await home()).id;
    const { code: currencyCode } = await currency(columns.currencyCode ?? 'EUR');
    const clientId =
      columns.clientId ?? (await shared(`client ${organizationId}`, () => client({ organizationId }))).id;
    const departed = {
      date: what?.departure.date ?? new Date('2026-06-10'),
      startTime: what?.departure.startTime ?? null,
      endTime: what?.departure.endTime ?? null,
      ...booking,
    };
    const created = await db.order.create({
      data: {
        timeZone: 'Europe/Amsterdam',
        vatPercentage: 21,
        vatType: 'included',
        updatedAt: createdAt,
        bookedAt: status === 'InCart' ? null : createdAt,
        productId: what?.product.id ?? null,
        supplierId: what?.product.supplierId ?? null,
        cityId: what?.product.cityId ?? (await amsterdam()).id,
        ...(what ? { totalOriginal: 60, totalAgent: 80, totalSold: 100, ...timesOf(what.level, departed) } : {}),
        roleId: columns.roleId ?? (await usualRole()).id,
        issuerId: columns.issuerId ?? (await usualUser()).id,
        ...columns,
        organizationId,
        clientId,
        currencyCode,
        status,
        createdAt,
        pickupId: columns.pickupId ?? (await transfer(pickup)).id,
        dropoffId: columns.dropoffId ?? (await transfer(dropoff)).id,
      },
    });
    await db.$executeRaw`UPDATE orders SET starts_at = starts_at_local AT TIME ZONE time_zone,
      ends_at = ends_at_local AT TIME ZONE time_zone WHERE id = ${created.id} AND starts_at_local IS NOT NULL`;
    const people = await db.passenger.createManyAndReturn({
      data: passengers.map((person, position) => ({
        orderId: created.id,
        firstName: `First${number}`,
        lastName: `Last${number}`,
        isLeader: position === 0,
        position,
        ...person,
      })),
    });
    if (what) await book(created, what, people, { ...departed, ...booking });
    await db.tag.createMany({
      data: Object.entries(tags).map(([key, value]) => ({ organizationId, orderId: created.id, key, value })),
    });
    return db.order.findUniqueOrThrow({
      where: { id: created.id },
      include: {
        bookings: { include: { passengers: true } },
        passengers: { orderBy: { position: 'asc' } },
        pickup: true,
        dropoff: true,
      },
    });
  }

  /** Books the departure for an order that exists, and counts the places. */
  async function book(
    {
      id: orderId,
      status,
      currencyCode,
    }: { id: number; status: 'InCart' | 'Booked' | 'Deleted' | 'Cancelled'; currencyCode: string },
    { level, rate, departure }: Offer,
    people: { id: number }[],
    columns: BookingColumns = {},
  ) {
    const perItem = level.pricingType === 'per_item';
    const quantity = columns.quantity ?? (perItem ? 1 : Math.max(1, people.length));
    const holds = status === 'InCart' || status === 'Booked';
    const booking = await db.booking.create({
      data: {
        serviceLevelId: level.id,
        rateId: rate.id,
        availabilityId: departure.id,
        date: departure.date ?? new Date('2026-06-10'),
        startTime: departure.startTime,
        endTime: departure.endTime,
        status,
        placesHeld: holds ? quantity : 0,
        ...(perItem ? { original: 300, agent: 400, sold: 500 } : {}),
        ...columns,
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
      },
    });
    await db.availability.update({
      where: { id: booking.availabilityId },
      data: { booked: { increment: booking.placesHeld } },
    });
    return booking;
  }

  return { transfer, order, book };
}
