import { type Sql, sql } from 'graphql-sql';

/** Escapes the wildcards of `LIKE`, so that a search text matches literally. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Patterns of `LIKE` for texts that contain any of the parts, without the blanks around a part. */
export const partPatterns = (parts: readonly string[]): string[] => parts.map((part) => `%${likeText(part.trim())}%`);

/** Whether a text matches any of the patterns. `ILIKE` would convert each pattern to lower case again for each row. */
export const matchesAnySql = (text: Sql, patterns: Sql): Sql =>
  sql`lower(${text}) LIKE ANY (ARRAY(SELECT lower(pattern) FROM unnest(${patterns}) AS pattern))`;

/** A search text without surrounding blanks, and with single blanks inside. */
export const searchText = (text: string): string => text.trim().replace(/ +/g, ' ');

/** Maximum number of blanks at which a text is split: names have few words. */
const MAX_SPLITS = 8;

/**
 * Alternative conditions on a column with names of persons: the name contains the text, or contains it with the last
 * name first, so that `Byron Ada` finds `Ada Byron`. Case-insensitive.
 */
export const nameMatches = (text: string) => {
  const mode = 'insensitive' as const;
  const blanks = [...text.matchAll(/ /g)].slice(0, MAX_SPLITS).map(({ index }) => index);
  return [
    { contains: likeText(text), mode },
    ...blanks.map((blank) => ({
      startsWith: likeText(text.slice(blank + 1)),
      endsWith: likeText(text.slice(0, blank)),
      mode,
    })),
  ];
};

/** The conditions of `nameMatches` as patterns of `LIKE`. */
export const namePatterns = (text: string): string[] =>
  nameMatches(text).map((match) =>
    'contains' in match ? `%${match.contains}%` : `${match.startsWith}%${match.endsWith}`,
  );

/** Whether the database can store a text: it contains neither NUL nor half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

const LONGEST_EMAIL = 254;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/** Whether a text has the form of an e-mail address. */
export const isEmail = (text: string): boolean => text.length <= LONGEST_EMAIL && EMAIL.test(text);

/** A text on one line, without control characters: a name cannot begin a header or a paragraph of a mail. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/**
 * A text as quick search compares it, like `search_form` of the database: lower-case letters and digits, without
 * accents. A final sigma of a Greek word becomes an inner sigma, because the end of a search text need not be the end
 * of a word.
 */
export const searchForm = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replace(/[\p{Cc}\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000]+/gu, ' ')
    // Trims blanks only, as the database does; other white space is part of a text.
    .replace(/^ | $/g, '');

const SPECIAL_CHARACTERS =
  /(?:[\p{Cc}\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u037e\u0385\u0387\u1fc1\u1fed-\u1fef\u1ffd\u2000-\u206f\u2260\u226e\u226f\u3000]|[\u0300-\u036f])+/gu;

/**
 * The special characters of a text, like `symbols_of` of the database: each one, and each adjacent pair. Special
 * characters are those that `searchForm` removes.
 */
export const symbolsOf = (text: string): string[] => [
  ...new Set(
    (text.match(SPECIAL_CHARACTERS) ?? []).flatMap((run) =>
      [...run].flatMap((_, index) => [run.slice(index, index + 1), run.slice(index, index + 2)]),
    ),
  ),
];
