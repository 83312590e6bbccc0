import { buildSchema, execute, type GraphQLSchema, parse } from 'graphql';
import { expect, it } from 'vitest';
import { boundFields } from './bounded-fields.ts';

const SDL = 'type Query { rows: [Row!]! } type Row { id: Int! cells: [Cell!]! } type Cell { id: Int! }';
const QUERY = parse('{ rows { id cells { id } } }');

/** Rows whose cells take 300 ms to resolve in total. */
const rows = Array.from({ length: 10_000 }, (_, id) => ({
  id,
  cells: () => {
    const end = performance.now() + 0.03;
    while (performance.now() < end);
    return [{ id: 1 }, { id: 2 }];
  },
}));

/** Runs the query and counts how often the event loop served other work meanwhile. */
async function run(schema: GraphQLSchema, contextValue: object) {
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    for (; !isOver; turns += 1) await new Promise(setImmediate);
  })();
  const result = await execute({ schema, document: QUERY, rootValue: { rows }, contextValue });
  isOver = true;
  await others;
  return { turns, result: JSON.parse(JSON.stringify(result)) };
}

it('yields to other requests while it completes a long list, and answers the same', async () => {
  const [plain, bounded] = [await run(buildSchema(SDL), {}), await run(boundFields(buildSchema(SDL)), {})];
  expect(plain.turns).toBeLessThan(3);
  expect(bounded.turns).toBeGreaterThan(4);
  expect(bounded.result).toEqual(plain.result);
  expect(bounded.result.data.rows).toHaveLength(10_000);
});

it('counts the bytes of names and values, each time that a value is answered', async () => {
  const sdl = buildSchema('scalar Any type Query { text: String any: Any many: [String] none: Int }');
  const rootValue = { text: 'abc', any: { a: [1, 2] }, many: ['x', 'y'], none: null };
  let bytes = 0;
  const work = { signal: new AbortController().signal, objects: () => {}, bytes: (more: number) => (bytes += more) };
  const document = parse('{ text any again: any many none }');
  const result = await execute({ schema: boundFields(sdl), document, rootValue, contextValue: { work } });
  expect(result.data).toEqual({ ...rootValue, again: rootValue.any });
  expect(Math.abs(bytes - JSON.stringify(result.data).length)).toBeLessThan(5);
});

it('counts objects, and stops completing an aborted operation', async () => {
  const over = new AbortController();
  let count = 0;
  const objects = (more: number) => {
    count += more;
    if (count > 10_100) over.abort(new Error('That is enough.'));
  };
  const { result } = await run(boundFields(buildSchema(SDL)), {
    work: { signal: over.signal, objects, bytes: () => {} },
  });
  expect(result).toMatchObject({ data: null, errors: [{ message: 'That is enough.' }] });
  // All rows, and two cells for each row until the operation is aborted.
  expect(count).toBe(10_102);
});

it('counts each promise of a scalar, and completes no more entries after too many', async () => {
  const over = new AbortController();
  let [count, resolved] = [0, 0];
  const objects = (more: number) => {
    count += more;
    if (count > 5_000) over.abort(new Error('That is enough.'));
  };
  const id = async () => {
    resolved += 1;
    return 1;
  };
  const rootValue = { rows: Array.from({ length: 400 }, () => ({ id, cells: [] })) };
  const aliases = Array.from({ length: 190 }, (_, index) => `a${index}: id`).join(' ');
  const contextValue = { work: { signal: over.signal, objects, bytes: () => {} } };
  const document = parse(`{ rows { ${aliases} } }`);
  await execute({ schema: boundFields(buildSchema(SDL)), document, rootValue, contextValue });
  expect(over.signal.aborted).toBe(true);
  expect(resolved).toBeLessThan(10_000);
});
