import { Prisma, type PrismaClient, type Table, type TableMap, tableMap } from '@channel/prisma';
import fc from 'fast-check';
import {
  edgeCaseDate,
  edgeCaseDecimal,
  edgeCaseInstant,
  edgeCaseInt,
  edgeCaseTagValue,
  edgeCaseText,
  edgeCaseTime,
} from './edge-case-values.ts';

/*
 * Fills a database with edge cases: columns of some rows of every table that answers read get generated values, within
 * the database's own rules; optional references are removed and lists emptied.
 */

/** The models that answers read. */
const MODELS = [
  'City',
  'Country',
  'Category',
  'Client',
  'Currency',
  'Product',
  'ProductImage',
  'ProductVideo',
  'ServiceLevel',
  'PriceCategory',
  'Rate',
  'RatePrice',
  'CancellationPenalty',
  'Availability',
  'PickupOptions',
  'PickupPlace',
  'PickupTime',
  'Order',
  'Booking',
  'Passenger',
  'BookingPassenger',
  'Transfer',
  'Ticket',
  'Supplier',
  'Permission',
  'Point',
  'Tag',
  'User',
] as const;

const models: TableMap = tableMap;

/**
 * Columns that keep their values: the code requires them (time zones, codes, enumerations stored as text), the database
 * generates them, or a test looks rows up by them.
 */
const KEPT =
  /^(id|timeZone|code|.*Code|viewers|fullName|valueText|remaining|passwordHash|kind|disabledAt|weekdays|storageKey|filename|addressKey|availabilityType|pricingType|version|placesHeld|booked|capacity|quantity|offerTime.*|valid.*)$/;

/** The same for single models: permissions are identified by their names. */
const KEPT_OF: Partial<Record<string, RegExp>> = { Permission: /^name$/ };

const PERIOD = 3;
const VALUES = 40;

/** @returns the number of changed values and columns */
export async function writeEdgeCases(db: PrismaClient, seed: number): Promise<{ values: number; columns: number }> {
  const changed = { values: 0, columns: 0 };
  for (const [index, model] of MODELS.entries()) {
    const table = models[model];
    if (!table) throw new Error(`The model ${model} does not exist.`);
    const keys = new Set(Object.values(table.relations).flatMap(({ isList, own }) => (isList ? [] : own)));
    for (const [place, [field, column]] of Object.entries(table.columns).entries()) {
      const isKey = keys.has(column.column);
      if (isKey ? column.isRequired : KEPT.test(field) || KEPT_OF[model]?.test(field) || column.cast.startsWith('"'))
        continue;
      const kind = isKey ? fc.constant(null) : valuesFor(model, field);
      if (!kind) continue;
      const cast = Prisma.raw(column.isList ? `${column.cast}[]` : column.cast);
      const values = fc.sample(kind, { seed: seed + index * 100 + place, numRuns: VALUES });
      const count = await set(db, table, column.column, cast, values, place % PERIOD);
      changed.values += count;
      changed.columns += count > 0 ? 1 : 0;
    }
  }
  changed.values += await edgeCaseDetails(db, seed);
  return changed;
}

type Text = string | null;

function valuesFor(model: string, field: string): fc.Arbitrary<Text> | undefined {
  const column = models[model]?.columns[field];
  if (!column) return undefined;
  const kind = kindOf(model, field);
  return kind && (column.isRequired ? kind : fc.option(kind, { nil: null }));
}

function kindOf(model: string, field: string): fc.Arbitrary<string> | undefined {
  const column = models[model]?.columns[field];
  if (model === 'Tag' && field === 'value') return edgeCaseTagValue;
  if (model === 'User' && field === 'language') return fc.constantFrom('nl', 'de');
  if (field === 'translations') return edgeCaseTranslations(model);
  if (column?.isList)
    return column.type === 'String' ? fc.array(edgeCaseText, { maxLength: 4 }).map(arrayLiteral) : undefined;
  switch (column?.type) {
    case 'String':
      return edgeCaseText;
    case 'Int':
      return edgeCaseInt.map(String);
    case 'Decimal':
      return edgeCaseDecimal;
    case 'Boolean':
      return fc.boolean().map(String);
    case 'DateTime':
      return TIMES[column.cast] ?? edgeCaseInstant;
    default:
      return undefined;
  }
}

const TIMES: Record<string, fc.Arbitrary<string>> = {
  date: edgeCaseDate,
  time: edgeCaseTime,
  timestamp: edgeCaseInstant.map((instant) => instant.slice(0, 19)),
};

