/**
 * A query string with nested members in brackets: `{ filter: { order_date: { start } } }` becomes
 * `filter[order_date][start]=…`, a list `tags[]=…`. Lists that the API takes as one text, joined by the vertical bar,
 * are texts here too. Members that are undefined or null are left out.
 */
export function bracketed(query: Readonly<Record<string, unknown>>): string {
  return Object.entries(query)
    .flatMap(([name, value]) => pairs(name, value))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
}

function pairs(name: string, value: unknown): [string, string][] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) {
    const isFlat = value.every((entry) => typeof entry !== 'object');
    return value.flatMap((entry, index) => pairs(isFlat ? `${name}[]` : `${name}[${index}]`, entry));
  }
  if (typeof value !== 'object') return [[name, String(value)]];
  return Object.entries(value).flatMap(([member, inner]) => pairs(`${name}[${member}]`, inner));
}
