import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { GraphqlError } from '@channel/client/graphql';
import { channel, end, graphql } from './channel.ts';

/*
 * Assigns drivers to the pickups of tomorrow that have none, by the first rule of a file that fits:
 *
 *   node assign-pickups.ts assign-pickups.rules.json            prints what it would do
 *   node assign-pickups.ts assign-pickups.rules.json --apply    does it
 *
 * `--day 2026-06-02` takes another day. The exit code is 1 if a pickup that should have a driver is left without one.
 */

/** What a pickup must be for a driver; what is left out may be anything. */
type Rule = { city?: string; from?: string; until?: string; maxPassengers?: number; driverId: number };

const MyTimeZone = graphql(`
  query MyTimeZone {
    viewer { organizations { timeZone } }
  }
`);

const Unassigned = graphql(`
  query Unassigned($days: DateRange!) {
    orders(filter: { isUnassigned: true, status: [Booked], activityDate: $days }) {
      id: databaseId
      version
      city { name }
      passengers { databaseId }
      pickup { date time driver { databaseId } }
    }
  }
`);

const Clashes = graphql(`
  query Clashes($moves: [DispatchMoveInput!]!) {
    assignmentClashes(moves: $moves) { severity text jobs { jobId } }
  }
`);

const Assign = graphql(`
  mutation Assign($order: String!, $version: Int!, $driver: SafeInt!) {
    updateOrder(reference: $order, versions: [$version], input: { pickup: { driverId: $driver } }) {
      order { pickup { driver { name } } }
      userErrors { code path message }
    }
  }
`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { apply: { type: 'boolean', default: false }, day: { type: 'string' } },
});
const [file] = positionals;
if (file === undefined) end('Name the file of the rules.');
if (values.day !== undefined && !isDay(values.day)) end('--day is a day such as 2026-06-02.');
const rules: Rule[] = JSON.parse(readFileSync(file, 'utf8'));

const { viewer } = await channel.query(MyTimeZone);
const timeZone = viewer.organizations[0]?.timeZone ?? 'UTC';
const today = new Intl.DateTimeFormat('sv', { timeZone }).format();
const day = values.day ?? daysAfter(today, 1);
console.log(`Pickups of ${day} (${timeZone})${values.apply ? '' : ', without changing anything'}`);

const pickups = await pickupsOf(day);
const counts = { assigned: 0, withoutRule: 0, clashing: 0, conflicting: 0 };
const planned = pickups.flatMap((pickup) => {
  const rule = rules.find((each) => fits(each, pickup));
  if (rule) return [{ ...pickup, driverId: rule.driverId }];
  counts.withoutRule += 1;
  report('no rule', pickup);
  return [];
});

// The API checks 200 assignments at a time.
for (let at = 0; at < planned.length; at += 200) {
  const some = planned.slice(at, at + 200);
  const clashes = await clashesOf(some);
  for (const pickup of some) {
    const clash = clashes.get(pickup.id);
    if (clash !== undefined) {
      counts.clashing += 1;
      report('clash', pickup, `driver ${pickup.driverId}: ${clash}`);
    } else await assign(pickup);
  }
}

const { assigned, withoutRule, clashing, conflicting } = counts;
console.log(
  `${assigned} ${values.apply ? 'assigned' : 'to assign'}, ${withoutRule} without a rule, ${clashing} clashes, ${conflicting} conflicts`,
);
if (clashing + conflicting + withoutRule > 0) process.exitCode = 1;

type Pickup = { id: number; version: number; city: string; passengers: number; time: string };

/** The pickups of a day without a driver, by time. */
async function pickupsOf(date: string): Promise<Pickup[]> {
  const found: Pickup[] = [];
  // Guests of an early activity may be picked up on the evening before.
  const days = { start: date, end: daysAfter(date, 1) };
  for await (const { id, version, city, passengers, pickup } of channel.exportAll(Unassigned, { days })) {
    if (pickup.date !== date || pickup.driver !== null) continue;
    found.push({ id, version, city: city.name, passengers: passengers.length, time: pickup.time?.slice(0, 5) ?? '' });
  }
  return found.sort((a, b) => a.time.localeCompare(b.time) || a.id - b.id);
}

function fits({ city, from = '', until = '24', maxPassengers = Infinity }: Rule, pickup: Pickup): boolean {
  const inTime = from <= pickup.time && pickup.time < until;
  return inTime && pickup.passengers <= maxPassengers && (city === undefined || city === pickup.city);
}

/** What stands against assignments, by order. Of two that exclude each other, the later one is left. */
async function clashesOf(pickups: readonly (Pickup & { driverId: number })[]): Promise<Map<number, string>> {
  const moves = pickups.map(({ id, driverId }) => ({ orderId: id, task: 'pickup' as const, personId: driverId }));
  const { assignmentClashes } = await channel.query(Clashes, { moves });
  const found = new Map<number, string>();
  for (const { severity, text, jobs } of assignmentClashes) {
    const last = pickups.findLast(({ id }) => jobs.some(({ jobId }) => jobId === `pickup:${id}`));
    // `unknown` is what cannot be judged, such as a way to a place without a position.
    if (last && severity !== 'unknown') found.set(last.id, text);
  }
  return found;
}

async function assign(pickup: Pickup & { driverId: number }): Promise<void> {
  const { id, version, driverId } = pickup;
  if (!values.apply) {
    counts.assigned += 1;
    return report('would assign', pickup, `driver ${driverId}`);
  }
  try {
    const variables = { order: String(id), version, driver: driverId };
    // The same assignment has the same key: it is made once, also if this program runs twice.
    const answer = await channel.mutate(Assign, variables, { key: `assign-pickups:${id}:${version}:${driverId}` });
    counts.assigned += 1;
    report('assigned', pickup, answer.updateOrder.order?.pickup.driver?.name ?? '');
  } catch (error) {
    // For example PRECONDITION_FAILED: somebody changed the order since it was read.
    if (
      !(error instanceof GraphqlError) ||
      !['PRECONDITION_FAILED', 'CONFLICT', 'VALIDATION', 'NOT_FOUND'].includes(error.code)
    )
      throw error;
    counts.conflicting += 1;
    report('conflict', pickup, error.message);
  }
}

function report(outcome: string, { id, time, city, passengers }: Pickup, more = ''): void {
  console.log(`${outcome.padEnd(13)} order ${id}, ${time} ${city}, ${passengers} passengers  ${more}`.trimEnd());
}

function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00Z`);
  return text.length === 10 && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
