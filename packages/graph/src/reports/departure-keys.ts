import { bound, member, type Row, raw, type Sql, sql } from 'graphql-sql';
import { builder } from '../builder.ts';

export const DepartureGrouping = builder.enumType('DepartureGrouping', {
  description: 'What departures are grouped by.',
  values: {
    DEPARTURE: { description: 'Each departure by itself.' },
    PRODUCT: { description: 'The product.' },
    SERVICE_LEVEL: { description: 'The service level.' },
    DAY: { description: 'The local day at the place.' },
    WEEK: { description: 'The week of that day; its key is the Monday.' },
    MONTH: { description: 'The month of that day; its key is the first day.' },
    WEEKDAY: { description: 'The day of the week: 1 is Monday.' },
    TIME: { description: 'The local start time at the place. A departure of a whole day has none.' },
  } as const,
});

type Grouping = typeof DepartureGrouping.$inferType;
/** The key of a group by one of its groupings; null where the departures of the group have none. */
export type DepartureKey = { by: Grouping; value: string | number | null; label: string | null };

const PERIODS: readonly Grouping[] = ['DAY', 'WEEK', 'MONTH'];
const IDS: readonly Grouping[] = ['DEPARTURE', 'PRODUCT', 'SERVICE_LEVEL'];

export const UtilisationKey = builder.objectRef<DepartureKey>('UtilisationKey').implement({
  description: 'One of the keys of a group of departures.',
  fields: (t) => ({
    by: t.expose('by', { type: DepartureGrouping, description: 'What it is a key of.' }),
    date: t.field({
      type: 'Date',
      nullable: true,
      description: 'The first day of the day, week or month; null for other keys.',
      resolve: ({ by, value }) => (PERIODS.includes(by) ? new Date(`${value}T00:00:00Z`) : null),
    }),
    subjectId: t.int({
      nullable: true,
      description: 'The id of the availability, product or service level; null for other keys.',
      resolve: ({ by, value }) => (IDS.includes(by) ? Number(value) : null),
    }),
    weekday: t.int({
      nullable: true,
      description: 'The day of the week, 1 (Monday) to 7; null for other keys.',
      resolve: ({ by, value }) => (by === 'WEEKDAY' ? Number(value) : null),
    }),
    time: t.field({
      type: 'LocalTime',
      nullable: true,
      description: 'The start time; null for other keys, and for departures of a whole day.',
      resolve: ({ by, value }) => (by === 'TIME' && value !== null ? new Date(`1970-01-01T${value}Z`) : null),
    }),
    label: t.exposeString('label', {
      nullable: true,
      description:
        'Its name for people: the day and time of a departure, a date as `2026-06-30`, `2026-W27` or `2026-06`, a title in the language of the request, the weekday in English, or a time as `09:30`.',
    }),
  }),
});

const KEYS: Record<Grouping, (row: Row) => Sql> = {
  DEPARTURE: (row) => member(row, 'id'),
  PRODUCT: () => raw('s.product_id'),
  SERVICE_LEVEL: (row) => member(row, 'serviceLevelId'),
  DAY: (row) => member(row, 'date'),
  WEEK: (row) => sql`date_trunc('week', ${member(row, 'date')})::date`,
  MONTH: (row) => sql`date_trunc('month', ${member(row, 'date')})::date`,
  WEEKDAY: (row) => sql`extract(isodow FROM ${member(row, 'date')})::int`,
  TIME: (row) => member(row, 'startTime'),
};

/** The expression of a departure's key; `s` is its service level. */
export const departureKeySql = (by: Grouping, row: Row): Sql => KEYS[by](row);

const title = (table: 'product' | 'service_level') => (key: Sql, lang: Sql) =>
  sql`(SELECT coalesce(x.translations -> ${lang} ->> 'title', x.title) FROM ${raw(table)} x WHERE x.id = ${key})`;

const LABELS: Record<Grouping, (key: Sql, lang: Sql) => Sql> = {
  DEPARTURE: (key) =>
    sql`(SELECT concat_ws(' ', to_char(x.date, 'YYYY-MM-DD'), left(x.start_time::text, 5)) FROM availability x WHERE x.id = ${key})`,
  PRODUCT: title('product'),
  SERVICE_LEVEL: title('service_level'),
  DAY: (key) => sql`to_char(${key}, 'YYYY-MM-DD')`,
  WEEK: (key) => sql`to_char(${key}, 'IYYY-"W"IW')`,
  MONTH: (key) => sql`to_char(${key}, 'YYYY-MM')`,
  // 1 January 2024 was a Monday.
  WEEKDAY: (key) => sql`to_char(date '2023-12-31' + ${key}, 'FMDay')`,
  TIME: (key) => sql`left(${key}::text, 5)`,
};

/** The text of a key for people. */
export const departureLabelSql = (by: Grouping, key: Sql, lang: string): Sql => LABELS[by](key, bound(lang, 'text'));
