import { type DocumentNode, type GraphQLField, type GraphQLSchema, GraphQLString } from 'graphql';
import { atMost } from './bounded-arguments.ts';
import { selectsOnly } from './public-field.ts';

/** Maximum characters of a key. */
export const MAX_IDEMPOTENCY_KEY = 255;

const ARGUMENT = 'idempotencyKey';

type RootField = Pick<GraphQLField<unknown, unknown>, 'extensions'>;

/** The `extensions` of a mutation that takes no idempotency key, with the reason, which callers read. */
export const withoutKey = (reason: string) => ({ withoutIdempotencyKey: reason });

/** For a mutation whose answer is shown once: an answer is stored with its key. */
export const ANSWERS_SECRET = withoutKey('its answer holds a secret, which is not stored');

/** For a mutation that begins or ends a login, by cookies or tokens. */
export const CHANGES_LOGIN = withoutKey('it changes a login');

/** For a mutation that stores something where it is refused, and does not run twice by itself. */
export const STORES_REFUSAL = withoutKey('it stores what it finds, also where it is refused');

/** For a mutation of the page of the crew: keys belong to users. */
export const SENT_BY_CREW = withoutKey('keys belong to users, and it is sent by no user');

/** Why a mutation takes no key; undefined for one that takes a key. */
export function reasonWithoutKey({ extensions }: RootField): string | undefined {
  const { withoutIdempotencyKey: reason } = extensions;
  return typeof reason === 'string' ? reason : undefined;
}

/** Whether each root field of a validated mutation takes a key. */
export const takesKey = (schema: GraphQLSchema, document: DocumentNode): boolean =>
  selectsOnly(schema, document, (field) => reasonWithoutKey(field) === undefined);

/**
 * Gives every mutation that takes a key the argument for it. The entry point obeys it (see `once` of the API), because a
 * key covers the whole operation: its changes and its answer.
 */
export function acceptKeys(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    if (reasonWithoutKey(field) !== undefined) continue;
    field.args = [
      ...field.args,
      {
        name: ARGUMENT,
        description:
          'A key that the client makes, such as a UUID; equal to the header `Idempotency-Key`. An operation that is repeated with it is not executed again: its first answer is repeated.',
        type: GraphQLString,
        defaultValue: undefined,
        deprecationReason: undefined,
        extensions: atMost(MAX_IDEMPOTENCY_KEY),
        astNode: undefined,
      },
    ];
  }
  return schema;
}

/** The key in the coerced arguments of a mutation that takes one. */
export function keyIn(args: Readonly<Record<string, unknown>>): string | undefined {
  const key = args[ARGUMENT];
  return typeof key === 'string' ? key : undefined;
}
