import { type BookedDetailsShape, freezeBookedDetails, orderTimes } from '@channel/graph';
import { Prisma } from '@channel/prisma';
import type { Settings } from '@channel/settings';
import type { ImportRun } from './import-run.ts';
import type { BookingPlan } from './plan-booking.ts';
import type { Sale } from './plan-sales.ts';
import { inChunks } from './records.ts';

/** Writes the rows of orders: with prices, times, and the frozen data of the sold products. */
export async function writeOrderRows(run: ImportRun, sales: readonly Sale[], settings: Settings): Promise<void> {
  const details = await freezeDetails(run, sales);
  await inChunks(sales, (chunk) =>
    run.tx.order.createMany({ data: chunk.map((sale) => orderRow(run, sale, details(sale), settings)) }),
  );
}

/** Reads the sold data once for each rate and departure period, however many orders share it. */
async function freezeDetails(
  { tx }: ImportRun,
  sales: readonly Sale[],
): Promise<(sale: Sale) => BookedDetailsShape | undefined> {
  const frozen = new Map<string, BookedDetailsShape>();
  // Only the expiry of a pass depends on the departure, and a pass has only one.
  const keyOf = ({ level, rateId }: BookingPlan) => `${level.id} ${rateId}`;
  for (const { booking, departure } of sales) {
    if (!booking || frozen.has(keyOf(booking))) continue;
    const sold = { serviceLevelId: booking.level.id, rateIds: [booking.rateId], availabilityId: departure?.id };
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
    checkoutDate: record.checkoutDate,
    ...(times ? orderTimes(times, booking.level.product.organization.durationUnit ?? settings.durationUnit) : {}),
    vatPercentage: role.organization.vatPercentage,
    vatType: role.organization.vatType,
    currencyCode: booking?.currencyCode ?? role.organization.currencyCode,
    totalOriginal: booking?.total.original ?? null,
    totalAgent: booking?.total.agent ?? null,
    totalSold: booking?.total.sold ?? null,
    bookedDetails: details ?? Prisma.DbNull,
  };
}
