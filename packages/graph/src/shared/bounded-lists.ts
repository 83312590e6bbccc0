import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { Faults } from '../errors.ts';

/**
 * Most entries of any list. Twice what a field allows where it looks at a list itself, so that what is a little too long is
 * refused there, with what else is wrong.
 */
const MAX_ENTRIES = 2_000;

/** Lists of as many orders as a batch takes, which the settings say: by argument or input type, and name. */
const ORDERS_OF_A_BATCH = new Set(['BatchOrders.ids', 'retryBatch.orderIds']);

type Path = (string | number)[];
type Args = Readonly<Record<string, unknown>>;
type Checked = Pick<GraphQLField<unknown, unknown>, 'name' | 'args'>;

/**
 * Checks that no list in the arguments of a field holds more entries than any may; what a field does with its lists may
 * demand less. Paths are those of field errors: what an argument `input` holds is named without it.
 *
 * @throws a validation error with each list that is too long
 */
export function checkLists({ name: field, args: declared }: Checked, args: Args): void {
  const faults = new Faults();
  for (const { name, type } of declared)
    if (!ORDERS_OF_A_BATCH.has(`${field}.${name}`)) check(type, args[name], name === 'input' ? [] : [name], faults);
  faults.throwIfAny();
}

function check(type: GraphQLInputType, value: unknown, path: Path, faults: Faults): void {
  if (typeof value !== 'object' || value === null) return;
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    const entries = Array.isArray(value) ? value : [value];
    if (entries.length > MAX_ENTRIES) faults.add(path, `must hold at most ${MAX_ENTRIES} entries.`);
    else for (const [index, entry] of entries.entries()) check(nullable.ofType, entry, [...path, index], faults);
  } else if (isInputObjectType(nullable)) {
    for (const [name, member] of Object.entries(nullable.getFields()))
      if (!ORDERS_OF_A_BATCH.has(`${nullable.name}.${name}`))
        check(member.type, Reflect.get(value, name), [...path, name], faults);
  }
}

/** Whether an argument is a list or holds one, however deep. */
export function holdsLists({ type }: Pick<GraphQLArgument, 'type'>, known = new Set<string>()): boolean {
  if (isListType(getNullableType(type))) return true;
  const named = getNamedType(type);
  if (!isInputObjectType(named) || known.has(named.name)) return false;
  known.add(named.name);
  return Object.values(named.getFields()).some((member) => holdsLists(member, known));
}
