import { operationCost, schema } from '@channel/graph';
import {
  type GraphQLInputType,
  getNullableType,
  getOperationAST,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isRequiredInputField,
  type NamedTypeNode,
  typeFromAST,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bearerOf,
  consoleDocument,
  DEMO_TIMEOUT,
  postGraphql,
  signedIn,
  startServer,
  type TestServer,
} from '../testing/index.ts';
import { isCounted } from './cost.ts';
import { type PersistedDocument, persistedDocuments } from './persisted.ts';

let statements: string[] = [];
let server: TestServer;
const documents = persistedDocuments({ graphqlDocuments: null }).documents;

beforeAll(async () => {
  server = await startServer({ world: 'demo', onQuery: (sql) => statements.push(sql) });
}, DEMO_TIMEOUT);
afterAll(() => server.close());

describe('documents that are not counted', () => {
  /** The cost of pages of 100 whose fields take one statement or a few. Measure again when you add fields to one. */
  const REVIEWED: Record<string, number> = {
    'v1 ListOrders': 75_000,
    'v1 UpdateOrders': 70_000,
    'v1 ListProducts': 35_000,
    'v1 ListRatesByDate': 20_000,
    'v1 SearchProducts': 12_000,
    'console DispatchManifest': 21_000,
    'console DispatchBoard': 20_000,
    'console Orders': 42_000,
  };
  /** Half of the default cost limit for a bearer token. */
  const OTHERS = 5_000;

  /** The value of all other numeric variables; every optional part is included. */
  const PAGE = 100;
  const SCALARS: Record<string, unknown> = {
    Int: PAGE,
    SafeInt: 1,
    Decimal: 1,
    Boolean: true,
    Date: '2026-06-01',
    DateTime: '2026-06-01T00:00:00Z',
    LocalDateTime: '2026-06-01 00:00:00',
    LocalTime: '10:00:00',
  };
  function exampleOf(type: GraphQLInputType): unknown {
    const nullable = getNullableType(type);
    if (isListType(nullable)) return [exampleOf(nullable.ofType)];
    if (isEnumType(nullable)) return nullable.getValues()[0]?.name;
    if (isInputObjectType(nullable)) {
      const required = Object.values(nullable.getFields()).filter(isRequiredInputField);
      return Object.fromEntries(required.map((field) => [field.name, exampleOf(field.type)]));
    }
    return SCALARS[nullable.name] ?? 'a';
  }
  const variablesOf = ({ document, pages }: PersistedDocument): Record<string, unknown> => ({
    ...Object.fromEntries(
      (getOperationAST(document)?.variableDefinitions ?? []).map(({ variable, type }) => {
        const known = typeFromAST(schema, type as NamedTypeNode);
        return [variable.name.value, isInputType(known) ? exampleOf(known) : undefined];
      }),
    ),
    ...Object.fromEntries(pages.map(({ name, max }) => [name, max])),
  });

  it('cost at most their reviewed cost', () => {
    const costs = documents.map((document) => ({
      name: `${document.owner} ${document.name}`,
      cost: operationCost(schema, document.document, variablesOf(document)),
    }));
    expect(costs.filter(({ cost }) => cost === 0)).toEqual([]);
    const reviewed = costs.map(({ name, cost }) => ({ name, cost, max: REVIEWED[name] ?? OTHERS }));
    expect(reviewed.filter(({ cost, max }) => cost > max)).toEqual([]);
  });

  it('are counted as soon as a list is requested with more entries than v1 and the console request', () => {
    const requested = documents.flatMap((document) =>
      document.pages.map(({ name, max }) => {
        const given = variablesOf(document);
        const isCountedAt = (size: unknown) => isCounted(document, { variables: { ...given, [name]: size } });
        return [`${document.name} ${name}`, isCountedAt(max), isCountedAt(max + 1), isCountedAt(1e9)];
      }),
    );
    expect(requested.length).toBeGreaterThan(12);
    expect(requested.filter(([, within, more, max]) => within || !more || !max)).toEqual([]);
  });

  it('take the sizes of their lists from such variables alone', () => {
    const max = 2_000;
    const grown = documents.flatMap((document) => {
      const { name, pages } = document;
      const given = variablesOf(document);
      // The page number makes no list longer.
      const others = Object.keys(given).filter((key) => key !== 'page' && !pages.some((page) => page.name === key));
      const costWith = (value: unknown, key: string) =>
        operationCost(schema, document.document, { ...given, [key]: value });
      return others.filter((key) => costWith(max, key) > costWith(1, key)).map((key) => `${name} ${key}`);
    });
    expect(grown).toEqual([]);
  });

  const ORDERS = { filter: null, sort: null, page: 1 };
  const PARTS = { withPeople: true, withTransfers: true, withTags: true, withSupplier: true };
  const v1Document = (name: string) => {
    const found = documents.find((document) => document.owner === 'v1' && document.name === name);
    return { documentId: found?.id };
  };

  it('answer the largest supported pages, and refuse larger ones before a statement is sent', async () => {
    const cookie = await signedIn(server, 'staff');
    const authorization = await bearerOf(server, 'admin');
    const of = (name: string) => consoleDocument(server, name);
    const cases = [
      [{ cookie }, of('WebhookEvents'), { page: 1 }, 100],
      [{ cookie }, of('Orders'), { ...ORDERS, ...PARTS }, 1_000],
      [{ authorization }, of('WebhookEvents'), { page: 1 }, 100],
      [{ authorization }, v1Document('ListOrders'), { withPickup: true, withDropoff: true }, 100],
    ] as const;
    for (const [headers, document, variables, offered] of cases) {
      const ask = (perPage: number) =>
        postGraphql(server, { ...document, variables: { ...variables, perPage } }, { headers });
      const fitting = await ask(offered);
      expect([fitting.body.errors, fitting.body.extensions]).toEqual([undefined, undefined]);
      statements = [];
      const refused = await ask(1_001);
      expect(refused.body.errors).toMatchObject([{ extensions: { code: 'COST_LIMIT', cost: { limit: 5_000 } } }]);
      // Only the caller was queried.
      expect(statements).toHaveLength(1);
    }
  });

  it('report the cost of larger pages to callers who may request them', async () => {
    const headers = { cookie: await signedIn(server, 'staff') };
    const variables = { filter: {}, perPage: 101 };
    const { body } = await postGraphql(server, { ...consoleDocument(server, 'CityChoices'), variables }, { headers });
    expect(body).toMatchObject({ data: {}, extensions: { cost: { requested: 151, remaining: 199_849 } } });
  });
});
