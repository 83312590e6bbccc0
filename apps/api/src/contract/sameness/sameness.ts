import { compilationOf } from '@channel/graph';
import fc from 'fast-check';
import type { DocumentNode } from 'graphql';
import { OperationTypeNode } from 'graphql';
import { orderUpdated } from '../../events/order-events.ts';
import { persistedDocuments } from '../../graphql/persisted.ts';
import { startServer, type TestServer } from '../../testing/index.ts';
import { type Case, compare, type Outcome, type Plant, type Variables } from './compare.ts';
import { makeOdd } from './odd-world.ts';
import { type Known, membersOf, variablesFor } from './requests.ts';

/** A world that was made odd, with the operations that are compared in it. */
export type OddWorld = {
  server: TestServer;
  /** What the world was changed by. */
  changed: { values: number; columns: number };
  operations: { name: string; document: DocumentNode }[];
  users: { id: number; known: Known }[];
};

/** Changes that need no places and make no new rows, so that both ways of answering find the same. */
const COMPARED_CHANGES = new Set(['UpdateOrder', 'UpdateOrders']);

/** Every persisted operation that is compiled; those of the console under names of their own. */
function compiledOperations(server: TestServer): OddWorld['operations'] {
  const { documents } = persistedDocuments(server.settings);
  const reads = documents.filter(
    ({ kind, owner, name, compilation }) =>
      'compiled' in compilation && (kind === OperationTypeNode.QUERY || (owner === 'v1' && COMPARED_CHANGES.has(name))),
  );
  if (!('compiled' in compilationOf(orderUpdated.document))) throw new Error('bodies of events are not compiled');
  return [
    ...reads.map(({ owner, name, document }) => ({ name: `${owner} ${name}`, document })),
    { name: 'event OrderUpdated', document: orderUpdated.document },
  ];
}

/** The demo world, odd by a seed. */
export async function startOddWorld(seed: number): Promise<OddWorld> {
  const server = await startServer({ world: 'demo' });
  const changed = await makeOdd(server.db, seed);
  return { server, changed, operations: compiledOperations(server), users: await usersOf(server) };
}

/** Everybody who differs in what they see, each with what they may name. */
async function usersOf({ db }: TestServer): Promise<OddWorld['users']> {
  const users = await db.user.findMany({
    where: { isSystem: false, disabledAt: null },
    select: { id: true, roles: { select: { roleId: true } } },
    orderBy: { id: 'asc' },
    take: 24,
  });
  const tags = await db.tag.findMany({ select: { key: true, valueText: true }, take: 400, orderBy: { id: 'desc' } });
  const passengers = await db.passenger.findMany({ select: { fullName: true }, take: 200, orderBy: { id: 'asc' } });
  const products = await db.product.findMany({ select: { title: true }, orderBy: { id: 'asc' } });
  const shared = {
    tagTexts: tags.flatMap(({ key, valueText }) => [valueText, `${key}:${valueText}`]),
    tagKeys: tags.map(({ key }) => key),
    names: passengers.map(({ fullName }) => fullName),
    titles: products.map(({ title }) => title),
    userIds: users.map(({ id }) => id),
  };
  return Promise.all(
    users.map(async ({ id, roles }) => {
      const roleIds = roles.map(({ roleId }) => roleId);
      const seen = [`u${id}`, ...roleIds.map((role) => `r${role}`)];
      const orders = await db.order.findMany({
        where: { OR: [{ viewers: { hasSome: seen } }, { organization: { roles: { some: { id: { in: roleIds } } } } }] },
        select: { id: true },
        orderBy: { id: 'desc' },
        take: 150,
      });
      const levels = await db.serviceLevel.findMany({
        where: { product: { roles: { some: { roleId: { in: roleIds } } } } },
        select: { id: true, productId: true, pickupOptions: { select: { id: true } } },
        orderBy: { id: 'asc' },
      });
      const fetched = levels.filter(({ pickupOptions }) => pickupOptions !== null);
      const known = {
        ...shared,
        roles: roleIds.map(String),
        orderIds: orders.map((order) => order.id),
        productIds: [...new Set(levels.map(({ productId }) => productId))],
        levelIds: [...levels, ...fetched, ...fetched, ...fetched].map((level) => level.id),
      };
      return { id, known };
    }),
  );
}

const LANGUAGES = ['en', 'nl', 'de', 'fr', 'xx'] as const;

/** The document is left out, so that a failure can be read. */
function casesOf({ users }: OddWorld, document: DocumentNode): fc.Arbitrary<Omit<Case, 'document'>> {
  const sellers = users.filter(({ known }) => known.productIds.length > 0 && known.orderIds.length > 0);
  // Those who see much more often than those who see next to nothing.
  return fc.constantFrom(...users, ...sellers, ...sellers, ...sellers).chain(({ id, known }) =>
    fc.record({
      variables: variablesFor(document, known),
      userId: fc.constant(id),
      language: fc.constantFrom(...LANGUAGES),
    }),
  );
}

/** What was seen of an operation. */
export type Seen = { cases: number; refused: number; withRows: number; rows: number; members: Set<string> };

/**
 * Compares an operation over generated cases.
 *
 * @throws the smallest case that differs, with the seed
 */
export async function compareOperation(
  world: OddWorld,
  document: DocumentNode,
  { seed, runs, plant }: { seed: number; runs: number; plant?: Plant },
): Promise<Seen> {
  const seen: Seen = { cases: 0, refused: 0, withRows: 0, rows: 0, members: new Set() };
  const note = (variables: Variables, { refused, rows }: Outcome) => {
    seen.cases += 1;
    seen.refused += refused ? 1 : 0;
    seen.withRows += rows > 0 ? 1 : 0;
    seen.rows += rows;
    if (rows > 0) for (const member of membersOf(document, variables)) seen.members.add(member);
  };
  await fc.assert(
    fc.asyncProperty(casesOf(world, document), async (asked) => {
      const outcome = await compare(world.server, { document, ...asked }, plant);
      note(asked.variables, outcome);
    }),
    { seed, numRuns: runs, endOnFailure: true, includeErrorInReport: true },
  );
  return seen;
}
