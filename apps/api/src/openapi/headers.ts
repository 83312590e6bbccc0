import type { JsonSchema, Route, Shared } from 'graphql-rest-router';
import { takesIdempotencyKey, takesRefreshKey } from '../http/idempotency.ts';
import { takesIfMatch } from '../http/if-match.ts';

/** Request headers. */
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
        'A key of your choice, such as a UUID, for this request. Sent again with the same key, the request is not executed again: its first answer is repeated, with `Idempotent-Replayed: true`. The key with another request is 422; while the first is still being executed, 409. Refusals are not stored. A refresh of tokens can be repeated with its key for a minute; a second use of its token with another key, or without one, ends the login.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    },
    where: (route) => takesIdempotencyKey(route) || takesRefreshKey(route),
  },
  {
    name: 'If-Match',
    content: {
      name: 'If-Match',
      in: 'header',
      description: 'The ETag with which the order was read; 412 if the order has changed since.',
      schema: { type: 'string' },
    },
    where: takesIfMatch,
  },
];

/** Whether quotas count requests to an endpoint. */
const isCounted = (route: Route) => !route.public;

/** Headers of successful answers, in addition to those of the router. */
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
  {
    name: 'RateLimit-Policy',
    content: {
      description:
        'The quotas that counted the request, if there are any (draft-ietf-httpapi-ratelimit-headers): `q` requests in a window of `w` seconds, of the organization or of the user. Without a quota the header is absent.',
      'x-open-fact': 'rate-limit',
      schema: {
        type: 'string',
        pattern: '^"(organization|user)";q=\\d+;w=\\d+(, "(organization|user)";q=\\d+;w=\\d+)*$',
      },
    },
    where: isCounted,
    onRefusals: true,
  },
  {
    name: 'RateLimit',
    content: {
      description:
        'What is left of these quotas: `r` requests, and more in `t` seconds, when a new window begins, or earlier while the quota is granted evenly. Other clients of the organization use it, too.',
      'x-open-fact': 'rate-limit',
      schema: {
        type: 'string',
        pattern: '^"(organization|user)";r=\\d+;t=\\d+(, "(organization|user)";r=\\d+;t=\\d+)*$',
      },
    },
    where: isCounted,
    onRefusals: true,
  },
];
