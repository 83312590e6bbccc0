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
 * Maximum entries of any list: twice the largest limit of a field that checks its list itself. A list slightly above
 * such a limit is therefore refused by the field, together with the other field errors.
 */
const MAX_ENTRIES = 2_000;

/** Maximum characters of any text: more than twice the largest limit of a single field. */
const MAX_TEXT = 10_000;

/** The maximum length of a text in an input, for the `extensions` of the input field. */
export const atMost = (characters: number) => ({ atMost: characters });

/** Lists of orders whose maximum is the batch size in the settings, by argument or input type, and name. */
const ORDERS_OF_A_BATCH = new Set(['BatchOrders.ids', 'retryBatch.orderIds']);

type Path = (string | number)[];
type Args = Readonly<Record<string, unknown>>;
type Checked = Pick<GraphQLField<unknown, unknown>, 'name' | 'args'>;

/**
 * Checks every list and text in the arguments of a field against the general maximum; the field itself may set lower
 * limits. Paths are those of field errors: members of an argument `input` are named without `input`.
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
