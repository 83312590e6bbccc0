/** Escapes what `LIKE` would read as a wildcard, so that a search text means itself. */
export const likeText = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
