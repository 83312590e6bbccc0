import { authenticate, bearerToken } from '@channel/auth';
import {
  type Actor,
  answerOperation,
  type Context,
  compilationOf,
  executeOperation,
  executionStrategyOf,
  schema,
} from '@channel/graph';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { print } from 'graphql';
import { HttpError, type Route, restRouter } from 'graphql-rest-router';
import { admission } from '../admission/admission.ts';
import { clientOf, type Surface } from '../admission/surface.ts';
import { contextOf, type Services } from '../context.ts';
import { isSameOrigin } from '../graphql/same-origin.ts';
import { addressOf } from '../graphql/visitor.ts';
import { refuseOver } from '../quotas/over-quota.ts';
import type { Quotas } from '../quotas/quotas.ts';
import { permissionCheck } from './limits.ts';
import { operations, routesOf, unavailable } from './v1.ts';

/** Below this path staff see the answers that partners see. */
const STAFF = '/staff';

const notFound = () => new HttpError(404, 'Not found.');

/**
 * The actor, if it is staff: authenticated by the console's cookie, or by a bearer token whose role may send its own
 * operations.
 *
 * @throws 401 without a login; 403 for a request of another site; 404 if the actor is not staff
 */
async function staffAsking(
  { db, sessions, clock, settings }: Services,
  { headers, ip }: FastifyRequest,
): Promise<Actor> {
  const { authorization, cookie } = headers;
  if (authorization === undefined && !isSameOrigin(headers, settings))
    throw new HttpError(403, 'The request comes from another site.');
  const actor =
    authorization === undefined
      ? await sessions.peek(cookie)
      : await authenticate(db, bearerToken(authorization), clock(), ip);
  if (!actor) throw new HttpError(401, 'Unauthenticated.');
  const { console: staff, administer, graphql } = settings.permissions;
  const holds = (...names: string[]) =>
    actor.roles.some((role) => names.some((name) => role.permissions.includes(name)));
  if (!holds(staff, administer) || (authorization !== undefined && !holds(graphql))) throw notFound();
  return actor;
}

/** The read endpoints of orders, as in v1. */
const reads = (services: Services): Route[] =>
  routesOf(services).filter(
    ({ methods, path, answer }) => methods.includes('GET') && path.startsWith('/v1/orders') && answer.kind !== 'csv',
  );

/**
 * Publishes the partners' view for staff: `/staff/v1/orders` and `/staff/v1/orders/{order}` answer as v1 does, byte for
 * byte, and `/staff/operations/{name}` shows the persisted operation behind an endpoint. All routes are read-only.
 */
export async function publishStaffView(
  app: FastifyInstance,
  services: Services,
  surface: Surface,
  quotas: Quotas,
): Promise<void> {
  const whoAsks = async (request: FastifyRequest): Promise<Actor> => {
    const token = bearerToken(request.headers.authorization);
    refuseOver(quotas.refused(request, token));
    const actor = await surface.run(clientOf(request), () => staffAsking(services, request));
    if (token !== null) refuseOver(await quotas.count(request, { actor, token }));
    return actor;
  };
  const checkPermission = permissionCheck(services.settings);
  const run = services.settings.compiledReads ? answerOperation : executeOperation;
  const router = restRouter<Actor, Context>({
    schema,
    execute: ({ document }, variables, context) => run(document, variables, context),
    admit: admission(surface),
    authenticate: async (request, { path }) => {
      const actor = await whoAsks(request);
      checkPermission(actor, request.method, path.slice(STAFF.length));
      return actor;
    },
    context: (request, actor) =>
      contextOf(services, {
        actor: actor ?? null,
        channel: 'console',
        requestId: request.id,
        address: addressOf(request),
        language: request.headers['x-lang'],
      }),
    errors: (error) => unavailable(error, { isRead: true }),
    vary: ['X-Lang', 'Authorization', 'Cookie'],
  });
  const routes = reads(services).map((route): Route => ({ ...route, path: `${STAFF}${route.path}`, methods: ['GET'] }));
  await app.register(router.plugin, { routes });

  app.get<{ Params: { name: string } }>(`${STAFF}/operations/:name`, async (request, reply) => {
    await whoAsks(request);
    const operation = operations.all.find(({ name }) => name === request.params.name);
    if (!operation) throw notFound();
    const endpoints = routesOf(services).filter((route) => route.operation.name === operation.name);
    const { document, kind, name } = operation;
    return reply.header('cache-control', 'no-store').send({
      name,
      kind,
      endpoints: endpoints.flatMap(({ methods, path }) =>
        methods.map((method) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`),
      ),
      text: print(document),
      // The same wording as `npm run operations`.
      executionStrategy: executionStrategyOf(compilationOf(document)),
    });
  });
}
