import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { routesOf } from '../src/http/v1.ts';
import { client, DEMO_TIMEOUT, startServer, type TestClient, type TestServer } from '../src/testing/index.ts';
import { EXAMPLES, type Example, KINDS, nameOf } from './golden-examples.ts';
import * as shapes from './shapes.ts';

/*
 * One example of every endpoint and variant, byte for byte, from its own server: clock, seed, base address and secret
 * key are fixed. `npm run generate -- --golden` writes the files again. shapes.ts, written manually from the specification,
 * validates them too: examples from the server's own answers alone would prove nothing.
 */

const FOLDER = new URL('./golden/', import.meta.url);
const UPDATE = process.env.GOLDEN_UPDATE === '1';

let server: TestServer;
const clients = new Map<string | null, TestClient>();
/** Values for the words in braces: of the demo world, and of the answers so far. */
const places = new Map<string, string | number>();

beforeAll(async () => {
  server = await startServer({ world: 'demo', env: { API_URL: 'http://api.example' } });
  const { db } = server;
  const roleOf = async (username: string) =>
    (await db.userRole.findFirstOrThrow({ where: { user: { username } }, orderBy: { roleId: 'asc' } })).roleId;
  const role = await roleOf('partner');
  places.set('role', role).set('admin role', await roleOf('admin'));
  for (const kind of KINDS) {
    const [found] = await db.$queryRaw<{ product: number; level: number; departure: number; date: string }[]>`
      SELECT o.product_id AS product, o.service_level_id AS level, o.id AS departure, '2026-06-09' AS date
      FROM offer o JOIN service_level sl ON sl.id = o.service_level_id JOIN role_product rp ON rp.product_id = o.product_id
      JOIN product p ON p.id = o.product_id
      WHERE rp.role_id = ${role} AND sl.availability_type = ${kind.availability} AND sl.pricing_type = ${kind.pricing}
        AND o.date = '2026-06-09' AND o.remaining > 4 AND p.is_published IS NOT FALSE
      ORDER BY o.product_id, o.service_level_id, o.id LIMIT 1`;
    if (!found) throw new Error(`No ${nameOf(kind)} departure exists on that day.`);
    for (const [what, value] of Object.entries(found)) places.set(`${what} ${nameOf(kind)}`, value);
  }
  const pickup = await db.serviceLevel.findFirstOrThrow({
    where: { pickupOptions: { isNot: null }, product: { isPublished: true, roles: { some: { roleId: role } } } },
    orderBy: { id: 'asc' },
  });
  places.set('pickup', pickup.id);
  for (const who of [null, 'partner', 'admin']) clients.set(who, await client(server, who));
}, DEMO_TIMEOUT);
afterAll(() => server?.close());

/** A path or body with its braces replaced; departures are those of the service level in the path. */
function filled(text: string, kind: string): string {
  return text.replace(/"?\{([\w -]+)\}"?/g, (whole, word: string) => {
    const value = places.get(word) ?? places.get(`${word} ${kind}`);
    if (value === undefined) throw new Error(`${whole} has no value.`);
    const quoted = whole.startsWith('"') && typeof value === 'string';
    return quoted ? JSON.stringify(value) : String(value);
  });
}

async function answerTo({ who = 'partner', route, path, body, name }: Example) {
  const [method = '', template = ''] = route.split(' ');
  const kind = /\{level ([\w-]+)\}/.exec(path ?? '')?.[1] ?? '';
  const api = clients.get(who);
  if (!api) throw new Error(`${who} is not a known caller.`);
  const sent = body === undefined ? {} : { raw: filled(JSON.stringify(body), kind) };
  const language = name.endsWith('german') ? 'de' : 'en';
  return api.send(method, `/${filled(path ?? template, kind)}`, { ...sent, headers: { 'x-lang': language } });
}

/** Stores values that later examples use. */
function remember({ name }: Example, json: unknown): void {
  const { data } = z.looseObject({ data: z.looseObject({ id: z.int().optional() }) }).safeParse(json).data ?? {};
  if (name.startsWith('booking-') && data?.id) places.set('last order', data.id);
  const pair = shapes.tokens.safeParse(json).data?.data;
  if (!pair) return;
  places.set('refresh token', pair.refresh_token).set('last token', Number(pair.refresh_token.split('|')[0]));
}

/** Masks the secrets of tokens, which are random. */
const masked = (text: string) => text.replace(/(\d+\|)[\w-]{20,}/g, '$1…');

const fileOf = ({ name, shape }: Example) => new URL(`${name}.${shape === undefined ? 'csv' : 'json'}`, FOLDER);

describe('examples', () => {
  it.each(EXAMPLES.map((example) => [example.name, example] as const))('%s', async (_name, example) => {
    const answer = await answerTo(example);
    expect(answer.status, answer.text.slice(0, 400)).toBe(example.status ?? 200);
    remember(example, answer.json);
    const text = masked(answer.text);
    if (UPDATE) {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(fileOf(example), text);
    }
    expect(text, 'npm run generate -- --golden accepts an intended change').toBe(readFileSync(fileOf(example), 'utf8'));
  });
});

describe('the files', () => {
  it('write numbers as JavaScript does: 60, not 60.000', () => {
    for (const example of EXAMPLES.filter(({ shape }) => shape !== undefined)) {
      const withoutTexts = readFileSync(fileOf(example), 'utf8').replaceAll(/"(?:[^"\\]|\\.)*"/g, '');
      expect(withoutTexts, example.name).not.toMatch(/\.\d*0(?!\d)/);
    }
  });

  it.each(EXAMPLES.map((example) => [example.name, example] as const))(
    '%s has the shape of the specification',
    (_name, example) => {
      const file = fileOf(example);
      expect(existsSync(file)).toBe(true);
      const text = readFileSync(file, 'utf8');
      if (example.shape === undefined) expect(text.split('\r\n').length).toBeGreaterThan(1);
      else example.shape.parse(text === '' ? undefined : JSON.parse(text));
    },
  );

  it('contain an example of every endpoint, and no file is unused', () => {
    const rows = routesOf({ settings: server.settings });
    const routes = rows.flatMap(({ methods, path }) =>
      methods.map((method) => `${method} ${path.slice(1).replace(/:(\w+)/g, '{$1}')}`),
    );
    const expectation = 'each endpoint has an example in golden-examples.ts, and each table of routes is in v1/v1.ts';
    expect(new Set(EXAMPLES.map(({ route }) => route)), expectation).toEqual(new Set(routes));
    const names = EXAMPLES.map((example) => fileOf(example).pathname.split('/').at(-1));
    expect(readdirSync(FOLDER).sort()).toEqual(names.sort());
  });
});
