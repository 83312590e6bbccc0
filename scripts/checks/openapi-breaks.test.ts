import { describe, expect, it } from 'vitest';
import { openapiBreaks } from './openapi-breaks.ts';

/** A small document with each construct of docs/openapi.json. */
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: '/' }, { url: 'https://backup.example' }],
  security: [{ bearer: [] }],
  paths: {
    '/orders': {
      parameters: [{ name: 'lang', in: 'query', schema: { type: 'string', maxLength: 2 } }],
      get: {
        operationId: 'listOrders',
        parameters: [
          { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
          { name: 'status', in: 'query', schema: { type: 'string' } },
          { name: 'sort', in: 'query', schema: { type: 'string', enum: ['id', 'date'], default: 'id' } },
          { name: 'tags', in: 'query', style: 'form', explode: true, schema: { type: 'array', maxItems: 9 } },
        ],
        'x-get-body': { content: { 'application/json': { schema: { $ref: '#/components/schemas/ListInput' } } } },
        responses: {
          '200': {
            description: 'Orders',
            headers: { ETag: { $ref: '#/components/headers/ETag' } },
            content: {
              'application/json': {
                schema: {
                  type: 'array',
                  items: {
                    allOf: [
                      { $ref: '#/components/schemas/Order' },
                      { type: 'object', properties: { total: { $ref: '#/components/schemas/Price' } } },
                    ],
                  },
                },
              },
            },
          },
          '404': { $ref: '#/components/responses/NotFound' },
        },
      },
      'x-query': {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/ListInput' } } } },
        responses: { '200': { description: 'Orders' } },
      },
      post: {
        security: [] as object[],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/OrderInput' } } } },
        responses: {
          '201': {
            description: 'Booked',
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/Order' } },
              'text/plain': {},
            },
          },
        },
      },
    },
    '/orders/{order}': {
      delete: {
        security: [{ bearer: ['delete'] }, { key: [] }],
        callbacks: { deleted: { '{$request.query.url}': { post: { responses: {} } } } },
        responses: { '204': { description: 'Deleted' } },
      },
    },
  },
  webhooks: {
    booked: {
      post: {
        parameters: [{ name: 'webhook-id', in: 'header', required: true, schema: { type: 'string' } }],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Event' } } } },
      },
    },
  },
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    headers: { ETag: { required: true, schema: { type: 'string' } } },
    responses: {
      NotFound: {
        description: 'Not found',
        headers: { 'X-Request-Id': { schema: { type: 'string', format: 'uuid' } } },
        content: {
          'application/json': { schema: { type: 'object', properties: { message: { type: 'string' } } } },
        },
      },
    },
    schemas: {
      Status: { type: 'string', enum: ['Booked', 'Cancelled'] },
      Order: {
        type: 'object',
        properties: {
          id: { type: 'integer', description: 'The id.' },
          note: { anyOf: [{ type: 'string', maxLength: 50 }, { type: 'null' }], description: 'A note.' },
          status: { $ref: '#/components/schemas/Status', description: 'The status.' },
          reference: { type: 'string' },
          price: { $ref: '#/components/schemas/Price', description: 'What the client paid.' },
        },
        required: ['id', 'status'],
      },
      Price: { type: 'object', properties: { amount: { type: 'integer' } } },
      ListInput: {
        type: 'object',
        properties: { search: { type: 'string', maxLength: 500 }, kind: { type: 'string', enum: ['day', 'stay'] } },
      },
      OrderInput: {
        type: 'object',
        properties: {
          count: { type: ['integer', 'null'], minimum: 1 },
          code: { type: 'string', minLength: 1, maxLength: 20 },
          client: { anyOf: [{ type: 'string' }, { type: 'integer' }], description: 'An id or a code.' },
        },
        required: ['code'],
      },
      Event: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    },
  },
};

