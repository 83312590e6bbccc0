import {
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { FieldErrors } from '../errors.ts';

/**
 * Most entries of any list. Twice what a field allows where it looks at a list itself, so that what is a little too long is
 * refused there, with what else is wrong.
 */
const MAX_ENTRIES = 2_000;

/** Most characters of any text: more than twice what the longest one that has a limit of its own may have. */
const MAX_TEXT = 10_000;

/** The limit of its own that a text in an input has, told where the input is declared. */
export const atMost = (characters: number) => ({ atMost: characters });

/** Lists of as many orders as a batch takes, which the settings say: by argument or input type, and name. */
const ORDERS_OF_A_BATCH = new Set(['BatchOrders.ids', 'retryBatch.orderIds']);

type Path = (string | number)[];
type Args = Readonly<Record<string, unknown>>;
type Checked = Pick<GraphQLField<unknown, unknown>, 'name' | 'args'>;

/**
 * Checks that no list in the arguments of a field holds more entries than any may, and no text more characters; what a field
 * does with them may demand less. Paths are those of field errors: what an argument `input` holds is named without it.
 *
 * @throws a validation error with each list and text that is too long
 */
export function checkArguments({ name: field, args: declared }: Checked, args: Args): void {
  const fieldErrors = new FieldErrors();
  for (const argument of declared) {
    const { name } = argument;
    if (!ORDERS_OF_A_BATCH.has(`${field}.${name}`))
      check(argument, args[name], name === 'input' ? [] : [name], fieldErrors);
  }
  fieldErrors.throwIfAny();
}

type Declared = { type: GraphQLInputType; extensions: GraphQLInputField['extensions'] };

function check({ type, extensions }: Declared, value: unknown, path: Path, fieldErrors: FieldErrors): void {
  if (typeof value === 'string') {
    const max = Number(extensions.atMost ?? MAX_TEXT);
    if (value.length > max) fieldErrors.add(path, `must have at most ${max} characters.`);
  }
  if (typeof value !== 'object' || value === null) return;
  const nullable = getNullableType(type);
  if (isListType(nullable)) {
    const entries = Array.isArray(value) ? value : [value];
    if (entries.length > MAX_ENTRIES) fieldErrors.add(path, `must hold at most ${MAX_ENTRIES} entries.`);
    else
      for (const [index, entry] of entries.entries())
        check({ type: nullable.ofType, extensions }, entry, [...path, index], fieldErrors);
  } else if (isInputObjectType(nullable)) {
    for (const [name, member] of Object.entries(nullable.getFields()))
      if (!ORDERS_OF_A_BATCH.has(`${nullable.name}.${name}`))
        check(member, Reflect.get(value, name), [...path, name], fieldErrors);
  }
}
