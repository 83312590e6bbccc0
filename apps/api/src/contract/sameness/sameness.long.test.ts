import { randomInt } from 'node:crypto';
import { getOperationAST } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_TIMEOUT } from '../../testing/index.ts';
import { possibleMembers } from './requests.ts';
import {
  type Aim,
  addSeen,
  askedBy,
  compareOperation,
  emptiness,
  type OddWorld,
  type Operation,
  type Seen,
  startOddWorld,
} from './sameness.ts';

/*
 * As sameness.test.ts, with other worlds and requests each time; and every operation is asked until each member of its input
 * has found rows, and each kind of viewer for whom there are any. `SAMENESS_SEED` repeats a run.
 */

const seed = Number(process.env.SAMENESS_SEED ?? randomInt(2 ** 31));
const RUNS = Number(process.env.SAMENESS_RUNS ?? 100);
/** So many further cases at a time, so often, for what has not found rows by chance. */
const [AIMED, TRIES] = [30, 6];

let world: OddWorld;
beforeAll(async () => {
  console.log(`SAMENESS_SEED=${seed}`);
  world = await startOddWorld(seed);
}, DEMO_TIMEOUT);
afterAll(() => world.server.close());

/** Asks an operation by chance, then for what did not come up. @returns what was seen, and what never found rows */
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

/** The kinds of viewers for whom the world holds what an operation asks for. Who may change it, or is offered cities, is not everybody. */
function kindsFor(operation: Operation): Set<string> {
  const asked = askedBy(operation);
  if (getOperationAST(operation.document)?.operation !== 'query' || PARTIAL.has(asked)) return new Set();
  return new Set(world.users.filter(({ rows }) => rows[asked] > 0).map(({ kind }) => kind));
}
const PARTIAL = new Set(['cities', 'categories', 'countries']);

it('every operation answers the same, compiled and executed, whatever it is asked', {
  timeout: 1_800_000,
}, async () => {
  const faults: string[] = [];
  for (const operation of world.operations) {
    try {
      const { seen, missed } = await exhaust(operation);
      const { cases, refused, rowsIn, withRows, rows } = seen;
      console.log(
        `${operation.name.padEnd(24)} ${cases} cases, ${refused} refused, ${rowsIn} rows in; ${withRows} with rows, ${rows} rows out`,
      );
      faults.push(...emptiness(seen).map((what) => `${operation.name}: ${what}`), ...missed);
    } catch (error) {
      faults.push(`${operation.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  expect(faults).toEqual([]);
});
