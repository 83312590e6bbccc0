import type { Actor } from '@channel/auth';
import type { Settings } from '@channel/settings';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';
import type { PersistedDocument } from './persisted.ts';
import { isSameOrigin } from './same-origin.ts';

/** The error for a request that is refused before it is read. */
export type Refusal = { status: number; message: string; code: string; retryAfter?: number };

const UNAUTHENTICATED = {
  status: 401,
  message: 'Unauthenticated: a bearer token is expected (Authorization: Bearer <access token>).',
  code: 'UNAUTHENTICATED',
};
const forbidden = (message: string): Refusal => ({ status: 403, message, code: 'FORBIDDEN' });

/** The refusal of a caller who may send no operation at all. */
export function refusedCaller(
  { headers }: FastifyRequest,
  { actor, by }: Caller,
  settings: Settings,
): Refusal | undefined {
  if (by === 'bearer') {
    if (!actor) return UNAUTHENTICATED;
    return maySendOperations(actor, settings) ? undefined : forbidden(whyNot(actor, settings));
  }
  return isSameOrigin(headers, settings) ? undefined : forbidden('The request comes from another site.');
}

/**
 * The refusal of a caller who may not send this operation. Bearer tokens that `refusedCaller` accepts may send any
 * operation. A session sends the console's documents, by their ids. Without a login, only the public ones of these
 * documents can be sent: signing in, setting a password by a one-time link, and exchanging the link of a crew member. A
 * session of the page of the crew sends only the documents of that page.
 *
 * @param document undefined for an operation that is sent as a text
 */
export function refusedOperation(
  document: Pick<PersistedDocument, 'owner' | 'isOpen' | 'isCrews'> | undefined,
  { actor, crew, by }: Caller,
): Refusal | undefined {
  if (by === 'bearer') return undefined;
  const isConsoles = document?.owner === 'console';
  if (crew && isConsoles && document.isCrews) return undefined;
  if (actor) return isConsoles ? undefined : forbidden('A session sends the documents of the console alone.');
  return isConsoles && document.isOpen ? undefined : UNAUTHENTICATED;
}

/**
 * Whether a bearer token may send operations: by a role with the permission. A role that sells for a client belongs to
 * a partner. No documents are published for partners yet, so such a role is refused unless its holder is staff of the
 * same organization.
 */
function maySendOperations({ roles }: Actor, { permissions: { graphql, console, administer } }: Settings): boolean {
  const staffs = new Set(
    roles
      .filter((role) => role.permissions.includes(console) || role.permissions.includes(administer))
      .map((role) => role.organizationId),
  );
  return roles.some(
    (role) => role.permissions.includes(graphql) && (role.clientId === null || staffs.has(role.organizationId)),
  );
}

function whyNot({ roles }: Actor, { permissions: { graphql } }: Settings): string {
  return roles.some((role) => role.permissions.includes(graphql))
    ? 'You may not send GraphQL operations: your role sells for a client.'
    : `You may not send GraphQL operations: this needs the permission ${graphql}.`;
}
