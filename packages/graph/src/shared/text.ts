/** Escapes what `LIKE` would read as a wildcard, so that a search text means itself. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Whether the database can keep a text: it holds neither NUL nor half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

const LONGEST_EMAIL = 254;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/** Whether a text has the form of an e-mail address. */
export const isEmail = (text: string): boolean => text.length <= LONGEST_EMAIL && EMAIL.test(text);

/** A text as quick search compares it, like `search_form` of the database: small letters and digits, without accents. */
export const searchForm = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[\p{Cc}\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000]+/gu, ' ')
    .trim();
