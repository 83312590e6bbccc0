import { Ajv2020 } from 'ajv/dist/2020.js';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { failureOf, unexpectedFailure } from './error-envelope.ts';
import { createServer, type ErrorEnvelope, errorsAndMeta, HttpError, problemDetails } from './index.ts';
import { at } from './testing/at.ts';
import { clientOf, type Sent, sendRaw } from './testing/http.ts';
import { startLibrary } from './testing/library.ts';
import { libraryDocument } from './testing/library-openapi.ts';

const PROBLEM_JSON = 'application/problem+json';
const problem = (status: number, title: string, detail: string, more = {}) => ({ title, status, detail, ...more });

describe('a server with problem details', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = await startLibrary({}, undefined, { envelope: problemDetails });
  });
  afterAll(() => app.close());

  it.each<[string, string, Sent, ReturnType<typeof problem>]>([
    ['GET', '/nowhere', {}, problem(404, 'Not Found', 'Not found.')],
    ['GET', '/v1/books/99', {}, problem(404, 'Not Found', 'Not found.')],
    ['GET', '/v1/books/x', {}, problem(404, 'Not Found', 'Not found.')],
    ['DELETE', '/v1/titles', {}, problem(405, 'Method Not Allowed', 'Method not allowed.')],
    ['GET', '/v1/books', { headers: { authorization: undefined } }, problem(401, 'Unauthorized', 'Unauthenticated.')],
    ['POST', '/v1/tokens', { body: { password: 'wrong' } }, problem(401, 'Unauthorized', 'Wrong password.')],
    ['GET', '/v1/failures/forbidden', {}, problem(403, 'Forbidden', 'Not yours.')],
    ['POST', '/v1/books', { raw: '{' }, problem(400, 'Bad Request', 'The body is not valid JSON.')],
    ['GET', '/v1/books?title=%ff', {}, problem(400, 'Bad Request', 'The query string is not valid UTF-8.')],
    ['GET', '/v1/%ff', {}, problem(400, 'Bad Request', 'The request is malformed.')],
    [
      'POST',
      '/v1/books',
      { raw: `"${'x'.repeat(1_048_576)}"` },
      problem(413, 'Payload Too Large', 'The body is too large.'),
    ],
    [
      'POST',
      '/v1/books',
      { raw: '<a/>', headers: { 'content-type': 'text/xml' } },
      problem(415, 'Unsupported Media Type', 'The body must be sent as application/json.'),
    ],
    [
      'POST',
      '/v1/books',
      { body: { title: 'invalid', small: 'x' } },
      problem(422, 'Unprocessable Entity', 'The given data was invalid.', {
        errors: { small: ['small must be an integer'] },
      }),
    ],
    [
      'POST',
      '/v1/books',
      { body: { title: 'invalid' } },
      problem(422, 'Unprocessable Entity', 'The given data was invalid.', {
        errors: { 'co_authors.2.email_address': ['co_authors.2.email_address is taken'] },
      }),
    ],
    [
      'GET',
      '/v1/failures/bug',
      {},
      problem(500, 'Internal Server Error', 'Unexpected server error.', { tracking_id: expect.any(String) }),
    ],
    [
      'POST',
      '/v1/books',
      { body: {}, headers: { expect: 'a miracle' } },
      problem(417, 'Expectation Failed', 'Expectation Failed.'),
    ],
  ])('answers %s %s with problem details: %#', async (method, path, sent, expected) => {
    const { status, headers, json } = await clientOf(app)(method, path, sent);
    expect([status, headers['content-type'], json]).toEqual([expected.status, PROBLEM_JSON, expected]);
    if (status === 500) expect(at(json, 'tracking_id')).toBe(headers['x-request-id']);
  });

  it.each([
    ['no request', 'NONSENSE\r\n\r\n', problem(400, 'Bad Request', 'The request is malformed.')],
    [
      'long headers',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
      problem(431, 'Request Header Fields Too Large', 'The headers are too large.'),
    ],
  ])('answers malformed HTTP with problem details: %s', async (_, bytes, expected) => {
    const [head = '', body = ''] = (await sendRaw(app, bytes)).split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${expected.status} `);
    expect(head).toContain(`content-type: ${PROBLEM_JSON}`);
    expect(JSON.parse(body)).toEqual(expected);
  });
});

it('is problem details without the option', async () => {
  const app = createServer();
  const { headers, body } = await app.inject('/nowhere');
  expect([headers['content-type'], JSON.parse(body)]).toEqual([PROBLEM_JSON, problem(404, 'Not Found', 'Not found.')]);
});

const SECRET = 'Select * from the secret table.';
const UNSENDABLE = 'a\nb';
const fail = () => {
  throw new Error(SECRET);
};

/** Failures of a server while it sends an answer: hooks, handlers and replies of a host. */
const WHILE_SENDING: [what: string, addTo: (app: FastifyInstance) => void][] = [
  ['a hook onSend throws', (app) => app.addHook('onSend', fail).get('/', async () => ({}))],
  ['a hook onSend rejects', (app) => app.addHook('onSend', async () => fail()).get('/', async () => ({}))],
  ['a hook onSend throws for an error', (app) => app.addHook('onSend', fail).get('/', fail)],
  ['a hook preSerialization throws', (app) => app.addHook('preSerialization', fail).get('/', async () => ({}))],
  [
    'an expected error has no status of an error',
    (app) => app.get('/', () => Promise.reject(new HttpError(99, SECRET))),
  ],
  [
    'an expected error has a header that cannot be sent',
    (app) => app.get('/', async () => Promise.reject(new HttpError(404, SECRET, { 'x-bad': UNSENDABLE }))),
  ],
  [
    'a reply has a header that cannot be sent',
    (app) => app.get('/', async (_, reply) => reply.header('x-bad', UNSENDABLE).send({})),
  ],
  [
    'a reply that fails has a header that cannot be sent',
    (app) => app.get('/', async (_, reply) => fail.call(reply.header('x-bad', UNSENDABLE))),
  ],
  ['a reply is no text', (app) => app.get('/', async (_, reply) => reply.type('text/plain').send({ SECRET }))],
  ['a serializer throws', (app) => app.get('/', async (_, reply) => reply.serializer(fail).send({}))],
  ['null is thrown', (app) => app.get('/', async () => Promise.reject(null))],
  [
    "a plugin's own error handler throws",
    (app) =>
      app.register(async (plugin) => {
        plugin.setErrorHandler(fail);
        plugin.get('/', fail);
      }),
  ],
];

describe.each([
  ['problem details', problemDetails],
  ['errors and meta', errorsAndMeta],
])('a server with %s that fails while it answers', (_name, envelope) => {
  it.each(WHILE_SENDING)('has a body of the envelope: %s', async (_what, addTo) => {
    const app = createServer({ envelope, headers: { 'x-frame-options': 'DENY' } });
    onTestFinished(() => app.close());
    addTo(app);
    await app.listen({ port: 0 });
    const { status, headers, text, json } = await clientOf(app)('GET', '/');
    const trackingId = String(headers['x-request-id']);
    expect(text).not.toContain(SECRET);
    expect([status, headers['content-type'], headers['x-frame-options'], json]).toEqual([
      500,
      envelope.contentType,
      'DENY',
      envelope.body(unexpectedFailure(trackingId)),
    ]);
  });

  it('keeps what a hook refuses, every time that it is called', async () => {
    const app = createServer({ envelope });
    app.addHook('onSend', async () => {
      throw new HttpError(503, 'Busy.', { 'retry-after': '5' });
    });
    const { statusCode, headers, json } = await app.inject('/');
    expect([statusCode, headers['retry-after'], json()]).toEqual([
      503,
      '5',
      envelope.body(failureOf(new HttpError(503, 'Busy.'))),
    ]);
  });
});

describe('an envelope that fails', () => {
  it.each<[string, ErrorEnvelope['body']]>([
    ['throws', fail],
    ['has no body', () => undefined],
    ['has a body that is no JSON', () => 1n],
  ])('leaves problem details, also for malformed HTTP: it %s', async (_what, body) => {
    const app = createServer({ envelope: { ...errorsAndMeta, body } });
    onTestFinished(() => app.close());
    await app.listen({ port: 0 });
    const [head = '', text = ''] = (await sendRaw(app, 'NONSENSE\r\n\r\n')).split('\r\n\r\n');
    expect(head).toContain(`content-type: ${PROBLEM_JSON}`);
    expect(JSON.parse(text)).toEqual(problem(400, 'Bad Request', 'The request is malformed.'));
    const { headers, json } = await clientOf(app)('GET', '/nowhere');
    expect([headers['content-type'], json]).toEqual([PROBLEM_JSON, problem(404, 'Not Found', 'Not found.')]);
    expect((await clientOf(app)('GET', '/', { headers: { expect: 'a miracle' } })).json).toEqual(
      problem(417, 'Expectation Failed', 'Expectation Failed.'),
    );
  });
});

it('refuses headers that cannot be sent when the server is made', () => {
  expect(() => createServer({ headers: { 'x-bad': UNSENDABLE } })).toThrow('x-bad');
  expect(() => createServer({ envelope: { ...problemDetails, contentType: UNSENDABLE } })).toThrow('content-type');
});

describe('the OpenAPI document of problem details', () => {
  const document = libraryDocument({ envelope: problemDetails, exact: true });

  it('has one schema, and its media type for every error', () => {
    expect(Object.keys(Object(at(document, 'components', 'schemas')))).not.toContain('HttpError');
    const responses = Object.values(Object(at(document, 'components', 'responses')));
    expect(responses.length).toBeGreaterThan(10);
    for (const response of responses)
      expect(at(response, 'content')).toEqual({ [PROBLEM_JSON]: { schema: { $ref: '#/components/schemas/Problem' } } });
  });

  it('describes the bodies', () => {
    const isValid = new Ajv2020().compile(Object(at(document, 'components', 'schemas', 'Problem')));
    const failure = { status: 404, message: 'Not found.', fields: null, trackingId: null };
    expect(isValid(problemDetails.body({ ...failure, kind: 'expected' }))).toBe(true);
    expect(isValid(problemDetails.body({ ...failure, kind: 'invalid', fields: { title: ['is odd'] } }))).toBe(true);
    expect(isValid(problemDetails.body({ ...failure, kind: 'unexpected', trackingId: 'x' }))).toBe(true);
    expect(isValid({ errors: null, meta: { message: 'Not found.', tracking_id: null } })).toBe(false);
  });
});
