import { Prisma, rowsIn, type Tx } from '@channel/prisma';
import { visibleProducts } from '../catalog/visible-products.ts';
import type { Context } from '../context.ts';
import { type FieldErrors, UNKNOWN_ID } from '../errors.ts';
import { visibleCities } from '../places/visible-cities.ts';
import { dateAt, dateText, parseDate, parseTime } from '../shared/calendar.ts';
import { actorOf, organizationIdsOf } from '../shared/principals.ts';
import { rowsOf } from '../shared/rows.ts';
import type { Decimal } from '../shared/scalars.ts';
import type { TransferChange } from './order-inputs.ts';
import { mayDrive } from './select-person.ts';

/** The organization and the city of a transfer's order. */
export type TransferPlace = { organizationId: number; cityId: number };

type NewPoint = { latitude: Decimal; longitude: Decimal; address: string };

/** A checked transfer input: the columns to write, and the new point to create first, if any. */
export type TransferPlan = {
  columns: { date?: Date | null; time?: Date | null; driverId?: number | null; pointId?: number | null };
  newPoint?: NewPoint;
};

/** Checks a transfer input and adds violations to `fieldErrors`. Writes nothing. */
export async function planTransfer(
  context: Context,
  input: TransferChange | null | undefined,
  place: { organizationId: number; timeZone: string | Promise<string> },
  path: (string | number)[],
  fieldErrors: FieldErrors,
): Promise<TransferPlan> {
  const plan: TransferPlan = { columns: {} };
  if (!input) return plan;
  const { date, time, driverId, location } = input;
  const [ofDate, ofDriver, ofPoint] = [fieldErrors.part(), fieldErrors.part(), fieldErrors.part()];
  if (time !== undefined) plan.columns.time = time;
  const point = location === null || location?.point === null ? null : location?.point;
  if (point === null) plan.columns.pointId = null;
  await Promise.all([
    driverId === undefined ? undefined : planDriver(context, driverId, place, plan, path, ofDriver),
    point ? planPoint(context, point, plan, [...path, 'location', 'point'], ofPoint) : undefined,
    date === undefined ? undefined : planDate(date, place, plan, [...path, 'date'], ofDate),
  ]);
  return plan;
}

async function planDate(
  date: string | null,
  { timeZone }: { timeZone: string | Promise<string> },
  plan: TransferPlan,
  path: (string | number)[],
  fieldErrors: FieldErrors,
) {
  const day = date === null ? null : transferDay(date, await timeZone);
  if (day === undefined)
    fieldErrors.add([...path], 'must be a valid date (YYYY-MM-DD), or a date-time with an offset.');
  else plan.columns.date = day;
}

async function planDriver(
  context: Context,
  driverId: number | null,
  { organizationId }: { organizationId: number },
  plan: TransferPlan,
  path: (string | number)[],
  fieldErrors: FieldErrors,
) {
  if (driverId === null || (await mayDrive(context, driverId, organizationId))) plan.columns.driverId = driverId;
  else fieldErrors.add([...path, 'driverId'], UNKNOWN_ID);
}

type PointInput = NonNullable<NonNullable<TransferChange['location']>['point']>;

async function planPoint(
  context: Context,
  point: PointInput,
  plan: TransferPlan,
  path: (string | number)[],
  fieldErrors: FieldErrors,
) {
  if (typeof point.id === 'number') {
    if (await pointExists(context, point.id)) plan.columns.pointId = point.id;
    else fieldErrors.add([...path, 'id'], UNKNOWN_ID);
    return;
  }
  const { latitude, longitude, address } = point;
  if (!inRange(latitude, 90)) fieldErrors.add([...path, 'latitude'], 'must be a number from -90 to 90.');
  if (!inRange(longitude, 180)) fieldErrors.add([...path, 'longitude'], 'must be a number from -180 to 180.');
  if (latitude && longitude) {
    const kept = (degrees: Decimal) => degrees.toDecimalPlaces(6); // as the column keeps them
    plan.newPoint = { latitude: kept(latitude), longitude: kept(longitude), address: address ?? '' };
  }
}

const inRange = (degrees: Decimal | null | undefined, max: number) => Boolean(degrees?.abs().lte(max));

/**
 * Whether the actor may use a point: points of the catalogue in cities that the actor sees, pickup places of products
 * that the actor sells, and points created for orders of the actor's organizations.
 */
async function pointExists(context: Context, id: number): Promise<boolean> {
  const actor = actorOf(context);
  const product = visibleProducts(actor);
  const points = await rowsOf(context, 'Point', {
    where: {
      id,
      OR: [
        { organizationId: { in: organizationIdsOf(actor) } },
        { organizationId: null, city: visibleCities(actor) },
        { pickupPlaces: { some: { pickupOptions: { serviceLevel: { product } } } } },
      ],
    },
    select: { id: true },
    take: 1,
  });
  return points.length > 0;
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(\.\d{1,9})? ?(Z|[+-]\d{2}:?\d{2})$/i;

/** The local day of a text: a plain date, or an instant converted to the time zone. Undefined for other texts. */
export function transferDay(text: string, timeZone: string): Date | undefined {
  const plain = parseDate(text);
  if (plain) return plain;
  const [, day = '', time = '', , offset = ''] = INSTANT.exec(text) ?? [];
  if (!parseDate(day) || !parseTime(time)) return undefined;
  const zone = offset.length === 5 ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset.toUpperCase();
  const instant = new Date(`${day}T${time}${zone}`);
  // At both ends of the calendar, an offset can produce a date outside of it.
  return Number.isNaN(instant.getTime()) ? undefined : parseDate(dateText(dateAt(instant, timeZone)));
}

/**
 * Creates the new points of plans, each in the city and organization of its order, in one statement.
 *
 * @returns the columns to write for each plan
 */
export async function realize(
  tx: Tx,
  plans: readonly { plan: TransferPlan; place: TransferPlace }[],
): Promise<TransferPlan['columns'][]> {
  const wanted = plans.filter(({ plan }) => plan.newPoint);
  const made =
    wanted.length === 0
      ? []
      : await rowsIn<{ id: number }>(
          tx,
          Prisma.sql`
    INSERT INTO point (latitude, longitude, address, city_id, organization_id)
    SELECT latitude, longitude, address, city_id, organization_id
    FROM unnest(
      ${wanted.map(({ plan }) => String(plan.newPoint?.latitude))}::numeric[],
      ${wanted.map(({ plan }) => String(plan.newPoint?.longitude))}::numeric[],
      ${wanted.map(({ plan }) => plan.newPoint?.address ?? '')}::text[],
      ${wanted.map(({ place }) => place.cityId)}::bigint[],
      ${wanted.map(({ place }) => place.organizationId)}::bigint[]
    ) WITH ORDINALITY AS given (latitude, longitude, address, city_id, organization_id, position)
    ORDER BY position
    RETURNING id`,
        );
  return plans.map(({ plan }) => {
    if (!plan.newPoint) return plan.columns;
    const point = made[wanted.findIndex((each) => each.plan === plan)];
    return { ...plan.columns, pointId: point?.id ?? null };
  });
}
