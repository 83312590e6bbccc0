const NAMED = 500;
const CANDIDATES = 2_000;
const SIGHTINGS = 3;

/**
 * Names for prepared statements: Postgres then plans a repeated statement once per connection, which makes small reads
 * about twice as fast. The number of names is bounded, because every connection keeps each of them until it ends: only
 * the first 500 texts that were seen three times get one, so that a list of ids of varying length never uses them up.
 *
 * @param prefix of the names, different for each user of the same connections
 */
export function statementNames(prefix: string): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  const seen = new Map<string, number>();
  return ({ sql }) => {
    const name = names.get(sql);
    if (name !== undefined) return name;
    if (names.size >= NAMED) return '';
    const count = (seen.get(sql) ?? 0) + 1;
    if (count < SIGHTINGS) {
      if (seen.size >= CANDIDATES) seen.clear();
      seen.set(sql, count);
      return '';
    }
    seen.delete(sql);
    const next = `${prefix}${names.size + 1}`;
    names.set(sql, next);
    return next;
  };
}
