import type { Actor } from '@channel/auth';
import type { Settings } from '@channel/settings';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';
import type { PersistedDocument } from './persisted.ts';
import { isSameOrigin } from './same-origin.ts';

/** The error for a request that is refused before it is read. */
export type Refusal = { status: number; message: string; code: string; retryAfter?: number };

/** The refusal of a caller without a valid login. */
export const UNAUTHENTICATED = {
  status: 401,
  message:
    'Unauthenticated: a bearer token is expected (Authorization: Bearer <token>). It is missing, wrong, expired or revoked, or not accepted from this address.',
  code: 'UNAUTHENTICATED',
};
const forbidden = (message: string): Refusal => ({ status: 403, message, code: 'FORBIDDEN' });

/** The refusal of a caller who may send no operation at all. */
export function refusedCaller(
  { headers }: Pick<FastifyRequest, 'headers'>,
  { actor, by }: Pick<Caller, 'actor' | 'by'>,
  settings: Settings,
): Refusal | undefined {
  if (by === 'bearer') {
    if (!actor) return UNAUTHENTICATED;
    const { graphql } = settings.permissions;
    return actor.service || actor.roles.some(({ permissions }) => permissions.includes(graphql))
      ? undefined
      : forbidden(`You may not send GraphQL operations: this needs the permission ${graphql}.`);
  }
  return isSameOrigin(headers, settings) ? undefined : forbidden('The request comes from another site.');
}

type Sent = Pick<PersistedDocument, 'owner' | 'audience' | 'isOpen' | 'isCrews'>;

/**
 * The refusal of a caller who may not send this operation. A bearer of staff may send any operation, as long as the
 * settings allow texts; a partner's only the documents that are published for partners, by their ids. A session sends
 * the console's documents, by their ids. Without a login, only the public ones of these documents can be sent: signing
 * in, setting a password by a one-time link, and exchanging the link of a crew member. A session of the page of the crew
 * sends only the documents of that page.
 *
 * @param caller one that `refusedCaller` accepts
 * @param document undefined for an operation that is sent as a text
 */
export function refusedOperation(
  document: Sent | undefined,
  { actor, crew, by }: Caller,
  settings: Settings,
): Refusal | undefined {
  if (by === 'bearer') return actor ? refusedBearer(document, actor, settings) : UNAUTHENTICATED;
  const isConsoles = document?.owner === 'console';
  if (crew && isConsoles && document.isCrews) return undefined;
  if (actor) return isConsoles ? undefined : forbidden('A session sends the documents of the console alone.');
  return isConsoles && document.isOpen ? undefined : UNAUTHENTICATED;
}

/** The refusal of a bearer who may not send this operation, see `refusedOperation`. */
export function refusedBearer(
  document: Pick<Sent, 'audience'> | undefined,
  actor: Actor,
  settings: Settings,
): Refusal | undefined {
  if (!isStaff(actor, settings))
    return document?.audience === 'partners'
      ? undefined
      : forbidden(
          'Your role sells for a client: it sends only documents that are published for partners, by their ids.',
        );
  if (document || !settings.graphqlPersistedOnly) return undefined;
  return forbidden('No texts are accepted here: register the operation, and name it by its documentId.');
}

/**
 * Whether the sender is a service account, or one of the roles that may send operations is of staff. A role that sells
 * for a client belongs to a partner, unless its holder is staff of the same organization.
 */
function isStaff({ roles, service }: Actor, { permissions: { graphql, console, administer } }: Settings): boolean {
  if (service) return true;
  const staffs = new Set(
    roles
      .filter((role) => role.permissions.includes(console) || role.permissions.includes(administer))
      .map((role) => role.organizationId),
  );
  return roles.some(
    (role) => role.permissions.includes(graphql) && (role.clientId === null || staffs.has(role.organizationId)),
  );
}
