import { type FieldNode, Kind, type ValueNode } from 'graphql';

export type Variables = Readonly<Record<string, unknown>>;

/** The member whose text is searched for word by word, each of which costs as much as so many entries. */
const SEARCH = 'quickSearch';
const WORD = 10;
/** Of a text, in characters: what has more is refused by the field. */
const READ = 200;

const wordsOf = (text: string): number => text.slice(0, READ).split(/\s+/).filter(Boolean).length;

/**
 * How many entries the lists in a value hold, and those in its entries and members.
 *
 * @param name of the member that the value is
 */
function entriesOf(value: unknown, name?: string): number {
  if (typeof value === 'string') return name === SEARCH ? WORD * wordsOf(value) : 0;
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.entries(value).reduce((count, [key, member]) => count + entriesOf(member, key), 0);
  return Array.isArray(value) ? value.length + inside : inside;
}

/** Counts what the lists in arguments hold, by field, and the words searched for. A variable that many fields use is read once. */
export function inputEntries(variables: Variables): (node: FieldNode) => number {
  const known = new Map<string, number>();

  function ofVariable(variable: string, name: string): number {
    const key = `${variable} ${name === SEARCH}`;
    const count = known.get(key) ?? entriesOf(variables[variable], name);
    known.set(key, count);
    return count;
  }

  function of(value: ValueNode, name: string): number {
    if (value.kind === Kind.VARIABLE) return ofVariable(value.name.value, name);
    if (value.kind === Kind.STRING) return entriesOf(value.value, name);
    if (value.kind === Kind.OBJECT)
      return value.fields.reduce((count, field) => count + of(field.value, field.name.value), 0);
    if (value.kind !== Kind.LIST) return 0;
    return value.values.reduce((count, entry) => count + of(entry, ''), value.values.length);
  }

  return ({ arguments: given = [] }) => given.reduce((count, { name, value }) => count + of(value, name.value), 0);
}
