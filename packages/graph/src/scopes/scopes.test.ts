import type { Actor } from '@channel/auth';
import { type TestDatabase, testDatabase } from '@channel/prisma/testing';
import { type GraphQLObjectType, getNamedType, isInterfaceType, isObjectType, parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { answerOperation, compilationOf, executeOperation } from '../execute.ts';
import { schema } from '../schema.ts';
import { resultMember } from '../shared/payloads.ts';
import { everyDocument, typeDocument } from '../testing/every-document.ts';
import { type StaffScene, staffScene } from '../testing/staff.ts';
import { SCOPES_OF_FIELDS, SCOPES_OF_TYPES, scopeOfNode } from './domains.ts';
import { scopeOfType } from './needed-scopes.ts';
import { SCOPES, type Scope } from './scopes.ts';

const READS = SCOPES.filter((scope) => scope.endsWith(':read'));
const DOMAINS = READS.map((scope) => scope.replace(':read', ''));

const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].filter(
  (root) => root instanceof Object,
);
const rootFields = roots.flatMap((root) =>
  Object.values(root.getFields()).map((field) => ({ root: root.name, field, at: `${root.name}.${field.name}` })),
);
const objectTypes = Object.values(schema.getTypeMap()).filter(
  (type): type is GraphQLObjectType =>
    isObjectType(type) && !type.name.startsWith('__') && !roots.includes(type) && !resultMember(type),
);

const interfaces = Object.values(schema.getTypeMap()).filter(isInterfaceType);

let database: TestDatabase;
let scene: StaffScene;
let admin: Actor;
let everyRow: () => Promise<string>;

beforeAll(async () => {
  database = await testDatabase();
  scene = await staffScene(database.db);
  const { actor } = await scene.as('admin');
  if (actor) admin = actor;
  everyRow = async () => {
    const tables = await database.db.$queryRaw<{ name: string }[]>`
      SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`;
    const rows = tables.map(({ name }) =>
      database.db.$queryRawUnsafe(`SELECT count(*)::int, md5(string_agg(t::text, '' ORDER BY t::text)) FROM ${name} t`),
    );
    return JSON.stringify(await Promise.all(rows));
  };
});
afterAll(() => database.drop());

/** The administrator's request, limited by these scopes; null: by none, as if nothing checked them. */
const limited = async (scopes: readonly string[] | null): Promise<Context> => ({
  ...(await scene.as('admin')),
  actor: { ...admin, service: scopes && { scopes: [...scopes], addressRanges: [] } },
});

const document = (text: string) => {
  const parsed = parse(text);
  const [error] = validate(schema, parsed);
  if (error) throw error;
  return parsed;
};

/** The scopes that a refusal names; null for any other answer, also for an error of the field itself. */
async function lacked(text: string, variables: object, scopes: readonly string[] | null) {
  const result = await executeOperation(document(text), { ...variables }, await limited(scopes));
  const [refused] = result.errors ?? [];
  const named = refused?.extensions.scopes;
  return Array.isArray(named) ? { data: result.data ?? null, scopes: named as string[] } : null;
}

describe('the assignment', () => {
  it('has every object type, and every mutation, and no other', () => {
    expect([...SCOPES_OF_TYPES.keys()].sort()).toEqual([...objectTypes, ...interfaces].map(({ name }) => name).sort());
    const mutations = rootFields.filter(({ root }) => root === 'Mutation').map(({ at }) => at);
    expect([...SCOPES_OF_FIELDS.keys()].filter((at) => at.startsWith('Mutation.')).sort()).toEqual(mutations.sort());
  });

  it('has every query and subscription whose type has no domain, and only fields of the schema', () => {
    const unassigned = rootFields.filter(({ root, field, at }) => {
      const ofType = scopeOfType(getNamedType(field.type));
      return root !== 'Mutation' && ofType === null && !SCOPES_OF_FIELDS.has(at);
    });
    expect(unassigned.map(({ at }) => at)).toEqual([]);
    const fields = new Set(
      [...roots, ...objectTypes].flatMap((type) => Object.keys(type.getFields()).map((name) => `${type.name}.${name}`)),
    );
    expect([...SCOPES_OF_FIELDS.keys()].filter((at) => !fields.has(at))).toEqual([]);
  });

  it('has a write scope, or nobody, for every mutation', () => {
    const others = [...SCOPES_OF_FIELDS].filter(
      ([at, scopes]) => at.startsWith('Mutation.') && scopes && !scopes.some((scope) => scope.endsWith(':write')),
    );
    expect(others).toEqual([]);
  });

  it('lists a field once', () => {
    expect(SCOPES).toHaveLength(9);
    expect(SCOPES_OF_FIELDS.size).toBeGreaterThan(100);
  });
});

