import type { FastifyRequest } from 'fastify';
import { type DocumentNode, GraphQLError, getOperationAST, parse } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { unavailable } from '../http/v1.ts';

/*
 * Faults of ours, at `/graphql`: the log says what went wrong in which operation, the answer under which id that is found.
 * The status stays that of an answer with errors (GraphQL over HTTP): 200 once an operation has begun, 500 before.
 */

type Asked = { incoming: FastifyRequest };

/** Logs a fault; that the database is busy is none. @returns what the client is told of it */
export function faultOf(cause: unknown, { log, id }: FastifyRequest, operation: string | undefined): GraphQLError {
  const notNow = unavailable(cause);
  if (notNow) {
    const retryAfter = Number(notNow.headers['retry-after']);
    return new GraphQLError(notNow.message, { extensions: { code: 'UNAVAILABLE', retryAfter } });
  }
  log.error({ err: cause, tracking_id: id, operation }, 'unexpected error');
  return new GraphQLError('Unexpected error.', {
    // `unexpected` is how Yoga knows a fault, for its status.
    extensions: { code: 'INTERNAL_SERVER_ERROR', unexpected: true, tracking_id: id },
  });
}

/** Tells of faults of what runs. A fault that strikes many members is logged once for each cause. */
export const trackedFaults: Plugin<Asked> = {
  onExecute: ({ args }) => ({
    onExecuteDone: ({ result, setResult }) => {
      if ('errors' in result && result.errors) setResult({ ...result, errors: told(result.errors, args) });
    },
  }),
  onSubscribe: ({ args }) => ({
    onSubscribeResult: () => ({
      onNext: ({ result, setResult }) => {
        if ('errors' in result && result.errors) setResult({ ...result, errors: told(result.errors, args) });
      },
    }),
    onSubscribeError: ({ error, setError }) => {
      // Who has gone has not failed.
      if (error instanceof Error && error.name !== 'AbortError') setError(told([error], args)[0]);
    },
  }),
};

type Args = { document: DocumentNode; operationName?: string | null | undefined; contextValue: Asked };

function told(errors: readonly Error[], { document, operationName, contextValue: { incoming } }: Args): GraphQLError[] {
  const name = getOperationAST(document, operationName)?.name?.value;
  const known = new Map<unknown, GraphQLError>();
  return errors.map((error) => {
    const cause = causeOf(error);
    if (cause instanceof GraphQLError && error instanceof GraphQLError) return error;
    const fault = known.get(cause) ?? faultOf(cause, incoming, name);
    known.set(cause, fault);
    const { message, extensions } = fault;
    return new GraphQLError(
      message,
      error instanceof GraphQLError ? { ...placeOf(error), extensions } : { extensions },
    );
  });
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
    throw faultOf(cause, incoming, getOperationAST(parse(query ?? ''), operationName)?.name?.value);
  }
}
