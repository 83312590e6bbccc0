import type { FastifyReply } from 'fastify';
import type { GraphQLError } from 'graphql';
import type { Refusal } from './may-send.ts';
import { lineOf, noteOutcome } from './request-line.ts';

/**
 * The refusal that an error is.
 *
 * @param standard the status of an error that has none of its own
 */
export function refusalOf({ message, extensions }: GraphQLError, standard: number): Refusal {
  const { http, code = 'BAD_USER_INPUT', ...more } = extensions;
  return { ...more, status: http?.status ?? standard, message, code: String(code) };
}

/** Answers with a refusal, and notes it in the line of the request. */
export function refuse(reply: FastifyReply, { status, message, ...extensions }: Refusal): FastifyReply {
  noteOutcome(lineOf(reply.request), [{ extensions }]);
  reply.header('cache-control', 'no-store');
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  if (extensions.retryAfter !== undefined) reply.header('retry-after', String(extensions.retryAfter));
  return reply.code(status).send({ errors: [{ message, extensions }] });
}
