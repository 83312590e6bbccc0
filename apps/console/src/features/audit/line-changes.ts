/** A changed member: its name, and its old and new value as text. Null means no value. */
export type MemberChange = { member: string; before: string | null; after: string | null };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((entry) => ['string', 'number'].includes(typeof entry))) {
    return value.length === 0 ? null : value.join(', ');
  }
  if (isRecord(value) && Object.keys(value).length === 0) return null;
  return JSON.stringify(value);
}

/** Compares the members before and after an audit log entry; each tag key is a member of its own. */
export function lineChanges(before: unknown, after: unknown): MemberChange[] {
  const [was, is] = [membersOf(before), membersOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((member) => ({ member, before: textOf(was.get(member)), after: textOf(is.get(member)) }))
    .filter((change) => change.before !== change.after);
}

/** Members by name; members of nested objects by their path. */
function membersOf(value: unknown, path = ''): Map<string, unknown> {
  if (!isRecord(value)) return new Map(value === null || value === undefined ? [] : [[path || 'value', value]]);
  return new Map(
    Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
      const at = path ? `${path}.${name}` : name;
      return isRecord(member) ? [...membersOf(member, at)] : [[at, member]];
    }),
  );
}
