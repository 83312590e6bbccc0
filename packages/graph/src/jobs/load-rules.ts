import type { Prisma } from '@channel/prisma';
import type { Context } from '../context.ts';
import { rowsOf } from '../shared/rows.ts';
import type { Rules, RulesOf, Worker } from './clash-types.ts';
import { loadLost } from './eligible.ts';
import { languagesOf } from './languages.ts';
import { loadCalendars, type PersonCalendar } from './person-calendar.ts';
import { cityPair, LONGEST_WAY, travelBy } from './travel.ts';
import { hoursOf } from './working-time.ts';

const NOBODY: Worker = { capacity: new Map(), languages: null, hours: [], absences: [] };

/**
 * Reads the rules of organizations, with what is known of some of their people.
 *
 * @param span local readings: absences outside of it are not read
 */
export async function loadRules(
  context: Context,
  organizationIds: readonly number[],
  personIds: readonly number[],
  span: { from: Date; until: Date },
): Promise<RulesOf> {
  const { settings } = context;
  const [organizationId, userId] = [{ in: [...organizationIds] }, { in: [...personIds] }];
  const tagKeys = [settings.seatsTag, ...settings.capacityTags, settings.speaksTag];
  // Concurrent reads are sent as one statement.
  const [organizations, calendars, lostOf, tags] = await Promise.all([
    rowsOf(context, 'Organization', {
      where: { id: organizationId },
      select: { id: true, travelSpeed: true, travelMargin: true, travelTimes: true },
    }),
    loadCalendars(context, organizationIds, personIds, span),
    loadLost(context, organizationIds, personIds),
    rowsOf(context, 'Tag', {
      where: { organizationId, userId, key: { in: tagKeys } },
      select: { organizationId: true, userId: true, key: true, value: true },
    }),
  ]);
  const workers = new Map<string, Worker>();
  const keyOf = (row: { organizationId: number; userId: number | null }) => `${row.organizationId} ${row.userId}`;
  const update = (key: string, change: (worker: Worker) => Partial<Worker>) => {
    const worker = workers.get(key) ?? NOBODY;
    workers.set(key, { ...worker, ...change(worker) });
  };
  for (const { organizationId: id, personId, workingHours, absences } of calendars)
    update(keyOf({ organizationId: id, userId: personId }), () => timesOf([{ workingHours, absences }]));
  for (const row of tags) {
    if (row.key === settings.speaksTag) update(keyOf(row), () => ({ languages: languagesOf(row.value) }));
    else if (!isBlank(row.value))
      update(keyOf(row), ({ capacity }) => ({ capacity: new Map([...capacity, [row.key, amountOf(row.value)]]) }));
  }
  const rules = new Map(
    organizations.map(({ id, travelSpeed, travelMargin, travelTimes }): [number, Rules] => [
      id,
      {
        travel: travelBy({
          speed: travelSpeed ?? settings.travelSpeed,
          minutes: new Map(travelTimes.map((each) => [cityPair(each.fromCityId, each.toCityId), each.minutes])),
        }),
        margin: (travelMargin ?? settings.travelMargin) * 60_000,
        worker: (personId) => ({
          ...(workers.get(keyOf({ organizationId: id, userId: personId })) ?? NOBODY),
          ...lostOf(id, personId),
        }),
        seatsTag: settings.seatsTag,
        longestWay: travelTimes.reduce((longest, { minutes }) => Math.max(longest, minutes * 60_000), LONGEST_WAY),
      },
    ]),
  );
  return (id) => {
    const found = rules.get(id);
    if (!found) throw new Error(`organization ${id} of a job is gone`);
    return found;
  };
}

/** The working hours and absences of calendars. */
export const timesOf = (calendars: readonly Pick<PersonCalendar, 'workingHours' | 'absences'>[]) => ({
  hours: calendars.flatMap(({ workingHours }) =>
    workingHours.map(({ weekday, startTime, endTime }) => hoursOf({ weekday, from: startTime, to: endTime })),
  ),
  absences: calendars.flatMap(({ absences }) =>
    absences.map(({ startsAtLocal, endsAtLocal, reason }) => ({
      from: startsAtLocal.getTime(),
      until: endsAtLocal.getTime(),
      reason,
    })),
  ),
});

const isBlank = (value: Prisma.JsonValue) => value === null || (typeof value === 'string' && value.trim() === '');

/** The amount that a tag's value says or begins with, such as 8, `8` or `8 seats`; null for other texts. */
export function amountOf(value: Prisma.JsonValue): number | null {
  const amount = typeof value === 'string' ? Number(/^\s*\d+(\.\d+)?/.exec(value)?.[0] ?? Number.NaN) : value;
  return typeof amount === 'number' && Number.isFinite(amount) && amount >= 0 ? amount : null;
}