describe('a token with every read scope', () => {
  const changes = everyDocument(schema, 'mutation');

  it('is refused at each mutation, and changes nothing', async () => {
    const before = await everyRow();
    const passed: string[] = [];
    for (const { field, text, variables } of changes) {
      const refused = await lacked(text, variables, READS);
      if (refused?.data !== null) passed.push(field);
    }
    expect(passed).toEqual([]);
    expect(await everyRow()).toBe(before);
  });

  it('would change rows by the same documents without the check, and be refused by none of them for its scopes', async () => {
    const before = await everyRow();
    for (const { text, variables } of changes) expect(await lacked(text, variables, null)).toBeNull();
    expect(await everyRow()).not.toBe(before);
  });
});

describe('a root field', () => {
  it.each([...everyDocument(schema, 'query'), ...everyDocument(schema, 'mutation')])(
    '$at needs its own scopes, and no others',
    async ({ at, text, variables }) => {
      const all = await lacked(text, variables, []);
      if (SCOPES_OF_FIELDS.get(at) === null) {
        expect(await lacked(text, variables, SCOPES)).toMatchObject({ data: null, scopes: [] });
        return;
      }
      const needed = all?.scopes ?? [];
      expect(needed.length > 0 || SCOPES_OF_FIELDS.get(at)?.length === 0).toBe(true);
      expect(await lacked(text, variables, needed)).toBeNull();
      // Every scope of the other domains is not enough.
      for (const scope of needed) {
        const [domain] = scope.split(':');
        const others = SCOPES.filter((other) => !other.startsWith(`${domain}:`));
        expect((await lacked(text, variables, others))?.scopes).toContain(scope);
      }
    },
  );
});

describe('an object type', () => {
  const owned = objectTypes.flatMap((type) => {
    const scope = SCOPES_OF_TYPES.get(type.name);
    return scope ? [{ name: type.name, type, scope }] : [];
  });
  const isForServices = (at: string) => SCOPES_OF_FIELDS.get(at) !== null;

  it.each(owned)('$name needs $scope at each of its fields', async ({ type, scope }) => {
    const others = SCOPES.filter((other) => other.split(':')[0] !== scope.split(':')[0]);
    for (const name of Object.keys(type.getFields())) {
      const sent = typeDocument(schema, { type, name }, isForServices);
      if (sent) expect((await lacked(sent.text, sent.variables, others))?.scopes, name).toContain(scope);
      else {
        // Only fields for people lead to it.
        const { text, variables } = typeDocument(schema, { type, name }, () => true) ?? { text: '', variables: {} };
        expect(await lacked(text, variables, SCOPES), name).toEqual({ data: null, scopes: [] });
      }
    }
  });

  it('is reached by these documents: without the check none of them is refused for its scopes', async () => {
    for (const { type } of owned) {
      const [name = ''] = Object.keys(type.getFields());
      const sent = typeDocument(schema, { type, name }, () => true);
      expect(sent && (await lacked(sent.text, sent.variables, null))).toBeNull();
    }
  });
});

describe('an entity that is read by its id', () => {
  const entities = objectTypes.filter((type) => type.getInterfaces().some(({ name }) => name === 'Node'));
  const ids: Readonly<Record<string, string>> = { WebhookEvent: '00000000-0000-4000-8000-000000000000' };

  it.each(entities.map(({ name }) => name))('%s needs the scope of its fields, whatever is selected', async (name) => {
    const scope = scopeOfNode(name);
    const others = SCOPES.filter((other) => other.split(':')[0] !== scope?.split(':')[0]);
    const needed = scope === null ? [] : [scope];
    const id = `${name}:${ids[name] ?? 1}`;
    for (const text of [
      `query ($id: ID!) { node(id: $id) { ... on ${name} { __typename } } }`,
      `query ($id: ID!) { ...F } fragment F on Query { nodes(ids: [$id]) { ...G } } fragment G on ${name} { id }`,
      'query ($id: ID!) { node(id: $id) { id } }',
      'query ($id: ID!) { nodes(ids: [$id]) { ... on Node { __typename } } }',
    ]) {
      expect((await lacked(text, { id }, scope === null ? SCOPES : others))?.scopes, text).toEqual(needed);
      if (scope !== null) expect(await lacked(text, { id }, [scope]), text).toBeNull();
      expect(await lacked(text, { id }, null), text).toBeNull();
    }
  });
});

