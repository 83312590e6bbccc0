import { authenticate, bearerToken } from '@channel/auth';
import { type Actor, answerOperation, type Context, executeOperation, operationCost, schema } from '@channel/graph';
import { csvColumns } from '@channel/settings';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  HttpError,
  hasLeft,
  type RestRouter,
  type Route,
  restRouter,
  route,
  Unauthenticated,
} from 'graphql-rest-router';
import { z } from 'zod';
import { admission } from '../admission/admission.ts';
import type { Surfaces } from '../admission/surface.ts';
import { contextOf, type Services } from '../context.ts';
import type { Costs } from '../graphql/cost.ts';
import { type ExportSlots, ONE_AT_A_TIME } from '../graphql/export-slots.ts';
import { refusedBearer, refusedCaller } from '../graphql/may-send.ts';
import { refusedVariables } from '../graphql/refused-variables.ts';
import { lineOf, noteActor, notedExport, noteFailure } from '../graphql/request-line.ts';
import { addressOf } from '../graphql/visitor.ts';
import { isStill } from '../live/watchers.ts';
import { refuseOver } from '../quotas/over-quota.ts';
import type { Quotas } from '../quotas/quotas.ts';
import { orderCsv } from '../v1/orders/csv.ts';
import { operations, unavailable } from './v1.ts';

const RETRY = { 'retry-after': String(ONE_AT_A_TIME.retryAfter) };

/** Orders that are read in one query; the file is written while they arrive. */
const BLOCK = 500;

/** An object that GraphQL coerces. The limits of GraphQL variables apply to it. */
const members = z.record(z.string(), z.unknown()).check(({ value, issues }) => {
  const message = refusedVariables({ value });
  if (message !== undefined) issues.push({ code: 'custom', message, input: value });
});

const columnName = z.enum(csvColumns, { error: `must be one of: ${csvColumns.join(', ')}` });
// A column that is repeated thousands of times would make each line as long.
const columnNames = z
  .array(columnName)
  .min(1)
  .refine((names) => new Set(names).size === names.length, { message: 'must be different columns.' })
  .optional();

/**
 * The export of the console and of tools as CSV: the v1 export with the filter and the order of GraphQL's list, and with
 * the requested columns, by default those of the v1 export. Filter and sort have their GraphQL types, and GraphQL
 * validates them.
 */
const exportRoutesOf = ({ settings }: Pick<Services, 'settings'>): Route[] => [
  route({
    method: 'POST',
    path: '/exports/orders',
    operation: operations.get('ExportOrders'),
    // A misspelt filter must not export everything.
    input: z.strictObject({
      filter: members.nullish(),
      sort: members.nullish(),
      columns: columnNames,
    }),
    variables: ({ filter, sort, columns }) => ({ filter, sort, columns, page: 1, perPage: BLOCK, whole: true }),
    answer: orderCsv(csvColumns, ({ columns }) => columnNames.parse(columns) ?? settings.csvColumns),
    summary: 'Export orders from the console',
  }),
];

/** Publishes the export as CSV. The line of a request that is refused has the code of the refusal. */
export async function publishCsvExports(
  app: FastifyInstance,
  services: Services,
  surfaces: Surfaces,
  tools: { costs: Costs; quotas: Quotas; slots: ExportSlots },
): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onError', async (request, reply, error) => {
      if (!hasLeft(error, reply)) noteFailure(lineOf(request), error);
    });
    await scope.register(exportsRouter(services, surfaces, tools).plugin, { routes: exportRoutesOf(services) });
  });
}

/**
 * The router of exports as CSV: for sessions of the console, from its own pages only, and for bearer tokens whose role may
 * send GraphQL operations, each on its own share of the connections.
 */
function exportsRouter(
  services: Services,
  surfaces: Surfaces,
  { costs, quotas, slots }: { costs: Costs; quotas: Quotas; slots: ExportSlots },
): RestRouter {
  const { settings, sessions, db, clock } = services;
  const run = settings.compiledReads ? answerOperation : executeOperation;
  const actorOf = ({ headers, ip, raw }: FastifyRequest): Promise<Actor | null> =>
    surfaces[headers.authorization === undefined ? 'console' : 'graphql'].run(raw, () =>
      headers.authorization === undefined
        ? sessions.peek(headers.cookie)
        : authenticate(db, bearerToken(headers.authorization), clock(), ip),
    );
  const admissions = { console: admission(surfaces.console), graphql: admission(surfaces.graphql) };
  return restRouter<Actor, Context>({
    schema,
    execute: ({ document }, variables, context) => run(document, variables, context),
    admit: (arrival, work) => {
      const { request, response, actor, hasBegun } = arrival;
      // Tools have one export at a time, of either format. Counted before it waits for a place among the requests of its
      // user, which the running export may have.
      if (actor && !hasBegun && channelOf(request) === 'graphql') {
        const end = slots.take(actor.userId);
        if (!end) throw new HttpError(ONE_AT_A_TIME.status, ONE_AT_A_TIME.message, RETRY);
        response.once('close', end);
        if (response.closed) end();
      }
      return admissions[channelOf(request)](arrival, work);
    },
    authenticate: async (request) => {
      const by = request.headers.authorization === undefined ? 'cookie' : 'bearer';
      const token = bearerToken(request.headers.authorization);
      refuseOver(quotas.refused(request, token));
      const actor = await actorOf(request);
      const line = lineOf(request);
      line.channel = channelOf(request);
      noteActor(line, actor);
      if (by === 'bearer' && actor) refuseOver(await quotas.count(request, { actor, token }));
      const refusal =
        refusedCaller(request, { actor, by }, settings) ??
        (by === 'bearer' && actor ? refusedBearer({ audience: 'staff' }, actor, settings) : undefined);
      if (refusal && refusal.status !== 401) throw new HttpError(refusal.status, refusal.message);
      if (!actor) throw new Unauthenticated();
      return actor;
    },
    isStill: (request, actor) => isStill(actor, () => actorOf(request)),
    exported: (request) => notedExport(lineOf(request)),
    // Tools pay for it; a session has the limits of the console.
    around: async ({ request, route, variables, context: { actor } }, perform) => {
      if (actor && channelOf(request) === 'graphql') {
        const cost = operationCost(schema, route.operation.document, variables);
        const charged = await costs.charge(actor.userId, Math.min(cost, settings.graphqlCost));
        lineOf(request).cost = charged.requested;
      }
      return perform();
    },
    context: (request, actor) =>
      contextOf(services, {
        actor: actor ?? null,
        channel: channelOf(request),
        requestId: request.id,
        address: addressOf(request),
        language: request.headers['x-lang'],
      }),
    errors: (error) => unavailable(error, { isRead: true }),
  });
}

/** The entry point that a request counts for. */
const channelOf = ({ headers }: Pick<FastifyRequest, 'headers'>) =>
  headers.authorization === undefined ? 'console' : 'graphql';
