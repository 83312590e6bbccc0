import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client, DEMO_TIMEOUT, startServer, type TestServer } from '../testing/index.ts';
import { BOOK_AN_ORDER } from './collection-walk.ts';
import { type PartnerTools, partnerTools } from './testing/partner-tools.ts';

/*
 * A partner has only the published document and collection. Two generators make a client from the document, which
 * type-checks and books; Postman's runner books with the collection.
 */

let server: TestServer;
let tools: PartnerTools;

beforeAll(async () => {
  server = await startServer({ world: 'demo' });
  tools = await partnerTools();
  for (const path of ['/openapi.json', '/docs/collection.postman.json']) {
    const published = await fetch(`${server.url}${path}`);
    expect([path, published.status]).toEqual([path, 200]);
    writeFileSync(join(tools.folder, path.split('/').pop() ?? ''), await published.text());
  }
}, DEMO_TIMEOUT * 2);
afterAll(() => server.close());

/** The sales price of an order, as the API returns it to its seller. */
async function soldPrice(order: number): Promise<unknown> {
  const partner = await client(server, 'partner');
  return (await partner.get(`/v1/orders/${order}`)).data<{ total_prices: { sold: { amount: number } } }>().total_prices
    .sold.amount;
}

type Run = {
  run: {
    stats: { requests: { total: number; failed: number }; assertions: { total: number; failed: number } };
    failures: { error: { message: string }; source: { name: string } }[];
    executions: { item: { name: string }; response: { code: number } }[];
  };
};

async function newman(...more: string[]): Promise<Run['run']> {
  const report = join(tools.folder, 'report.json');
  const run = tools.run('newman/bin/newman.js', [
    ...['run', 'collection.postman.json', '--folder', 'Book an order', '--env-var', `baseUrl=${server.url}`],
    ...['--reporters', 'json', '--reporter-json-export', report, ...more],
  ]);
  // The runner fails when an assertion fails; the report has the details.
  await run.catch(() => undefined);
  return (JSON.parse(readFileSync(report, 'utf8')) as Run).run;
}

describe('the collection', () => {
  it("books an order in Postman's runner, without a failed assertion", async () => {
    const { stats, failures, executions } = await newman();
    expect(failures.map(({ error, source }) => `${source.name}: ${error.message}`)).toEqual([]);
    expect(executions.map(({ response }) => response.code)).toEqual(BOOK_AN_ORDER.map(({ status }) => status));
    expect(stats.requests).toMatchObject({ total: BOOK_AN_ORDER.length, failed: 0 });
    expect(stats.assertions.total).toBeGreaterThan(BOOK_AN_ORDER.length);
  });

  it('reports a failed assertion', async () => {
    const { failures } = await newman('--env-var', 'password=wrong');
    expect(failures.length).toBeGreaterThan(0);
  });
});

describe('a client generated', () => {
  beforeAll(async () => {
    await tools.run('openapi-typescript/bin/cli.js', ['openapi.json', '-o', 'generated/openapi-typescript/v1.ts']);
    const options = ['-i', 'openapi.json', '-o', 'generated/hey-api', '--no-log-file'];
    await tools.run('@hey-api/openapi-ts/bin/run.js', options);
    // Type-checks the walks with the generated clients, strictly; nothing is written if a type is wrong.
    await tools.run('typescript/bin/tsc', ['-p', '.']);
  }, 180_000);

  it.each(['openapi-typescript', 'hey-api'])('by %s books, changes and tags an order', async (generator) => {
    const walk = await import(pathToFileURL(join(tools.folder, 'built', `book-with-${generator}.js`)).href);
    const booked = await walk.book(server.url);
    expect(booked).toMatchObject({ status: 'Booked', reference_code: 'DESK-7', tagged: 200 });
    expect(booked.sold).toBe(await soldPrice(booked.order));
  });
});