/** The document with another value at a place; undefined removes what is there. */
function changed(place: string, value: unknown): string {
  const document: unknown = structuredClone(DOCUMENT);
  const keys = place.split(' ');
  const last = keys.pop() ?? '';
  const target = keys.reduce<unknown>((node, key) => Reflect.get(Object(node), key), document);
  if (value !== undefined) Reflect.set(Object(target), last, value);
  else if (Array.isArray(target)) target.splice(Number(last), 1);
  else Reflect.deleteProperty(Object(target), last);
  return JSON.stringify(document);
}

const breaksOf = (place: string, value: unknown) =>
  openapiBreaks(JSON.stringify(DOCUMENT), changed(place, value)).map(({ name }) => name);

const GET = 'paths /orders get';
const SCHEMAS = 'components schemas';

const BREAKS: [kind: string, place: string, value: unknown, name: string][] = [
  ['an operation removed', 'paths /orders/{order} delete', undefined, 'DELETE /orders/{order}'],
  ['the method QUERY removed', 'paths /orders x-query', undefined, 'QUERY /orders'],
  ['an event removed', 'webhooks booked', undefined, 'event booked'],
  ['the address of the server changed', 'servers 0 url', '/api', 'servers.0.url'],
  [
    'another security scheme',
    'components securitySchemes bearer scheme',
    'basic',
    'components.securitySchemes.bearer.scheme',
  ],
  ['a login required', 'paths /orders post security', [{ bearer: [] }], 'POST /orders.security'],
  [
    'a further scope demanded',
    'paths /orders/{order} delete security 0 bearer 1',
    'admin',
    'DELETE /orders/{order}.security',
  ],
  [
    'a further scheme demanded',
    'paths /orders/{order} delete security 1 bearer',
    [],
    'DELETE /orders/{order}.security',
  ],
  [
    'an alternative scheme removed',
    'paths /orders/{order} delete security 1',
    undefined,
    'DELETE /orders/{order}.security',
  ],
  ['a server removed', 'servers 1', undefined, 'servers.1'],
  ['all servers removed', 'servers', undefined, 'servers'],
  ['an operation renamed', `${GET} operationId`, 'orders', 'GET /orders.operationId'],
  [
    'a callback removed',
    'paths /orders/{order} delete callbacks deleted',
    undefined,
    'DELETE /orders/{order}.callbacks.deleted',
  ],
  ['all callbacks removed', 'paths /orders/{order} delete callbacks', undefined, 'DELETE /orders/{order}.callbacks'],
  ['all events removed', 'webhooks', undefined, 'event booked'],
  [
    'a further media type removed',
    'paths /orders post responses 201 content text/plain',
    undefined,
    'POST /orders.201.text/plain',
  ],
  ['a status removed', `${GET} responses 404`, undefined, 'GET /orders.404'],
  [
    'a status changed',
    'paths /orders/{order} delete responses',
    { '200': { description: 'Deleted' } },
    'DELETE /orders/{order}.204',
  ],
  [
    'a content type of a response changed',
    `${GET} responses 200 content`,
    { 'text/csv': {} },
    'GET /orders.200.application/json',
  ],
  [
    'a content type of a request changed',
    'paths /orders post requestBody content',
    { 'text/csv': {} },
    'POST /orders.requestBody.application/json',
  ],
  ['a response header removed', `${GET} responses 200 headers ETag`, undefined, 'GET /orders.200.ETag'],
  ['a response header made optional', 'components headers ETag required', false, 'GET /orders.200.ETag'],
  [
    'a response header of another form',
    'components responses NotFound headers X-Request-Id schema format',
    'date',
    'NotFound.X-Request-Id.format',
  ],
  [
    'a field of an error removed',
    'components responses NotFound content application/json schema properties message',
    undefined,
    'NotFound.message',
  ],
  ['a response field removed', `${SCHEMAS} Order properties id`, undefined, 'Order.id'],
  ['an optional response field removed', `${SCHEMAS} Order properties reference`, undefined, 'Order.reference'],
  ['a response field of another type', `${SCHEMAS} Order properties id type`, 'string', 'Order.id.type'],
  ['a response field of a wider type', `${SCHEMAS} Order properties id type`, 'number', 'Order.id.type'],
  ['a response field made nullable', `${SCHEMAS} Order properties id type`, ['integer', 'null'], 'Order.id.type'],
  ['a response field made optional', `${SCHEMAS} Order required`, ['status'], 'Order.id'],
  ['a longer text in a response', `${SCHEMAS} Order properties note anyOf 0 maxLength`, 90, 'Order.note.maxLength'],
  [
    'a further alternative in a response',
    `${SCHEMAS} Order properties note anyOf 2`,
    { type: 'number' },
    'Order.note.anyOf',
  ],
  ['a further enum value in a response', `${SCHEMAS} Status enum 2`, 'Expired', 'Status.Expired'],
  ['an enum of a response that is open', `${SCHEMAS} Status enum`, undefined, 'Status.values'],
  ['a field that several responses share', `${SCHEMAS} Price properties amount type`, 'number', 'Price.amount.type'],
  [
    'a part of a response removed',
    `${GET} responses 200 content application/json schema items allOf 1`,
    undefined,
    'GET /orders.200.allOf 1',
  ],
  ['a further condition on a request', `${SCHEMAS} OrderInput allOf`, [{ required: ['count'] }], 'OrderInput.allOf 0'],
  ['a field of an event removed', `${SCHEMAS} Event properties id`, undefined, 'Event.id'],
  ['a header of an event removed', 'webhooks booked post parameters 0', undefined, 'event booked.event.webhook-id'],
  ['a parameter removed', `${GET} parameters 1`, undefined, 'GET /orders.status'],
  [
    'a required parameter added',
    `${GET} parameters 4`,
    { name: 'day', in: 'query', required: true, schema: {} },
    'GET /orders.day',
  ],
  ['a parameter made required', `${GET} parameters 0 required`, true, 'GET /orders.page.required'],
  ['a lower maximum', `${GET} parameters 0 schema maximum`, 50, 'GET /orders.page.maximum'],
  ['a higher minimum', `${GET} parameters 0 schema minimum`, 2, 'GET /orders.page.minimum'],
  ['fewer items', `${GET} parameters 3 schema maxItems`, 5, 'GET /orders.tags.maxItems'],
  ['unique items', `${GET} parameters 3 schema uniqueItems`, true, 'GET /orders.tags.uniqueItems'],
  ['lists joined instead of repeated', `${GET} parameters 3 explode`, false, 'GET /orders.tags.style'],
  ['an enum of a parameter that was open', `${GET} parameters 1 schema enum`, ['Booked'], 'GET /orders.status.values'],
  ['an enum value of a parameter removed', `${GET} parameters 2 schema enum 1`, undefined, 'GET /orders.sort.date'],
  ['another default value', `${GET} parameters 2 schema default`, 'date', 'GET /orders.sort.default'],
  ['a pattern added', `${GET} parameters 1 schema pattern`, '^[A-Z]', 'GET /orders.status.pattern'],
  ['a format added', `${GET} parameters 1 schema format`, 'uuid', 'GET /orders.status.format'],
  ['a body required', 'paths /orders post requestBody required', true, 'POST /orders.requestBody.required'],
  ['a request field removed', `${SCHEMAS} OrderInput properties count`, undefined, 'OrderInput.count'],
  ['a request field made required', `${SCHEMAS} OrderInput required 1`, 'count', 'OrderInput.count'],
  ['a required field of a GET body', `${SCHEMAS} ListInput required`, ['search'], 'ListInput.search'],
  ['an enum value of a body removed', `${SCHEMAS} ListInput properties kind enum 1`, undefined, 'ListInput.kind.stay'],
  ['a narrower type', `${SCHEMAS} OrderInput properties count type`, 'integer', 'OrderInput.count.type'],
  ['a higher minLength', `${SCHEMAS} OrderInput properties code minLength`, 3, 'OrderInput.code.minLength'],
  ['a lower maxLength', `${SCHEMAS} OrderInput properties code maxLength`, 10, 'OrderInput.code.maxLength'],
  ['a constant value', `${SCHEMAS} OrderInput properties code const`, 'A', 'OrderInput.code.const'],
  [
    'an alternative of a request removed',
    `${SCHEMAS} OrderInput properties client anyOf 0`,
    undefined,
    'OrderInput.client.anyOf',
  ],
  [
    'further members restricted',
    `${SCHEMAS} OrderInput additionalProperties`,
    { type: 'string' },
    'OrderInput.additionalProperties',
  ],
  ['further members refused', `${SCHEMAS} OrderInput additionalProperties`, false, 'OrderInput.additionalProperties'],
];

