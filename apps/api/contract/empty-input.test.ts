import { startFamily } from '@channel/auth';
import { createFactories, type Factories } from '@channel/prisma/testing';
import { loadSettings } from '@channel/settings';
import type { Route } from 'graphql-rest-router';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { routesOf } from '../src/http/v1.ts';
import {
  type Answer,
  client,
  type Requested,
  startServer,
  type TestClient,
  type TestServer,
} from '../src/testing/index.ts';

/*
 * Empty values, digits and wrong types for every member of every endpoint. The members come from the routes, so a new
 * one is covered automatically. The row `empty-input` of the open facts has the expected behaviour.
 */

type Schema = { readonly [keyword: string]: unknown };
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const schemas = (value: unknown): Schema[] => (Array.isArray(value) ? value.filter(isSchema) : []);

/** The schemas of a member, except null. */
const formsOf = (schema: Schema): Schema[] =>
  schemas(schema.anyOf).length > 0
    ? schemas(schema.anyOf)
        .flatMap(formsOf)
        .filter(({ type }) => type !== 'null')
    : [schema];

type Member = { path: string[]; forms: Schema[]; required: boolean };

/** Every member of an input, at every depth; `0` steps into a list. */
function membersOf(schema: Schema, path: string[] = []): Member[] {
  return formsOf(schema).flatMap(({ properties, items, required }) => [
    ...Object.entries(isSchema(properties) ? properties : {}).flatMap(([name, member]) => {
      if (!isSchema(member)) return [];
      const at = [...path, name];
      return [
        { path: at, forms: formsOf(member), required: Array.isArray(required) && required.includes(name) },
        ...membersOf(member, at),
      ];
    }),
    ...(isSchema(items) ? membersOf(items, [...path, '0']) : []),
  ]);
}

/** A value that a schema accepts, for the other members of a request. */
function sample([form = {}]: Schema[]): unknown {
  if (isSchema(form.properties)) return withRequired(form, {});
  if (form.type === 'array') return [];
  return form.type === 'string' ? 'k' : 1;
}

function withRequired({ properties, required }: Schema, given: Schema): Schema {
  const names = Array.isArray(required) ? required.map(String) : [];
  const members = isSchema(properties) ? properties : {};
  return { ...Object.fromEntries(names.map((name) => [name, sample(formsOf(members[name] as Schema))])), ...given };
}

/** A body in which one member has a value; other members of new objects are valid. */
function withMember(schema: Schema, body: unknown, [name = '', ...rest]: string[], value: unknown): unknown {
  const form = formsOf(schema).find(({ properties, items }) =>
    name === '0' ? items : isSchema(properties) && properties[name],
  );
  const inside = isSchema(form?.properties) ? (form.properties[name] as Schema) : (form?.items as Schema);
  const inner = (below: unknown) => (rest.length === 0 ? value : withMember(inside, below, rest, value));
  if (name === '0') return [inner(Array.isArray(body) ? body[0] : undefined)];
  const given = isSchema(body) ? body : withRequired(form ?? {}, {});
  return { ...given, [name]: inner(given[name]) };
}

const rows = routesOf({ settings: loadSettings({}) }).filter(({ readsInput }) => readsInput);
const cases = rows.map((row): [string, { row: Route; method: string }] => {
  const [method = ''] = row.methods;
  return [`${method} ${row.path}`, { row, method }];
});
const takesObject = ({ forms }: Member) => forms.some(({ properties }) => properties !== undefined);
const takesText = ({ forms }: Member) =>
  forms.some(
    ({ type, ...form }) =>
      type === 'string' && (form.format === 'email' || !(form.format ?? form.pattern ?? form.enum)),
  );
const takesId = ({ forms, path }: Member) =>
  /(^|_)id$/.test(path.at(-1) ?? '') && forms.some(({ type }) => type === 'integer');
const WRONG = [' 5 ', '\u0000', 1.5, 2 ** 40, [null], ['', 5], { a: '' }];

let server: TestServer;
let make: Factories;
let api: TestClient;
let world: {
  order: number;
  role: number;
  level: number;
  product: number;
  guide: number;
  departure: number;
  user: number;
};

beforeAll(async () => {
  server = await startServer();
  make = createFactories(server.db);
  const staff = await make.userWith(Object.values(server.settings.permissions));
  api = await client(server, staff.id);
  const offer = await make.offer([staff.role.id], { departure: { capacity: 100_000 } });
  world = {
    order: 0,
    role: staff.role.id,
    level: offer.level.id,
    product: offer.product.id,
    departure: offer.departure.id,
    guide: staff.id,
    user: staff.id,
  };
  const booked = await api.post(`/v1/pos/roles/${world.role}/service_levels/${world.level}/orders`, {
    body: booking(),
  });
  expect(booked.status, booked.text).toBe(200);
  world.order = Number(booked.data<{ id: number }>().id);
});
afterAll(() => server.close());

