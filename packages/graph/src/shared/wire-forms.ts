import { asNull, asOnlyMember, asText, sql, type WireForms } from 'graphql-sql';

/** The closed list of formats that a document can request with `@wire`. */
export const wireForms: WireForms = {
  forms: {
    TEXT: asText,
    NULL: asNull,
    EMPTY_LIST: { description: 'Always an empty list.', format: () => [] },
    DATE_TIME_TEXT: {
      description: 'An instant as `YYYY-MM-DD HH:MM:SS`, in UTC.',
      format: (value) => String(value).slice(0, 19).replace('T', ' '),
      sql: {
        scalars: ['DateTime'],
        ofColumns: true,
        format: (value) => sql`to_char(${value} AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')`,
      },
    },
    ISO_DATE_TIME: {
      description: 'A calendar date as the ISO 8601 instant of its midnight in UTC.',
      format: (value) => `${String(value)}T00:00:00.000Z`,
      sql: { scalars: ['Date'], format: (value) => sql`${value}::text || 'T00:00:00.000Z'` },
    },
    ONLY_MEMBER: asOnlyMember,
    CANCELED: {
      description: '`Cancelled` as `CANCELED`, any other text as it is.',
      format: (value) => (value === 'Cancelled' ? 'CANCELED' : value),
      sql: {
        scalars: ['OrderStatus', 'String'],
        format: (value) => sql`CASE ${value}::text WHEN 'Cancelled' THEN 'CANCELED' ELSE ${value}::text END`,
      },
    },
    SHORT_TIME: {
      description: 'A time of day as `HH:MM`.',
      format: (value) => String(value).slice(0, 5),
      sql: { scalars: ['LocalTime'], format: (value) => sql`left(${value}::text, 5)` },
    },
  },
  nullForms: {
    EMPTY_LIST: { description: 'An empty list.', value: () => [] },
    EMPTY_TEXT: { description: 'An empty text.', value: () => '' },
  },
};
