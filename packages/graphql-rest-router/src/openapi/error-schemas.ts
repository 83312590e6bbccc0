import { type JsonSchema, objectSchema, orNull } from './json-schema.ts';

const text = (description: string): JsonSchema => ({ type: 'string', description });
const nothing = (description: string): JsonSchema => ({ type: 'null', description });
const said = text('What happened, in words for people.');
const meta = (trackingId: JsonSchema): JsonSchema => ({
  ...objectSchema({ message: said, tracking_id: trackingId }),
  description: 'What is said of the refusal.',
});

/** The bodies of failures. */
export const ERROR_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Unauthenticated: {
    ...objectSchema({ message: said }),
    description: 'The body of 401 where credentials are needed.',
  },
  InvalidInput: {
    ...objectSchema({
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
  PlannedError: {
    ...objectSchema({ errors: nothing('Always null.'), meta: meta(nothing('Always null.')) }),
    description: 'The body of every other refusal.',
  },
  UnexpectedError: {
    ...objectSchema({ errors: nothing('Always null.'), meta: meta(text('The id of the failure, for support.')) }),
    description: 'The body of 500.',
  },
};
