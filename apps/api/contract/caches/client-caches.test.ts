import { schema } from '@channel/graph';
import { getNamedType, isInterfaceType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apollo, type CachingClient, CONNECTIONS, urql } from './caching-clients.ts';
import { type CacheScene, cacheScene } from './scene.ts';

/*
 * Clients that keep objects by type and id show what the server answered: every list and detail of the schema is sent
 * through one cache, and read from it again after all others. Every entity that an answer shows is read by its id.
 */

/** Milliseconds for all requests, which are many, on a busy machine. */
const TIMEOUT = 600_000;

/** Root fields that a signed-in user cannot read: the mailbox exists in the demo alone, and no erasure was requested. */
const NOT_FOR_USERS = ['crewDay', 'mailboxMail', 'mailboxMails', 'passwordLink', 'personalDataErasure'];

/** Types whose objects several organizations share, such as the cities in which they sell. */
const SHARED = ['Category', 'City', 'Country'];

/** Root fields that read one entity, with the same access as `node`. */
const DETAILS: Readonly<Record<string, (key: string) => string>> = {
  Batch: (key) => `batch(id: ${key})`,
  CatalogueProduct: (key) => `catalogueProduct(id: ${key})`,
  Order: (key) => `order(reference: "${key}")`,
  Person: (key) => `person(id: ${key})`,
  StaffRole: (key) => `staffRole(id: ${key})`,
  WebhookDelivery: (key) => `webhookDelivery(id: ${key})`,
  WebhookEndpoint: (key) => `webhookEndpoint(id: ${key})`,
  WebhookEvent: (key) => `webhookEvent(id: "${key}")`,
};

/** Entities of a type that are tried, as an evenly distributed part of all. */
const MAX_OF_TYPE = 40;

let scene: CacheScene;
/** The answers by the texts of the requests. */
const raw = new Map<string, unknown>();
/** The ids of entities in these answers, by type. */
const shown = new Map<string, Set<string>>();

beforeAll(async () => {
  scene = await cacheScene();
  for (const { text } of scene.requests) raw.set(text, await scene.read(text));
  collect([...raw.values()]);
}, TIMEOUT);
afterAll(() => scene?.close());

const clients: Record<string, typeof apollo> = { 'Apollo Client': apollo, urql };
const client = (name: string, keys = {}, isMerging = false) =>
  clients[name]?.(scene.server.url, scene.admin, keys, isMerging) as CachingClient;

/** Pages of a connection that are read, at most. */
const MAX_PAGES = 3;
const SIZE = 2;

type Page = { edges: { cursor: string; node: object }[]; pageInfo: { hasNextPage: boolean; endCursor: string } };

/** The query of a page of a connection, with what clients need to merge pages. */
function pageOf(name: string, after?: string): string {
  const type = getNamedType(schema.getQueryType()?.getFields()[name]?.type);
  const node = isObjectType(type) ? getNamedType(type.getFields().nodes?.type) : undefined;
  const members = isObjectType(node) && node.getFields().id ? '__typename id' : '__typename';
  const request = scene.requests.find((each) => each.name.startsWith(`${name}(`))?.name ?? '';
  const [, given = ''] = /\((.*?)(?:, )?first: \d+\)/.exec(request) ?? [];
  const args = [given, `first: ${SIZE}`, after === undefined ? '' : `after: "${after}"`].filter(Boolean).join(', ');
  return `{ ${name}(${args}) { __typename edges { __typename cursor node { ${members} } } pageInfo { __typename hasNextPage hasPreviousPage startCursor endCursor } } }`;
}

it('sends every list and detail of the schema, most of them with several arguments', () => {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(({ type }) =>
    isObjectType(getNamedType(type)),
  );
  const sent = new Set(scene.requests.map(({ text }) => /\w+/.exec(text)?.[0]));
  const missing = fields.map(({ name }) => name).filter((name) => !sent.has(name));
  expect(missing.sort()).toEqual(NOT_FOR_USERS);
});

