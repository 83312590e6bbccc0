import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError, getOperationAST, parse } from 'graphql';
import { HttpError } from 'graphql-rest-router';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { tooLarge } from '../http/body-limit.ts';
import { notNow } from '../http/v1.ts';
import { type Executed, madeChanges, withLostAnswers } from './made-changes.ts';

/*
 * Faults of ours, at `/graphql`: the log says what went wrong in which operation, the answer under which id that is found.
 * Where nothing could be answered for now, that is the status: 503. Else it stays that of an answer with errors (GraphQL
 * over HTTP): 200 once an operation has begun, 500 before.
 */

type Requested = { incoming: FastifyRequest };

/** What is told of a database that is busy or away; undefined of everything else. */
function unavailable(cause: unknown, isWrite = false): GraphQLError | undefined {
  const known = notNow(cause, isWrite);
  if (!known) return undefined;
  const { message, ...more } = known;
  return new GraphQLError(message, { extensions: { code: 'UNAVAILABLE', ...more } });
}

/**
 * Answers what failed as a whole: where the database is busy or away, and where the request can't be read.
 *
 * @throws everything else
 */
export function answerRefusal(thrown: Error, { routeOptions }: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('cache-control', 'no-store');
  const error = tooLarge(thrown, routeOptions.bodyLimit) ?? thrown;
  const refusal = unavailable(error);
  if (refusal) {
    reply.header('retry-after', String(refusal.extensions.retryAfter));
    return reply.code(503).send({ errors: [refusal] });
  }
  const status = statusOf(error);
  if (status < 400 || status > 499) throw error;
  const code = status === 405 ? 'METHOD_NOT_ALLOWED' : 'BAD_REQUEST';
  if (error instanceof HttpError) reply.headers(error.headers);
  return reply.code(status).send({ errors: [{ message: messageOf(error, status), extensions: { code } }] });
}

function messageOf(error: Error, status: number): string {
  if (error instanceof HttpError) return error.message;
  return status === 415 ? 'The body must be sent as application/json.' : `${STATUS_CODES[status]}.`;
}

/** The status that the server gives an error; of Fastify's own, what they say. */
function statusOf(error: Error): number {
  if (error instanceof HttpError) return error.status;
  return 'statusCode' in error ? Number(error.statusCode) : 500;
}

/**
 * Logs a fault; that the database is busy or away is none.
 *
 * @param isWrite whether it happened during a mutation
 * @returns what the client is told of it
 */
export function answerErrorOf(
  cause: unknown,
  { log, id }: FastifyRequest,
  operation: string | undefined,
  isWrite = false,
): GraphQLError {
  const refusal = unavailable(cause, isWrite);
  if (refusal) return refusal;
  log.error({ err: cause, tracking_id: id, operation }, 'unexpected error');
  return new GraphQLError('Unexpected error.', {
    // `unexpected` is how Yoga knows a fault, for its status.
    extensions: { code: 'INTERNAL_SERVER_ERROR', unexpected: true, tracking_id: id },
  });
}

/** Tells of faults of what runs. A fault that strikes many members is logged once for each cause. */
export const trackedErrors: Plugin<Requested> = {
  onExecute: ({ args }) => ({
    onExecuteDone: ({ result, setResult }) => {
      if (!('errors' in result) || !result.errors) return;
      const errors = notified(result.errors, args);
      const made = madeChanges(args, errors);
      if (holdsNothing(result.data) && made.length === 0) errors.forEach(answerNotNow);
      setResult({ ...result, errors: withLostAnswers(errors, made, result.data) });
    },
  }),
  onSubscribe: ({ args }) => ({
    onSubscribeResult: ({ result, setResult }) => {
      if (!('errors' in result) || !result.errors) return;
      const errors = notified(result.errors, args);
      errors.forEach(answerNotNow);
      setResult({ ...result, errors });
    },
    onSubscribeError: ({ error, setError }) => {
      // Who has gone has not failed.
      if (error instanceof Error && error.name !== 'AbortError') setError(notified([error], args)[0]);
    },
  }),
};

type Args = Pick<Executed, 'document' | 'operationName'> & { contextValue: Requested };

function notified(
  errors: readonly Error[],
  { document, operationName, contextValue: { incoming } }: Args,
): GraphQLError[] {
  const { name, operation } = getOperationAST(document, operationName) ?? {};
  const known = new Map<unknown, GraphQLError>();
  return errors.map((error) => {
    const cause = causeOf(error);
    if (cause instanceof GraphQLError && error instanceof GraphQLError) {
      // graphql-js refuses arguments without a code.
      error.extensions.code ??= 'BAD_USER_INPUT';
      return error;
    }
    const answerError = known.get(cause) ?? answerErrorOf(cause, incoming, name?.value, operation === 'mutation');
    known.set(cause, answerError);
    const { message, extensions } = answerError;
    return new GraphQLError(
      message,
      error instanceof GraphQLError ? { ...placeOf(error), extensions } : { extensions },
    );
  });
}

const holdsNothing = (data: unknown): boolean =>
  typeof data !== 'object' || data === null || Object.values(data).every((value) => value === null);

/** How Yoga is told of status and headers. */
function answerNotNow({ extensions }: GraphQLError): void {
  const { code, retryAfter } = extensions;
  if (code === 'UNAVAILABLE') extensions.http = { status: 503, headers: { 'retry-after': String(retryAfter) } };
}

const placeOf = ({ nodes, path }: GraphQLError) => ({ nodes: nodes ?? null, path: path ?? null });

/** What was thrown in the first place; a GraphQLError where it is a refusal. */
function causeOf(error: Error): Error {
  return error instanceof GraphQLError && error.originalError ? causeOf(error.originalError) : error;
}

/** Runs what comes before an operation: its context. @throws what the client is told of a fault */
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
