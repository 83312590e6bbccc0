import { inTransaction, type Tx } from '@channel/prisma';
import { deleteEndpoint, newSecret, seal, switchOff } from '@channel/webhooks';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict, forbidden, invalid } from '../errors.ts';
import { audit } from '../shared/audit.ts';
import { expectedVersion } from '../shared/expected-version.ts';
import { ANSWERS_SECRET } from '../shared/idempotency-key.ts';
import { lockRows } from '../shared/rows.ts';
import { isTaken } from '../shared/taken.ts';
import { checkedEndpoint, WebhookEndpointInput } from './endpoint-input.ts';
import {
  adminOrganizationIds,
  changeEndpoint,
  endpointId,
  type ManagedEndpoint,
  managedEndpoint,
} from './staff-access.ts';
import { WebhookEndpointWithSecret } from './webhook-types.ts';

export const BY_HAND = 'Switched off by staff.';

/** Writes an audit entry about an endpoint. Secrets are never part of it. */
function noted(
  tx: Tx,
  context: Context,
  endpoint: Pick<ManagedEndpoint, 'id' | 'organizationId'>,
  action: string,
  more = {},
) {
  const { id: entityId, organizationId } = endpoint;
  const line = { action: `webhook-endpoint.${action}`, entity: 'webhook-endpoint', entityId, organizationId };
  return audit(tx, context, [{ ...line, ...more }]);
}

/**
 * Waits for a write of an endpoint. A unique index of the database ensures that an owner registers an address only
 * once.
 *
 * @throws a validation error at the member that would register an address twice
 */
async function onceByOwner<T>(member: 'url' | 'ownerId', writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    if (!isTaken(error)) throw error;
    const message =
      member === 'url' ? 'is registered already for the same owner.' : 'has registered this address already.';
    throw invalid([{ path: ['input', member], message }]);
  }
}

/**
 * Checks that an organization may have one more endpoint. Concurrent registrations for the organization wait.
 *
 * @throws a validation error where it has the maximum number of endpoints
 */
async function haveRoom(tx: Tx, { settings }: Context, organizationId: number): Promise<void> {
  const max = settings.webhookEndpoints;
  await lockRows(tx, 'Organization', { id: organizationId });
  if ((await tx.webhookEndpoint.count({ where: { organizationId, deletedAt: null } })) < max) return;
  const message = `can't be registered: the organization has ${max} endpoints or more. Delete one first.`;
  throw invalid([{ path: ['input', 'url'], message }]);
}

/** The organization for which an endpoint is registered. @throws unless the actor administers it */
function organizationFor(context: Context, requested: number | null | undefined): number {
  const administered = adminOrganizationIds(context);
  const [first, second] = administered;
  if (first === undefined) throw forbidden('You may not manage webhook endpoints.');
  if (typeof requested === 'number') {
    if (administered.includes(requested)) return requested;
    throw forbidden('You may not manage the webhook endpoints of this organization.');
  }
  if (second !== undefined) throw invalid([{ path: ['organizationId'], message: 'is required.' }]);
  return first;
}

