import { type BookedDetailsShape, freezeBookedDetails, issueTickets, orderTimes } from '@channel/graph';
import { Prisma } from '@channel/prisma';
import type { Settings } from '@channel/settings';
import { takePlaces } from './departures.ts';
import type { ImportDocument } from './form/index.ts';
import { type ImportRun, itemsOf } from './import-run.ts';
import type { BookingPlan } from './plan-booking.ts';
import { planSales, type Sale } from './plan-sales.ts';
import { inChunks } from './records.ts';
import { writeTags } from './write-tags.ts';

/** Orders with all that belongs to them, once: an order that was imported before is neither repeated nor changed. */
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
  await writeRows(run, sales, settings);
  await writeBookings(run, sales);
  await writePassengers(run, sales);
  await writeOrderTags(run, sales);
  const finalised = sales.filter(({ record }) => record.bookedAt !== null).map(({ id }) => id);
  await inChunks(finalised, (ids) => issueTickets(run.tx, { now: run.now, settings }, ids));
  await takePlaces(
    run.tx,
    sales.flatMap(({ booking, departure, path }) =>
      booking && departure && booking.placesHeld > 0
        ? [{ availabilityId: departure.id, places: booking.placesHeld, path }]
        : [],
    ),
    run.faults,
  );
  run.faults.throwIfAny();
}

async function writeTransfers(run: ImportRun, sales: readonly Sale[]): Promise<void> {
  const row = (id: number, transfer: Sale['record']['pickup']) => ({
    id,
    date: transfer?.date ?? null,
    time: transfer?.time ?? null,
    driverId: run.idOrNull('user', transfer?.driver ?? null),
    pointId: run.idOrNull('point', transfer?.point ?? null),
  });
  const rows = sales.flatMap(({ record, pickupId, dropoffId }) => [
    row(pickupId, record.pickup),
    row(dropoffId, record.dropoff),
  ]);
  await inChunks(rows, (data) => run.tx.transfer.createMany({ data }));
}

async function writeRows(run: ImportRun, sales: readonly Sale[], settings: Settings): Promise<void> {
  const details = await freezeDetails(run, sales);
  await inChunks(sales, (chunk) =>
    run.tx.order.createMany({ data: chunk.map((sale) => orderRow(run, sale, details(sale), settings)) }),
  );
}

/** What was sold is read once for each rate and departure period, however many orders there are of it. */
async function freezeDetails(
  { tx }: ImportRun,
  sales: readonly Sale[],
): Promise<(sale: Sale) => BookedDetailsShape | undefined> {
  const frozen = new Map<string, BookedDetailsShape>();
  // Only the expiry of a pass depends on the departure, and a pass has but one.
  const keyOf = ({ level, rateId }: BookingPlan) => `${level.id} ${rateId}`;
  for (const { booking, departure } of sales) {
    if (!booking || frozen.has(keyOf(booking))) continue;
    const sold = { serviceLevelId: booking.level.id, rateId: booking.rateId, availabilityId: departure?.id };
    frozen.set(keyOf(booking), await freezeBookedDetails(tx, sold));
  }
  return ({ booking }) => booking && frozen.get(keyOf(booking));
}

function orderRow(run: ImportRun, sale: Sale, details: BookedDetailsShape | undefined, settings: Settings) {
  const { id, record, role, booking, departure } = sale;
  const times = booking && {
    availabilityType: booking.level.availabilityType,
    timeZone: sale.timeZone,
    duration: Number(booking.level.durationTime),
    date: booking.date,
    startTime: departure?.startTime ?? null,
    endTime: departure?.endTime ?? null,
  };
  return {
    id,
    organizationId: role.organizationId,
    roleId: role.id,
    clientId: sale.clientId,
    issuerId: run.id('user', record.issuer),
    contactPersonId: run.idOrNull('user', record.contactPerson),
    tourGuideId: run.idOrNull('user', record.tourGuide),
    cityId: sale.cityId,
    timeZone: sale.timeZone,
    supplierId: booking?.level.product.supplierId ?? null,
    productId: booking?.level.productId ?? null,
    pickupId: sale.pickupId,
    dropoffId: sale.dropoffId,
    status: record.status,
    referenceCode: record.referenceCode,
    createdAt: record.createdAt,
    bookedAt: record.bookedAt,
    updatedAt: record.updatedAt ?? record.bookedAt ?? record.createdAt,
    holdExpiresAt: booking && booking.placesHeld > 0 ? record.holdUntil : null,
    checkoutDate: record.checkoutDate,
    ...(times ? orderTimes(times, settings) : {}),
    vatPercentage: role.organization.vatPercentage,
    vatType: role.organization.vatType,
    currencyCode: booking?.currencyCode ?? role.organization.currencyCode,
    totalOriginal: booking?.total.original ?? null,
    totalAgent: booking?.total.agent ?? null,
    totalSold: booking?.total.sold ?? null,
    bookedDetails: details ?? Prisma.DbNull,
  };
}

async function writeBookings({ tx }: ImportRun, sales: readonly Sale[]): Promise<void> {
  const rows = sales.flatMap(({ id, record, booking, departure, bookingId }) =>
    booking && departure
      ? [
          {
            id: bookingId,
            orderId: id,
            serviceLevelId: booking.level.id,
            rateId: booking.rateId,
            availabilityId: departure.id,
            date: booking.date,
            startTime: departure.startTime,
            endTime: departure.endTime,
            status: record.status,
            quantity: booking.quantity,
            placesHeld: booking.placesHeld,
            currencyCode: booking.currencyCode,
            ...booking.itemPrice,
          },
        ]
      : [],
  );
  await inChunks(rows, (data) => tx.booking.createMany({ data }));
}

async function writePassengers({ tx }: ImportRun, sales: readonly Sale[]): Promise<void> {
  const passengers = sales.flatMap(({ id, record, booking, passengerIds }) =>
    record.passengers.map(({ priceCategory: _, prices, ...person }, position) => {
      const category = booking?.seats[position]?.category;
      return {
        id: passengerIds[position] ?? 0,
        orderId: id,
        ...person,
        isLeader: position === 0,
        position,
        priceCategory: category ? frozenCategory(category) : Prisma.DbNull,
      };
    }),
  );
  await inChunks(passengers, (data) => tx.passenger.createMany({ data }));
  const seats = sales.flatMap(({ record, booking, bookingId, passengerIds }) =>
    (booking?.seats ?? []).map(({ price }, position) => ({
      bookingId,
      passengerId: passengerIds[position] ?? 0,
      status: record.status,
      currencyCode: booking?.currencyCode ?? '',
      ...price,
    })),
  );
  await inChunks(seats, (data) => tx.bookingPassenger.createMany({ data }));
}

/** A price category as it is kept with a passenger. */
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
      return tags ? [{ id, organizationId: sale.role.organizationId, tags }] : [];
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
