import { type Check, fine, problem, warning } from './check.ts';

/** Whether the database stores all texts, and sorts names as people expect. */
export const locale: Check = async ({ database }) => {
  if (!database) return warning('not checked without the database');
  const [row] = await database.db.$queryRaw<{ encoding: string; isByLetters: boolean }[]>`
    SELECT current_setting('server_encoding') AS encoding, 'a'::text < 'B'::text AS "isByLetters"`;
  if (row?.encoding !== 'UTF8')
    return problem(`its encoding is ${row?.encoding}, and names need UTF8: create it anew as in Roles of the database`);
  if (!row.isByLetters)
    return warning(
      'it sorts names by bytes, "de Vries" after "Zwart": create it with LOCALE_PROVIDER icu (Roles of the database)',
    );
  return fine('stores every text, and sorts names by letters');
};
