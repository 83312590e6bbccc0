import { actorOf } from '@channel/auth';
import { answerOperation } from '@channel/graph';
import fc from 'fast-check';
import { getOperationAST } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contextOf } from '../../src/context.ts';
import { startServer, type TestServer } from '../../src/testing/index.ts';
import { casesOf, compiledOperations } from '../equivalence/equivalence.ts';
import { usersOf } from '../equivalence/users.ts';
import { OF_ORDERS, readerOfPlans, tablesKnown, unknownIn } from './tables.ts';

/*
 * Lists whose rows are found by a statement of their own are "unchanged" by stamps alone, before anything is found. Then
 * the stamps are those of all tables that finding the rows would read: over generated requests of every compiled query.
 */

const [SEED, RUNS] = [20_261_128, 40];

let server: TestServer;
let sent: string[] = [];
/** The statements that find rows, each with the stamps in place of which it runs, and the operations that send it. */
const found = new Map<string, { finding: string; stamps: string; operations: Set<string> }>();

beforeAll(async () => {
  server = await startServer({ world: 'demo', onQuery: (text) => sent.push(text) });
  const users = await usersOf(server);
  const { db, services } = server;
  const queries = compiledOperations(server).filter(({ document }) => getOperationAST(document)?.operation === 'query');
  for (const { name, document } of queries) {
    for (const { userId, variables, language } of fc.sample(casesOf({ users }, document), {
      seed: SEED,
      numRuns: RUNS,
    })) {
      const actor = await actorOf(db, userId, services.clock());
      const context = await contextOf(services, {
        actor,
        channel: 'api',
        address: '192.0.2.1',
        requestId: 'read',
        language,
      });
      sent = [];
      await answerOperation(document, variables, context, []);
      const finding = sent.find((text) => text.includes('json_agg(row_to_json(l.*))'));
      const answering = sent.find((text) => text.includes('state AS MATERIALIZED'));
      const [, stamps] = /state AS MATERIALIZED \(SELECT (.*) AS broad, /s.exec(answering ?? '') ?? [];
      if (!finding || !answering || stamps === undefined || stamps === "''") continue;
      const key = `${finding} ${stamps}`;
      const hasVersions = answering.includes('found0 AS MATERIALIZED') ? 'found0 AS MATERIALIZED' : '';
      const known = found.get(key) ?? { finding, stamps: `${stamps} ${hasVersions}`, operations: new Set() };
      found.set(key, { ...known, operations: known.operations.add(name) });
    }
  }
}, 240_000);
afterAll(() => server?.close());

it('what finds rows reads nothing without a stamp among those that it is compared by', {
  timeout: 120_000,
}, async () => {
  const tablesRead = await readerOfPlans(server);
  const unknown = new Set<string>();
  const [operations, searched] = [new Set<string>(), new Set<string>()];
  for (const { finding, stamps, operations: of } of found.values()) {
    const read = await tablesRead(finding);
    for (const each of of) operations.add(each);
    for (const table of read) searched.add(table);
    for (const table of unknownIn(read, tablesKnown(stamps))) unknown.add(`${[...of].join()}: ${table}`);
  }
  expect([...unknown]).toEqual([]);
  for (const each of ['v1 ListOrders', 'v1 SearchProducts', 'console Orders', 'console CountOrders'])
    expect([...operations]).toContain(each);
  expect([...searched].filter((table) => !OF_ORDERS.includes(table)).length).toBeGreaterThan(5);
});
