import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { PlaceFilter } from '../places/place-filter.ts';
import { addDays, daysBetween, todayByZone } from '../shared/calendar.ts';
import { checkFilter } from '../shared/check-filter.ts';
import { IdFilter } from '../shared/id-filter.ts';
import { oncePerRequest } from '../shared/once-per-request.ts';
import { organizationIdsOf } from '../shared/principals.ts';
import { rowsOf } from '../shared/rows.ts';
import { likeText, nameMatches, searchText } from '../shared/text.ts';
import { carriesAll, TagMatch, type TagMatchInput } from '../tags/tag-match.ts';
import { OrderStatus } from './booking.ts';
import { type OrderSort, sortedBy } from './order-sort.ts';
import { quickSearched, textConditions } from './quick-search.ts';
import { visibleOrders } from './visible-orders.ts';

const DateRange = builder.inputType('DateRange', {
  description: 'A range of days; both ends are included.',
  fields: (t) => ({
    start: t.field({ type: 'Date', description: 'First day.' }),
    end: t.field({ type: 'Date', description: 'Last day.' }),
  }),
});

const InstantRange = builder.inputType('InstantRange', {
  description: 'A range of time.',
  fields: (t) => ({
    since: t.field({ type: 'DateTime', description: 'At this time or later.' }),
    until: t.field({ type: 'DateTime', description: 'Before.' }),
  }),
});

/** Findings are computed from the jobs of each order: the board shows as many days. */
const MAX_CLASH_DAYS = 31;

export const OrderFilter = builder.inputType('OrderFilter', {
  description: 'Filters orders; an order must match every given member.',
  fields: (t) => ({
    todayOrders: t.boolean({ description: 'True: only orders that are executed today, by the calendar of the place.' }),
    product: t.field({ type: IdFilter, description: 'Of these products.' }),
    supplier: t.field({ type: IdFilter, description: 'Of these suppliers.' }),
    client: t.field({ type: IdFilter, description: 'Of these clients.' }),
    city: t.field({ type: PlaceFilter, description: 'In these cities.' }),
    orderDate: t.field({ type: DateRange, description: 'Created on these days, in UTC.' }),
    bookDate: t.field({ type: DateRange, description: 'Finalised on these days, in UTC.' }),
    createdAt: t.field({ type: InstantRange, description: 'Created in this time: for the days of any time zone.' }),
    bookedAt: t.field({ type: InstantRange, description: 'Finalised in this time: for the days of any time zone.' }),
    updatedSince: t.field({ type: 'DateTime', description: 'Changed at this time or later, or created then.' }),
    activityDate: t.field({ type: DateRange, description: 'Executed on these days, by the calendar of the place.' }),
    status: t.field({ type: [OrderStatus], description: 'In any of these states.' }),
    search: t.string({
      description:
        'Part of the value of a tag, part of the name of a passenger (first or last name first), or the id of an order. Surrounding blanks are ignored.',
    }),
    quickSearch: t.string({
      description:
        'Words that must each be the beginning of a word in the order: in its id, its reference code, the name of a passenger, the e-mail address of the leader, the value of a tag, or the name of its city, product, supplier, drivers, guide, contact person or issuer; or the beginning of a phone number. Case and accents are ignored. At most 200 characters.',
    }),
    driver: t.field({ type: IdFilter, description: 'With any of these users as driver of a transfer.' }),
    tourGuide: t.field({ type: IdFilter, description: 'With any of these users as tour guide.' }),
    contactPerson: t.field({ type: IdFilter, description: 'With any of these users as contact person.' }),
    issuer: t.field({ type: IdFilter, description: 'Issued by any of these users.' }),
    isUnassigned: t.boolean({
      description:
        'True: only booked orders and orders in the cart that lack somebody: a driver of a planned transfer, or a guide where the service level includes one.',
    }),
    hasClash: t.boolean({
      description: `True: only orders with findings about their drivers or guide, as \`clashes\` lists them. Requires \`todayOrders\`, or an \`activityDate\` of at most ${MAX_CLASH_DAYS} days.`,
    }),
    tags: t.field({ type: [TagMatch], description: 'Carries all of these tags.' }),
  }),
});

type Filter = typeof OrderFilter.$inferInput;
type SortInput = typeof OrderSort.$inferInput | null | undefined;
type Days = typeof DateRange.$inferInput | null | undefined;
type Instants = typeof InstantRange.$inferInput | null | undefined;

/** From the beginning of the first day to the end of the last, in UTC. */
const instantsOf = (days: Days): Instants =>
  days && { since: days.start, until: days.end ? addDays(days.end, 1) : null };

