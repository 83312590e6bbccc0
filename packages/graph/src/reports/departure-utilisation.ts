import type { Prisma } from '@channel/prisma';
import { bound, joined, raw, sql } from 'graphql-sql';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { forbidden, invalid } from '../errors.ts';
import { daysBetween } from '../shared/calendar.ts';
import { checkFilter } from '../shared/check-filter.ts';
import { IdFilter } from '../shared/id-filter.ts';
import { MAX_PER_PAGE } from '../shared/paging.ts';
import { staffOrganizationIds } from '../shared/principals.ts';
import { jsonOver } from '../shared/rows.ts';
import {
  DepartureGrouping,
  type DepartureKey,
  departureKeySql,
  departureLabelSql,
  UtilisationKey,
} from './departure-keys.ts';
import { checkGroupings, DEFAULT_GROUPS, MAX_GROUPINGS } from './groupings.ts';

const MAX_DAYS = 366;

const DepartureFilter = builder.inputType('DepartureFilter', {
  description: 'Selects departures with a day; a pass has none.',
  fields: (t) => ({
    start: t.field({ type: 'Date', required: true, description: 'First local day at the place.' }),
    end: t.field({
      type: 'Date',
      required: true,
      description: `Last local day at the place; at most ${MAX_DAYS} days with the first.`,
    }),
    product: t.field({ type: IdFilter, description: 'Of these products.' }),
    serviceLevel: t.field({ type: IdFilter, description: 'Of these service levels.' }),
  }),
});

type Places = { departures: number; capacity: number; booked: number; held: number; remaining: number };
type Group = { keys: DepartureKey[]; places: Places };
type Utilisation = { total: Places; groupCount: number; groups: Group[] };

const DeparturePlaces = builder.objectRef<Places>('DeparturePlaces').implement({
  description: 'The places of a set of departures. Cancelled orders hold none.',
  fields: (t) => ({
    departures: t.exposeInt('departures', { description: 'Number of departures.' }),
    capacity: t.exposeInt('capacity', { description: 'Total number of places.' }),
    booked: t.exposeInt('booked', { description: 'Places of booked orders.' }),
    held: t.exposeInt('held', { description: 'Places that orders in the cart hold.' }),
    remaining: t.exposeInt('remaining', {
      description: 'Places left: `capacity` less `booked` and `held`; negative where more are taken than there are.',
    }),
    ratio: t.float({
      nullable: true,
      description: 'Booked places divided by the capacity; above 1 where more are booked. Null without any places.',
      resolve: ({ booked, capacity }) => (capacity === 0 ? null : booked / capacity),
    }),
  }),
});

const UtilisationGroup = builder.objectRef<Group>('UtilisationGroup').implement({
  description: 'Departures with the same keys.',
  fields: (t) => ({
    keys: t.field({
      type: [UtilisationKey],
      description: 'The keys, one for each entry of `groupBy`, in its order.',
      resolve: ({ keys }) => keys,
    }),
    places: t.field({
      type: DeparturePlaces,
      description: 'The places of its departures.',
      resolve: ({ places }) => places,
    }),
  }),
});

const DepartureUtilisation = builder.objectRef<Utilisation>('DepartureUtilisation').implement({
  description: 'How full departures are, in total and by group.',
  fields: (t) => ({
    total: t.field({
      type: DeparturePlaces,
      description: 'The places of all matching departures, also of groups that are left out.',
      resolve: ({ total }) => total,
    }),
    groupCount: t.exposeInt('groupCount', { description: 'Number of groups, also of those that are left out.' }),
    isTruncated: t.boolean({
      description: 'Whether `groups` leaves out groups, because there are more than `limit`.',
      resolve: ({ groups, groupCount }) => groups.length < groupCount,
    }),
    groups: t.field({
      type: [UtilisationGroup],
      description: 'The first groups by their keys, at most `limit`. Empty if no departure matches.',
      resolve: ({ groups }) => groups,
    }),
  }),
});

type Filter = typeof DepartureFilter.$inferInput;

