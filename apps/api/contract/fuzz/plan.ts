import fc from 'fast-check';
import { HOSTILE, HUGE, RAW, TYPES } from './hostile.ts';
import { nounOf } from './nouns.ts';
import { type Description, isNode, type Operation } from './operations.ts';
import { exemplary, Live, live, sometimes, valid } from './values.ts';

export type Drawn = {
  segments: readonly unknown[];
  query: readonly unknown[];
  body: unknown;
  form: 'query' | 'body' | 'both' | 'form' | 'HEAD';
  change: 'none' | 'bent' | 'segment' | 'huge' | 'raw' | 'other' | 'method' | 'type';
  at: number;
  instead: unknown;
  huge: () => unknown;
  raw: string;
  type: string;
  method: string;
  slash: boolean;
  headers: Readonly<Record<string, unknown>>;
  pick: number;
};

/** A drawn request, which the pool of its caller completes with values. */
export type Plan = { operation: Operation; drawn: Drawn };

/** A request with only a path. */
export const PLAIN: Drawn = {
  segments: [],
  query: [],
  body: undefined,
  form: 'query',
  change: 'none',
  at: 0,
  instead: undefined,
  huge: () => undefined,
  raw: '',
  type: '',
  method: '',
  slash: false,
  headers: {},
  pick: 0,
};

/** A request with only its path, and with the example of the operation if it has one. */
export const plainly = (operation: Operation, pick: number): Plan => {
  const segments = operation.path.map(({ name }) => new Live(nounOf([name]), 12 * pick, 'text', () => true, '1'));
  const [body] =
    operation.example === undefined ? [] : fc.sample(exemplary(operation.example), { seed: 1, numRuns: 1 });
  return { operation, drawn: { ...PLAIN, segments, pick, body } };
};

const HEADERS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  'X-Lang': fc.constantFrom('en', 'nl', 'de', 'nl-NL, en;q=0.5', 'xx', 'é'),
  'If-Match': live(['etag'], 'text', fc.constantFrom('*', '"1"', '"0.x"', 'W/"1"', 'x', '"99999999999"')),
  'If-None-Match': live(['etag'], 'text', fc.constantFrom('*', '"x"', 'W/"x", "y"')),
  'Idempotency-Key': fc.oneof(
    { weight: 8, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: fc.constantFrom('once', 'x'.repeat(255)) },
    { weight: 1, arbitrary: fc.constantFrom('x'.repeat(256), 'a b') },
  ),
};

/** Requests of one operation: valid ones, and requests with one error. */
export function plansOf(operation: Operation, { resolve }: Pick<Description, 'resolve'>): fc.Arbitrary<Plan> {
  const { path, query, body, example, headers } = operation;
  const segment = ({ name, schema }: Operation['path'][number]) => {
    const node = resolve(schema);
    const drawn = valid(schema, resolve, [name]);
    return isNode(node) && Array.isArray(node.enum) ? drawn : live([name], 'text', drawn, () => true, 40);
  };
  return fc
    .record<Drawn>({
      segments: fc.tuple(...path.map(segment)),
      query: fc.tuple(
        ...query.map(({ name, schema }) =>
          fc.oneof(
            { withCrossShrink: true },
            { weight: 4, arbitrary: fc.constant(undefined) },
            { weight: 1, arbitrary: valid(schema, resolve, namesIn(name)) },
          ),
        ),
      ),
      body: bodies(body, example, resolve),
      form: fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom('body' as const, 'query' as const) },
        { weight: 1, arbitrary: fc.constantFrom('both' as const, 'form' as const, 'HEAD' as const) },
      ),
      change: fc.oneof(
        { withCrossShrink: true },
        { weight: 13, arbitrary: fc.constant('none' as const) },
        { weight: 7, arbitrary: fc.constant('bent' as const) },
        { weight: 2, arbitrary: fc.constantFrom('segment', 'huge', 'raw', 'other', 'method', 'type') },
      ),
      at: fc.nat(100_000),
      instead: HOSTILE,
      huge: HUGE,
      raw: RAW,
      type: TYPES,
      method: fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'GET', 'QUERY', 'HEAD'),
      slash: fc.nat(30).map((number) => number === 30),
      headers: fc.record(
        Object.fromEntries(headers.map((name) => [name, sometimes(HEADERS[name] ?? fc.constant(undefined))])),
      ),
      pick: fc.nat(10_000),
    })
    .map((drawn) => ({ operation, drawn }));
}

/** `filter[city][tags][]` → filter, city, tags */
const namesIn = (parameter: string) => parameter.split(/[[\]]+/).filter((name) => name !== '');

function bodies(schema: unknown, example: unknown, resolve: Description['resolve']): fc.Arbitrary<unknown> {
  if (schema === undefined) return fc.constant(undefined);
  const drawn = valid(schema, resolve, []);
  if (example === undefined) return drawn;
  const both = fc
    .tuple(exemplary(example), drawn)
    .map(([one, other]) => (isNode(one) && isNode(other) ? { ...other, ...one } : one));
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 3, arbitrary: exemplary(example) },
    { weight: 4, arbitrary: both },
    { weight: 2, arbitrary: drawn },
  );
}
