import { type DepartureRow, findDepartures } from './departures.ts';
import type { Order } from './form/index.ts';
import type { ImportRun, Planned } from './import-run.ts';
import { type BookingPlan, planBooking } from './plan-booking.ts';
import { drawIds } from './records.ts';
import { loadSoldCatalog, type SoldCatalog, type SoldRole } from './sold-catalog.ts';

/** An order to be written, with the ids of its rows. */
export type Sale = Planned<Order> & {
  role: SoldRole;
  clientId: number;
  cityId: number;
  timeZone: string;
  /** Both undefined for an order without a booking. */
  booking: BookingPlan | undefined;
  departure: DepartureRow | undefined;
  pickupId: number;
  dropoffId: number;
  bookingId: number;
  passengerIds: number[];
};

type Checked = Pick<Sale, 'role' | 'clientId' | 'cityId' | 'timeZone' | 'booking'> & Planned<Order>;

/**
 * Prices new orders, finds their departures and draws the ids of all their rows.
 *
 * @throws {ImportRefused} with every order that does not fit the catalogue
 */
export async function planSales(run: ImportRun, created: readonly Planned<Order>[]): Promise<Sale[]> {
  const { tx } = run;
  const catalog = await loadSoldCatalog(tx, {
    roles: created.map(({ record }) => run.id('role', record.role)),
    levels: created.flatMap(({ record }) => (record.booking ? [run.id('serviceLevel', levelKey(record.booking))] : [])),
    cities: created.flatMap(({ record }) => run.idOrNull('city', record.city) ?? []),
  });
  const checked = created.flatMap((item) => checkSale(run, item, catalog) ?? []);
  run.fieldErrors.throwIfAny();
  const departureOf = await findDepartures(
    tx,
    checked.flatMap(({ booking }) => booking ?? []),
  );
  const transferIds = await drawIds(tx, 'transfer', checked.length * 2);
  const bookingIds = await drawIds(tx, 'booking', checked.length);
  const people = checked.reduce((sum, { record }) => sum + record.passengers.length, 0);
  const passengerIds = await drawIds(tx, 'passenger', people);
  return checked.map((sale, index) => ({
    ...sale,
    departure: sale.booking && departureOf(sale.booking),
    pickupId: transferIds[index * 2] ?? 0,
    dropoffId: transferIds[index * 2 + 1] ?? 0,
    bookingId: bookingIds[index] ?? 0,
    passengerIds: passengerIds.splice(0, sale.record.passengers.length),
  }));
}

const levelKey = ({ product, serviceLevel }: NonNullable<Order['booking']>) => `${product}/${serviceLevel}`;

function checkSale(run: ImportRun, item: Planned<Order>, catalog: SoldCatalog): Checked | undefined {
  const { record: order, path } = item;
  const role = catalog.roles.get(run.id('role', order.role));
  if (!role) throw new Error(`role ${order.role} was not read`);
  const clientId = run.idOrNull('client', order.client) ?? role.clientId;
  if (clientId === null) {
    run.fieldErrors.add(`${path}.client`, 'is required, because the role has no client');
    return undefined;
  }
  if (!order.booking) {
    const cityId = run.id('city', order.city ?? '');
    return { ...item, role, clientId, cityId, timeZone: catalog.timeZones.get(cityId) ?? 'UTC', booking: undefined };
  }
  const key = levelKey(order.booking);
  const level = catalog.levels.get(run.id('serviceLevel', key));
  if (!level) throw new Error(`service level ${key} was not read`);
  const booking = planBooking(
    {
      order,
      path,
      level,
      rateId: run.id('rate', `${key}/${order.booking.rate}`),
      categoryId: (category) => run.id('priceCategory', `${key}/${category}`),
      currency: role.organization.currencyCode,
      now: run.now,
    },
    run.fieldErrors,
  );
  const { id: cityId, timeZone } = level.product.city;
  return booking && { ...item, role, clientId, cityId, timeZone, booking };
}
