/** A list with more entries is heavy. */
const LARGE_PAGE = 100;

/** A list with more texts in a filter is heavy: each text is compared with every row. */
const MANY_TEXTS = 10;

const DAY = 86_400_000;

/** Operations that return one entry for each day of their filter's range. */
const BY_DAY = new Set(['ListRatesByDate', 'ListAvailableDates']);

/** Members of the variables or of their filter that hold a text to search for. */
const SEARCHES = ['search', 'quickSearch', 'text', 'query'];

/** Operations that read much for any variables. */
const ALWAYS = new Set(['ExportOrders', 'PlanBatch', 'DispatchManifest', 'WebhookEndpointActivity']);

/**
 * Whether a request may cost much more than an ordinary one: an export, a batch preview, a large page or date range, a
 * text search, a filter with many texts, products by date.
 *
 * @param operation name of the persisted operation
 */
export function isHeavy(operation: string | undefined, variables: unknown): boolean {
  if (operation !== undefined && ALWAYS.has(operation)) return true;
  if (!isObject(variables)) return false;
  const { perPage, filter, whole } = variables;
  if (whole === true || (typeof perPage === 'number' && perPage > LARGE_PAGE)) return true;
  const among = isObject(filter) ? filter : {};
  if (operation !== undefined && BY_DAY.has(operation) && daysOf(among) > LARGE_PAGE) return true;
  if (operation === 'SearchProducts' && (isGiven(among.startDate) || isGiven(among.endDate))) return true;
  if (Object.values(among).some(holdsManyTexts)) return true;
  return SEARCHES.some((name) => isGiven(variables[name]) || isGiven(among[name]));
}

/** Days from the first to the last one; zero if either is left out, because the range is then three months. */
const daysOf = ({ startDate, endDate }: Record<string, unknown>): number =>
  isGiven(startDate) && isGiven(endDate) ? (Date.parse(String(endDate)) - Date.parse(String(startDate))) / DAY : 0;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const holdsManyTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.length > MANY_TEXTS && typeof value[0] === 'string';

const isGiven = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
