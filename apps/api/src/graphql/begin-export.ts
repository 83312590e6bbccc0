import type { Readable } from 'node:stream';
import {
  answerOperation,
  type Context,
  executeOperation,
  exportedOrders,
  exportedPage,
  reading as onReplica,
  operationCost,
  schema,
} from '@channel/graph';
import type { FastifyRequest } from 'fastify';
import { type DocumentNode, GraphQLError, OperationTypeNode } from 'graphql';
import { type ExportPage, pagedStream } from 'graphql-rest-router';
import type { Surface } from '../admission/surface.ts';
import { contextOf, type Services } from '../context.ts';
import { isStill } from '../live/watchers.ts';
import { answerErrorOf } from './answer-errors.ts';
import { isTooLarge, tooLarge } from './answer-size.ts';
import { type Caller, principalByNow, principalOf } from './caller.ts';
import type { Bill } from './cost.ts';
import { exportedPages } from './exported-pages.ts';
import { linesOf } from './lines.ts';
import { lineOf, notedExport } from './request-line.ts';
import { addressOf } from './visitor.ts';
import { type RequestWork, workOf } from './work.ts';

/** Maximum orders of a page. */
const MAX_PAGE = 500;

/** A request for an export, by somebody who may send its operation. */
export type ExportRequest = {
  incoming: FastifyRequest;
  response: Parameters<typeof workOf>[0];
  caller: Caller;
  bill: Bill;
  /** A valid document. */
  document: DocumentNode;
  variables: Readonly<Record<string, unknown>>;
  operationName: string | null;
};

/**
 * Begins an export. Its orders are found at once. They are read page by page, each page like an operation of its own: in
 * the lane of heavy reads, with the deadline and the limits of an operation, and as long as the login lasts.
 *
 * @throws {GraphQLError} for an operation that can't be exported, that costs too much, or whose filter is refused
 */
export async function beginExport(services: Services, surface: Surface, request: ExportRequest): Promise<Readable> {
  const { incoming, response, caller, bill, document, variables, operationName } = request;
  const { settings } = services;
  const principal = principalOf(caller);
  const reading = <Result>(read: (context: Context) => Promise<Result>, hasBegun: boolean): Promise<Result> => {
    const entrant = { actor: principal, address: addressOf(incoming), socket: incoming.raw.socket, hasBegun };
    return surface.run({ ...entrant, isHeavy: true }, async () => {
      const work = workOf(response, settings, true, lineOf(incoming));
      const context = await contextFor(services, request, work);
      return work.run(OperationTypeNode.QUERY, () => read(context));
    });
  };
  const page = exportedPage(document, variables, operationName);
  const ofSize = (size: number) => page.variables(new Float64Array(size));
  const size = pageSize((entries) => operationCost(schema, page.document, ofSize(entries)), settings.graphqlCost);
  await bill(page.document, ofSize(size));
  const ids = await reading(
    (context) =>
      onReplica(document, context, () => exportedOrders(document, variables, context, operationName), operationName),
    false,
  );
  const run = settings.compiledReads ? answerOperation : executeOperation;
  const read = (of: Float64Array): Promise<ExportPage> =>
    reading(async (context) => {
      if (!(await isStill(principal, () => principalByNow(services, incoming)))) throw ended();
      const answered = await run(page.document, page.variables(of), context);
      const json = 'json' in answered ? answered.json.orders : listOf(answered);
      if (!json) throw new Error('the page has no orders');
      const { graphqlAnswerMegabytes: megabytes } = settings;
      if (isTooLarge(json.length, megabytes)) throw tooLarge(megabytes);
      const { lines, count } = linesOf(json);
      return { text: lines, rows: count };
    }, true);
  const failed = (error: unknown) => {
    const known = error instanceof GraphQLError ? error : answerErrorOf(error, incoming, operationName ?? undefined);
    const { unexpected: _, http: __, ...extensions } = known.extensions;
    return { message: known.message, extensions };
  };
  return pagedStream(exportedPages(ids, size, { read, failed }), notedExport(lineOf(incoming)));
}

/** The largest page that costs at most what one operation may cost; one order if even that costs more. */
function pageSize(costOf: (entries: number) => number, limit: number): number {
  let size = MAX_PAGE;
  while (size > 1 && costOf(size) > limit) size = Math.floor(size / 2);
  return size;
}

/** The list of an executed answer. @throws its first error */
function listOf({ data, errors }: Awaited<ReturnType<typeof executeOperation>>): Buffer {
  const [error] = errors ?? [];
  if (error) throw error.originalError ?? error;
  return Buffer.from(JSON.stringify(data?.orders));
}

const contextFor = (services: Services, { incoming, caller }: ExportRequest, work: RequestWork): Promise<Context> =>
  contextOf(services, {
    actor: caller.actor,
    channel: caller.channel,
    requestId: incoming.id,
    address: addressOf(incoming),
    language: incoming.headers['x-lang'],
    work,
  });

const ended = () =>
  new GraphQLError('The login has ended, or its rights have changed.', { extensions: { code: 'UNAUTHENTICATED' } });
