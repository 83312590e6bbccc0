/** A member that differs between two JSON values. The value of a missing member is undefined. */
export type JsonChange = { path: string; before: unknown; after: unknown };

type Members = Record<string, unknown>;

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Members that identify the entries of a list, so that an inserted entry does not make all others differ. */
const IDENTITIES = ['id', 'passenger_id', 'key'];

/**
 * The differences between two JSON values, member by member, in the order of the members. Entries of lists are compared
 * with the entry of the same identity (`bookings[id=7].status`), else with the entry at the same position.
 */
export function changesBetween(before: unknown, after: unknown, path = ''): JsonChange[] {
  if (Object.is(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => changesBetween(before[name], after[name], path === '' ? name : `${path}.${name}`));
  }
  if (Array.isArray(before) && Array.isArray(after)) return changesOfLists(before, after, path);
  return [{ path, before, after }];
}

function changesOfLists(before: unknown[], after: unknown[], path: string): JsonChange[] {
  const identity = IDENTITIES.find((name) => [...before, ...after].every((entry) => isObject(entry) && name in entry));
  const named = (list: unknown[]) =>
    new Map(
      list.map((entry, index) => [identity && isObject(entry) ? `${identity}=${entry[identity]}` : index, entry]),
    );
  const [old, young] = [named(before), named(after)];
  return [...new Set([...old.keys(), ...young.keys()])].flatMap((name) =>
    changesBetween(old.get(name), young.get(name), `${path}[${name}]`),
  );
}
