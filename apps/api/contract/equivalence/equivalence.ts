import { compilationOf } from '@channel/graph';
import fc from 'fast-check';
import { type DocumentNode, getOperationAST, Kind } from 'graphql';
import { orderUpdated } from '../../src/events/order-events.ts';
import { persistedDocuments } from '../../src/graphql/persisted.ts';
import { startServer, type TestServer } from '../../src/testing/index.ts';
import { type Case, compare, type Outcome, type Plant, type Variables } from './compare.ts';
import { writeEdgeCases } from './edge-case-fixtures.ts';
import { membersOf, variablesFor } from './requests.ts';
import { type Requested, type User, usersOf } from './users.ts';

/** A compiled persisted operation. */
export type Operation = { name: string; document: DocumentNode };

/** A server on a database with edge cases, and the operations that are compared on it. */
export type EdgeCases = {
  server: TestServer;
  /** The number of changed values and columns. */
  changed: { values: number; columns: number };
  operations: Operation[];
  users: User[];
};

const REQUESTED: Record<string, Requested> = {
  orders: 'orders',
  ordersMeta: 'orders',
  order: 'orders',
  ordersById: 'orders',
  updateOrder: 'orders',
  updateOrders: 'orders',
  posProducts: 'products',
  posProduct: 'products',
  products: 'products',
  labels: 'products',
  pickupOptions: 'pickups',
  availableDates: 'offers',
  ratesByDate: 'offers',
  bookOrder: 'offers',
  rebookOrder: 'offers',
  changeHold: 'offers',
  renewHold: 'orders',
  viewer: 'people',
  drivers: 'people',
  tourGuides: 'people',
  contactPersons: 'people',
  issuers: 'people',
  cities: 'cities',
  destinations: 'cities',
  categories: 'categories',
  countries: 'countries',
};

/** The kind of rows that an operation reads, by its first root field. @throws for a root field without an entry */
export function requestedBy({ name, document }: Operation): Requested {
  const [first] = getOperationAST(document)?.selectionSet.selections ?? [];
  const requested = first?.kind === Kind.FIELD ? REQUESTED[first.name.value] : undefined;
  if (!requested) throw new Error(`REQUESTED in equivalence.ts has no entry for the root field of ${name}.`);
  return requested;
}

/** Every compiled persisted operation, mutations included; those of the console with a prefix. */
export function compiledOperations(server: TestServer): Operation[] {
  const { documents } = persistedDocuments(server.settings);
  const compiled = documents.filter(({ compilation }) => 'compiled' in compilation);
  if (!('compiled' in compilationOf(orderUpdated.document)))
    throw new Error('The document of event bodies must be compiled.');
  return [
    ...compiled.map(({ owner, name, document }) => ({ name: `${owner} ${name}`, document })),
    { name: 'event OrderUpdated', document: orderUpdated.document },
  ];
}

/** The demo world with edge cases generated from a seed. */
export async function startEdgeCases(seed: number, env = {}): Promise<EdgeCases> {
  const server = await startServer({ world: 'demo', env });
  const changed = await writeEdgeCases(server.db, seed);
  // Places of a cart are held for some time after it was made.
  await server.db.order.updateMany({ where: { status: 'InCart' }, data: { createdAt: server.services.clock() } });
  return { server, changed, operations: compiledOperations(server), users: await usersOf(server) };
}

const LANGUAGES = ['en', 'nl', 'de', 'fr', 'xx'] as const;

/** The target of a run of cases. */
export type Aim = {
  /** A member of every request, in the form of `possibleMembers`; empty: no optional member. */
  member?: string;
  /** The kind of caller. */
  kind?: string;
};

/** The document is omitted, so that a failure stays readable. */
export function casesOf(
  { users }: Pick<EdgeCases, 'users'>,
  document: DocumentNode,
  { member, kind }: Aim = {},
): fc.Arbitrary<Omit<Case, 'document'>> {
  const asking = users.filter((user) => kind === undefined || user.kind === kind);
  const sellers = asking.filter(({ rows }) => rows.products > 0 && rows.orders > 0);
  // Users with many rows are drawn more often than those with few.
  return fc.constantFrom(...asking, ...sellers, ...sellers, ...sellers).chain(({ id, known }) =>
    fc.record({
      variables: variablesFor(document, known, member),
      userId: fc.constant(id),
      language: fc.constantFrom(...LANGUAGES),
    }),
  );
}

/** The results of an operation's cases. */
export type Seen = {
  cases: number;
  refused: number;
  /** Rows of the requested kind that exist for the callers. */
  rowsIn: number;
  /** Returned rows, and the number of cases with any. */
  rows: number;
  withRows: number;
  /** Answers with a validator. */
  validators: number;
  /** The members of requests that found rows, and the kinds of their callers. */
  members: Set<string>;
  kinds: Set<string>;
};

/**
 * Compares an operation over generated cases.
 *
 * @throws the smallest case that differs, with the seed
 */
export async function compareOperation(
  world: EdgeCases,
  operation: Operation,
  { seed, runs, plant, aim = {} }: { seed: number; runs: number; plant?: Plant; aim?: Aim },
): Promise<Seen> {
  const { document } = operation;
  const requested = requestedBy(operation);
  const users = new Map(world.users.map((user) => [user.id, user]));
  const counts = { cases: 0, refused: 0, rowsIn: 0, rows: 0, withRows: 0, validators: 0 };
  const seen: Seen = { ...counts, members: new Set(), kinds: new Set() };
  const note = (
    { variables, userId }: { variables: Variables; userId: number },
    { refused, rows, hasValidator }: Outcome,
  ) => {
    const user = users.get(userId);
    seen.cases += 1;
    seen.refused += refused ? 1 : 0;
    seen.validators += hasValidator ? 1 : 0;
    seen.rowsIn += user?.rows[requested] ?? 0;
    if (rows === 0) return;
    seen.withRows += 1;
    seen.rows += rows;
    for (const member of membersOf(document, variables)) seen.members.add(member);
    if (user) seen.kinds.add(user.kind);
  };
  await fc.assert(
    fc.asyncProperty(casesOf(world, document, aim), async (given) => {
      note(given, await compare(world.server, { document, ...given }, plant));
    }),
    { seed, numRuns: runs, endOnFailure: true, includeErrorInReport: true },
  );
  return seen;
}

/** The reasons why a comparison is not meaningful; empty for a meaningful one. */
export const emptiness = ({ rowsIn, rows }: Seen): string[] => [
  ...(rowsIn === 0 ? ['no rows in'] : []),
  ...(rows === 0 ? ['no rows out'] : []),
];

/** Adds the results of further cases. */
export function addSeen(seen: Seen, more: Seen): void {
  for (const count of ['cases', 'refused', 'rowsIn', 'rows', 'withRows', 'validators'] as const)
    seen[count] += more[count];
  for (const set of ['members', 'kinds'] as const) for (const each of more[set]) seen[set].add(each);
}
