/** Escapes what `LIKE` would read as a wildcard, so that a search text means itself. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Whether the database can keep a text: it holds neither NUL nor half of a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
