import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import { rowsOf } from '../compiler/rows.ts';
import type { Context } from '../context.ts';
import { organizationIdsOf } from '../people/principals.ts';
import { PlaceFilter } from '../places/place-filter.ts';
import { addDays, todayByZone } from '../shared/calendar.ts';
import { checkFilter } from '../shared/check-filter.ts';
import { IdFilter } from '../shared/id-filter.ts';
import { oncePerRequest } from '../shared/once-per-request.ts';
import { likeText, nameMatches, searchText } from '../shared/text.ts';
import { carriesAll, TagMatch, type TagMatchInput } from '../tags/tag-match.ts';
import { OrderStatus } from './booking.ts';
import { type OrderSort, sortedBy } from './order-sort.ts';
import { mentioning, quicklyFound } from './quick-search.ts';
import { visibleOrders } from './visible-orders.ts';

const DateRange = builder.inputType('DateRange', {
  description: 'Days from one to another, both included.',
  fields: (t) => ({
    start: t.field({ type: 'Date', description: 'First day.' }),
    end: t.field({ type: 'Date', description: 'Last day.' }),
  }),
});

export const OrderFilter = builder.inputType('OrderFilter', {
  description: 'Which orders to list; every member narrows further.',
  fields: (t) => ({
    todayOrders: t.boolean({ description: 'True: only what is executed today, by the calendar of the place.' }),
    product: t.field({ type: IdFilter, description: 'Of these products.' }),
    supplier: t.field({ type: IdFilter, description: 'Of these suppliers.' }),
    client: t.field({ type: IdFilter, description: 'Of these clients.' }),
    city: t.field({ type: PlaceFilter, description: 'In these cities.' }),
    orderDate: t.field({ type: DateRange, description: 'Made on these days, in UTC.' }),
    bookDate: t.field({ type: DateRange, description: 'Finalised on these days, in UTC.' }),
    activityDate: t.field({ type: DateRange, description: 'Executed on these days, by the calendar of the place.' }),
    status: t.field({ type: [OrderStatus], description: 'In any of these states.' }),
    search: t.string({
      description:
        'Part of the value of a tag or of the name of a passenger, first or last name in front, or the id of an order. Blanks around it make no difference.',
    }),
    quickSearch: t.string({
      description:
        'Words, each of which begins something that the order is found by: its id, its reference code, the name of a passenger, the e-mail address of the leader or the value of a tag. Case and accents make no difference. At most 200 characters.',
    }),
    tags: t.field({ type: [TagMatch], description: 'Carries all of these tags.' }),
  }),
});

type Filter = typeof OrderFilter.$inferInput;
type SortInput = typeof OrderSort.$inferInput | null | undefined;
type Range = { start?: Date | null; end?: Date | null } | null | undefined;

/** From the beginning of the first day to the end of the last. */
const within = (range: Range) => ({
  ...(range?.start ? { gte: range.start } : {}),
  ...(range?.end ? { lt: addDays(range.end, 1) } : {}),
});
const bounded = (range: Range): boolean => Boolean(range?.start ?? range?.end);

const DAY = 86_400_000;
/** The orders of so many days are sorted in no time; of more, the list is rather read in its order. */
const SOME_DAYS = 400;
const isShort = (range: Range): boolean =>
  Boolean(range?.start && range.end && range.end.getTime() - range.start.getTime() <= SOME_DAYS * DAY);

/**
 * Whether a filter means the orders of some days alone, which lie together anywhere in a list. Days of the very moment that
 * the list is sorted by are a range of its index: these are read in its order.
 */
export const meansSomeDays = (filter: Filter | null | undefined, sort: SortInput): boolean =>
  isShort(filter?.activityDate) ||
  (sortedBy(sort) !== 'created' && isShort(filter?.orderDate)) ||
  (sortedBy(sort) !== 'booked' && isShort(filter?.bookDate));

