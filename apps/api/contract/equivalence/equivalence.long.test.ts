import { Prisma } from '@channel/prisma';
import { getOperationAST } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_TIMEOUT, startServer } from '../../src/testing/index.ts';
import { writeEdgeCases } from './edge-case-fixtures.ts';
import {
  type Aim,
  addSeen,
  compareOperation,
  type EdgeCases,
  emptiness,
  type Operation,
  requestedBy,
  type Seen,
  startEdgeCases,
} from './equivalence.ts';
import { possibleMembers } from './requests.ts';

/*
 * As equivalence.test.ts, with more requests. Every operation runs until each member of its input, and each kind of user
 * with rows, has found rows. `EQUIVALENCE_SEED` makes other data and requests.
 */

const seed = Number(process.env.EQUIVALENCE_SEED ?? 7);
const RUNS = Number(process.env.EQUIVALENCE_RUNS ?? 100);
/** The number of further cases in one attempt, and of attempts, for members and kinds that have not found rows. */
const [AIMED, TRIES] = [30, 6];

let world: EdgeCases;
beforeAll(async () => {
  console.log(`EQUIVALENCE_SEED=${seed}`);
  world = await startEdgeCases(seed);
}, DEMO_TIMEOUT);
afterAll(() => world.server.close());

/**
 * Runs random cases of an operation, then cases for what they missed.
 *
 * @returns the results, and what never found rows
 */
async function exhaust(operation: Operation): Promise<{ seen: Seen; missed: string[] }> {
  const seen = await compareOperation(world, operation, { seed, runs: RUNS });
  const missed: string[] = [];
  const pursue = async (aim: Aim, isSeen: () => boolean) => {
    for (let attempt = 1; !isSeen() && attempt <= TRIES; attempt += 1)
      addSeen(seen, await compareOperation(world, operation, { seed: seed + attempt, runs: AIMED, aim }));
    if (!isSeen()) missed.push(`${operation.name}: ${aim.member || aim.kind}`);
  };
  for (const member of possibleMembers(operation.document)) await pursue({ member }, () => seen.members.has(member));
  for (const kind of kindsFor(operation)) await pursue({ member: '', kind }, () => seen.kinds.has(kind));
  return { seen, missed };
}

/**
 * The kinds of users for whom the database has rows of an operation. Not every kind may change orders or is offered
 * cities.
 */
function kindsFor(operation: Operation): Set<string> {
  const requested = requestedBy(operation);
  if (getOperationAST(operation.document)?.operation !== 'query' || PARTIAL.has(requested)) return new Set();
  return new Set(world.users.filter(({ rows }) => rows[requested] > 0).map(({ kind }) => kind));
}
const PARTIAL = new Set(['cities', 'categories', 'countries']);

it('every operation returns the same, compiled and executed, for any request', {
  timeout: 1_800_000,
}, async () => {
  const differences: string[] = [];
  for (const operation of world.operations) {
    try {
      const { seen, missed } = await exhaust(operation);
      const { cases, refused, rowsIn, withRows, rows } = seen;
      console.log(
        `${operation.name.padEnd(24)} ${cases} cases, ${refused} refused, ${rowsIn} rows in; ${withRows} with rows, ${rows} rows out`,
      );
      differences.push(...emptiness(seen).map((what) => `${operation.name}: ${what}`), ...missed);
    } catch (error) {
      differences.push(`${operation.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  expect(differences).toEqual([]);
});

it('the edge cases of a seed are the same, whenever Postgres reuses the space of former rows', {
  timeout: 300_000,
}, async () => {
  const [undisturbed, vacuumed] = [await fixturesOf(false), await fixturesOf(true)];
  expect(vacuumed).toEqual(undisturbed);
});

/** A hash of the rows of each table with edge cases, which were written while Postgres was vacuuming or was not. */
async function fixturesOf(isVacuumed: boolean): Promise<Record<string, string>> {
  const { db, close } = await startServer({ world: 'demo' });
  const tables = ['product', 'rate', 'rate_price', 'availability', 'orders', 'booking', 'passenger', 'tag', 'point'];
  let isWriting = isVacuumed;
  let vacuumed = 0;
  const vacuums = (async () => {
    const vacuum = Prisma.raw(`VACUUM ${tables.join()}`);
    // One that waits too long for a table ends at the limit of statements.
    while (isWriting)
      vacuumed += await db.$executeRaw(Prisma.sql`${vacuum}`).then(
        () => 1,
        () => 0,
      );
  })();
  await writeEdgeCases(db, seed);
  isWriting = false;
  await vacuums;
  expect(vacuumed > 10).toBe(isVacuumed);
  const hashes: Record<string, string> = {};
  for (const table of tables) {
    const rows = await db.$queryRaw<{ hash: string }[]>`
      SELECT md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))) AS hash FROM ${Prisma.raw(table)} t`;
    hashes[table] = rows[0]?.hash ?? '';
  }
  await close();
  return hashes;
}
