import type { FastifyRequest } from 'fastify';
import { type DocumentNode, GraphQLError, getOperationAST, type OperationTypeNode } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import { type Principal, principalKind } from '../admission/principal.ts';
import type { Bill } from './cost.ts';
import { idOf } from './manifest.ts';
import type { PersistedDocument } from './persisted.ts';

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
  /** The objects of the answer; not known of compiled operations. */
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

const MAX_NAME = 100;

type Named = { name: string | undefined; kind: OperationTypeNode };

function noteNamed(line: OperationLog, { name, kind }: Named): void {
  if (name !== undefined) line.operation = name.slice(0, MAX_NAME);
  line.type = kind;
}

/** Notes the operation of a document that Yoga does not run. */
export function noteOperation(line: OperationLog, document: DocumentNode, operationName: string | null): void {
  const operation = getOperationAST(document, operationName);
  if (operation) noteNamed(line, { name: operation.name?.value, kind: operation.operation });
}

/** Notes who sent an operation. */
export function noteActor(line: OperationLog, principal: Principal | null): void {
  if (principal) line.actor = { kind: principalKind(principal), id: principal.userId };
}

/** Notes which document a request names, or which text it holds. */
export function noteDocument(line: OperationLog, document: PersistedDocument | undefined, body: unknown): void {
  if (document) {
    noteNamed(line, document);
    line.document = document.id;
    return;
  }
  const text = typeof body === 'object' && body !== null && 'query' in body ? body.query : undefined;
  if (typeof text === 'string') line.document = idOf(text);
}

/** Notes an answer. @param errors its errors; default none, where it may have refusals as data */
export function noteOutcome(line: OperationLog, errors: readonly { extensions?: unknown }[] = []): void {
  const [extensions] = errors.map((error): Partial<Record<string, unknown>> => error.extensions ?? {});
  if (extensions) line.code = String(extensions.code ?? 'unknown');
  else line.code ??= 'OK';
  const made = extensions?.made;
  if (Array.isArray(made)) line.made = made.length;
}

/** A bill that notes the costs. */
export function notedBill(line: OperationLog, bill: Bill): Bill {
  let last: ReturnType<Bill>;
  return (...given) => {
    try {
      const cost = bill(...given);
      // The bill returns the same cost again, except for each event.
      if (cost && cost !== last) line.cost = (line.cost ?? 0) + cost.requested;
      last = cost;
      return cost;
    } catch (error) {
      if (error instanceof GraphQLError) line.cost ??= Number(Object(error.extensions.cost).requested);
      throw error;
    }
  };
}

/** Notes the operations that Yoga runs, and their outcomes. */
export const notedOperations: Plugin<{ line?: OperationLog }, { line: OperationLog }> = {
  onParse:
    ({ context }) =>
    ({ result }) => {
      const { line, params } = context;
      // A document that is parsed for an export has no line of its own.
      if (!line) return;
      line.strategy = 'executed';
      if (isDocument(result)) noteOperation(line, result, params.operationName ?? null);
    },
  onResultProcess: ({ result, serverContext: { line } }) =>
    noteOutcome(line, isAsyncIterable(result) || Array.isArray(result) ? [] : result.errors),
};

const isDocument = (parsed: unknown): parsed is DocumentNode =>
  typeof parsed === 'object' && parsed !== null && 'kind' in parsed;
