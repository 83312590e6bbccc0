import type { ErrorEnvelope } from '../error-envelope.ts';
import { type JsonSchema, objectSchemas, orNull } from '../openapi/json-schema.ts';

const object = objectSchemas(false);
const text = (description: string): JsonSchema => ({ type: 'string', description });
const nothing = (description: string): JsonSchema => ({ type: 'null', description });
const said = text('A message for people.');
const meta = (trackingId: JsonSchema): JsonSchema => ({
  ...object({ message: said, tracking_id: trackingId }),
  description: 'Details of the error.',
});

/**
 * `{ errors, meta: { message, tracking_id } }`: `errors` holds messages by dotted path, or null. 401 for missing
 * credentials is `{ message }`.
 */
export const errorsAndMeta: ErrorEnvelope = {
  contentType: 'application/json; charset=utf-8',
  body: ({ kind, message, fields, trackingId }) =>
    kind === 'unauthenticated' ? { message } : { errors: fields, meta: { message, tracking_id: trackingId } },
  published: {
    unauthenticated: {
      name: 'Unauthenticated',
      schema: { ...object({ message: said }), description: 'The body of 401 where credentials are needed.' },
    },
    invalid: {
      name: 'InvalidInput',
      schema: {
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
      meaning: 'Members are invalid; `errors` names each by its dotted path.',
    },
    expected: {
      name: 'HttpError',
      schema: {
        ...object({ errors: nothing('Always null.'), meta: meta(nothing('Always null.')) }),
        description: 'The body of every other error response.',
      },
    },
    unexpected: {
      name: 'UnexpectedError',
      schema: {
        ...object({ errors: nothing('Always null.'), meta: meta(text('The id of the error, for support.')) }),
        description: 'The body of 500.',
      },
      meaning: 'An internal server error; `tracking_id` equals the header X-Request-Id.',
    },
  },
};
