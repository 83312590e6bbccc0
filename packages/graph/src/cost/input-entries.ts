import { type FieldNode, Kind, type ValueNode } from 'graphql';

export type Variables = Readonly<Record<string, unknown>>;

/** How many entries the lists in a value hold, and those in its entries and members. */
function entriesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inside = Object.values(value).reduce<number>((count, member) => count + entriesOf(member), 0);
  return Array.isArray(value) ? value.length + inside : inside;
}

/** Counts what the lists in arguments hold, by field. A variable that many fields use is read once. */
export function inputEntries(variables: Variables): (node: FieldNode) => number {
  const known = new Map<string, number>();

  function ofVariable(name: string): number {
    const count = known.get(name) ?? entriesOf(variables[name]);
    known.set(name, count);
    return count;
  }

  function of(value: ValueNode): number {
    if (value.kind === Kind.VARIABLE) return ofVariable(value.name.value);
    if (value.kind === Kind.OBJECT) return value.fields.reduce((count, field) => count + of(field.value), 0);
    if (value.kind !== Kind.LIST) return 0;
    return value.values.reduce((count, entry) => count + of(entry), value.values.length);
  }

  return ({ arguments: given = [] }) => given.reduce((count, argument) => count + of(argument.value), 0);
}