/** Restricts a column to a range; no condition without bounds. */
const during = (
  column: 'createdAt' | 'bookedAt' | 'updatedAt' | 'startsAtLocal',
  range: Instants,
): Prisma.OrderWhereInput[] =>
  range?.since || range?.until
    ? [{ [column]: { ...(range.since ? { gte: range.since } : {}), ...(range.until ? { lt: range.until } : {}) } }]
    : [];

const DAY = 86_400_000;
/** Maximum range in days whose orders are sorted in memory; longer ranges walk the index of the list's order. */
const SOME_DAYS = 400;
const isShort = (range: Instants): boolean =>
  Boolean(range?.since && range.until && range.until.getTime() - range.since.getTime() <= SOME_DAYS * DAY);

/**
 * Whether a filter restricts the list to orders of a few days, which lie close together at an unknown position of the
 * list. A restriction of the date that the list is sorted by does not count: it is a range of the list's index.
 */
export const meansSomeDays = (filter: Filter | null | undefined, sort: SortInput): boolean =>
  isShort(instantsOf(filter?.activityDate)) ||
  (sortedBy(sort) !== 'created' && [instantsOf(filter?.orderDate), filter?.createdAt].some(isShort)) ||
  (sortedBy(sort) !== 'booked' && [instantsOf(filter?.bookDate), filter?.bookedAt].some(isShort));

const executedToday = oncePerRequest(async ({ db, now }): Promise<Prisma.OrderWhereInput> => {
  const cities = await db.city.groupBy({ by: ['timeZone'], orderBy: { timeZone: 'asc' } });
  const days = todayByZone(
    now,
    cities.map(({ timeZone }) => timeZone),
  );
  return {
    OR: days.map(({ date, timeZones }) => ({
      startsAtLocal: { gte: date, lt: addDays(date, 1) },
      city: { timeZone: { in: timeZones } },
    })),
  };
});

/**
 * A condition for any of the values. A single value is compared with `=`, so that an index on it and the order is used.
 */
const oneOf = <Value>(values: readonly Value[]): Value | { in: Value[] } => {
  const [only, another] = values;
  return only !== undefined && another === undefined ? only : { in: [...values] };
};

/**
 * The ids of cities with tags. A preflight query, because there are few cities: orders are then found by id, without a
 * join.
 */
const citiesTagged = oncePerRequest(async ({ db, actor }, tags: readonly TagMatchInput[]): Promise<number[]> => {
  const where = { AND: carriesAll(tags, organizationIdsOf(actor), ['filter', 'city', 'tags']) };
  const cities = await db.city.findMany({ where, select: { id: true }, orderBy: { id: 'asc' } });
  return cities.map(({ id }) => id);
});

/** The orders of users in any function. An index finds them, whatever the function. */
const viewedBy = (ids: readonly number[]): Prisma.OrderWhereInput => ({
  viewers: { hasSome: ids.map((id) => `u${id}`) },
});

const drivenBy = (ids: readonly number[]): Prisma.OrderWhereInput => ({
  AND: [viewedBy(ids), { OR: [{ pickup: { driverId: oneOf(ids) } }, { dropoff: { driverId: oneOf(ids) } }] }],
});

/** A transfer that somebody has planned. */
const driverless: Prisma.TransferWhereInput = {
  driverId: null,
  OR: [{ date: { not: null } }, { time: { not: null } }, { pointId: { not: null } }],
};

const unassigned: Prisma.OrderWhereInput = {
  status: { in: ['Booked', 'InCart'] },
  OR: [
    { pickup: driverless },
    { dropoff: driverless },
    { tourGuideId: null, bookings: { some: { serviceLevel: { hasTourGuide: true } } } },
  ],
};

/**
 * The forms of a text with a Greek sigma, else the text itself. Lower case has a final sigma at the end of a word,
 * upper case does not distinguish the two, and the end of the search text may be inside a word of the name.
 */
function variants(text: string): string[] {
  if (!/[Σσς]/.test(text)) return [text];
  const within = text.replace(/[Σς]/g, 'σ');
  return [...new Set([within, within.replace(/σ(?!\p{L})/gu, 'ς'), within.replace(/σ(?!\p{L}|$)/gu, 'ς')])];
}

/** Maximum number of orders that a preflight query finds before their texts are compared. */
const FEW = 1_000;

/**
 * The orders with the given special characters; undefined if there are more than `FEW`. For a character that is missing
 * in its statistics Postgres expects hundreds of orders, and would read all orders of the list to find them.
 */