const booking = () => ({
  leader: { first_name: 'Ada', last_name: 'Byron' },
  details: { availability_id: world.departure },
});

/** The other members that each write requires. */
const BASES: Record<string, () => unknown> = {
  CreateTokens: () => ({ email: 'nobody@guest.example', username: 'nobody', password: 'wrong' }),
  RefreshTokens: () => ({ refresh_token: 'none' }),
  UpdateOrder: () => ({}),
  UpdateOrders: () => ({ orders: { ids: [world.order] } }),
  BookOrder: booking,
  AssignTags: () => ({ ids: [world.order], tags: [] }),
  SynchroniseTags: () => ({ ids: [world.order], tags: [] }),
  RemoveTags: () => ({ ids: [world.order], tags: [] }),
};

function baseOf({ operation }: Route): unknown {
  if (operation.kind === 'query') return {};
  const base = BASES[operation.name];
  if (!base) throw new Error(`BASES has no entry for ${operation.name}`);
  return base();
}

const addressOf = ({ path }: Route) =>
  path
    .replace(':order', String(world.order))
    .replace(':role', String(world.role))
    .replace(':service_level', String(world.level))
    .replace(':product', String(world.product))
    .replace(':target', 'orders')
    .replace(':tag', 'any')
    .replace(':token', '1');

/** The comparable part of an answer, without the values that differ from one booking to the next. */
const comparable = ({ status, json }: Answer) => JSON.stringify([status, status >= 400 ? json : undefined]);

describe.each(cases)('%s', (_name, { row, method }) => {
  const schema = z.toJSONSchema(row.input, { io: 'input', unrepresentable: 'any' });
  const members = membersOf(schema);
  const reads = row.operation.kind === 'query';
  const send = (requested: Requested) => api.send(method, addressOf(row), requested);
  const sendWith = ({ path }: Member, value: unknown) => send({ body: withMember(schema, baseOf(row), path, value) });
  const comparableWith = async (member: Member, value: unknown) => comparable(await sendWith(member, value));

  it('has members, and its base is accepted unless its credentials are refused', async () => {
    expect(members.length).toBeGreaterThan(0);
    expect([200, 401]).toContain((await send({ body: baseOf(row) })).status);
  });

  it('treats "" as an absent member, or clears its text', async () => {
    for (const member of members.filter(({ required }) => !required)) {
      const answer = await sendWith(member, '');
      // For a text member, an empty text is a value; for others, the answer equals that without the member.
      if (!reads && takesText(member) && [200, 401].includes(answer.status)) continue;
      expect(comparable(answer), member.path.join('.')).toBe(await comparableWith(member, undefined));
    }
  });

  it('accepts [] as the empty object', async () => {
    for (const member of members.filter(takesObject))
      expect(await comparableWith(member, []), member.path.join('.')).toBe(await comparableWith(member, {}));
    expect(comparable(await send({ body: [] }))).toBe(comparable(await send({ body: {} })));
  });

  it('accepts digits as an id', async () => {
    for (const member of members.filter(takesId)) {
      for (const id of [world.guide, 987_654_321])
        expect(await comparableWith(member, String(id)), member.path.join('.')).toBe(await comparableWith(member, id));
    }
  });

  it('clears a member by null, treats null as absent, or refuses it at the member', async () => {
    for (const member of members) {
      const answer = await sendWith(member, null);
      if (answer.status === 200 || answer.status === 401 || namesMember(answer, member)) continue;
      expect(comparable(answer), member.path.join('.')).toBe(await comparableWith(member, undefined));
    }
  });

  // Hundreds of requests, and a booking for each value that a text accepts.
  it('refuses a wrong type at the member, and never answers 500', { timeout: 90_000 }, async () => {
    for (const member of members) {
      for (const value of WRONG) {
        const answer = await sendWith(member, value);
        const name = `${member.path.join('.')}: ${JSON.stringify(value)} → ${answer.text.slice(0, 200)}`;
        if (answer.status !== 422) expect([200, 401, 409], name).toContain(answer.status);
        else expect(namesMember(answer, member), name).toBe(true);
      }
    }
  });
});