describe('a fragment on an entity that no field names', () => {
  it.each([
    ['inline', '{ node(id: "Order:1") { ... on City { name } } }'],
    ['named', '{ node(id: "Order:1") { ...F } } fragment F on City { name }'],
    [
      'that an order has as well',
      '{ order(reference: "1") { city { ...F } } node(id: "Order:1") { ...F } } fragment F on City { name }',
    ],
  ])('needs the scope of its type before anything runs: %s', async (_, text) => {
    expect(await lacked(text, {}, ['orders:read'])).toMatchObject({ scopes: ['catalogue:read'] });
    expect(await lacked(text, {}, ['orders:read', 'catalogue:read'])).toBeNull();
  });
});

describe('a refusal', () => {
  const NESTED = `query ($id: String!) {
    mine: orders(perPage: 1) { id: databaseId ...Parts }
    event: webhookEvent(id: $id) { id: databaseId }
  }
  fragment Parts on Order { passengers { firstName } ... on Order { people: bookedDetails { product { title } } } }`;

  it('names each missing scope, with the first field that needs it', async () => {
    const { errors, data } = await executeOperation(document(NESTED), { id: 'x' }, await limited(['people:read']));
    expect(data ?? null).toBeNull();
    expect(errors?.[0]?.message).toBe('The service account lacks the scopes orders:read, webhooks:read.');
    expect(errors?.[0]?.extensions).toEqual({
      code: 'FORBIDDEN',
      scopes: ['orders:read', 'webhooks:read'],
      fields: [
        { path: ['mine'], message: 'needs the scope orders:read.' },
        { path: ['event'], message: 'needs the scope webhooks:read.' },
      ],
    });
  });

  it.each([
    ['an alias', '{ overview { x: failingEndpoints { id: databaseId } } }'],
    ['a fragment', '{ overview { ...F } } fragment F on Overview { failingEndpoints { id: databaseId } }'],
    ['an inline fragment', '{ overview { ... on Overview { failingEndpoints { id: databaseId } } } }'],
    ['a fragment without a type', '{ ... { overview { failingEndpoints { id: databaseId } } } }'],
    ['a skipped field', '{ overview { failingEndpoints @skip(if: true) { id: databaseId } } }'],
    ['a type name alone', '{ overview { failingEndpoints { __typename } } }'],
    ['one among several roots', '{ viewer { name } webhookEndpoints { id: databaseId } overview { today } }'],
    [
      'a fragment that is used twice',
      '{ a: overview { ...F } b: overview { ...F } } fragment F on Overview { failingEndpoints { id: databaseId } }',
    ],
  ])('finds the domain of a nested field behind %s', async (_, text) => {
    expect(await lacked(text, {}, ['orders:write'])).toMatchObject({ scopes: ['webhooks:read'], data: null });
    expect(await lacked(text, {}, ['orders:write', 'webhooks:read'])).toBeNull();
  });

  it('is the same for a compiled operation, which runs with the scope', async () => {
    const read = document('query Places { cities(perPage: 1) { id: databaseId } }');
    expect(compilationOf(read)).toHaveProperty('compiled');
    const refused = await answerOperation(read, {}, await limited(DOMAINS.filter((domain) => domain !== 'catalogue')));
    expect(refused).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN', scopes: ['catalogue:read'] } }] });
    expect(await answerOperation(read, {}, await limited(['catalogue:read']))).toHaveProperty('json');
  });

  it('never depends on what another caller sent before', async () => {
    const text = '{ auditLog { id: databaseId } }';
    expect(await lacked(text, {}, ['audit:read'])).toBeNull();
    expect(await lacked(text, {}, ['orders:read'])).toMatchObject({ scopes: ['audit:read'] satisfies Scope[] });
    expect(await lacked(text, {}, null)).toBeNull();
  });
});
