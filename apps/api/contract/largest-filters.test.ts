import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { client, DEMO_TIMEOUT, startServer, type TestClient, type TestServer } from '../src/testing/index.ts';

/*
 * The largest filters within the documented limits are answered, and the size of their statements does not depend on
 * the length of the texts.
 */

const MAX_TAGS = 100;
const LONGEST_TEXT = 1_501;
/** Characters of a statement for each tag, without its text: a comparison. */
const OF_A_TAG = 100;

let server: TestServer;
let api: TestClient;
let role: number;
let statements: string[] = [];

beforeAll(async () => {
  server = await startServer({ world: 'demo', onQuery: (sql) => statements.push(sql) });
  api = await client(server, 'staff');
  role = (await api.get('/v1/profile')).data<{ roles: { id: number }[] }>().roles[0]?.id ?? 0;
}, DEMO_TIMEOUT);
afterAll(() => server?.close());

const titles = Array.from({ length: 50 }, (_, index) => `${index}${'%_'.repeat(49)}`);
const tagsOf = (text: (index: number) => string) => Array.from({ length: MAX_TAGS }, (_, index) => text(index));
const colons = tagsOf((index) => `k${index}${':'.repeat(LONGEST_TEXT)}`.slice(0, LONGEST_TEXT));
const plain = tagsOf((index) => `tag ${index}`);

/** The number of characters of a request's largest statement. */
async function largest(path: string, filter: object): Promise<number> {
  statements = [];
  const { status, json } = await api.get(path, { body: { filter } });
  expect([path, status, json]).toMatchObject([path, 200, { data: [] }]);
  return Math.max(...statements.map((sql) => sql.length));
}

describe('the largest filter by tags', () => {
  it.each([
    ['orders', () => '/v1/orders'],
    ['products', () => '/v1/pos/products'],
    ['the products of a role', () => `/v1/pos/roles/${role}/products`],
  ])('of %s is answered by a statement whose size does not depend on its texts', async (_, path) => {
    const one = await largest(path(), { tags: ['tag 1'], city: { tags: ['tag 1'] } });
    const many = await largest(path(), { tags: plain, city: { tags: plain } });
    expect(many).toBeLessThan(one + 2 * MAX_TAGS * OF_A_TAG);
    expect(await largest(path(), { tags: colons, city: { tags: colons } })).toBe(many);
  });

  it('is at the limit', async () => {
    const refused = async (tags: string[]) => (await api.get('/v1/orders', { body: { filter: { tags } } })).status;
    expect([await refused([...plain, 'more']), await refused([`${colons[0]}:`])]).toEqual([422, 422]);
  });
});

describe('the largest filter by texts', () => {
  it.each([
    ['products by title', () => '/v1/pos/products', 'title'],
    ['products by label', () => '/v1/pos/products', 'label'],
    ['the products of a role by title', () => `/v1/pos/roles/${role}/products`, 'title'],
    ['cities by name', () => '/v1/cities', 'name'],
  ])('of %s is answered by the statement of a single text', async (_, path, member) => {
    const one = await largest(path(), { [member]: titles[0] });
    expect(await largest(path(), { [member]: titles.join('|') })).toBe(one);
  });
});
