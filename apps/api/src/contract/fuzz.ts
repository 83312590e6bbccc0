import fc from 'fast-check';
import { apiDocument } from '../openapi/document.ts';
import { type Asked, client, type TestClient, type TestServer } from '../testing/index.ts';

/*
 * Requests made from the OpenAPI document: valid, nearly valid and hostile. The test client refuses every answer that the
 * document does not allow; a 500 is allowed there, and refused here.
 */

type Node = { readonly [member: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** Texts and values that break what is not careful. */
const HOSTILE = fc.constantFrom<unknown>(
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  '\u202eevil',
  '%',
  '_%\\',
  "' OR 1=1 --",
  '|',
  '1|2|',
  '1|1|999999999999',
  'NaN',
  'Infinity',
  '1e999',
  '0x1F',
  '+1',
  '01',
  '-1',
  '2147483648',
  '9223372036854775808',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '24:00',
  '9:5',
  '{{7*7}}',
  '\r\nX-Injected: yes',
  'x'.repeat(3_000),
  0,
  -0,
  -1,
  1.5,
  1e-320,
  1e308,
  2 ** 31,
  2 ** 53,
  -(2 ** 31) - 1,
  true,
  false,
  null,
  [],
  {},
  [[]],
  [null],
  { id: {} },
  { __proto__: null, constructor: { prototype: {} } },
);

/** So large or deep that only a few of them are sent. */
const HUGE = fc.constantFrom<() => unknown>(
  () => Array.from({ length: 10_000 }, (_, index) => index + 1),
  () => Array.from({ length: 10_000 }, () => ({ key: 'k', value: 'v' })),
  () => 'x'.repeat(1_000_000),
  () => 'x'.repeat(1_100_000),
  () => Array.from({ length: 20_000 }, (_, index) => index + 1).join('|'),
  () => JSON.parse(`${'['.repeat(60)}${']'.repeat(60)}`),
  () => JSON.parse(`${'{"filter":'.repeat(40)}1${'}'.repeat(40)}`),
);

/** Texts of members whose form no schema tells. */
const FORMS: Record<string, readonly string[]> = {
  'time start_time': ['08:30', '00:00', '23:59'],
  status: ['Booked', 'InCart', 'Cancelled'],
  'start end date selected_date start_date end_date checkin_date checkout_date': ['2026-06-09', '2026-06-20'],
  labels: ['Bestseller', 'Bestseller|Small group'],
};

/** Values that a schema of the document accepts, as far as random ones can know. */
function valid(
  schema: unknown,
  resolve: (node: unknown) => unknown,
  ids: readonly number[],
  name = '',
): fc.Arbitrary<unknown> {
  const node = resolve(schema);
  if (!isNode(node)) return fc.jsonValue();
  const form = Object.entries(FORMS).find(([names]) => names.split(' ').includes(name))?.[1];
  const { type, enum: values, anyOf, properties, items, format } = node;
  if (Array.isArray(values)) return fc.constantFrom(...values);
  const forms = nodes(anyOf);
  if (forms.length > 0) return fc.oneof(...forms.map((each) => valid(each, resolve, ids, name)));
  if (isNode(properties)) {
    const required = Array.isArray(node.required) ? node.required.map(String) : [];
    const members = Object.entries(properties).map(
      ([member, of]) => [member, valid(of, resolve, ids, member)] as const,
    );
    return fc.record(Object.fromEntries(members), { requiredKeys: required });
  }
  if (type === 'array')
    return fc.array(valid(items, resolve, ids, name), { minLength: Number(node.minItems ?? 0), maxLength: 3 });
  if (type === 'integer' || type === 'number') {
    const number = fc.integer({ min: Number(node.minimum ?? -5), max: Math.min(Number(node.maximum ?? 500), 10_000) });
    return fc.oneof(fc.constantFrom(...ids), number);
  }
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (format === 'date') return fc.integer({ min: 1, max: 28 }).map((day) => `2026-06-${String(day).padStart(2, '0')}`);
  if (format === 'email') return fc.constant('guest@mail.example');
  if (type === 'string' && form !== undefined) return fc.constantFrom(...form);
  if (type === 'string' && /ids?$/.test(name)) return fc.constantFrom(ids.join('|'), ...ids.map(String));
  if (type === 'string') {
    const texts = ['Ada', 'a', 'Booked', '08:30', '2026-06-09', 'pickup.driver', 'channel:agency', ...ids.map(String)];
    return fc.oneof(fc.constantFrom(...texts), fc.string({ maxLength: 20 }), fc.constant(ids.slice(0, 3).join('|')));
  }
  return fc.jsonValue();
}

/** A value in which one place, wherever it is, holds something else. */
function bent(value: unknown, path: number, instead: unknown): unknown {
  if (Array.isArray(value) && value.length > 0) {
    const at = path % value.length;
    return value.map((entry, index) => (index === at ? bent(entry, Math.floor(path / value.length), instead) : entry));
  }
  if (isNode(value) && Object.keys(value).length > 0) {
    const names = Object.keys(value);
    const at = names[path % names.length] ?? '';
    return { ...value, [at]: bent(value[at], Math.floor(path / names.length), instead) };
  }
  return instead;
}

const TYPES = fc.oneof(
  { weight: 20, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'text/plain',
      'text/xml',
      'multipart/form-data',
      'application/json; charset=utf-16',
      'x',
    ),
  },
);
const RAW = fc.constantFrom(
  '{',
  '',
  'null',
  '[]',
  '7',
  '"x"',
  '{"a":1,"a":2}',
  '{"__proto__":{"x":1}}',
  '\ufeff{}',
  '{"a":1e400}',
);

type Sendable = { method: string; path: string; asked: Asked };
type Operation = { method: string; template: string; operation: Node };

/** Requests of all operations of the document, with ids that name something now and then. */
function requests({ settings }: TestServer, named: Named): fc.Arbitrary<Sendable> {
  const document = apiDocument(settings);
  const resolve = (node: unknown): unknown => {
    const reference = isNode(node) ? node.$ref : undefined;
    if (typeof reference !== 'string') return node;
    return reference
      .split('/')
      .slice(1)
      .reduce<unknown>((inner, step) => (isNode(inner) ? inner[step] : undefined), document);
  };
  const all = Object.entries(isNode(document.paths) ? document.paths : {}).flatMap(([template, item]) =>
    Object.entries(isNode(item) ? item : {}).flatMap(([method, operation]): Operation[] =>
      isNode(operation) ? [{ template, operation, method: method === 'x-query' ? 'QUERY' : method.toUpperCase() }] : [],
    ),
  );
  return fc.oneof(...all.map((each) => requestOf(each, resolve, named)));
}

function requestOf({ method, template, operation }: Operation, resolve: (node: unknown) => unknown, named: Named) {
  const ids = Object.values(named);
  const parameters = nodes(operation.parameters).map(resolve).filter(isNode);
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const held = [operation.requestBody, operation['x-get-body']].map(resolve).find(isNode);
  const content = isNode(held?.content) ? held.content['application/json'] : undefined;
  const body = valid(isNode(content) ? content.schema : undefined, resolve, ids);
  const segment = (name: string, schema: unknown) =>
    fc.oneof(
      {
        weight: 16,
        arbitrary: name in named ? fc.constant(String(named[name])) : valid(schema, resolve, ids).map(spelled),
      },
      { weight: 1, arbitrary: fc.constantFrom(...ids).map(String) },
      { weight: 1, arbitrary: HOSTILE.map(spelled) },
    );
  return fc
    .record({
      segments: fc.tuple(...inPath.map(({ name, schema }) => segment(String(name), schema))),
      query: fc.tuple(
        ...inQuery.map(({ name, schema }) => {
          const member = /(\w+)\]?(?:\[\])?$/.exec(String(name))?.[1];
          const value = valid(schema, resolve, ids, member);
          return fc.option(fc.oneof({ weight: 14, arbitrary: value }, { weight: 1, arbitrary: HOSTILE }), { freq: 1 });
        }),
      ),
      body,
      queried: fc.boolean(),
      manner: fc.oneof(
        { weight: 8, arbitrary: fc.constant('valid' as const) },
        { weight: 10, arbitrary: fc.constant('bent' as const) },
        { weight: 1, arbitrary: fc.constantFrom('huge' as const, 'raw' as const, 'other' as const) },
      ),
      at: fc.nat(100_000),
      instead: HOSTILE,
      huge: HUGE,
      raw: RAW,
      type: TYPES,
      language: fc.constantFrom('en', 'nl', 'de', 'xx', '\u00e9', undefined),
    })
    .map((drawn): Sendable => {
      const { segments, manner } = drawn;
      const path = inPath.reduce(
        (address, { name }, index) =>
          address.replace(
            `{${name}}`,
            encodeURIComponent((segments[index] ?? '').slice(0, 400).toWellFormed()) || '%20',
          ),
        template,
      );
      const pairs = drawn.queried
        ? inQuery.flatMap(({ name }, index) => {
            const value = drawn.query[index];
            const texts = Array.isArray(value) ? value : [value];
            return value === null ? [] : texts.map((text) => `${name}=${encodeURIComponent(spelled(text))}`);
          })
        : [];
      const headers = { 'content-type': drawn.type, 'x-lang': drawn.language };
      const asked: Asked = { headers };
      if (manner === 'raw') asked.raw = drawn.raw;
      else if (content !== undefined && !(drawn.queried && inQuery.length > 0)) asked.body = bodyOf(drawn);
      return { method, path: pairs.length > 0 ? `${path}?${pairs.join('&')}` : path, asked };
    });
}