/** @throws forbidden for actors who are not staff; a validation error for a range that is too long */
function staffedDepartures(filter: Filter, context: Context): Prisma.AvailabilityWhereInput {
  checkFilter(filter);
  const { start, end, product, serviceLevel } = filter;
  if (daysBetween(start, end) >= MAX_DAYS)
    throw invalid([{ path: ['filter', 'end'], message: `must be at most ${MAX_DAYS - 1} days after filter.start.` }]);
  const staffed = staffOrganizationIds(context);
  if (staffed.length === 0) throw forbidden('Only staff may see how full departures are.');
  const idIn = (ids: readonly number[] | null | undefined) => (ids ? { id: { in: [...ids] } } : {});
  const sold = { organizationId: { in: staffed }, ...idIn(product?.ids) };
  return { date: { gte: start, lte: end }, serviceLevel: { ...idIn(serviceLevel?.ids), product: sold } };
}

const PLACES = raw(`json_build_object('departures', count(*), 'capacity', coalesce(sum(capacity), 0),
  'booked', coalesce(sum(taken - held), 0), 'held', coalesce(sum(held), 0), 'remaining', coalesce(sum(capacity - taken), 0))`);

/** One statement: the departures with their keys (`m`), the places that carts hold (`h`), and the groups (`n`). */
function utilisation(
  where: Prisma.AvailabilityWhereInput,
  groupBy: readonly DepartureKey['by'][],
  limit: number,
  context: Context,
): Promise<Utilisation> {
  const keys = joined(
    groupBy.map((_, index) => raw(`k${index}`)),
    ', ',
  );
  const isGrouped = groupBy.length > 0;
  return jsonOver<Utilisation>(context.db, 'Availability', where, (row, matches) => {
    const keyed = groupBy.map((by, index) => sql`, ${departureKeySql(by, row)} AS ${raw(`k${index}`)}`);
    const printed = groupBy.map((by, index) => {
      const key = raw(`n.k${index}`);
      return sql`json_build_object('by', ${raw(`'${by}'`)}, 'value', ${key}, 'label', ${departureLabelSql(by, key, context.lang)})`;
    });
    return sql`WITH m AS MATERIALIZED (
      SELECT l.id, l.capacity, l.booked AS taken${joined(keyed, '')}
      FROM availability l JOIN service_level s ON s.id = l.service_level_id WHERE ${matches}
    ), h AS MATERIALIZED (
      SELECT m.*, coalesce(b.held, 0) AS held FROM m LEFT JOIN (
        SELECT availability_id, sum(places_held) AS held FROM booking
        WHERE status = 'InCart' AND availability_id IN (SELECT id FROM m) GROUP BY availability_id
      ) b ON b.availability_id = m.id
    ), n AS MATERIALIZED (
      SELECT ${PLACES} AS places, row_number() OVER (${isGrouped ? sql`ORDER BY ${keys}` : raw('')}) AS position${isGrouped ? sql`, ${keys}` : raw('')}
      FROM h ${isGrouped ? sql`GROUP BY ${keys}` : raw('')} HAVING count(*) > 0
    )
    SELECT json_build_object(
      'total', (SELECT ${PLACES} FROM h),
      'groupCount', (SELECT count(*) FROM n),
      'groups', (SELECT coalesce(json_agg(json_build_object('keys', json_build_array(${joined(printed, ', ')}), 'places', n.places)
        ORDER BY n.position), '[]') FROM n WHERE n.position <= ${bound(limit, 'int')}))::text`;
  });
}

builder.queryField('departureUtilisation', (t) =>
  t.field({
    type: DepartureUtilisation,
    description: 'How full the departures of the organizations are in which the viewer is staff.',
    args: {
      filter: t.arg({ type: DepartureFilter, required: true, description: 'Which departures count.' }),
      groupBy: t.arg({
        type: [DepartureGrouping],
        defaultValue: [],
        description: `What the departures are grouped by: at most ${MAX_GROUPINGS}, each once. Empty: one group without keys.`,
      }),
      limit: t.arg.int({
        defaultValue: DEFAULT_GROUPS,
        description: `Maximum number of groups in the answer, 1 to ${MAX_PER_PAGE.toLocaleString('en')}.`,
      }),
    },
    resolve: (_root, { filter, ...args }, context) => {
      const [groupBy, limit] = [args.groupBy ?? [], args.limit ?? DEFAULT_GROUPS];
      checkGroupings(groupBy, limit);
      return utilisation(staffedDepartures(filter, context), groupBy, limit, context);
    },
  }),
);