const COMPATIBLE: [kind: string, place: string, value: unknown][] = [
  ['a new operation', 'paths /orders/{order} get', { responses: { '200': { description: 'Order' } } }],
  ['a new event', 'webhooks cancelled', { post: { requestBody: {} } }],
  ['a new response field', `${SCHEMAS} Order properties margin`, { type: 'number' }],
  ['a new response header', `${GET} responses 200 headers Vary`, { required: true, schema: { type: 'string' } }],
  ['a response field that is always present', `${SCHEMAS} Order required 2`, 'note'],
  ['a response field that is never null', `${SCHEMAS} Order properties note anyOf 1`, undefined],
  ['an enum value that is not sent any more', `${SCHEMAS} Status enum 1`, undefined],
  ['a new status', `${GET} responses 429`, { description: 'Too many requests' }],
  ['a new optional parameter', `${GET} parameters 4`, { name: 'day', in: 'query', schema: { type: 'string' } }],
  ['a new optional request field', `${SCHEMAS} OrderInput properties note`, { type: 'string' }],
  ['a request field made optional', `${SCHEMAS} OrderInput required`, []],
  ['a longer text in a request', `${SCHEMAS} OrderInput properties code maxLength`, 90],
  [
    'a wider type of a request field',
    `${SCHEMAS} OrderInput properties code`,
    {
      anyOf: [{ type: 'string', minLength: 1, maxLength: 20 }, { type: 'null' }],
    },
  ],
  ['a new enum value of a request', `${SCHEMAS} ListInput properties kind enum 2`, 'pass'],
  ['another description', `${SCHEMAS} Order properties note description`, 'What staff noted.'],
  ['a field that is deprecated', `${SCHEMAS} Order properties reference deprecated`, true],
  ['a further way to log in', 'paths /orders/{order} delete security 2', { bearer: ['admin'] }],
  ['a scope that is not demanded any more', 'paths /orders/{order} delete security 0 bearer', []],
  ['a login that is not required any more', `${GET} security`, []],
  ['the security of the document given for the operation', `${GET} security`, [{ bearer: [] }]],
  ['further members that are allowed', `${SCHEMAS} OrderInput additionalProperties`, true],
  ['a new server', 'servers 2', { url: '/v2' }],
  ['a description of the parameters of a path', 'paths /orders parameters 0 description', 'The language.'],
  ['a new security scheme', 'components securitySchemes key', { type: 'apiKey', name: 'key', in: 'header' }],
];

describe('breaks of an OpenAPI document', () => {
  it.each(BREAKS)('reports %s', (_kind, place, value, name) => {
    expect(breaksOf(place, value)).toEqual([name]);
  });

  it.each(COMPATIBLE)('accepts %s', (_kind, place, value) => {
    expect(breaksOf(place, value)).toEqual([]);
  });

  it('reports another security of the document for each operation without its own', () => {
    expect(breaksOf('security', [{ key: [] }])).toEqual(['GET /orders.security', 'QUERY /orders.security']);
  });

  it('reports a parameter of a path for each of its operations', () => {
    const names = ['GET /orders.lang.maxLength', 'QUERY /orders.lang.maxLength', 'POST /orders.lang.maxLength'];
    expect(breaksOf('paths /orders parameters 0 schema maxLength', 1).toSorted()).toEqual(names.toSorted());
  });

  it('names a shared component once, and where it is used', () => {
    const [change, ...others] = openapiBreaks(
      JSON.stringify(DOCUMENT),
      changed(`${SCHEMAS} Order properties id type`, 'string'),
    );
    expect(others).toEqual([]);
    expect(change?.reason).toBe('"integer" became "string" in GET /orders, and 1 more');
  });
});
