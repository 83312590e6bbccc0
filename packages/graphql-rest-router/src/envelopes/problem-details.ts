import { STATUS_CODES } from 'node:http';
import type { ErrorEnvelope } from '../error-envelope.ts';
import { objectSchemas } from '../openapi/json-schema.ts';

const object = objectSchemas(false);

const PROBLEM = {
  name: 'Problem',
  schema: {
    ...object(
      {
        title: { type: 'string', description: 'The name of the status.' },
        status: { type: 'integer', description: 'The HTTP status.' },
        detail: { type: 'string', description: 'A message for people.' },
        errors: {
          type: 'object',
          additionalProperties: { type: 'array', minItems: 1, items: { type: 'string' } },
          description: 'Messages by the dotted path of the invalid member; only with status 422.',
        },
        tracking_id: { type: 'string', description: 'The id of the error, for support; only with status 500.' },
      },
      ['title', 'status', 'detail'],
    ),
    description: 'Problem details (RFC 9457). The status says what the problem is; `type` is `about:blank`.',
  },
};

/**
 * Problem details (RFC 9457), `application/problem+json`, with the extensions `errors` (messages by dotted path) and
 * `tracking_id`.
 */
export const problemDetails: ErrorEnvelope = {
  contentType: 'application/problem+json',
  body: ({ status, message, fields, trackingId }) => ({
    title: STATUS_CODES[status] ?? `Status ${status}`,
    status,
    detail: message,
    ...(fields === null ? {} : { errors: fields }),
    ...(trackingId === null ? {} : { tracking_id: trackingId }),
  }),
  published: { unauthenticated: PROBLEM, invalid: PROBLEM, expected: PROBLEM, unexpected: PROBLEM },
};
