import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFamily } from '@channel/auth';
import { createFactories, type Factories } from '@channel/prisma/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { idOf, manifestOf, readManifest } from '../graphql/manifest.ts';
import { exchange } from '../testing/http.ts';
import { manifestFolder, startServer, type TestServer } from '../testing/index.ts';
import { serviceAccount } from '../testing/service-account.ts';
import { registerOperations } from './register-operations.ts';

/* `npm run operations -- check --url`: a tool's build lets a running API check its operations. */

const REGISTERED = 'query Registered {\n  viewer {\n    id: databaseId\n  }\n}';
const documents = manifestFolder({ staff: [REGISTERED] });

let home: string;
let server: TestServer;
let strict: TestServer;
let staff: string;
const factories = new Map<TestServer, Factories>();

function makeIn(of: TestServer): Factories {
  const make = factories.get(of) ?? createFactories(of.db);
  factories.set(of, make);
  return make;
}

/** The token of a user with these permissions, who sells for no client. */
async function tokenOf(of: TestServer, permissions: string[]): Promise<string> {
  const { db, services } = of;
  const { role, user } = makeIn(of);
  const { id } = await user({ roles: [(await role({ permissions, clientId: null })).id] });
  return (await startFamily(db, id, services.clock(), services.settings)).accessToken;
}

beforeAll(async () => {
  server = await startServer({ env: { GRAPHQL_DOCUMENTS: documents, GRAPHQL_COST: '200' } });
  strict = await startServer({ env: { GRAPHQL_PERSISTED_ONLY: '1', GRAPHQL_COST_PER_MINUTE: '1000' } });
  staff = await tokenOf(server, ['graphql.query']);
});
afterAll(async () => {
  await Promise.all([server.close(), strict.close()]);
  rmSync(documents, { recursive: true });
  rmSync(home, { recursive: true });
});
beforeEach(() => {
  if (home) rmSync(home, { recursive: true });
  home = mkdtempSync(join(tmpdir(), 'channel-tool-'));
  mkdirSync(join(home, 'queries'));
});

const put = (path: string, text: string) => writeFileSync(join(home, path), text);
const urlOf = ({ url }: TestServer) => new URL('/graphql', url).href;

async function run(command: 'check' | 'register', args: string[], token: string | undefined = staff) {
  const limits = { graphqlCost: 5_000, graphqlDocuments: null };
  const { lines, problems } = await registerOperations(command, args, { ...limits, from: home, token });
  const shown = (line: string) => line.replaceAll(`${home}/queries/`, '');
  return { printed: lines.map(shown).join('\n'), problems: problems.map(shown) };
}

const check = (url: string, token?: string) => run('check', ['queries', '--url', url], token);

it('prints cost, execution and scopes by that API, and whether it runs the operation by its id', async () => {
  put('queries/a.graphql', REGISTERED);
  put('queries/b.graphql', 'query Arrivals($n: Int = 10) { orders(perPage: $n) { id: databaseId } }');
  const { printed, problems } = await check(urlOf(server));
  expect(problems).toEqual([]);
  expect(printed).toMatch(/Registered +query, cost 51, one statement, no scope, registered there\n/);
  expect(printed).toMatch(
    /Arrivals +query, cost 60 to 1050, one statement, after a preflight query, orders:read, not registered there\n/,
  );
  // The limit of the API, not that of the tool's own settings.
  expect(printed).toContain(
    'warning  b.graphql, Arrivals: With the largest page sizes it costs 1050, and is refused above 200.',
  );
  expect(printed).toContain('2 operations, 1 warning, 0 problems.');
});

it('registers into a manifest what that API accepts, and nothing else', async () => {
  put('queries/a.graphql', REGISTERED);
  const register = () => run('register', ['queries', '--to', 'operations.json', '--url', urlOf(server)]);
  expect((await register()).problems).toEqual([]);
  expect(readManifest(join(home, 'operations.json')).map(({ id }) => id)).toEqual([idOf(REGISTERED)]);
  rmSync(join(home, 'operations.json'));
  put('queries/b.graphql', 'query Unknown { viewr { id } orders { statu } }');
  put('queries/c.graphql', 'query Dear { orders(perPage: 500) { id: databaseId } }');
  // Names of the schema are suggested to nobody.
  expect((await register()).problems).toEqual([
    'problem  b.graphql, Unknown: Cannot query field "viewr" on type "Query".',
    'problem  b.graphql, Unknown: Cannot query field "statu" on type "Order".',
    expect.stringMatching(/^problem {2}c.graphql, Dear: It costs 550, and one may cost at most 200/),
  ]);
  expect(() => readManifest(join(home, 'operations.json'))).toThrow('ENOENT');
});

