/** Maximum characters that are read: an address that is cut off would show a part of its login. */
const MAX_READ = 20_000;

/**
 * Some lines about what went wrong, to be stored or mailed: as plain text of at most `longest` characters, and without
 * the login in an address.
 */
export const plainDetails = (details: string, longest: number): string =>
  details
    .slice(0, MAX_READ)
    .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/([a-z][a-z0-9+.-]*:\/\/)\S*@/gi, '$1')
    .slice(0, longest)
    .toWellFormed()
    .trim();
