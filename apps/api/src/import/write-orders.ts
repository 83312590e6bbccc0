import { issueTickets } from '@channel/graph';
import { Prisma } from '@channel/prisma';
import type { Settings } from '@channel/settings';
import { countPlaces, findDepartureRates } from './departures.ts';
import type { ImportDocument } from './form/index.ts';
import { type ImportRun, itemsOf } from './import-run.ts';
import { writeOrderRows } from './order-rows.ts';
import type { BookingPlan } from './plan-booking.ts';
import { planSales, type Sale } from './plan-sales.ts';
import { inChunks } from './records.ts';
import { writeTags } from './write-tags.ts';

/** Writes orders with all their rows, once: an order that was imported before is neither repeated nor changed. */
export async function writeOrders(run: ImportRun, { orders }: ImportDocument, settings: Settings): Promise<void> {
  const items = itemsOf('orders', orders);
  const { created } = await run.plan(
    'order',
    items.filter(({ key }) => !run.records.find('order', key)),
  );
  run.report.order = { created: created.length, updated: 0, unchanged: items.length - created.length };
  if (created.length === 0) return;
  const sales = await planSales(run, created);
  await writeTransfers(run, sales);
  await writeOrderRows(run, sales, settings);
  // No line of the audit log records an imported order.
  await inChunks(sales, (chunk) =>
    run.tx.unsequencedChange.createMany({
      data: chunk.map(({ id }) => ({ stream: 'orders' as const, subjectId: id, at: run.now })),
    }),
  );
  await writeBookings(run, sales);
  await writePassengers(run, sales);
  await writeOrderTags(run, sales);
  const finalised = sales.filter(({ record }) => record.bookedAt !== null).map(({ id }) => id);
  await inChunks(finalised, (ids) => issueTickets(run.tx, { now: run.now, settings }, ids));
  await countPlaces(
    run,
    sales.flatMap(({ booking, departure, path }) =>
      booking && departure && booking.placesHeld > 0
        ? [{ availabilityId: departure.id, places: booking.placesHeld, path }]
        : [],
    ),
  );
  run.fieldErrors.throwIfAny();
}

async function writeTransfers(run: ImportRun, sales: readonly Sale[]): Promise<void> {
  const row = (id: number, { role }: Sale, transfer: Sale['record']['pickup']) => ({
    id,
    organizationId: role.organizationId,
    date: transfer?.date ?? null,
    time: transfer?.time ?? null,
    driverId: run.idOrNull('user', transfer?.driver ?? null),
    pointId: run.idOrNull('point', transfer?.point ?? null),
  });
  const rows = sales.flatMap((sale) => [
    row(sale.pickupId, sale, sale.record.pickup),
    row(sale.dropoffId, sale, sale.record.dropoff),
  ]);
  await inChunks(rows, (data) => run.tx.transfer.createMany({ data }));
}

async function writeBookings({ tx }: ImportRun, sales: readonly Sale[]): Promise<void> {
  const departureRateOf = await findDepartureRates(
    tx,
    sales.flatMap(({ departure }) => departure ?? []),
  );
  const rows = sales.flatMap(({ id, role, record, booking, departure, bookingId }) =>
    booking && departure
      ? [
          {
            id: bookingId,
            orderId: id,
            organizationId: role.organizationId,
            serviceLevelId: booking.level.id,
            rateId: booking.rateId,
            availabilityId: departure.id,
            departureRateId: departureRateOf(departure, booking.rateId),
            date: booking.date,
            startTime: departure.startTime,
            endTime: departure.endTime,
            status: record.status,
            quantity: booking.quantity,
            placesHeld: booking.placesHeld,
            holdExpiresAt: booking.placesHeld > 0 ? record.holdUntil : null,
            currencyCode: booking.currencyCode,
            ...booking.itemPrice,
          },
        ]
      : [],
  );
  await inChunks(rows, (data) => tx.booking.createMany({ data }));
}

async function writePassengers({ tx }: ImportRun, sales: readonly Sale[]): Promise<void> {
  const passengers = sales.flatMap(({ id, role, record, booking, passengerIds }) =>
    record.passengers.map(({ priceCategory: _, prices, ...person }, position) => {
      const category = booking?.seats[position]?.category;
      return {
        id: passengerIds[position] ?? 0,
        orderId: id,
        organizationId: role.organizationId,
        ...person,
        isLeader: position === 0,
        position,
        priceCategory: category ? frozenCategory(category) : Prisma.DbNull,
      };
    }),
  );
  await inChunks(passengers, (data) => tx.passenger.createMany({ data }));
  const seats = sales.flatMap(({ role, record, booking, bookingId, passengerIds }) =>
    (booking?.seats ?? []).map(({ price }, position) => ({
      bookingId,
      passengerId: passengerIds[position] ?? 0,
      organizationId: role.organizationId,
      status: record.status,
      currencyCode: booking?.currencyCode ?? '',
      ...price,
    })),
  );
  await inChunks(seats, (data) => tx.bookingPassenger.createMany({ data }));
}

/** The price category data that is stored with a passenger. */
function frozenCategory(category: BookingPlan['level']['priceCategories'][number]): Prisma.InputJsonObject {
  const { id, title, isDefault, minimum, maximum, ageMin, ageMax, translations } = category;
  return {
    id,
    title,
    isDefault,
    minimum,
    maximum,
    ageMin,
    ageMax,
    translations: translations as Prisma.InputJsonValue,
  };
}

async function writeOrderTags(run: ImportRun, sales: readonly Sale[]): Promise<void> {
  const tagged = (pick: (sale: Sale) => { id: number; tags: Record<string, string | number> | undefined }) =>
    sales.flatMap((sale) => {
      const { id, tags } = pick(sale);
      return tags ? [{ id, organizationId: sale.role.organizationId, tags, path: `${sale.path}.tags` }] : [];
    });
  await writeTags(
    run,
    'orderId',
    tagged(({ id, record }) => ({ id, tags: record.tags })),
  );
  await writeTags(
    run,
    'bookingId',
    tagged(({ bookingId, record }) => ({ id: bookingId, tags: record.booking?.tags })),
  );
  await writeTags(
    run,
    'transferId',
    tagged(({ pickupId, record }) => ({ id: pickupId, tags: record.pickup?.tags })),
  );
  await writeTags(
    run,
    'transferId',
    tagged(({ dropoffId, record }) => ({ id: dropoffId, tags: record.dropoff?.tags })),
  );
}
