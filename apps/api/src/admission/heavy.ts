/** A list of more entries is heavy. */
const LARGE_PAGE = 100;

/** Members of variables and of their filter by which a text is searched for. */
const SEARCHES = ['search', 'quickSearch', 'text', 'query'];

/** Operations that read much whatever they are given. */
const ALWAYS = new Set(['ExportOrders', 'PlanBatch', 'DispatchManifest', 'WebhookEndpointActivity']);

/**
 * Whether a request may cost much more than the usual one: an export, the preview of a batch, a large page, a search of
 * texts, products by date.
 *
 * @param operation name of the persisted operation
 */
export function isHeavy(operation: string | undefined, variables: unknown): boolean {
  if (operation !== undefined && ALWAYS.has(operation)) return true;
  if (!isObject(variables)) return false;
  const { perPage, filter, whole } = variables;
  if (whole === true || (typeof perPage === 'number' && perPage > LARGE_PAGE)) return true;
  const among = isObject(filter) ? filter : {};
  if (operation === 'SearchProducts' && (isGiven(among.startDate) || isGiven(among.endDate))) return true;
  return SEARCHES.some((name) => isGiven(variables[name]) || isGiven(among[name]));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isGiven = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