/** Whether a refusal names a member, a member inside or around it, or a sibling that it requires. */
function namesMember({ status, json }: Answer, { path }: Member): boolean {
  const errors = isSchema(json) && isSchema(json.errors) ? Object.keys(json.errors) : [];
  const dotted = path.slice(0, path.length > 1 ? -1 : 1).join('.');
  return (
    status === 422 && errors.some((name) => `${name}.`.startsWith(`${dotted}.`) || `${dotted}.`.startsWith(`${name}.`))
  );
}

describe('an order', () => {
  const order = async () => (await api.get(`/v1/orders/${world.order}`)).data<Record<string, unknown>>();
  const change = async (body: object) => {
    const answer = await api.patch(`/v1/orders/${world.order}`, { body });
    expect(answer.status, answer.text).toBe(200);
    return order();
  };
  const FULL = () => ({
    tour_guide: { id: String(world.guide) },
    contact_person: { id: String(world.guide) },
    reference_code: 'R-1',
    pickup: {
      date: '2026-06-10',
      time: '08:30',
      driver_id: String(world.guide),
      location: { point: ['52.1', '4.9', 'Dam 1'] },
    },
    leader: { first_name: 'Ada', email: 'ada@guest.example', phone_number: '+31 6' },
  });

  it.each([null, ''])('clears texts by %j', async (empty) => {
    await change(FULL());
    const cleared = await change({
      reference_code: empty,
      leader: { email: empty, phone_number: empty },
    });
    expect(cleared).toMatchObject({
      reference_code: null,
      passengers: [{ first_name: 'Ada', email: '', phone_number: '' }],
    });
  });

  it('keeps its people and texts with empty form fields', async () => {
    const before = await change(FULL());
    const untouched = [
      { tour_guide: '', contact_person: '', pickup: '', dropoff: '', leader: '', status: '' },
      { tour_guide: { id: '' }, contact_person: { id: '', tags: '' }, leader: [] },
      { tour_guide: [], contact_person: [], pickup: [], dropoff: [] },
      { pickup: { date: '', time: '', driver_id: '', location: '' } },
      { pickup: { location: { point: { id: '', latitude: '', longitude: '', address: '' } } } },
      { pickup: { location: { point: [] } } },
    ];
    for (const body of untouched) expect(await change(body), JSON.stringify(body)).toEqual(before);
  });

  it('clears its people and its transfer by null', async () => {
    await change(FULL());
    const cleared = await change({
      tour_guide: null,
      contact_person: { id: null },
      pickup: { date: null, time: null, driver_id: null, location: null },
    });
    expect(cleared).toMatchObject({
      tour_guide: null,
      contact_person: null,
      pickup: { date: null, time: null, driver: null, location: { point: null } },
    });
  });

  it.each(['status', 'leader', 'pickup', 'dropoff'])('keeps its %s: null is refused', async (member) => {
    const { status, json } = await api.patch(`/v1/orders/${world.order}`, { body: { [member]: null } });
    expect([status, json]).toMatchObject([
      422,
      { errors: { [member]: [`${member} must not be null; leave it out to keep it`] } },
    ]);
  });

  it.each(
    [{}, [], { ids: [] }, { ids: '' }, { ids: null }, { tags: [] }, { ids: [], tags: '' }].map((orders) => ({
      orders,
    })),
  )('is not selected by the empty selection %j', async ({ orders }) => {
    for (const path of ['/v1/orders', '/v1/pos/orders'])
      expect((await api.put(path, { body: { orders, reference_code: 'X' } })).status).toBe(422);
  });

  it('is selected, tagged and filtered by digits', async () => {
    const ids = [String(world.order)];
    expect((await api.put('/v1/orders', { body: { orders: { ids }, reference_code: 'D' } })).status).toBe(200);
    expect((await api.post('/v1/tags/x/orders', { body: { ids, tags: [{ key: 'k', value: 'v' }] } })).status).toBe(200);
    expect(await order()).toMatchObject({ reference_code: 'D', tags: [{ key: 'k', value: 'v' }] });
    const supplied = await api.get('/v1/orders', {
      query: { 'filter[product][ids]': String(world.product), 'filter[city][ids]': '' },
    });
    expect(supplied.data<unknown[]>().length).toBeGreaterThan(0);
  });
});

it('a login form with an empty e-mail or user name logs in by the other one', async () => {
  const { refreshToken } = await startFamily(server.db, world.user, server.services.clock(), server.settings);
  const refreshed = await api.put(`/v1/tokens/${refreshToken.split('|')[0]}`, {
    body: { refresh_token: refreshToken, other: '' },
  });
  expect(refreshed.status).toBe(200);
});
