/** `order_date` → `orderDate`. Wire names are snake_case, GraphQL names camelCase. */
export function camelName(name: string): string {
  return name.includes('_') ? name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) : name;
}

/** `orderDate` → `order_date`; the inverse of `camelName` for every name that `roundTrips`. */
export function snakeName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Converts names in backticks in a text of the GraphQL schema to wire names. */
export function wireText(text: string): string {
  return text.replace(/`[a-z][\w.]*`/g, snakeName);
}

/** Whether a wire name survives the conversion to GraphQL and back, so that a field error can be reported under it. */
export function roundTrips(name: string): boolean {
  return snakeName(camelName(name)) === name;
}

/** Renames the members of plain objects at every depth; members that are `undefined` are left out. */
export function camelKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelKeys);
  if (!isPlainObject(value)) return value;
  const renamed: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) renamed[camelName(name)] = camelKeys(member);
  }
  return renamed;
}

/** An object literal or a parsed JSON object; not a list, a date or an instance of a class. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
