import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiDocument } from '../../src/openapi/document.ts';
import { startServer, type TestServer } from '../../src/testing/index.ts';
import { parametersSent, type Read, readRoutes, readsOf } from './reads.ts';
import { type Scene, sceneOn } from './scene.ts';
import { OF_ORDERS, readerOfPlans, tablesKnown, unknownIn } from './tables.ts';
import { answerTo, readsBefore } from './within.ts';

/*
 * What Postgres reads for an answer is stamped, or is a part of the version of an order. The tables come from the plans of
 * the statements that are sent, with views and functions resolved, and not from a list.
 */

let server: TestServer;
let scene: Scene;
let sent: string[] = [];
/** The statements with validators, by their text, with the operations that they answer. */
const statements = new Map<string, Set<string>>();
let tablesRead: (text: string) => Promise<Set<string>>;

beforeAll(async () => {
  server = await startServer({ onQuery: (text) => sent.push(text) });
  scene = await sceneOn(server);
  for (const each of await readsBefore(server, scene)) {
    sent = [];
    await answerTo(each, []);
    for (const text of sent.filter((one) => one.includes('state AS MATERIALIZED')).map(withoutConfirmation))
      statements.set(text, (statements.get(text) ?? new Set()).add(each.read.operation));
  }
  tablesRead = await readerOfPlans(server);
}, 120_000);
afterAll(() => server?.close());

/** The statement without what confirms the caller, but with its parameters. */
function withoutConfirmation(text: string): string {
  const [, answer = '', confirmation = ''] = /^(.*\(state\.exact\)::text AS "\d+"), (.*) FROM state$/s.exec(text) ?? [];
  return `${answer}, concat(${confirmation.match(/\$\d+::\w+/g)?.join()}) FROM state`;
}

it('every GET of v1 is read, with every parameter that it has', () => {
  const reads: Read[] = readsOf(server, scene, scene.users.staff.role.id);
  const routes = readRoutes(server);
  expect(new Set(reads.map(({ operation }) => operation)).size).toBe(routes.length);
  const answered = new Set([...statements.values()].flatMap((names) => [...names]));
  expect([...answered].sort()).toEqual(routes.map(({ operation }) => operation.name).sort());
  const { paths } = apiDocument(server.settings) as {
    paths: Record<string, { get?: { operationId: string; parameters?: { name: string; in: string }[] } }>;
  };
  const operations = new Set(routes.map(({ operation }) => operation.name));
  const parameters = Object.values(paths).flatMap(({ get }) =>
    get && operations.has(get.operationId)
      ? (get.parameters ?? [])
          .filter((each) => each.in === 'query')
          .map(({ name }) => `${get.operationId} ${name.replace(/\[\]$/, '')}`)
      : [],
  );
  expect(parameters.length).toBeGreaterThan(60);
  const used = parametersSent(reads);
  expect(parameters.filter((name) => !used.has(name))).toEqual([]);
});

describe('a statement with a validator', () => {
  it('reads nothing that changes without its knowledge', { timeout: 120_000 }, async () => {
    const unknown: string[] = [];
    const read = new Set<string>();
    for (const [text, operations] of statements) {
      const of = await tablesRead(text);
      for (const table of of) read.add(table);
      unknown.push(...unknownIn(of, tablesKnown(text)).map((table) => `${[...operations].join()}: ${table}`));
    }
    expect(unknown).toEqual([]);
    expect(read.size).toBeGreaterThan(40);
  });

  it('is reported for each table that is not stamped', { timeout: 120_000 }, async () => {
    const [text = ''] = [...statements].find(([, operations]) => operations.has('ListRatesByDate')) ?? [];
    const [read, known] = [await tablesRead(text), tablesKnown(text)];
    expect(read.size).toBeGreaterThan(8);
    for (const table of read)
      expect(unknownIn(read, new Set([...known].filter((name) => name !== table)))).toEqual([table]);
  });

  it('reads points by their ids only, because new points are not stamped', () => {
    let found = 0;
    for (const [text, operations] of statements)
      for (const [, alias = '', condition = ''] of text.matchAll(/"?\bpoint"? (\w+) (?:ON|WHERE) ([^=]+=)/g)) {
        found += 1;
        expect([operations, condition.replaceAll('"', '')]).toEqual([operations, `${alias}.id =`]);
      }
    expect(found).toBeGreaterThan(10);
  });

  it('reads tags of the organizations of the user only, but for those that are stamped for all', () => {
    let found = 0;
    for (const [text, operations] of statements)
      for (const [, alias = '', condition = ''] of text.matchAll(/"tag" (\w+) WHERE (.*?) ORDER BY/g)) {
        found += 1;
        const isOfAll = new RegExp(`^${alias}\\."(supplier|client|role|order)_id" = [^ ]+$`).test(condition);
        const isRestricted = condition.includes(`${alias}."organization_id" = ANY (`);
        expect([operations, condition, isOfAll || isRestricted]).toEqual([operations, condition, true]);
      }
    expect(found).toBeGreaterThan(20);
  });
});

it('every stamped table has triggers for whatever changes it', async () => {
  const stamped = new Set([...statements.keys()].flatMap((text) => [...tablesKnown(text)]));
  for (const table of OF_ORDERS) stamped.delete(table);
  const rows = await server.db.$queryRaw<{ name: string; events: number; isRow: boolean }[]>`
    SELECT c.relname AS name, bit_or(t.tgtype::int) & 60 AS events, bool_and(t.tgtype::int & 1 = 1) AS "isRow"
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
    WHERE p.proname ~ '^stamp_(change|tags|departures|all_tags|all_departures)$' AND t.tgenabled = 'O' GROUP BY c.relname`;
  const [INSERT, DELETE, UPDATE, TRUNCATE] = [4, 8, 16, 32];
  const all = INSERT | DELETE | UPDATE | TRUNCATE;
  for (const table of stamped) {
    const { events, isRow } = rows.find(({ name }) => name === table) ?? {};
    expect([table, events, isRow]).toEqual([table, table === 'point' ? all - INSERT : all, false]);
  }
});
