import { bound, member, type Row, raw, type Sql, sql } from 'graphql-sql';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { OrderStatus } from '../orders/booking.ts';
import { staffOrganizationIds } from '../shared/principals.ts';

export const OrderDateBasis = builder.enumType('OrderDateBasis', {
  description: 'By which of its dates an order belongs to a day, week, month or year.',
  values: {
    ACTIVITY: {
      description: 'When it begins, on the wall clock of the place. A pass, which has no start, has no date.',
    },
    ORDER: { description: "When it was created, on the wall clock of the organization's time zone." },
    BOOK: {
      description:
        "When it was finalised, on the wall clock of the organization's time zone. An order that never was has no date.",
    },
  } as const,
});

export const OrderGrouping = builder.enumType('OrderGrouping', {
  description: 'What orders are grouped by. Each order belongs to exactly one group.',
  values: {
    DAY: { description: 'The day of `dateBasis`.' },
    WEEK: { description: 'The week of `dateBasis`; its key is the Monday.' },
    MONTH: { description: 'The month of `dateBasis`; its key is the first day.' },
    YEAR: { description: 'The year of `dateBasis`; its key is the first day.' },
    PRODUCT: { description: 'The booked product.' },
    SERVICE_LEVEL: { description: 'The service level of the first booking.' },
    SUPPLIER: { description: 'The supplier.' },
    CITY: { description: 'The city where it takes place.' },
    CLIENT: { description: 'The buyer.' },
    ROLE: {
      description:
        'The role through which it was sold; null where the viewer neither holds the role nor is staff of the organization.',
    },
    ISSUER: { description: 'The user who created it.' },
    CONTACT_PERSON: { description: 'The contact person.' },
    TOUR_GUIDE: { description: 'The tour guide.' },
    STATUS: { description: 'The state of the order.' },
  } as const,
});

export type Grouping = typeof OrderGrouping.$inferType;
type Basis = typeof OrderDateBasis.$inferType;

/** The key of a group by one of its groupings; all is null where the orders of the group have none. */
export type Key = { by: Grouping; value: string | number | null; label: string | null };

/** Groupings by time, and how Postgres names them. */
const PERIODS = { DAY: 'day', WEEK: 'week', MONTH: 'month', YEAR: 'year' } as const;
const isPeriod = (by: Grouping): by is keyof typeof PERIODS => by in PERIODS;

export const OrderGroupKey = builder.objectRef<Key>('OrderGroupKey').implement({
  description: 'One of the keys of a group. All members but `by` are null where its orders have none.',
  fields: (t) => ({
    by: t.expose('by', { type: OrderGrouping, description: 'What it is a key of.' }),
    date: t.field({
      type: 'Date',
      nullable: true,
      description: 'The first day of the day, week, month or year; null for other keys.',
      resolve: ({ by, value }) => (isPeriod(by) && value !== null ? new Date(`${value}T00:00:00Z`) : null),
    }),
    subjectId: t.int({
      nullable: true,
      description: 'The id of the product, client, user, …; null for dates and states.',
      resolve: ({ value }) => (typeof value === 'number' ? value : null),
    }),
    status: t.field({
      type: OrderStatus,
      nullable: true,
      description: 'The state; null for other keys.',
      resolve: ({ by, value }) => (by === 'STATUS' ? (value as typeof OrderStatus.$inferType | null) : null),
    }),
    label: t.exposeString('label', {
      nullable: true,
      description:
        'Its name for people: `2026-06-30`, `2026-W27`, `2026-06`, `2026`, the state, or the name of the product, client, … in the language of the request. Product and service level have the title under which the newest of the orders was sold.',
    }),
  }),
});

const FORMATS: Record<keyof typeof PERIODS, string> = {
  DAY: 'YYYY-MM-DD',
  WEEK: 'IYYY-"W"IW',
  MONTH: 'YYYY-MM',
  YEAR: 'YYYY',
};

/** The wall-clock reading by which an order `row` has a date; `z` is its organization. */
function readingOf(row: Row, basis: Basis): Sql {
  if (basis === 'ACTIVITY') return member(row, 'startsAtLocal');
  return sql`(${member(row, basis === 'ORDER' ? 'createdAt' : 'bookedAt')} AT TIME ZONE z.time_zone)`;
}

const COLUMNS: Partial<Record<Grouping, string>> = {
  PRODUCT: 'productId',
  SUPPLIER: 'supplierId',
  CITY: 'cityId',
  CLIENT: 'clientId',
  ISSUER: 'issuerId',
  CONTACT_PERSON: 'contactPersonId',
  TOUR_GUIDE: 'tourGuideId',
  STATUS: 'status',
};

/** The expression of an order's key. */
export function keySql(by: Grouping, row: Row, basis: Basis, context: Context): Sql {
  if (isPeriod(by)) return sql`date_trunc(${raw(`'${PERIODS[by]}'`)}, ${readingOf(row, basis)})::date`;
  const column = COLUMNS[by];
  if (column) return member(row, column);
  if (by === 'SERVICE_LEVEL')
    return sql`(SELECT b.service_level_id FROM booking b WHERE b.order_id = ${member(row, 'id')} ORDER BY b.id LIMIT 1)`;
  // An order does not show its role to partners, clients, drivers and guides.
  const own = bound(context.actor?.roles.map(({ id }) => id) ?? [], 'int[]');
  const staffed = bound(staffOrganizationIds(context), 'int[]');
  const [role, organization] = [member(row, 'roleId'), member(row, 'organizationId')];
  return sql`CASE WHEN ${organization} = ANY (${staffed}) OR ${role} = ANY (${own}) THEN ${role} END`;
}

/** Tables of the names of keys, and whether the names are translated. */
const NAMES: Partial<Record<Grouping, { table: string; isTranslated: boolean }>> = {
  SUPPLIER: { table: 'supplier', isTranslated: true },
  CITY: { table: 'city', isTranslated: true },
  CLIENT: { table: 'client', isTranslated: false },
  ROLE: { table: 'role', isTranslated: false },
  ISSUER: { table: '"user"', isTranslated: false },
  CONTACT_PERSON: { table: '"user"', isTranslated: false },
  TOUR_GUIDE: { table: '"user"', isTranslated: false },
};

/**
 * The text of a key for people.
 *
 * @param key the key
 * @param newest the id of the newest order of the group: whoever sees it reads the titles that are frozen in it, also of
 *   products that are no longer visible
 */
export function labelSql(by: Grouping, key: Sql, newest: Sql, lang: string): Sql {
  if (isPeriod(by)) return sql`to_char(${key}, ${raw(`'${FORMATS[by]}'`)})`;
  if (by === 'STATUS') return sql`${key}::text`;
  const language = bound(lang, 'text');
  const names = NAMES[by];
  if (names) {
    const name = names.isTranslated ? sql`coalesce(x.translations -> ${language} ->> 'name', x.name)` : raw('x.name');
    return sql`(SELECT ${name} FROM ${raw(names.table)} x WHERE x.id = ${key})`;
  }
  const part = raw(by === 'PRODUCT' ? "'product'" : "'serviceLevel'");
  return sql`(SELECT coalesce(x.details -> 'translations' -> ${language} ->> 'title', x.details ->> 'title')
    FROM (SELECT o.booked_details -> ${part} AS details FROM orders o WHERE o.id = ${newest} AND ${key} IS NOT NULL) x)`;
}
