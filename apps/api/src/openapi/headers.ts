import type { JsonSchema, Shared } from 'graphql-rest-router';
import { takesIdempotencyKey, takesRefreshKey } from '../http/idempotency.ts';
import { takesIfMatch } from '../http/if-match.ts';

/** Headers that requests may have. */
export const parameters: readonly Shared<JsonSchema>[] = [
  {
    name: 'X-Lang',
    content: {
      name: 'X-Lang',
      in: 'header',
      description:
        'The language of the answer, as an ISO 639-1 code. A language that is not offered, or a text without a translation, falls back to the default; `Content-Language` says which was taken.',
      'x-open-fact': 'language',
      schema: { type: 'string' },
    },
  },
  {
    name: 'Idempotency-Key',
    content: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        'A key of your own making, such as a UUID, for this very request. Sent again with the same key, the request is not executed again: its first answer is repeated, with `Idempotent-Replayed: true`. The key with another request is 422; while the first is still being executed, 409. Refusals are not kept. A refresh of tokens can be repeated so for a minute; with another key, or none, a second use of its token ends the login.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    },
    where: (route) => takesIdempotencyKey(route) || takesRefreshKey(route),
  },
  {
    name: 'If-Match',
    content: {
      name: 'If-Match',
      in: 'header',
      description: 'The ETag with which the order was read; 412 when the order has changed since.',
      schema: { type: 'string' },
    },
    where: takesIfMatch,
  },
];

/** Headers that successes have, beyond those of the router. */
export const headers: readonly Shared<JsonSchema>[] = [
  {
    name: 'Content-Language',
    content: {
      description: 'The language of the answer.',
      required: true,
      schema: { type: 'string', pattern: '^[a-z]{2}$' },
    },
  },
  {
    name: 'Idempotent-Replayed',
    content: {
      description: 'Present when the answer is that of an earlier request with the same `Idempotency-Key`.',
      schema: { type: 'string', const: 'true' },
    },
    where: takesIdempotencyKey,
  },
];