const spelled = (value: unknown) =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, 4_000).toWellFormed();

type Drawn = { manner: string; body: unknown; at: number; instead: unknown; huge: () => unknown };

function bodyOf({ manner, body, at, instead, huge }: Drawn): unknown {
  if (manner === 'bent') return bent(body, at, instead);
  if (manner === 'huge') return bent(body, at, huge());
  return manner === 'other' ? instead : body;
}

/** Sends random requests, always the same for a seed. @returns how often each status was answered */
export async function fuzz(server: TestServer, user: string, count: number): Promise<Map<number, number>> {
  let api: TestClient = await client(server, user);
  const named = await known(server);
  const statuses = new Map<number, number>();
  const property = fc.asyncProperty(requests(server, named), async ({ method, path, asked }) => {
    let answer = await api.send(method, path, asked);
    if (answer.status === 401 && !path.startsWith('/v1/tokens')) {
      // An earlier request logged out.
      api = await client(server, user);
      answer = await api.send(method, path, asked);
    }
    const { status, text } = answer;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 500) throw new Error(`${method} ${path} → ${status}: ${text}`);
  });
  await fc.assert(property, { numRuns: count, seed: 20_260_601, endOnFailure: true });
  return statuses;
}

/** Ids by the names that paths give them, and others. */
type Named = Readonly<Record<string, number>>;

/** What a partner may reach. */
async function known({ db }: TestServer): Promise<Named> {
  const order = await db.order.findFirstOrThrow({
    where: { issuer: { username: 'partner' }, status: 'Booked', product: { isPublished: true } },
    include: { bookings: true },
    orderBy: { id: 'desc' },
  });
  const [booking] = order.bookings;
  return {
    order: order.id,
    role: order.roleId,
    product: order.productId ?? 0,
    service_level: booking?.serviceLevelId ?? 0,
    availability: booking?.availabilityId ?? 0,
    user: order.issuerId,
  };
}