const arrayLiteral = (texts: string[]) =>
  `{${texts.map((text) => `"${text.replace(/["\\]/g, (escaped) => `\\${escaped}`)}"`).join()}}`;

/** Translations of some columns in some languages. */
function edgeCaseTranslations(model: string): fc.Arbitrary<string> {
  const columns = Object.entries(models[model]?.columns ?? {}).filter(
    ([field, { type }]) => type === 'String' && !KEPT.test(field),
  );
  const members = Object.fromEntries(
    columns.map(([field, { isList }]) => [field, isList ? fc.array(edgeCaseText, { maxLength: 3 }) : edgeCaseText]),
  );
  const texts = fc.record(members, { requiredKeys: [] });
  return fc.record({ nl: texts, de: texts }, { requiredKeys: [] }).map((languages) => JSON.stringify(languages));
}

/** Sets a column of every third row to the values in turn; rows whose value the database rejects stay unchanged. */
async function set(
  db: PrismaClient,
  { name, key }: Table,
  column: string,
  cast: Prisma.Sql,
  values: Text[],
  offset: number,
): Promise<number> {
  const [into, of] = [Prisma.raw(`"${column}"`), Prisma.raw(`"${name}"`)];
  // The physical order of the rows depends on when Postgres reused the space of former versions.
  const inOrder = Prisma.raw(key.map((each) => `"${each}"`).join());
  const update = (some: Text[]) => db.$executeRaw`
    UPDATE ${of} SET ${into} = given.value::${cast}
    FROM (SELECT ctid, row_number() OVER (ORDER BY ${inOrder}) AS n FROM ${of}) picked
    JOIN unnest(${some}::text[]) WITH ORDINALITY AS given (value, position)
      ON given.position = picked.n / ${PERIOD} % ${some.length} + 1 AND picked.n % ${PERIOD} = ${offset}
    WHERE ${of}.ctid = picked.ctid`;
  try {
    return await update(values);
  } catch {
    // One of the values violates a rule, so each is set separately.
  }
  let count = 0;
  for (const value of values.slice(0, 6)) {
    count += await db.$executeRaw`
      UPDATE ${of} SET ${into} = ${value}::text::${cast}
      WHERE ctid = (SELECT ctid FROM ${of} ORDER BY ${inOrder} OFFSET ${count * 2 + offset} LIMIT 1)`.catch(() => 0);
  }
  return count;
}

const NULLABLE = new Set([
  'businessHours',
  'durationDescription',
  'passExpirationDate',
  'passExpirationMinutesAfterBooking',
  'cancellationDescription',
  'latitude',
  'longitude',
  'address',
  'supplier',
  'city',
  'country',
]);
const TEXTS = new Set([
  'title',
  'name',
  'description',
  'whatToBring',
  'knowBeforeYouGo',
  'businessHours',
  'address',
  'url',
  'videoCode',
  'highlights',
  'labels',
]);
const LISTS = new Set(['images', 'videos', 'categories', 'highlights', 'labels', 'penalties', 'rates']);

/** The frozen JSON of sold details and of passengers' price categories, changed within its shape. */
async function edgeCaseDetails(db: PrismaClient, seed: number): Promise<number> {
  const texts = fc.sample(edgeCaseText, { seed, numRuns: 500 });
  let turn = 0;
  const next = () => {
    turn += 1;
    return turn;
  };
  const bent = (value: unknown, key = ''): unknown => {
    const chance = next() % 7;
    if (chance === 0 && NULLABLE.has(key)) return null;
    if (Array.isArray(value)) return chance === 0 && LISTS.has(key) ? [] : value.map((each) => bent(each, key));
    if (typeof value === 'string') return chance < 3 && TEXTS.has(key) ? texts[next() % texts.length] : value;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, bent(member, name)]));
  };
  const orders = await db.order.findMany({ select: { id: true, bookedDetails: true }, orderBy: { id: 'asc' } });
  for (const { id, bookedDetails } of orders) {
    if (bookedDetails === null || id % 4 === 0) continue;
    const json = id % 11 === 0 ? null : JSON.stringify(bent(bookedDetails));
    await db.$executeRaw`UPDATE orders SET booked_details = ${json}::jsonb WHERE id = ${id}`;
  }
  const passengers = await db.passenger.findMany({ select: { id: true, priceCategory: true }, orderBy: { id: 'asc' } });
  for (const { id, priceCategory } of passengers) {
    if (priceCategory === null || id % 5 > 0) continue;
    await db.$executeRaw`UPDATE passenger SET price_category = ${JSON.stringify(bent(priceCategory))}::jsonb WHERE id = ${id}`;
  }
  return turn;
}
