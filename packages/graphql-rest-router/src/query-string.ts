import qs from 'qs';

export const MAX_PARAMETERS = 1_000;
/**
 * The sum of the indices of a dense list of MAX_PARAMETERS entries. A sparse list costs memory for each index it skips.
 */
const MAX_INDICES = (MAX_PARAMETERS * MAX_PARAMETERS) / 2;

/**
 * The members of a query string, or of a form: `filter[a][b]=` and `tags[]=` are nested, as in PHP.
 * Undefined for more than 1,000 parameters, and for sparse lists.
 */
export function parseParameters(text: string): Record<string, unknown> | undefined {
  let indices = 0;
  try {
    return qs.parse(withBlanks(text), {
      decoder(part, decode, charset, kind) {
        const plain: string = decode(part, decode, charset);
        if (kind === 'key') for (const [, index] of plain.matchAll(/\[(\d{1,4})\]/g)) indices += Number(index);
        if (indices > MAX_INDICES) throw new RangeError('lists with gaps');
        return plain;
      },
      depth: 6,
      arrayLimit: MAX_PARAMETERS,
      parameterLimit: MAX_PARAMETERS,
      throwOnLimitExceeded: true,
    });
  } catch {
    return undefined;
  }
}

/** Replaces plus signs with spaces in one pass; the regular expression of `qs` is slow for a million plus signs. */
function withBlanks(text: string): string {
  if (!text.includes('+')) return text;
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === 0x2b /* + */) bytes[at] = 0x20;
  return bytes.toString();
}
