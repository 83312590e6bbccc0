import { createParser } from 'nuqs/server';
import { isDay } from './format.ts';

/** The id of something; what can't be one counts as absent. */
export const parseAsId = createParser({
  parse: (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null),
  serialize: String,
});

/** The pages of a list are counted from 1; a million of them and more is a slip. */
export const parseAsPage = createParser({
  parse: (text) => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : null),
  serialize: String,
});

/** A day of a calendar, `YYYY-MM-DD`. */
export const parseAsDay = createParser({
  parse: (text) => (isDay(text) ? text : null),
  serialize: (day: string) => day,
});

/** A month of a calendar, `YYYY-MM`. */
export const parseAsMonth = createParser({
  parse: (text) => (/^\d{4}-\d{2}$/.test(text) && isDay(`${text}-01`) ? text : null),
  serialize: (month: string) => month,
});
