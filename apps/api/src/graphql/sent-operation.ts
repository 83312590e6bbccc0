import { bearerToken } from '@channel/auth';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '../admission/principal.ts';
import type { Surfaces } from '../admission/surface.ts';
import type { Services } from '../context.ts';
import { OVER_QUOTA } from '../quotas/over-quota.ts';
import type { OverQuota, Quotas } from '../quotas/quotas.ts';
import { type Admitted, admitted } from './admitted.ts';
import { type Caller, callerOf, isAnonymous, principalOf } from './caller.ts';
import { type Refusal, refusedCaller, refusedOperation } from './may-send.ts';
import { noteDocument } from './operation-log.ts';
import type { PersistedRequest, persistedRequests } from './persisted-requests.ts';
import { lineOf, noteActor, type OperationLog } from './request-line.ts';

/** Who sends a request to an entry point of GraphQL. */
export type Sender = {
  caller: Caller;
  principal: Principal | null;
  /** Runs the work of the request on the share of its caller. */
  admitting: Admitted;
  /** The line of the request in the log. */
  line: OperationLog;
  /** The refusal of a caller who may send nothing. */
  refusal: Refusal | undefined;
};

/** Reads who sends a request, and notes it in the line of the request. */
export async function senderOf(
  services: Services,
  { surfaces, quotas }: { surfaces: Surfaces; quotas: Quotas },
  incoming: FastifyRequest,
): Promise<Sender> {
  const line = lineOf(incoming);
  const admitting = admitted(surfaces, incoming);
  const token = bearerToken(incoming.headers.authorization);
  const known = quotas.refused(incoming, token);
  if (known) {
    line.channel = UNREAD.channel;
    return { caller: UNREAD, principal: null, admitting, line, refusal: refusalOver(known) };
  }
  const authenticating = () => callerOf(services, incoming);
  const caller = await (isAnonymous(services, incoming) ? authenticating() : admitting(authenticating));
  const principal = principalOf(caller);
  line.channel = caller.channel;
  noteActor(line, principal);
  const { actor, by } = caller;
  const over = by === 'bearer' && actor ? await quotas.count(incoming, { actor, token }) : undefined;
  const refusal = over ? refusalOver(over) : refusedCaller(incoming, caller, services.settings);
  return { caller, principal, admitting, line, refusal };
}

/** The holder of a token that is refused unread. */
const UNREAD: Caller = { actor: null, crew: null, channel: 'graphql', by: 'bearer', cookies: [] };

const refusalOver = ({ retryAfter }: OverQuota): Refusal => ({
  status: 429,
  message: OVER_QUOTA,
  code: 'TOO_MANY_REQUESTS',
  retryAfter,
});

/**
 * The allowed members of a request (GraphQL over HTTP). Another name, for example `then`, could change how JavaScript
 * treats the object.
 */
const MEMBERS = new Set(['query', 'documentId', 'variables', 'operationName', 'extensions']);

const OTHER_MEMBERS: Refusal = {
  status: 400,
  message: `A request holds no other members than ${[...MEMBERS].join(', ')}.`,
  code: 'BAD_REQUEST',
};

const NO_OPERATION: Refusal = {
  status: 400,
  message:
    'The body must be a JSON object with a member `query` (a text) or `documentId`, or with the hash of a text in `extensions.persistedQuery`.',
  code: 'BAD_REQUEST',
};

const holdsOthers = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  !Array.isArray(body) &&
  Object.keys(body).some((key) => !MEMBERS.has(key));

/** Whether a body without a document id holds no operation either. Yoga refuses a query that is no text. */
const isEmpty = (body: unknown): boolean =>
  typeof body !== 'object' || body === null || !('query' in body) || body.query === null;

/** A sent operation; without `named` a text. */
type Sent = { named: Exclude<PersistedRequest, { refusal: Refusal }> | undefined };

/** Reads which operation a request holds, and notes it in the line of the request; or why it is not executed. */
export function operationOf(
  { settings }: Pick<Services, 'settings'>,
  persisted: ReturnType<typeof persistedRequests>,
  { body }: Pick<FastifyRequest, 'body'>,
  { caller, line }: Sender,
): Sent | { refusal: Refusal } {
  if (holdsOthers(body)) return { refusal: OTHER_MEMBERS };
  const named = persisted(body, caller);
  if (named && 'refusal' in named) return named;
  noteDocument(line, named?.document, named?.body ?? body);
  const refusal = refusedOperation(named?.document, caller, settings);
  if (refusal) return { refusal };
  return !named && isEmpty(body) ? { refusal: NO_OPERATION } : { named };
}
