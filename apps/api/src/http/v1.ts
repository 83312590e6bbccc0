import { bearerToken, PasswordsBusy } from '@channel/auth';
import {
  type Actor,
  AnswerCache,
  answerOperation,
  type Context,
  executeOperation,
  isWithinScopes,
  namedOrders,
  readsLists,
  schema,
} from '@channel/graph';
import { type DatabaseFailure, databaseFailureOf, hasReplica, isClient, OutcomeUnknown } from '@channel/prisma';
import type { FastifyRequest } from 'fastify';
import {
  type Call,
  HttpError,
  type RestRouter,
  type Route,
  type Run,
  readOperations,
  restRouter,
  sendPlain,
  Unauthenticated,
  type WireAnswer,
} from 'graphql-rest-router';
import { admission } from '../admission/admission.ts';
import { clientOf, type Surface } from '../admission/surface.ts';
import { contextOf, type Services } from '../context.ts';
import { lineOf, noteActor, notedExport } from '../graphql/request-line.ts';
import { isStill } from '../live/watchers.ts';
import { refuseOver } from '../quotas/over-quota.ts';
import type { Quotas } from '../quotas/quotas.ts';
import { operationSpan } from '../traces/operation-span.ts';
import { traceparentFrom } from '../traces/trace-requests.ts';
import { inSpan } from '../traces/tracing.ts';
import { v1Routes } from '../v1/v1.ts';
import { idempotencyKeyOf, once, takesIdempotencyKey, takesRefreshKey } from './idempotency.ts';
import { takesIfMatch, versionsOf } from './if-match.ts';
import { permissionCheck } from './limits.ts';
import { type PresumedLogin, PresumedLogins } from './presumed-logins.ts';

/** The persisted operations of v1. */
export const operations = readOperations(new URL('../v1/', import.meta.url));

/** Every endpoint of v1 for these settings. */
export const routesOf = ({ settings }: Pick<Services, 'settings'>) =>
  v1Routes({ settings, operation: (name) => operations.get(name) });

/** The statuses of the v1 guards for an endpoint, in addition to those of its row. */
export const guardRefusals = (route: Route): number[] => [
  // The operator may require a permission for each endpoint and limit the requests of a user.
  ...(route.public ? [] : [403, 429]),
  ...(takesIdempotencyKey(route) ? [409, 422] : []),
  ...(takesIfMatch(route) ? [412] : []),
];

/** An answer that means "not now" rather than "broken"; `retryAfter` in seconds. */
export type NotNow = { message: string; retryAfter: number; outcome?: 'unknown' };

const NOT_NOW: Readonly<Record<Exclude<DatabaseFailure, 'lost'>, NotNow>> = {
  busy: { message: 'The service is busy, please try again.', retryAfter: 1 },
  away: { message: 'The service is not available at the moment, please try again.', retryAfter: 2 },
  'read-only': { message: 'The service takes no changes at the moment, please try again.', retryAfter: 2 },
};

const OUTCOME_UNKNOWN: NotNow = {
  message:
    'The connection to the database was lost: it is not known whether the change was made. Read what you wanted to change before you repeat it.',
  retryAfter: 2,
  outcome: 'unknown',
};

/** How to repeat a write without reading first. */
const WITH_THE_KEY = 'Repeated with the same Idempotency-Key, it is made once.';

/**
 * The "not now" for a database that is busy or away; undefined for any other error.
 *
 * @param isWrite whether the error occurred in a write outside of a transaction: if the connection was lost, the write
 *   may have been committed
 * @param isRead whether it occurred in a read: one for which a full disk had no room changes nothing
 */
export function notNow(error: unknown, { isWrite = false, isRead = false } = {}): NotNow | undefined {
  const failure = error instanceof PasswordsBusy ? 'busy' : databaseFailureOf(error);
  if (failure === undefined) return undefined;
  if (error instanceof OutcomeUnknown || (isWrite && failure === 'lost')) return OUTCOME_UNKNOWN;
  if (isRead && failure === 'read-only') return NOT_NOW.busy;
  return NOT_NOW[failure === 'lost' ? 'away' : failure];
}

/**
 * The same as an HTTP error.
 *
 * @param takesKey whether the request could be repeated with an `Idempotency-Key`
 */
export function unavailable(
  error: unknown,
  { isWrite = false, isRead = false, takesKey = true } = {},
): HttpError | undefined {
  const known = notNow(error, { isWrite, isRead });
  if (!known) return undefined;
  const message = known.outcome && takesKey ? `${known.message} ${WITH_THE_KEY}` : known.message;
  return new HttpError(503, message, { 'retry-after': String(known.retryAfter) });
}

const bearerOf = ({ headers, ip }: FastifyRequest) => ({ token: bearerToken(headers.authorization), address: ip });

/** Whether a cache may answer a request and keep its answer (RFC 9111, 5.2.1.5). */
const mayBeStored = ({ headers }: FastifyRequest): boolean => !/\bno-store\b/i.test(headers['cache-control'] ?? '');

