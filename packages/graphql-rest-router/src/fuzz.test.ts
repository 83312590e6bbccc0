import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf, type Received, type Sent } from './testing/http.ts';
import { routes, startLibrary } from './testing/library.ts';

let app: FastifyInstance;
let send: (method: string, path: string, sent?: Sent) => Promise<Received>;

beforeAll(async () => {
  app = await startLibrary();
  send = clientOf(app);
});
afterAll(() => app.close());

const words = [
  'title',
  'filter',
  'tags',
  'co_authors',
  'author',
  'published_on',
  'start',
  'page',
  'per_page',
  'price',
  'id',
  'book',
  'small',
  'query',
  'is_new',
  'author_ids',
  '__proto__',
  'constructor',
  'toString',
  'filter[title]',
  'filter[tags][]',
];
const hostile = fc.constantFrom<unknown>(
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  '2026-02-30',
  '2028-02-29',
  '1|2|',
  '\u0000',
  '\ud800',
  '\u202e',
  'x'.repeat(10_000),
  2 ** 31,
  1.5,
  -0,
  null,
  true,
  [],
  {},
  '{{7*7}}',
  '\r\nX: y',
);
const name = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...words) }, { weight: 1, arbitrary: fc.string() });
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    hostile,
    fc.jsonValue(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 5 }),
  ),
}));
const body = fc.oneof(
  { weight: 5, arbitrary: fc.dictionary(name, value, { maxKeys: 6 }) },
  { weight: 1, arbitrary: value },
);
const segment = fc.oneof(
  fc.constantFrom('1', '2', '99', '0', '2147483648', '%00', 'x'),
  fc.string({ minLength: 1, maxLength: 20 }).map((text) => encodeURIComponent(text.toWellFormed())),
);
const parameter = fc
  .tuple(fc.array(name, { minLength: 1, maxLength: 4 }), fc.oneof(hostile, fc.string()))
  .map(
    ([[head = '', ...rest], text]) =>
      `${encodeURIComponent(head.toWellFormed())}${rest.map((each) => `[${encodeURIComponent(each.toWellFormed())}]`).join('')}=${encodeURIComponent(String(text).toWellFormed())}`,
  );
// /v1/failures throws on demand, so its failures are excluded.
const targets = routes
  .filter(({ path }) => !path.startsWith('/v1/failures'))
  .flatMap(({ methods, path }) => methods.map((method) => ({ method, path })));

const message = { message: expect.any(String), tracking_id: null };

it('answers no request with 500, and every refusal with the specified body', async () => {
  const arrivals = new Set<number>();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...targets),
      segment,
      fc.array(parameter, { maxLength: 6 }),
      fc.option(body, { nil: undefined }),
      async ({ method, path }, part, query, json) => {
        const address = `${path.replace(/:\w+/, part)}${query.length === 0 ? '' : `?${query.join('&')}`}`;
        const { status, json: answer, text } = await send(method, address, json === undefined ? {} : { body: json });
        arrivals.add(status);
        expect(status, `${method} ${address} ${text}`.slice(0, 2_000)).toBeOneOf([
          200, 201, 204, 400, 404, 405, 422, 431,
        ]);
        if (status === 422) {
          expect(answer).toEqual({ errors: expect.any(Object), meta: message });
          const { errors } = answer as { errors: Record<string, string[]> };
          expect(Object.values(errors).flat().length).toBeGreaterThan(0);
        } else if (status >= 400) expect(answer).toEqual({ errors: null, meta: message });
      },
    ),
    { numRuns: 300, seed: 20_261_120 },
  );
  // The generator must also produce valid requests.
  expect([...arrivals]).toEqual(expect.arrayContaining([200, 404, 422]));
});
