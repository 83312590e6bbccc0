import { DEMO_TIMEOUT, demoAt } from '@channel/api/demo-world';
import { schema } from '@channel/graph';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { getNamedType, isListType, isNonNullType, isObjectType, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainEverything } from '../../testing/explained.ts';
import { connected } from '../../world/load-world.ts';
import { HISTORY, makeBusy } from './busy-world.ts';
import { type Facts, findFacts } from './facts.ts';
import { queries, type Reading, readLists } from './read-lists.ts';
import { type Requests, requestsOf } from './requests.ts';

/** The day of the demo world of tests, noon in Amsterdam. */
const NOW = new Date('2026-06-01T10:00:00Z');
const KEY = 'a key that only tests know, 32 and more';

/** Pages of 8 KB for the content of an answer. */
const PAGES_OF_AN_ANSWER = 3_000;
/** Pages for each product of the data set: a list of products filters and counts all of them. */
const PAGES_OF_A_PRODUCT = 45;
/** Pages for each departure at a rate on the requested days of a product. */
const PAGES_OF_AN_OFFER = 15;
/** Pages for each entry of a history that a list counts or skips. */
const PAGES_OF_AN_ENTRY = 1.5;
/**
 * Without statistics Postgres reads small tables row by row through their indexes, with up to three rows for each entry
 * of a history.
 */
const WITHOUT_STATISTICS = { product: 180, entry: 26 };
/**
 * Rows of departures and of their ids for each product, and for each departure at a rate on the requested days of one.
 */
const DEPARTURES = { ofProduct: 5, ofOffer: 4 };
/**
 * Milliseconds of Postgres' processor time, which pages do not show: for an answer, each product and each entry of a
 * history.
 */
const CPU = { answer: 400, product: 0.5, entry: 0.01, entryWithoutStatistics: 0.05 };
/**
 * The cities, categories and suppliers of products that staff see: without statistics the roles of each product are
 * read.
 */
const QUERIED_FOR_ROLES = { names: ['CatalogueFacets', 'SupplierChoices'], product: 500 };

/** Lists of one product's departures, of this many days where a request names none. */
const OF_A_PRODUCT = ['ListRatesByDate', 'ListAvailableDates', 'CatalogueCalendar'];
const USUAL_DAYS = 92;

/** List fields of the schema that no document of v1 or the console requests as a root field. */
const NOT_REQUESTED = ['ordersById'];

