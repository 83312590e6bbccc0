import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { type DocumentNode, GraphQLError } from 'graphql';
import { refusalOfOthers } from 'graphql-rest-router';
import type { Surfaces } from '../admission/surface.ts';
import type { Services } from '../context.ts';
import type { Quotas } from '../quotas/quotas.ts';
import { acceptedTypes } from './accept.ts';
import { answerRefusal } from './answer-errors.ts';
import { beginExport } from './begin-export.ts';
import type { Costs } from './cost.ts';
import { type ExportSlots, ONE_AT_A_TIME } from './export-slots.ts';
import { publicError } from './introspection.ts';
import { type Refusal, refusedOperation } from './may-send.ts';
import { notedBill, noteOperation } from './operation-log.ts';
import type { persistedRequests } from './persisted-requests.ts';
import { refusalOf, refuse } from './refuse.ts';
import { refusedVariables } from './refused-variables.ts';
import { operationOf, senderOf } from './sent-operation.ts';

/*
 * Bulk export: the operation of a tool over all orders that its filter matches, one JSON object a line.
 */

const PATH = '/graphql/export';
const TYPE = 'application/x-ndjson';

const NOT_ACCEPTABLE: Refusal = { status: 406, message: `Accept must allow ${TYPE}.`, code: 'NOT_ACCEPTABLE' };
const NO_TEXT: Refusal = { status: 400, message: 'The member `query` must be a text.', code: 'BAD_REQUEST' };
/** What exports share with `/graphql`. */
type Shared = {
  persisted: ReturnType<typeof persistedRequests>;
  costs: Costs;
  quotas: Quotas;
  slots: ExportSlots;
  /** Parses and validates the text of an operation within the limits of `/graphql`. @throws {GraphQLError} */
  documentOf(text: string): DocumentNode;
  onRequest: onRequestHookHandler;
};

type Sent = { query?: unknown; variables?: unknown; operationName?: unknown };

/** Publishes `/graphql/export`: for those who may send the same operation to `/graphql` by a bearer token. */
export function publishExports(
  app: FastifyInstance,
  services: Services,
  surfaces: Surfaces,
  { persisted, costs, quotas, slots, documentOf, onRequest }: Shared,
): void {
  const { settings } = services;

  async function answer(incoming: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const sender = await senderOf(services, { surfaces, quotas }, incoming);
    const { caller, line } = sender;
    // Sessions have the export of the console.
    const refusal =
      sender.refusal ?? (caller.by === 'bearer' ? undefined : refusedOperation(undefined, caller, settings));
    if (refusal) return refuse(reply, refusal);
    if (acceptedTypes(incoming.headers.accept, [TYPE]).length === 0) return refuse(reply, NOT_ACCEPTABLE);
    const sent = operationOf(services, persisted, incoming, sender);
    if ('refusal' in sent) return refuse(reply, sent.refusal);
    const { named } = sent;
    const { query, variables, operationName }: Sent = Object(named?.body ?? incoming.body);
    if (!caller.actor || typeof query !== 'string') return refuse(reply, NO_TEXT);
    const end = slots.take(caller.actor.userId);
    if (!end) return refuse(reply, ONE_AT_A_TIME);
    reply.raw.once('close', end);
    if (reply.raw.closed) end();
    try {
      const document = named?.document?.document ?? documentOf(query);
      const name = typeof operationName === 'string' ? operationName : null;
      noteOperation(line, document, name);
      const lines = await beginExport(services, surfaces.graphql, {
        incoming,
        response: reply.raw,
        caller,
        bill: notedBill(line, costs.billFor(caller.actor, true)),
        document,
        variables: variablesOf(variables ?? {}),
        operationName: name,
      });
      return reply.headers({ 'content-type': `${TYPE}; charset=utf-8`, 'cache-control': 'no-store' }).send(lines);
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      return refuse(reply, refusalOf(publicError(error, settings.graphiql), 400));
    }
  }

  app.route({ method: 'POST', url: PATH, errorHandler: answerRefusal, onRequest, handler: answer });
  app.route({ ...refusalOfOthers(PATH, ['POST'], 'Exports are requested by POST.'), errorHandler: answerRefusal });
}

/** @throws {GraphQLError} for variables that `/graphql` refuses as well */
function variablesOf(variables: unknown): Readonly<Record<string, unknown>> {
  const isObject = typeof variables === 'object' && variables !== null && !Array.isArray(variables);
  const refused = isObject ? refusedVariables(variables) : 'The variables must be an object.';
  if (refused !== undefined) throw new GraphQLError(refused, { extensions: { code: 'BAD_USER_INPUT' } });
  return { ...Object(variables) };
}
