import type { Refusal } from './may-send.ts';

export const EVENTS = 'text/event-stream';

/** The media types of `/graphql`; a client that accepts all of them equally gets the first one. */
const TYPES = ['application/json', 'application/graphql-response+json', EVENTS];

export const NOT_ACCEPTABLE: Refusal = {
  status: 406,
  message: `Accept must allow application/json or application/graphql-response+json, or for a subscription ${EVENTS}.`,
  code: 'NOT_ACCEPTABLE',
};

/** Maximum number of ranges that are read from a header; browsers send fewer than ten. */
const MAX_RANGES = 100;

/**
 * The types that a client accepts (RFC 9110, section 12.5.1), preferred ones first. The most specific matching range
 * counts.
 *
 * @param types which may be accepted; default: those of `/graphql`
 */
export function acceptedTypes(header: string | undefined, types: readonly string[] = TYPES): string[] {
  const ranges = (header || '*/*').split(',', MAX_RANGES).map((entry) => {
    const [range, ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    return { range, quality: Number(quality) };
  });
  const found = types.map((type) => {
    const closest = [type, `${type.split('/')[0]}/*`, '*/*'];
    const place =
      closest.map((one) => ranges.findIndex(({ range }) => range === one)).find((index) => index >= 0) ?? -1;
    return { type, place, quality: ranges[place]?.quality ?? 0 };
  });
  return found
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality || one.place - other.place)
    .map(({ type }) => type);
}
