import { afterAll, beforeAll, expect, it } from 'vitest';
import { exchange } from '../testing/http.ts';
import { bearerOf, DEMO_TIMEOUT, startServer, type TestServer } from '../testing/index.ts';

let server: TestServer;
let authorization: string;

beforeAll(async () => {
  server = await startServer({ world: 'demo' });
  authorization = await bearerOf(server, 'admin');
}, DEMO_TIMEOUT);
afterAll(() => server.close());

type Answer = { errors: { message: string; path: string[]; extensions: Record<string, unknown> }[] };

async function refusal(query: string, lang: string) {
  const { status, json } = await exchange(new URL('/graphql', server.url), 'POST', {
    headers: { authorization, 'x-lang': lang, 'content-type': 'application/json', accept: 'application/json' },
    body: { query },
  });
  const [error] = (json as Answer).errors;
  return { status, ...error };
}

const MISSING = 'mutation { deleteSavedView(id: 999999) { deletedId } }';
const UNNAMED = 'mutation { createSavedView(page: "orders", input: { name: "" }) { view { id: databaseId } } }';

it.each([
  ['en', 'Saved view not found.'],
  ['nl', 'Opgeslagen weergave niet gevonden.'],
  ['de', 'Nicht gefunden: Gespeicherte Ansicht.'],
  ['fr', 'Saved view not found.'],
  ['nl-BE, en', 'Opgeslagen weergave niet gevonden.'],
])('a refusal in %s', async (lang, message) => {
  const { status, locations: _place, ...error } = { locations: undefined, ...(await refusal(MISSING, lang)) };
  expect({ status, ...error }).toEqual({
    status: 200,
    message,
    path: ['deleteSavedView'],
    extensions: { code: 'NOT_FOUND' },
  });
});

it('translates field errors, and keeps their paths', async () => {
  const fields = async (lang: string) => (await refusal(UNNAMED, lang)).extensions?.fields;
  expect(await fields('en')).toEqual([{ path: ['input', 'name'], message: 'must be a text of 1 to 80 characters.' }]);
  const [dutch] = (await fields('nl')) as { path: string[]; message: string }[];
  expect(dutch?.path).toEqual(['input', 'name']);
  expect(dutch?.message).toMatch(/1 tot (en met )?80 tekens/);
});

it('leaves the messages of v1 as its specification has them', async () => {
  const { json } = await exchange(new URL('/v1/orders/999999', server.url), 'GET', {
    headers: { authorization, 'x-lang': 'nl' },
  });
  expect(JSON.stringify(json)).toContain('not found');
});
