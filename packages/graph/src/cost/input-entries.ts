import { type FieldNode, Kind, type ValueNode } from 'graphql';

export type Variables = Readonly<Record<string, unknown>>;

/** The member whose text is searched word by word; each word costs as much as `WORD` entries. */
const SEARCH = 'quickSearch';
const WORD = 10;
/** The member that, if true, makes the rule of clashes read all jobs of up to 31 days; it costs as much as `RULE` entries. */
const CLASH = 'hasClash';
const RULE = 5_000;
/** Maximum characters of a text that are counted; the field refuses longer texts. */
const READ = 200;

const wordsOf = (text: string): number => text.slice(0, READ).split(/\s+/).filter(Boolean).length;

/**
 * The number of entries in the lists of a value, at every depth.
 *
 * @param name the name of the member that has the value
 */
function entriesOf(value: unknown, name?: string): number {
  if (typeof value === 'string') return name === SEARCH ? WORD * wordsOf(value) : 0;
  if (value === true && name === CLASH) return RULE;
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.entries(value).reduce((count, [key, member]) => count + entriesOf(member, key), 0);
  return Array.isArray(value) ? value.length + inside : inside;
}

/**
 * Counts the list entries and search words in the arguments of a field. A variable that many fields use is counted
 * once.
 */
export function inputEntries(variables: Variables): (node: FieldNode) => number {
  const known = new Map<string, number>();

  function ofVariable(variable: string, name: string): number {
    const key = `${variable} ${name === SEARCH || name === CLASH}`;
    const count = known.get(key) ?? entriesOf(variables[variable], name);
    known.set(key, count);
    return count;
  }

  function of(value: ValueNode, name: string): number {
    if (value.kind === Kind.VARIABLE) return ofVariable(value.name.value, name);
    if (value.kind === Kind.STRING || value.kind === Kind.BOOLEAN) return entriesOf(value.value, name);
    if (value.kind === Kind.OBJECT)
      return value.fields.reduce((count, field) => count + of(field.value, field.name.value), 0);
    if (value.kind !== Kind.LIST) return 0;
    return value.values.reduce((count, entry) => count + of(entry, ''), value.values.length);
  }

  return ({ arguments: given = [] }) => given.reduce((count, { name, value }) => count + of(value, name.value), 0);
}