const fewWithSymbols = oncePerRequest(
  async (context, symbols: readonly Prisma.OrderSearchWhereInput[]): Promise<number[] | undefined> => {
    // Without an order: Prisma's `findMany` would sort by id, and walk the primary key until it has enough rows.
    const query = { where: { AND: [...symbols] }, select: { orderId: true }, take: FEW + 1 };
    const rows = await rowsOf(context, 'OrderSearch', query);
    return rows.length > FEW ? undefined : rows.map(({ orderId }) => orderId);
  },
);

async function searched(search: string, context: Context): Promise<Prisma.OrderWhereInput> {
  const text = searchText(search);
  // An order that contains the text contains its words and special characters: one index finds the candidates for id,
  // tags and names alike, and the planner can estimate their number.
  const { documents, symbols, isExact } = textConditions(text);
  const few = symbols.length > 0 ? await fewWithSymbols(context, symbols) : undefined;
  const held = [...documents, ...symbols];
  const where: Prisma.OrderWhereInput = few ? { id: { in: few } } : held.length > 0 ? { search: { AND: held } } : {};
  if (isExact) return where;
  const id = /^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? [{ id: Number(text) }] : [];
  const named = variants(text).flatMap(nameMatches);
  // A tag value may have several blanks in a row.
  const tagged = [...new Set([text, search.trim()])].flatMap(variants);
  return {
    ...where,
    OR: [
      ...id,
      ...tagged.map((part) => ({
        AND: [{ tags: { some: { valueText: { contains: likeText(part), mode: 'insensitive' as const } } } }],
      })),
      ...named.map((fullName) => ({ AND: [{ passengers: { some: { fullName } } }] })),
    ],
  };
}

/** The orders that match the rest of a filter and have findings: the rule compares no others. */
const withClash = oncePerRequest(async (context, { hasClash: _, ...rest }: Filter): Promise<number[]> => {
  const { start, end } = rest.activityDate ?? {};
  if (!rest.todayOrders && !(start && end && daysBetween(start, end) < MAX_CLASH_DAYS))
    throw invalid([
      {
        path: ['filter', 'activityDate'],
        message: `must have a start and an end, at most ${MAX_CLASH_DAYS} days in all, for orders with a clash.`,
      },
    ]);
  return context.clashing(context, await matchingOrders(rest, context));
});

/** A condition for the orders that the actor may see and that match a filter. */
export async function matchingOrders(
  filter: Filter | null | undefined,
  context: Context,
): Promise<Prisma.OrderWhereInput> {
  const organizationIds = organizationIdsOf(context.actor);
  if (!filter) return visibleOrders(context);
  checkFilter(filter);
  if (filter.hasClash) return { AND: [visibleOrders(context), { id: { in: await withClash(context, filter) } }] };
  return {
    AND: [
      visibleOrders(context),
      ...(filter.todayOrders ? [await executedToday(context)] : []),
      ...(filter.product?.ids ? [{ productId: oneOf(filter.product.ids) }] : []),
      ...(filter.supplier?.ids ? [{ supplierId: oneOf(filter.supplier.ids) }] : []),
      ...(filter.client?.ids ? [{ clientId: oneOf(filter.client.ids) }] : []),
      ...(filter.city?.ids ? [{ cityId: oneOf(filter.city.ids) }] : []),
      ...(filter.city?.tags?.length ? [{ cityId: oneOf(await citiesTagged(context, filter.city.tags)) }] : []),
      ...during('createdAt', instantsOf(filter.orderDate)),
      ...during('createdAt', filter.createdAt),
      ...during('bookedAt', instantsOf(filter.bookDate)),
      ...during('bookedAt', filter.bookedAt),
      ...during('updatedAt', { since: filter.updatedSince }),
      ...during('startsAtLocal', instantsOf(filter.activityDate)),
      ...(filter.status ? [{ status: oneOf(filter.status) }] : []),
      ...(filter.driver?.ids ? [drivenBy(filter.driver.ids)] : []),
      ...(filter.tourGuide?.ids ? [{ tourGuideId: oneOf(filter.tourGuide.ids) }] : []),
      ...(filter.contactPerson?.ids
        ? [viewedBy(filter.contactPerson.ids), { contactPersonId: oneOf(filter.contactPerson.ids) }]
        : []),
      ...(filter.issuer?.ids ? [{ issuerId: oneOf(filter.issuer.ids) }] : []),
      ...(filter.isUnassigned ? [unassigned] : []),
      ...(filter.search?.trim() ? [await searched(filter.search, context)] : []),
      ...(filter.quickSearch ? await quickSearched(context, filter.quickSearch) : []),
      ...carriesAll(filter.tags, organizationIds, ['filter', 'tags']),
    ],
  };
}
