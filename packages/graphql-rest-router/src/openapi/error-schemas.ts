import { type JsonSchema, type ObjectSchema, orNull } from './json-schema.ts';

const text = (description: string): JsonSchema => ({ type: 'string', description });
const nothing = (description: string): JsonSchema => ({ type: 'null', description });
const said = text('A message for people.');

/** The bodies of error responses. */
export function errorSchemas(object: ObjectSchema): Record<string, JsonSchema> {
  const meta = (trackingId: JsonSchema): JsonSchema => ({
    ...object({ message: said, tracking_id: trackingId }),
    description: 'Details of the error.',
  });
  return {
    Unauthenticated: {
      ...object({ message: said }),
      description: 'The body of 401 where credentials are needed.',
    },
    InvalidInput: {
      ...object({
        errors: {
          type: 'object',
          minProperties: 1,
          additionalProperties: { type: 'array', minItems: 1, items: { type: 'string' } },
          description: 'Messages by the dotted path of the member, such as `leader.email` or `orders.ids.3`.',
        },
        meta: meta(orNull(text('An id for support, if any.'))),
      }),
      description: 'The body of 422.',
    },
    HttpError: {
      ...object({ errors: nothing('Always null.'), meta: meta(nothing('Always null.')) }),
      description: 'The body of every other error response.',
    },
    UnexpectedError: {
      ...object({ errors: nothing('Always null.'), meta: meta(text('The id of the error, for support.')) }),
      description: 'The body of 500.',
    },
  };
}
