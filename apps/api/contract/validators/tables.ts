import pg from 'pg';
import type { TestServer } from '../../src/testing/index.ts';

/* What the plan of a statement reads, with views and functions resolved, and what its validator knows of. */

/** The tables whose every change also writes their order. */
export const OF_ORDERS = ['orders', 'booking', 'booking_passenger', 'passenger', 'ticket', 'transfer'];
/** What the database derives from other tables, by triggers. */
const DERIVED: Readonly<Record<string, string>> = { tag_set: 'tag', order_search: 'orders' };

type Plan = { 'Relation Name'?: string; 'Subplan Name'?: string; Plans?: Plan[] };

/** The relations below a node of a plan, but for those that only find rows: what they find is a part of the state. */
const relationsIn = (plan: Plan): string[] =>
  /^CTE found\d/.test(plan['Subplan Name'] ?? '')
    ? []
    : [...(plan['Relation Name'] ? [plan['Relation Name']] : []), ...(plan.Plans ?? []).flatMap(relationsIn)];

/** @returns a function that returns the tables which a statement reads */
export async function readerOfPlans({
  db,
  connectionString,
}: TestServer): Promise<(text: string) => Promise<Set<string>>> {
  const called = await db.$queryRaw<{ name: string; body: string }[]>`
    SELECT proname AS name, prosrc AS body FROM pg_proc WHERE pronamespace = 'public'::regnamespace`;
  const functions = new Map(called.map(({ name, body }) => [name, body]));
  const named = await db.$queryRaw<{ name: string }[]>`
    SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p', 'v') AND relnamespace = 'public'::regnamespace`;
  const tables = new Set(named.map(({ name }) => name));

  /** The tables that functions of the database read which a text calls. */
  function tablesOfFunctions(text: string, seen = new Set<string>()): string[] {
    return [...text.matchAll(/\b([a-z_]+)\s*\(/g)].flatMap(([, name = '']) => {
      const body = functions.get(name);
      if (body === undefined || seen.has(name)) return [];
      seen.add(name);
      const read = [...body.matchAll(/\b(?:FROM|JOIN)\s+"?([a-z_]+)"?/gi)].map(([, each = '']) => each);
      return [...read.filter((each) => tables.has(each)), ...tablesOfFunctions(body, seen)];
    });
  }

  return async (text) => {
    // By the simple protocol, parameters need no values.
    const client = new pg.Client({ connectionString });
    await client.connect();
    try {
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        `EXPLAIN (FORMAT JSON, VERBOSE, GENERIC_PLAN) ${text}`,
      );
      const read = (rows[0]?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => relationsIn(Plan));
      const all = [...read, ...tablesOfFunctions(text)].filter((name) => name !== 'change_stamp');
      return new Set(all.map((name) => DERIVED[name] ?? name));
    } finally {
      await client.end();
    }
  };
}

/** The tables of whose changes a statement knows. */
export function tablesKnown(text: string): Set<string> {
  const stamps = [...text.matchAll(/s\.name = ANY \(ARRAY\[(.*?)\]\)/g)].flatMap(([, list = '']) =>
    [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name),
  );
  return new Set([...stamps, ...(text.includes('found0 AS MATERIALIZED') ? OF_ORDERS : [])]);
}

export const unknownIn = (read: ReadonlySet<string>, known: ReadonlySet<string>): string[] =>
  [...read].filter((table) => !known.has(table));