/** Requests all lists of a data set, and compares the counts of Postgres with the bounds. */
export function describeLists(size: { orders: number; editions: number }, timeout: number): void {
  let database: TestDatabase;
  let facts: Facts;
  let requests: Requests;
  let world: { products: number; offersADay: number };

  beforeAll(async () => {
    database = await testDatabase({ world: demoAt(NOW, KEY) });
    await connected(database.connectionString, async (client) => {
      await makeBusy(client, { ...size, now: NOW });
      await explainEverything(client, new URL(database.connectionString).pathname.slice(1));
      facts = await findFacts(client);
      const { rows } = await client.query<typeof world>(`SELECT (SELECT count(*)::int FROM product) AS products,
        (SELECT max(offers) FROM (SELECT count(*)::int AS offers FROM offer WHERE product_id IN (${facts.product}, ${facts.pass})
           GROUP BY product_id, date) days) AS "offersADay"`);
      world = rows[0] ?? { products: 0, offersADay: 0 };
    });
    requests = requestsOf(facts, NOW.toISOString().slice(0, 10), queries());
  }, DEMO_TIMEOUT + timeout);
  afterAll(() => database.drop());

  const read = () =>
    readLists({ connectionString: database.connectionString, log: logFile(), now: NOW, facts }, requests);

  /** The bounds of a request: pages, rows of departures, milliseconds. */
  function maxOf({ name, variables }: Reading, hasStatistics: boolean) {
    const offers = OF_A_PRODUCT.includes(name) ? daysOf(variables) * world.offersADay : 0;
    const each = hasStatistics
      ? { product: PAGES_OF_A_PRODUCT, entry: PAGES_OF_AN_ENTRY }
      : QUERIED_FOR_ROLES.names.includes(name)
        ? { ...WITHOUT_STATISTICS, product: QUERIED_FOR_ROLES.product }
        : WITHOUT_STATISTICS;
    return {
      pages: PAGES_OF_AN_ANSWER + each.product * world.products + each.entry * HISTORY + PAGES_OF_AN_OFFER * offers,
      departures: DEPARTURES.ofProduct * world.products + DEPARTURES.ofOffer * offers,
      cpu:
        CPU.answer +
        CPU.product * world.products +
        (hasStatistics ? CPU.entry : CPU.entryWithoutStatistics) * HISTORY +
        offers / 10,
    };
  }

  /** Requests that exceed their bounds. */
  const tooDear = (readings: Reading[], hasStatistics: boolean): string[] =>
    readings.flatMap((reading) => {
      const { name, what, user, pages, rows, cpu, by } = reading;
      const max = maxOf(reading, hasStatistics);
      const departures = (rows.availability ?? 0) + (rows.departure_rate ?? 0);
      if (pages <= max.pages && departures <= max.departures && cpu <= max.cpu) return [];
      return [`${name} ${what}, for ${user}: ${pages} pages, ${departures} departures, ${cpu} ms; ${by.join(', ')}`];
    });

  describe(`lists and searches of ${size.editions + 1} editions of the catalogue`, () => {
    it('are all requested: each query of v1 and of the console, and with them each list of the schema', () => {
      expect(
        queries()
          .map(({ name }) => name)
          .sort(),
      ).toEqual(Object.keys(requests).sort());
      expect(listFields().filter((field) => !requestedFields().has(field))).toEqual(NOT_REQUESTED);
    });

    it(
      'read in proportion to their content and their filters, without statistics',
      async () => {
        await connected(database.connectionString, forget);
        const readings = await read();
        expect(tooDear(readings, false)).toEqual([]);
      },
      timeout,
    );

    it(
      'read no more on analysed tables',
      async () => {
        await connected(database.connectionString, (client) => client.query('ANALYZE'));
        const readings = await read();
        expect(tooDear(readings, true)).toEqual([]);
        expect(readings.filter(({ name, what }) => name === 'SearchProducts' && what.includes('over'))).toMatchObject([
          { rows: expect.not.objectContaining({ availability: expect.anything() }) },
        ]);
      },
      timeout,
    );
  });
}

/** Deletes the statistics of ANALYZE, as in a database that has just been filled. */
async function forget(client: pg.Client): Promise<void> {
  await client.query(
    `DELETE FROM pg_statistic WHERE starelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)`,
  );
  await client.query(`DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i') LOOP
      PERFORM pg_clear_relation_stats('public', name);
    END LOOP; END $$`);
}

function logFile(): string {
  const { TEST_DATABASE_LOG: log } = process.env;
  if (!log) throw new Error('TEST_DATABASE_LOG must name the file to which the server of TEST_DATABASE_URL logs.');
  return log;
}

/** The number of days of a request. */
function daysOf({ filter, from, to }: Readonly<Record<string, unknown>>): number {
  const { startDate = from, endDate = to } = (filter ?? {}) as { startDate?: unknown; endDate?: unknown };
  if (!startDate || !endDate) return USUAL_DAYS;
  return (Date.parse(String(endDate)) - Date.parse(String(startDate))) / 86_400_000 + 1;
}

/** Root fields that return a list of objects. */
const listFields = () =>
  Object.values(schema.getQueryType()?.getFields() ?? {})
    .filter(({ type }) => isListType(isNonNullType(type) ? type.ofType : type) && isObjectType(getNamedType(type)))
    .map(({ name }) => name);

/** Root fields that at least one query requests. */
function requestedFields(): Set<string> {
  const found = new Set<string>();
  const info = new TypeInfo(schema);
  for (const { document } of queries())
    visit(
      document,
      visitWithTypeInfo(info, {
        Field: ({ name }) => {
          if (info.getParentType() === schema.getQueryType()) found.add(name.value);
        },
      }),
    );
  return found;
}
