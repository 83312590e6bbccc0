import { HttpError, InvalidInput, type Route } from 'graphql-rest-router';

const MAX_VERSION = 2 ** 31 - 1;
/** Maximum number of tags in a header, equal to that of a GraphQL list. */
const MAX_TAGS = 1_000;

/** Whether an endpoint takes `If-Match`: only the update of one order does. */
export const takesIfMatch = ({ operation }: Route): boolean => operation.name === 'UpdateOrder';

/**
 * The versions of an order that an `If-Match` header names: an ETag of the order begins with its version.
 *
 * @returns undefined if any version is accepted: without the header, or for `*`
 * @throws 412 for a header that names no version, for example a weak ETag; 422 for more than 1,000 tags
 */
export function versionsOf(ifMatch: string | undefined): number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  const tags = ifMatch.split(',', MAX_TAGS + 1);
  if (tags.length > MAX_TAGS) {
    const message = `The If-Match header must have at most ${MAX_TAGS.toLocaleString('en')} tags.`;
    throw new InvalidInput([{ path: ['if-match'], message }]);
  }
  const versions = tags.map((etag) => Number(/^"(\d{1,10})(?:\.[\w-]*)?"$/.exec(etag.trim())?.[1] ?? 0));
  const known = versions.filter((version) => version > 0 && version <= MAX_VERSION);
  if (known.length === 0) throw new HttpError(412, 'The If-Match header names no version of the order.');
  return known;
}