it('warns of the scopes that the account of the token lacks', async () => {
  put('queries/a.graphql', 'query Both { orders { id: databaseId } products(perPage: 5) { title } }');
  put('queries/b.graphql', 'mutation Leave { signOut { isDone } }');
  const account = await serviceAccount(server.db, makeIn(server), { scopes: ['orders:write'] });
  const { printed } = await check(urlOf(server), (await account.token(server.services.clock())).text);
  expect(printed).toContain('warning  a.graphql, Both: This service account lacks the scope catalogue:read.');
  expect(printed).not.toContain('lacks the scope orders:read');
  expect(printed).toContain('warning  b.graphql, Leave: No service account may send it.');
  expect((await check(urlOf(server))).printed).not.toContain('lacks');
});

it('checks more operations than one request holds, where no texts are executed, within the budget of the minute', async () => {
  const token = await tokenOf(strict, ['graphql.query']);
  const names = (count: number) => Array.from({ length: count }, (_, index) => `Q${index}`);
  const all = (count: number) => names(count).map((name) => `query ${name} { viewer { id: databaseId } }`);
  put('queries/all.graphql', 'query Q { viewer { id: databaseId } }');
  expect((await check(urlOf(strict), token)).problems).toEqual([]);
  put('queries/all.graphql', all(21).join('\n'));
  await expect(check(urlOf(strict), token)).rejects.toThrow(
    /\/graphql\/check answered 429: The operation costs 55, and \d+ is left for this minute: try again in \d+ s\./,
  );
  put('queries/all.graphql', all(41).join('\n'));
  const { printed, problems } = await run('check', ['queries', '--url', urlOf(server)]);
  expect(problems).toEqual([]);
  expect(printed).toContain('41 operations, 0 warnings, 0 problems.');
});

describe('ends with what to do', () => {
  beforeEach(() => put('queries/a.graphql', REGISTERED));

  it('without a token, and for another address', async () => {
    await expect(run('check', ['queries', '--url', urlOf(server)], '')).rejects.toThrow('Set GRAPHQL_TOKEN');
    for (const url of ['api.example/graphql', 'https://api.example/', 'ftp://api.example/graphql'])
      await expect(check(url)).rejects.toThrow(`--url is the address of an API, such as`);
  });

  it('where the token is refused', async () => {
    await expect(check(urlOf(server), 'chb_service_nobody')).rejects.toThrow('answered 401: Unauthenticated');
    await expect(check(urlOf(server), await tokenOf(server, []))).rejects.toThrow('answered 403: You may not');
  });

  it('where nothing answers, or something else', async () => {
    const other = createServer((request, response) => {
      const isMoved = request.url?.startsWith('/moved');
      response.writeHead(isMoved ? 307 : 200, isMoved ? { location: '/elsewhere' } : {}).end('{"operations":[]}');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const at = (path: string) => check(`http://127.0.0.1:${port}${path}/graphql`);
    await expect(at('')).rejects.toThrow('answered 200: it is no API of a version that checks operations.');
    await expect(at('/moved')).rejects.toThrow('does not answer: unexpected redirect.');
    other.closeAllConnections();
    await new Promise((resolve) => other.close(resolve));
    await expect(at('')).rejects.toThrow('does not answer: ');
  });
});

describe('POST /graphql/check', () => {
  const send = async (body: unknown, headers: Record<string, string> = { authorization: `Bearer ${staff}` }) => {
    const all = { 'content-type': 'application/json', ...headers };
    const { status, json } = await exchange(new URL('/graphql/check', server.url), 'POST', { headers: all, body });
    return { status, ...(json as { operations?: object[]; errors?: { extensions: { code: string } }[] }) };
  };

  it('takes the manifest itself', async () => {
    const operation = { id: idOf(REGISTERED), name: 'Registered', type: 'query', body: REGISTERED };
    const manifest = { format: 'apollo-persisted-query-manifest', version: 1, operations: [operation] };
    expect(await send(manifest)).toEqual({
      status: 200,
      operations: [
        {
          id: operation.id,
          name: 'Registered',
          type: 'query',
          cost: { usual: 51, max: 51 },
          execution: 'one statement',
          scopes: [],
          isRegistered: true,
          problems: [],
          warnings: [],
        },
      ],
    });
    expect(await send({ ...manifest, operations: [{ ...operation, name: 'Other' }] })).toMatchObject({
      operations: [{ problems: ['The text must hold exactly one operation, the query Other.'] }],
    });
  });

  it.each([[{ query: '{ viewer { name } }' }], [[]], [{ operations: {} }], [{ format: 5 }]])(
    'refuses %j, which is no manifest',
    async (body) => {
      expect(await send(body)).toMatchObject({ status: 400, errors: [{ extensions: { code: 'BAD_REQUEST' } }] });
    },
  );

  it('refuses whoever sends no bearer, and other methods', async () => {
    expect((await send(JSON.parse(manifestOf([])), {})).status).toBe(401);
    expect((await exchange(new URL('/graphql/check', server.url), 'GET', {})).status).toBe(405);
  });
});
