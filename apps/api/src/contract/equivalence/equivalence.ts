import { compilationOf } from '@channel/graph';
import fc from 'fast-check';
import { type DocumentNode, getOperationAST, Kind } from 'graphql';
import { orderUpdated } from '../../events/order-events.ts';
import { persistedDocuments } from '../../graphql/persisted.ts';
import { startServer, type TestServer } from '../../testing/index.ts';
import { type Case, compare, type Outcome, type Plant, type Variables } from './compare.ts';
import { writeEdgeCases } from './edge-case-fixtures.ts';
import { membersOf, variablesFor } from './requests.ts';
import { type Requested, type User, usersOf } from './users.ts';

/** A persisted operation that is compiled. */
export type Operation = { name: string; document: DocumentNode };

/** A world that was made odd, with the operations that are compared in it. */
export type EdgeCases = {
  server: TestServer;
  /** What the world was changed by. */
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

/** What an operation asks for, by its first root field. @throws where nobody said it of a root field */
export function requestedBy({ name, document }: Operation): Requested {
  const [first] = getOperationAST(document)?.selectionSet.selections ?? [];
  const requested = first?.kind === Kind.FIELD ? REQUESTED[first.name.value] : undefined;
  if (!requested) throw new Error(`nobody said what ${name} asks for`);
  return requested;
}

/** Every persisted operation that is compiled, changes too; those of the console under names of their own. */
function compiledOperations(server: TestServer): Operation[] {
  const { documents } = persistedDocuments(server.settings);
  const compiled = documents.filter(({ compilation }) => 'compiled' in compilation);
  if (!('compiled' in compilationOf(orderUpdated.document))) throw new Error('bodies of events are not compiled');
  return [
    ...compiled.map(({ owner, name, document }) => ({ name: `${owner} ${name}`, document })),
    { name: 'event OrderUpdated', document: orderUpdated.document },
  ];
}

/** The demo world, odd by a seed. */
export async function startEdgeCases(seed: number): Promise<EdgeCases> {
  const server = await startServer({ world: 'demo' });
  const changed = await writeEdgeCases(server.db, seed);
  return { server, changed, operations: compiledOperations(server), users: await usersOf(server) };
}

const LANGUAGES = ['en', 'nl', 'de', 'fr', 'xx'] as const;

/** What a run of cases is to find. */
export type Aim = {
  /** A member that stands in every request, in the form of `possibleMembers`; empty: none that may be left out. */
  member?: string;
  /** Of who asks. */
  kind?: string;
};

/** The document is left out, so that a failure can be read. */
function casesOf(
  { users }: EdgeCases,
  document: DocumentNode,
  { member, kind }: Aim,
): fc.Arbitrary<Omit<Case, 'document'>> {
  const asking = users.filter((user) => kind === undefined || user.kind === kind);
  const sellers = asking.filter(({ rows }) => rows.products > 0 && rows.orders > 0);
  // Those who see much more often than those who see next to nothing.
  return fc.constantFrom(...asking, ...sellers, ...sellers, ...sellers).chain(({ id, known }) =>
    fc.record({
      variables: variablesFor(document, known, member),
      userId: fc.constant(id),
      language: fc.constantFrom(...LANGUAGES),
    }),
  );
}

/** What was seen of an operation. */
export type Seen = {
  cases: number;
  refused: number;
  /** Rows of the world, for those who asked, of what they asked for. */
  rowsIn: number;
  /** Rows that came out, and of how many cases. */
  rows: number;
  withRows: number;
  /** What stood in requests that found rows, and who sent them. */
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
  const seen: Seen = { cases: 0, refused: 0, rowsIn: 0, rows: 0, withRows: 0, members: new Set(), kinds: new Set() };
  const note = ({ variables, userId }: { variables: Variables; userId: number }, { refused, rows }: Outcome) => {
    const user = users.get(userId);
    seen.cases += 1;
    seen.refused += refused ? 1 : 0;
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

/** What is missing for a comparison to say anything. */
export const emptiness = ({ rowsIn, rows }: Seen): string[] => [
  ...(rowsIn === 0 ? ['no rows in'] : []),
  ...(rows === 0 ? ['no rows out'] : []),
];

/** Adds what was seen in further cases. */
export function addSeen(seen: Seen, more: Seen): void {
  for (const count of ['cases', 'refused', 'rowsIn', 'rows', 'withRows'] as const) seen[count] += more[count];
  for (const set of ['members', 'kinds'] as const) for (const each of more[set]) seen[set].add(each);
}