describe.each(Object.keys(clients))('%s', (name) => {
  it(
    'shows each answer as it was sent, and again after all others',
    async () => {
      const cache = client(name);
      for (const { name: what, text } of scene.requests)
        expect([what, await cache.send(text)]).toEqual([what, raw.get(text)]);
      let held = 0;
      for (const { name: what, text } of scene.requests) {
        const answer = await cache.cached(text);
        // A part that is no entity is replaced by another selection of it: the client then asks the server.
        if (answer === null) continue;
        held += 1;
        expect([what, answer]).toEqual([what, raw.get(text)]);
      }
      expect(held).toBeGreaterThan(scene.requests.length / 2);
    },
    TIMEOUT,
  );

  it(
    'keeps the pages of each connection as one list, with its own settings for connections alone',
    async () => {
      const [merging, usual] = [client(name, {}, true), client(name)];
      let several = 0;
      for (const connection of Object.keys(CONNECTIONS)) {
        const pages: Page[] = [];
        let after: string | undefined;
        do {
          const text = pageOf(connection, after);
          const { [connection]: page } = await scene.read<Record<string, Page>>(text);
          if (!page) throw new Error(`${connection} has no answer`);
          pages.push(page);
          after = page.pageInfo.endCursor;
          await merging.send(text);
          await usual.send(text);
        } while (pages.at(-1)?.pageInfo.hasNextPage && pages.length < MAX_PAGES);
        const shown = async (cache: CachingClient) =>
          ((await cache.cached(pageOf(connection))) as Record<string, Page>)[connection]?.edges;
        expect([connection, await shown(merging)]).toEqual([connection, pages.flatMap(({ edges }) => edges)]);
        expect([connection, await shown(usual)]).toEqual([connection, pages[0]?.edges]);
        if (pages.length > 1) several += 1;
      }
      expect(several).toBeGreaterThan(6);
    },
    TIMEOUT,
  );

  it('would show the departures of one day on all days if the id of a rate were the id of what is offered', async () => {
    const days = scene.requests.find(({ text }) => text.includes('startDate: "2026-06-09", endDate: "2026-06-11"'));
    const shownBy = async (keys: object) => client(name, keys).send(days?.text ?? '');
    expect(await shownBy({})).toEqual(raw.get(days?.text ?? ''));
    expect(await shownBy({ OfferedRate: 'rateId' })).not.toEqual(raw.get(days?.text ?? ''));
  });
});

function collect(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const { __typename: type, id } = value as { __typename?: string; id?: string };
  if (type && id) shown.set(type, (shown.get(type) ?? new Set()).add(id));
  for (const member of Object.values(value)) collect(member);
}

const sample = (type: string): string[] => {
  const ids = [...(shown.get(type) ?? [])];
  const step = Math.ceil(ids.length / MAX_OF_TYPE);
  return ids.filter((_, index) => index % step === 0);
};

type Found = { __typename: string; id: string } | null;
const nodes = async (ids: string[], authorization?: string): Promise<Found[]> =>
  (
    await scene.read<{ nodes: Found[] }>(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }',
      { ids },
      authorization,
    )
  ).nodes;

const node = schema.getType('Node');
const types = isInterfaceType(node)
  ? schema
      .getPossibleTypes(node)
      .map(({ name }) => name)
      .sort()
  : [];

it('occurs in the answers: every type of an entity', () => {
  expect([...shown.keys()].sort()).toEqual(types);
});

describe.each(types)('%s', (type) => {
  it('is read by its id, and not by members of another organization', async () => {
    const ids = sample(type);
    const found = await nodes(ids);
    const seen = ids.filter((_, index) => found[index]);
    expect(seen.length).toBeGreaterThan(0);
    for (const [index, entity] of found.entries())
      if (entity) expect(entity).toEqual({ __typename: type, id: ids[index] });
    const foreign = await nodes(seen, scene.outsider);
    if (!SHARED.includes(type)) expect(foreign.filter(Boolean)).toEqual([]);
  });
});

describe.each(Object.entries(DETAILS))('%s', (type, detail) => {
  it.each(['admin', 'outsider'] as const)('is read by its id exactly where its own field reads it: %s', async (who) => {
    const ids = sample(type).slice(0, 5);
    const found = await nodes(ids, scene[who]);
    for (const [index, id] of ids.entries()) {
      const text = `{ one: ${detail(id.slice(type.length + 1))} { id } }`;
      const own = await scene.read<{ one: { id: string } }>(text, {}, scene[who]).catch(() => null);
      expect([id, found[index]?.id]).toEqual([id, own?.one.id]);
    }
  });
});
