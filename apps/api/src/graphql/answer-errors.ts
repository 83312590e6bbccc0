import { STATUS_CODES } from 'node:http';
import { refusalText } from '@channel/graph';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError, getOperationAST, type OperationTypeNode, parse } from 'graphql';
import { HttpError, hasLeft } from 'graphql-rest-router';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { tooLarge } from '../http/body-limit.ts';
import { notNow } from '../http/v1.ts';
import { type Executed, madeChanges, withLostAnswers } from './made-changes.ts';
import { lineOf, noteOutcome } from './request-line.ts';
import type { RequestWork } from './work.ts';

/*
 * Internal errors at `/graphql`: the log says what failed in which operation, and the answer has the id of the log
 * entry. If nothing could be answered because the database is busy or away, the status is 503. Otherwise it is the
 * status of an answer with errors (GraphQL over HTTP): 200 once an operation has begun, 500 before.
 */

type Requested = { incoming: FastifyRequest; sentenceLang: string; work?: RequestWork };

/** The error for a database that is busy or away; undefined for any other error. */
function unavailable(cause: unknown, kind?: OperationTypeNode): GraphQLError | undefined {
  const known = notNow(cause, { isWrite: kind === 'mutation', isRead: kind === 'query' });
  if (!known) return undefined;
  const { message, ...more } = known;
  return new GraphQLError(message, { extensions: { code: 'UNAVAILABLE', ...more } });
}

/**
 * Answers a request that failed as a whole: because the database is busy or away, or because the request is unreadable.
 *
 * @throws any other error
 */
export function answerRefusal(thrown: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('cache-control', 'no-store');
  const error = tooLarge(thrown, request.routeOptions.bodyLimit) ?? thrown;
  const refusal = unavailable(error);
  const note = (code: string) => noteOutcome(lineOf(request), [{ extensions: { code } }]);
  if (refusal) {
    note('UNAVAILABLE');
    reply.header('retry-after', String(refusal.extensions.retryAfter));
    return reply.code(503).send({ errors: [refusal] });
  }
  const status = statusOf(error);
  if (hasLeft(error, reply)) throw error;
  if (status < 400 || status > 499) {
    note('INTERNAL_SERVER_ERROR');
    throw error;
  }
  const code = status === 405 ? 'METHOD_NOT_ALLOWED' : 'BAD_REQUEST';
  note(code);
  if (error instanceof HttpError) reply.headers(error.headers);
  return reply.code(status).send({ errors: [{ message: messageOf(error, status), extensions: { code } }] });
}

function messageOf(error: Error, status: number): string {
  if (error instanceof HttpError) return error.message;
  return status === 415 ? 'The body must be sent as application/json.' : `${STATUS_CODES[status]}.`;
}

/** The status of an error; Fastify's own errors carry one. */
function statusOf(error: Error): number {
  if (error instanceof HttpError) return error.status;
  return 'statusCode' in error ? Number(error.statusCode) : 500;
}

/**
 * Logs an internal error; a busy or unavailable database is not logged.
 *
 * @param kind of the operation during which it happened
 * @returns the error for the client
 */
export function answerErrorOf(
  cause: unknown,
  { log, id }: FastifyRequest,
  operation: string | undefined,
  kind?: OperationTypeNode,
): GraphQLError {
  const refusal = unavailable(cause, kind);
  if (refusal) return refusal;
  log.error({ err: cause, tracking_id: id, operation }, 'unexpected error');
  return new GraphQLError('Unexpected error.', {
    // Yoga recognizes an internal error by `unexpected` and sets its status from it.
    extensions: { code: 'INTERNAL_SERVER_ERROR', unexpected: true, tracking_id: id },
  });
}

/** Reports internal errors of operations. An error that affects many fields is logged once for each cause. */
export const trackedErrors: Plugin<Requested> = {
  onExecute: ({ args }) => ({
    onExecuteDone: ({ result, setResult }) => {
      if (!('errors' in result) || !result.errors) return;
      const errors = reported(result.errors, args);
      const known = madeChanges(args, errors);
      const made = args.contextValue.work?.committed(known) ?? known;
      if (holdsNothing(result.data) && made.length === 0) errors.forEach(answerNotNow);
      setResult({ ...result, errors: withLostAnswers(errors, made, result.data) });
    },
  }),
  onSubscribe: ({ args }) => ({
    onSubscribeResult: ({ result, setResult }) => {
      if (!('errors' in result) || !result.errors) return;
      const errors = reported(result.errors, args);
      errors.forEach(answerNotNow);
      setResult({ ...result, errors });
    },
    onSubscribeError: ({ error, setError }) => {
      // A client that disconnects is no error.
      if (error instanceof Error && error.name !== 'AbortError') setError(reported([error], args)[0]);
    },
  }),
};

type Args = Pick<Executed, 'document' | 'operationName'> & { contextValue: Requested };

function reported(
  errors: readonly Error[],
  { document, operationName, contextValue: { incoming, sentenceLang } }: Args,
): GraphQLError[] {
  const { name, operation } = getOperationAST(document, operationName) ?? {};
  const known = new Map<unknown, GraphQLError>();
  return errors.map((error) => {
    const cause = causeOf(error);
    if (cause instanceof GraphQLError && error instanceof GraphQLError) {
      // graphql-js rejects invalid arguments without a code.
      error.extensions.code ??= 'BAD_USER_INPUT';
      return inLanguage(error, sentenceLang);
    }
    const answerError = known.get(cause) ?? answerErrorOf(cause, incoming, name?.value, operation);
    known.set(cause, answerError);
    const { message, extensions } = answerError;
    return new GraphQLError(
      message,
      error instanceof GraphQLError ? { ...placeOf(error), extensions } : { extensions },
    );
  });
}

/** An expected error with its texts in the language of the request. */
function inLanguage(error: GraphQLError, language: string): GraphQLError {
  const message = refusalText(error.message, language);
  if (message === error.message) return error;
  const { fields, ...more } = error.extensions;
  const extensions = Array.isArray(fields)
    ? { ...more, fields: fields.map((each) => ({ ...each, message: refusalText(String(each.message), language) })) }
    : more;
  return new GraphQLError(message, { ...placeOf(error), extensions });
}

const holdsNothing = (data: unknown): boolean =>
  typeof data !== 'object' || data === null || Object.values(data).every((value) => value === null);

/** Sets the status and the headers of the answer for Yoga. */
function answerNotNow({ extensions }: GraphQLError): void {
  const { code, retryAfter } = extensions;
  if (code === 'UNAVAILABLE') extensions.http = { status: 503, headers: { 'retry-after': String(retryAfter) } };
}

const placeOf = ({ nodes, path }: GraphQLError) => ({ nodes: nodes ?? null, path: path ?? null });

/** The original error; a GraphQLError if it is a refusal. */
function causeOf(error: Error): Error {
  return error instanceof GraphQLError && error.originalError ? causeOf(error.originalError) : error;
}

/** Runs the part before an operation: its context. @throws the error for the client */
export async function tracked<T>(
  incoming: FastifyRequest,
  { query, operationName }: GraphQLParams,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (cause) {
    if (cause instanceof GraphQLError) throw cause;
    const answerError = answerErrorOf(cause, incoming, getOperationAST(parse(query ?? ''), operationName)?.name?.value);
    answerNotNow(answerError);
    throw answerError;
  }
}