builder.mutationFields((t) => ({
  createWebhookEndpoint: t.field({
    extensions: ANSWERS_SECRET,
    type: WebhookEndpointWithSecret,
    description:
      'Registers an endpoint. It receives every change of its orders from now on. For administrators of the organization.',
    args: {
      organizationId: t.arg.int({ description: 'The organization; optional for an administrator of only one.' }),
      input: t.arg({ type: WebhookEndpointInput, required: true, description: 'The endpoint; its URL is required.' }),
    },
    resolve: async (_root, args, context) => {
      const organizationId = organizationFor(context, args.organizationId);
      const { url, ...columns } = await checkedEndpoint(context, organizationId, args.input);
      if (url === undefined) throw invalid([{ path: ['input', 'url'], message: 'is required.' }]);
      const secret = newSecret();
      const sealed = seal(secret, context.settings.secretKey);
      const creating = inTransaction(context.db, async (tx) => {
        await haveRoom(tx, context, organizationId);
        const data = { ...columns, url, organizationId, secret: sealed, createdAt: context.now };
        const { id } = await tx.webhookEndpoint.create({ data, select: { id: true } });
        await noted(tx, context, { id, organizationId }, 'create', { after: { url, ...columns } });
        return { endpointId: id, secret };
      });
      return onceByOwner('url', creating);
    },
  }),
  updateWebhookEndpoint: t.prismaField({
    type: 'WebhookEndpoint',
    description: 'Changes an endpoint. Pending deliveries go to the new address.',
    args: {
      id: t.arg.int(endpointId),
      input: t.arg({ type: WebhookEndpointInput, required: true, description: 'The members to change.' }),
      expectedVersion: t.arg.int(expectedVersion),
    },
    resolve: async (query, _root, { id, input, ...expected }, context) => {
      // DNS lookup of the host name before any lock is taken.
      const { organizationId } = await managedEndpoint(context, id);
      const columns = await checkedEndpoint(context, organizationId, input);
      const changing = changeEndpoint(context, { id, ...expected }, async (tx, endpoint) => {
        const before = Object.fromEntries(
          Object.keys(columns).map((column) => [column, endpoint[column as keyof typeof columns]]),
        );
        await tx.webhookEndpoint.update({ where: { id }, data: columns, select: { id: true } });
        await noted(tx, context, endpoint, 'update', { before, after: columns });
      });
      await onceByOwner(columns.url === undefined ? 'ownerId' : 'url', changing);
      return context.db.webhookEndpoint.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  disableWebhookEndpoint: t.prismaField({
    type: 'WebhookEndpoint',
    description: 'Switches an endpoint off. Events that it misses can be sent later, as long as they are kept.',
    args: { id: t.arg.int(endpointId), expectedVersion: t.arg.int(expectedVersion) },
    resolve: async (query, _root, { id, ...expected }, context) => {
      await changeEndpoint(context, { id, ...expected }, async (tx, endpoint) => {
        if (endpoint.disabledAt !== null) throw conflict('The endpoint is already switched off.');
        await switchOff(tx, id, BY_HAND, context.now);
        await noted(tx, context, endpoint, 'disable', { after: { disabledReason: BY_HAND } });
      });
      return context.db.webhookEndpoint.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  enableWebhookEndpoint: t.prismaField({
    type: 'WebhookEndpoint',
    description: 'Switches an endpoint on again. It receives changes from now on; missed events can be sent again.',
    args: { id: t.arg.int(endpointId), expectedVersion: t.arg.int(expectedVersion) },
    resolve: async (query, _root, { id, ...expected }, context) => {
      await changeEndpoint(context, { id, ...expected }, async (tx, endpoint) => {
        if (endpoint.disabledAt === null) throw conflict('The endpoint is already switched on.');
        await tx.webhookEndpoint.update({
          where: { id },
          data: { disabledAt: null, disabledReason: null, failingSince: null, missedUntil: context.now },
          select: { id: true },
        });
        await noted(tx, context, endpoint, 'enable', { before: { disabledReason: endpoint.disabledReason } });
      });
      return context.db.webhookEndpoint.findUniqueOrThrow({ ...query, where: { id } });
    },
  }),
  deleteWebhookEndpoint: t.boolean({
    description:
      'Deletes an endpoint: nothing is sent to it any more, and its address can be registered again. The records of its deliveries are kept as long as others; pending deliveries are skipped.',
    args: { id: t.arg.int(endpointId), expectedVersion: t.arg.int(expectedVersion) },
    resolve: async (_root, { id, ...expected }, context) => {
      await changeEndpoint(context, { id, ...expected }, async (tx, endpoint) => {
        await deleteEndpoint(tx, id, context.now);
        const { url, description, ownerId } = endpoint;
        await noted(tx, context, endpoint, 'delete', { before: { url, description, ownerId } });
      });
      return true;
    },
  }),
  rotateWebhookSecret: t.field({
    extensions: ANSWERS_SECRET,
    type: WebhookEndpointWithSecret,
    description:
      'Gives an endpoint a new secret. For a transition period events also carry a signature by the old secret, so that the receiver can switch without a gap.',
    args: {
      id: t.arg.int(endpointId),
      endOldAtOnce: t.arg.boolean({
        defaultValue: false,
        description: 'True when the old secret is compromised: it stops signing immediately.',
      }),
      expectedVersion: t.arg.int(expectedVersion),
    },
    resolve: async (_root, { id, endOldAtOnce, ...expected }, context) => {
      const hours = endOldAtOnce ? 0 : context.settings.webhookRotationHours;
      const until = hours > 0 ? new Date(context.now.getTime() + hours * 3_600_000) : null;
      const secret = newSecret();
      const sealed = seal(secret, context.settings.secretKey);
      await changeEndpoint(context, { id, ...expected }, async (tx, endpoint) => {
        const previousSecret = until && endpoint.secret;
        const data = { secret: sealed, previousSecret, previousSecretExpiresAt: until };
        await tx.webhookEndpoint.update({ where: { id }, data, select: { id: true } });
        await noted(tx, context, endpoint, 'rotate-secret', { after: { oldEndsAt: until?.toISOString() ?? null } });
      });
      return { endpointId: id, secret };
    },
  }),
}));
