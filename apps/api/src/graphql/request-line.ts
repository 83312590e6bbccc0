import type { FastifyRequest } from 'fastify';
import type { OperationTypeNode } from 'graphql';
import type { ExportProgress } from 'graphql-rest-router';
import { type Principal, principalKind } from '../admission/principal.ts';

/**
 * What the line of a GraphQL request shows in the log, beside its status and its time. Nothing of it is a text or a
 * value that the client sent, except for the name of the operation.
 */
export type OperationLog = {
  /** The name of the operation, of at most 100 characters. */
  operation?: string;
  /** The id of the document; of a text, the id that it would have. */
  document?: string;
  type?: OperationTypeNode;
  /** Whether a statement answered, or the resolvers. */
  strategy?: 'compiled' | 'executed';
  /** The cost; of a subscription, the sum over its events. Also of an operation that was refused for it. */
  cost?: number;
  /** The objects of the answer: its rows, with those within them. */
  objects?: number;
  /** The orders that an export has sent. */
  orders?: number;
  /** The bytes of the data in the answer. */
  bytes?: number;
  /** The events that a subscription answered. */
  events?: number;
  /** `OK`, or the code of the first error or refusal. */
  code?: string;
  /** How many changes of a failed mutation were made. */
  made?: number;
  actor?: { kind: string; id: number };
  channel?: string;
};

/** The line of a request; new where there is none yet. */
export function lineOf(request: FastifyRequest): OperationLog {
  request.logged ??= {};
  return request.logged;
}

/** Notes who sent an operation. */
export function noteActor(line: OperationLog, principal: Principal | null): void {
  if (principal) line.actor = { kind: principalKind(principal), id: principal.userId };
}

/** Notes an answer. @param errors its errors; default none, where it may have refusals as data */
export function noteOutcome(line: OperationLog, errors: readonly { extensions?: unknown }[] = []): void {
  const [extensions] = errors.map((error): Partial<Record<string, unknown>> => error.extensions ?? {});
  if (extensions) line.code = String(extensions.code ?? 'unknown');
  else line.code ??= 'OK';
  const made = extensions?.made;
  if (Array.isArray(made)) line.made = made.length;
}

/** The codes of errors that are known by their status alone. */
const CODES: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  405: 'METHOD_NOT_ALLOWED',
  413: 'BAD_REQUEST',
  415: 'BAD_REQUEST',
  422: 'VALIDATION',
  429: 'TOO_MANY_REQUESTS',
  503: 'UNAVAILABLE',
};

/** Notes the progress of an export of orders, and how it ended. */
export const notedExport =
  (line: OperationLog): ExportProgress =>
  (rows, end) => {
    line.orders = rows;
    if (end?.error !== undefined) noteFailure(line, end.error);
    else if (end) noteOutcome(line);
  };

/** Notes an error that a request is answered with. */
export const noteFailure = (line: OperationLog, error: unknown): void => noteOutcome(line, [shown(error)]);

function shown(error: unknown): { extensions: unknown } {
  const { extensions, status }: { extensions?: unknown; status?: unknown } = Object(error);
  return { extensions: extensions ?? { code: CODES[Number(status)] ?? 'INTERNAL_SERVER_ERROR' } };
}
