import type { ServerResponse } from 'node:http';
import type { DomainError, Work } from '@channel/graph';
import { cancelledBy } from '@channel/prisma';
import type { Settings } from '@channel/settings';
import { GraphQLError, getOperationAST, type OperationTypeNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { isTooLarge, tooLarge } from './answer-size.ts';
import { madeText } from './made-changes.ts';
import type { OperationLog } from './request-line.ts';

/** The work of one request, bounded in time. */
export type RequestWork = Work & {
  /**
   * Runs an operation until it answers, its deadline passes or, unless it is a mutation, the client disconnects. Then
   * its statements are cancelled, and its remaining work is discarded.
   *
   * @throws {GraphQLError} the error for the client if the operation ended early
   */
  run<Result>(kind: OperationTypeNode, operation: () => Result | Promise<Result>): Promise<Result>;
  /**
   * Declares that the changes of a mutation are committed together at its end, so that one that fails makes none, and
   * that it can be sent again with its key.
   */
  makeTogether(): void;
  /** The refusals that the answer has as data, by the response keys of their mutations. */
  refusals: ReadonlyMap<string, DomainError>;
  /** The changes that are committed although the operation failed, of those that it seems to have made. */
  committed(made: string[]): string[];
  /**
   * The refusal that replaces the answer. For a mutation it names the changes that were made and says that others may
   * be.
   */
  inPlace(refusal: GraphQLError): GraphQLError;
  /** Notes the size of the serialized data of the answer. */
  answered(bytes: number): void;
};

type Limits = Pick<Settings, 'graphqlSeconds' | 'graphqlCost' | 'graphqlAnswerMegabytes'>;

/**
 * @param isCounted whether the number of objects in the answer is limited, as its cost is
 * @param line notes the objects and the bytes of the answer
 */
export function workOf(
  client: ServerResponse,
  { graphqlSeconds, graphqlCost, graphqlAnswerMegabytes }: Limits,
  isCounted: boolean,
  line: OperationLog,
): RequestWork {
  const over = new AbortController();
  const { signal } = over;
  const ends = performance.now() + graphqlSeconds * 1_000;
  const max = isCounted ? graphqlCost : Number.POSITIVE_INFINITY;
  let objects = 0;
  let bytes = 0;
  let isMutation = false;
  let isTogether = false;
  const made: string[] = [];
  const refusals = new Map<string, DomainError>();
  return {
    signal,
    refusals,
    refused(key, refusal) {
      refusals.set(key, refusal);
      line.code ??= refusal.code;
    },
    makeTogether() {
      isTogether = true;
    },
    committed: (keys) => (isTogether ? [] : keys.filter((key) => !refusals.has(key))),
    inPlace(refusal) {
      if (!isMutation) return refusal;
      return isTogether ? repeatable(refusal) : mayBeMade(refusal, made);
    },
    made(key) {
      if (!refusals.has(key)) made.push(key);
    },
    answered(size) {
      line.bytes = (line.bytes ?? 0) + size;
    },
    objects(count) {
      objects += count;
      line.objects = (line.objects ?? 0) + count;
      if (objects > max) over.abort(tooManyObjects(max));
    },
    bytes(count) {
      bytes += count;
      if (isTooLarge(bytes, graphqlAnswerMegabytes)) over.abort(tooLarge(graphqlAnswerMegabytes));
    },
    async run(kind, operation) {
      isMutation = kind === 'mutation';
      // A client that sends a change and disconnects still wants the change.
      const leave = () => kind !== 'mutation' && over.abort(gone());
      const end = () => over.abort(late(graphqlSeconds));
      const timer = graphqlSeconds > 0 && setTimeout(end, Math.max(ends - performance.now(), 0));
      client.once('close', leave);
      if (client.closed) leave();
      try {
        return await new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          signal.throwIfAborted();
          cancelledBy(signal, async () => operation()).then(resolve, reject);
        });
      } finally {
        if (timer) clearTimeout(timer);
        client.off('close', leave);
      }
    },
  };
}

const tooManyObjects = (limit: number) =>
  new GraphQLError(`The answer holds more than ${limit} objects: ask for smaller pages or fewer lists within lists.`, {
    extensions: { code: 'COST_LIMIT' },
  });

const late = (seconds: number) =>
  new GraphQLError(`The operation took longer than ${seconds} s and was ended: ask for less at a time.`, {
    extensions: { code: 'DEADLINE' },
  });

const repeatable = ({ message, extensions }: GraphQLError) =>
  new GraphQLError(`${message} Sent again with the same Idempotency-Key, its changes are made once.`, { extensions });

const mayBeMade = ({ message, extensions }: GraphQLError, made: readonly string[]) => {
  const known = made.length > 0 ? `${madeText(made)} Other changes` : 'Its changes';
  return new GraphQLError(
    `${message} ${known} may have been made: read whether they took effect before it is sent again.`,
    { extensions: made.length > 0 ? { ...extensions, made: [...made] } : extensions },
  );
};

const gone = () => new GraphQLError('The client has left.', { extensions: { code: 'CLIENT_LEFT' } });

/** Ends operations in time. The error then replaces the answer. */
export const endedInTime: Plugin<{ work: RequestWork }> = {
  onExecute: ({ args, executeFn, setExecuteFn }) => {
    const { work } = args.contextValue;
    const kind = getOperationAST(args.document, args.operationName)?.operation;
    if (!kind) return;
    setExecuteFn(async (given) => {
      try {
        return await work.run(kind, () => executeFn(given));
      } catch (error) {
        if (work.signal.aborted && work.signal.reason instanceof GraphQLError)
          return { errors: [work.inPlace(work.signal.reason)] };
        throw error;
      }
    });
  },
};
