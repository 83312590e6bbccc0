import qs from 'qs';

export const MAX_PARAMETERS = 1_000;
/** The sum of the indices of a list of as many entries: each index makes a list of so many places first. */
const MAX_INDICES = (MAX_PARAMETERS * MAX_PARAMETERS) / 2;

/**
 * The members of a query string, or of a form: `filter[a][b]=` and `tags[]=` are nested, as PHP writes them.
 * Undefined for more than 1,000 parameters, and for lists of which most is left out.
 */
export function parseParameters(text: string): Record<string, unknown> | undefined {
  let indices = 0;
  try {
    return qs.parse(text, {
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
