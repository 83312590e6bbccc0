/** Escapes what `LIKE` would read as a wildcard, so that a search text means itself. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A text that is searched for: without blanks around it, and with one where it has several. */
export const searchText = (text: string): string => text.trim().replace(/ +/g, ' ');

/** Names have few words: of a longer text only the first ones are turned around. */
const MAX_TURNS = 8;

/**
 * Conditions on a column with names of persons, any of which will do: the name contains a text, or does so with the last name
 * in front, as `Byron Ada` means `Ada Byron`. Letter case makes no difference.
 */
export const nameMatches = (text: string) => {
  const mode = 'insensitive' as const;
  const blanks = [...text.matchAll(/ /g)].slice(0, MAX_TURNS).map(({ index }) => index);
  return [
    { contains: likeText(text), mode },
    ...blanks.map((blank) => ({
      startsWith: likeText(text.slice(blank + 1)),
      endsWith: likeText(text.slice(0, blank)),
      mode,
    })),
  ];
};

/** What `nameMatches` means, as patterns of `LIKE`. */
export const namePatterns = (text: string): string[] =>
  nameMatches(text).map((match) =>
    'contains' in match ? `%${match.contains}%` : `${match.startsWith}%${match.endsWith}`,
  );

/** Whether the database can keep a text: it holds neither NUL nor half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

const LONGEST_EMAIL = 254;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/** Whether a text has the form of an e-mail address. */
export const isEmail = (text: string): boolean => text.length <= LONGEST_EMAIL && EMAIL.test(text);

/**
 * A text as quick search compares it, like `search_form` of the database: small letters and digits, without accents. The
 * sigma at the end of a Greek word is the one within it, for what ends a text that is searched for need not end a word.
 */
export const searchForm = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replace(/[\p{Cc}\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000]+/gu, ' ')
    // Blanks alone, as the database does; other white space is part of a text.
    .replace(/^ | $/g, '');

const SIGNS =
  /(?:[\p{Cc}\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u037e\u0385\u0387\u1fc1\u1fed-\u1fef\u1ffd\u2000-\u206f\u2260\u226e\u226f\u3000]|[\u0300-\u036f])+/gu;

/**
 * The signs of a text, like `signs_of` of the database: each of them, and each two that stand side by side. They are what
 * `searchForm` leaves out.
 */
export const signsOf = (text: string): string[] => [
  ...new Set(
    (text.match(SIGNS) ?? []).flatMap((run) =>
      [...run].flatMap((_, place) => [run.slice(place, place + 1), run.slice(place, place + 2)]),
    ),
  ),
];