/** The router of v1: authentication, language, and execution of operations. */
export function v1Router(services: Services, surface: Surface, quotas: Quotas): RestRouter {
  const checkPermission = permissionCheck(services.settings);
  const logins = new PresumedLogins(services.db, services.clock);
  const presumed = new WeakMap<FastifyRequest, PresumedLogin | undefined>();
  const run = services.settings.compiledReads ? answerOperation : executeOperation;
  const cache = new AnswerCache(services.settings.answerCacheMegabytes * 1_048_576);
  services.metrics?.watchAnswers(cache);
  const authenticate = async (request: FastifyRequest, route: Route, mayPresume: boolean): Promise<Actor> => {
    const bearer = bearerOf(request);
    refuseOver(quotas.refused(request, bearer.token));
    // A statement on a replica could not confirm a login.
    const isOnReplica = hasReplica(services.db) && readsLists(route.operation.document);
    const login = mayPresume && !isOnReplica ? logins.presume(bearer) : undefined;
    presumed.set(request, login);
    const actor = login?.actor ?? (await surface.run(clientOf(request), () => logins.read(bearer)));
    if (!actor) throw new Unauthenticated();
    const over = await quotas.count(request, { actor, token: login ? null : bearer.token });
    // A presumed login may be revoked, and have another quota; only the refusal of one that was read is remembered.
    if (over && login) return authenticate(request, route, false);
    refuseOver(over);
    checkPermission(actor, request.method, route.path);
    if (actor.service) noteActor(lineOf(request), actor);
    return actor;
  };
  return restRouter<Actor, Context>({
    schema,
    execute: (operation, variables, context, known) =>
      inSpan(operationSpan(operation), () => run(operation.document, variables, context, known)),
    admit: admission(surface),
    authenticate,
    exported: (request) => notedExport(lineOf(request)),
    isStill: (request, actor) =>
      isStill(actor, async () => (await surface.run(clientOf(request), () => logins.read(bearerOf(request)))) ?? null),
    confirm: (request) => {
      const login = presumed.get(request);
      if (!login) return true;
      const confirm = () => logins.confirm(login, bearerOf(request));
      return login.isConfirmed ?? surface.run(clientOf(request), confirm);
    },
    context: (request, actor) =>
      contextOf(services, {
        actor: actor ?? null,
        channel: 'api',
        requestId: request.id,
        traceparent: traceparentFrom(request, services.tracing),
        address: request.ip,
        language: request.headers['x-lang'],
        presumed: presumed.get(request),
        answers: mayBeStored(request) ? cache : undefined,
      }),
    errors: (error, call) =>
      unavailable(error, {
        isWrite: call?.route.operation.kind === 'mutation' && isClient(call.context.db),
        isRead: call?.route.operation.kind === 'query',
        // An error outside the operation comes from storing its answer under a key.
        takesKey: !call || takesIdempotencyKey(call.route) || takesRefreshKey(call.route),
      }),
    around: async (call, run) => {
      if (mayAnswerSecret(call.route)) sendPlain(call.request);
      // A stored answer keeps its language.
      const inLanguage: Run<Context> = async (instead) => {
        const answer = await run(instead);
        return { ...answer, headers: { 'content-language': call.context.lang, ...answer.headers } };
      };
      return guarded(call, inLanguage).catch((error: unknown) => {
        presumed.get(call.request)?.forget();
        throw error;
      });
    },
    vary: ['X-Lang', 'Authorization'],
    // Only bearer tokens are accepted in v1, so forms are safe.
    forms: true,
  });
}

/**
 * Writes may carry an Idempotency-Key (except those of tokens, see `takesIdempotencyKey`); updates of an order,
 * If-Match.
 */
async function guarded({ route, request, variables, context }: Call<Context>, run: Run<Context>): Promise<WireAnswer> {
  if (takesRefreshKey(route))
    return run({ variables: { ...variables, idempotencyKey: idempotencyKeyOf(request.headers) ?? null } });
  if (!takesIdempotencyKey(route)) return run();
  const versions = takesIfMatch(route) ? versionsOf(request.headers['if-match']) : undefined;
  const matched: Run<Context> = (instead) =>
    run({ ...instead, variables: versions ? { ...variables, versions } : variables });
  const key = idempotencyKeyOf(request.headers);
  // A stored answer is not repeated to a service account that may no longer send the operation.
  const mayRepeat = isWithinScopes(schema, route.operation.document, context.actor);
  if (key === undefined || !context.actor || !mayRepeat) return matched();
  const write = { key, request: requestOf(request), orderIds: await namedOrders(context, variables) };
  return once(context, context.actor.userId, write, (inside) => matched({ context: inside }));
}

/** Whether the answer of an endpoint may hold a secret, which is not stored with a key. */
const mayAnswerSecret = (route: Route): boolean => route.operation.kind === 'mutation' && !takesIdempotencyKey(route);

/** A request as its key covers it. A trailing slash means the same path. */
const requestOf = ({ method, url, body }: FastifyRequest): string =>
  `${method} ${url.replace(/\/(?=\?|$)/, '')}\n${JSON.stringify(body ?? null)}`;
