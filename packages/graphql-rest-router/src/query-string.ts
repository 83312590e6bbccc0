import qs from 'qs';

export const MAX_PARAMETERS = 1_000;

/**
 * The members of a query string, or of a form: `filter[a][b]=` and `tags[]=` are nested, as PHP writes them.
 * Undefined for more than 1,000 parameters.
 */
export function parseParameters(text: string): Record<string, unknown> | undefined {
  try {
    return qs.parse(text, {
      depth: 6,
      arrayLimit: MAX_PARAMETERS,
      parameterLimit: MAX_PARAMETERS,
      throwOnLimitExceeded: true,
    });
  } catch {
    return undefined;
  }
}
