import { type DocumentNode, GraphQLError, getOperationAST, type OperationTypeNode } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { Bill } from './cost.ts';
import { idOf } from './manifest.ts';
import type { PersistedDocument } from './persisted.ts';
import { noteOutcome, type OperationLog } from './request-line.ts';

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

/** A bill that notes the costs. */
export function notedBill(line: OperationLog, bill: Bill): Bill {
  let last: Awaited<ReturnType<Bill>>;
  return async (...given) => {
    try {
      const cost = await bill(...given);
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