const executedToday = oncePerRequest(async ({ db, now }): Promise<Prisma.OrderWhereInput> => {
  const cities = await db.city.groupBy({ by: ['timeZone'] });
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

/** One value is compared as such: an index that begins with it then gives its rows in the order of the list. */
const oneOf = <Value>(values: readonly Value[]): Value | { in: Value[] } => {
  const [only, another] = values;
  return only !== undefined && another === undefined ? only : { in: [...values] };
};

/** Cities are few: their ids are looked up first, so that orders are looked for by ids and not through a join. */
const citiesTagged = oncePerRequest(async ({ db, actor }, tags: readonly TagMatchInput[]): Promise<number[]> => {
  const where = { AND: carriesAll(tags, organizationIdsOf(actor), ['filter', 'city', 'tags']) };
  const cities = await db.city.findMany({ where, select: { id: true }, orderBy: { id: 'asc' } });
  return cities.map(({ id }) => id);
});

const MAX_ID = 2 ** 31 - 1;

/**
 * A text, or each way in which names spell it that has a Greek sigma: small letters have another one at the ends of words,
 * capitals do not tell which, and what ends the text may go on in the name.
 */
function variants(text: string): string[] {
  if (!/[Σσς]/.test(text)) return [text];
  const within = text.replace(/[Σς]/g, 'σ');
  return [...new Set([within, within.replace(/σ(?!\p{L})/gu, 'ς'), within.replace(/σ(?!\p{L}|$)/gu, 'ς')])];
}

/** So few orders are found first, and then looked at. */
const FEW = 1_000;

/** The orders with some signs, where these are few: of a sign that it never met Postgres expects hundreds, and would pass over all orders to find them. */
const fewWithSigns = oncePerRequest(
  async (context, signs: readonly Prisma.OrderWordsWhereInput[]): Promise<number[] | undefined> => {
    // In no order: Prisma itself would read them by their ids until there are enough.
    const query = { where: { AND: [...signs] }, select: { orderId: true }, take: FEW + 1 };
    const rows = await rowsOf(context, 'OrderWords', query);
    return rows.length > FEW ? undefined : rows.map(({ orderId }) => orderId);
  },
);

async function searched(search: string, context: Context): Promise<Prisma.OrderWhereInput> {
  const text = searchText(search);
  // What holds a text holds its words and signs: one index finds the candidates, whichever of the three they are found by,
  // and the planner knows how many there will be.
  const { words, signs, isExact } = mentioning(text);
  const few = signs.length > 0 ? await fewWithSigns(context, signs) : undefined;
  const held = [...words, ...signs];
  const where: Prisma.OrderWhereInput = few ? { id: { in: few } } : held.length > 0 ? { words: { AND: held } } : {};
  if (isExact) return where;
  const id = /^\d{1,10}$/.test(text) && Number(text) <= MAX_ID ? [{ id: Number(text) }] : [];
  const named = variants(text).flatMap(nameMatches);
  // A tag may hold several blanks in a row.
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

/** The orders that the actor may see and that a filter means. */
export async function matchingOrders(
  filter: Filter | null | undefined,
  context: Context,
): Promise<Prisma.OrderWhereInput> {
  const organizationIds = organizationIdsOf(context.actor);
  if (!filter) return visibleOrders(context);
  checkFilter(filter);
  return {
    AND: [
      visibleOrders(context),
      ...(filter.todayOrders ? [await executedToday(context)] : []),
      ...(filter.product?.ids ? [{ productId: oneOf(filter.product.ids) }] : []),
      ...(filter.supplier?.ids ? [{ supplierId: oneOf(filter.supplier.ids) }] : []),
      ...(filter.client?.ids ? [{ clientId: oneOf(filter.client.ids) }] : []),
      ...(filter.city?.ids ? [{ cityId: oneOf(filter.city.ids) }] : []),
      ...(filter.city?.tags?.length ? [{ cityId: oneOf(await citiesTagged(context, filter.city.tags)) }] : []),
      ...(bounded(filter.orderDate) ? [{ createdAt: within(filter.orderDate) }] : []),
      ...(bounded(filter.bookDate) ? [{ bookedAt: within(filter.bookDate) }] : []),
      ...(bounded(filter.activityDate) ? [{ startsAtLocal: within(filter.activityDate) }] : []),
      ...(filter.status ? [{ status: oneOf(filter.status) }] : []),
      ...(filter.search?.trim() ? [await searched(filter.search, context)] : []),
      ...(filter.quickSearch ? quicklyFound(filter.quickSearch) : []),
      ...carriesAll(filter.tags, organizationIds, ['filter', 'tags']),
    ],
  };
}
