import type { Tx } from '@channel/prisma';
import type { Settings } from '@channel/settings';
import type { EndpointNotice } from '@channel/webhooks';
import { addresseeOf } from './addressee.ts';
import { letterOf } from './letters/letters.ts';
import { NOTICE_MS } from './notices.ts';
import { isMailSetUp, isRecipient, type MailWriter, writeMail } from './outbox.ts';

/** Maximum number of people who are notified of one endpoint. */
const MAX_RECIPIENTS = 10;
/** Notices about endpoints that a person gets in an hour: of many that fail at once, the first ones say enough. */
const MAX_NOTICES = 20;
const HOUR_MS = 3_600_000;

type NoticeWriter = { settings: MailWriter['settings'] & Pick<Settings, 'consoleUrl' | 'permissions'>; now: Date };

/**
 * Queues the mails about an endpoint that fails or was switched off, in the transaction that records it: one to its owner
 * and to each administrator of the organization, at most 10 in all. Does nothing where mail is not set up.
 */
export async function mailEndpointNotice(tx: Tx, { settings, now }: NoticeWriter, notice: EndpointNotice) {
  if (!isMailSetUp(settings)) return;
  const { endpointId, organizationId, kind, failingSince, days } = notice;
  const endpoint = await tx.webhookEndpoint.findUniqueOrThrow({
    where: { id: endpointId },
    select: { url: true, ownerId: true },
  });
  const purpose = kind === 'failing' ? 'endpointFailing' : 'endpointDisabled';
  const people = await recipientsOf(tx, { organizationId, ownerId: endpoint.ownerId, settings });
  for (const { id: userId, email: recipient } of people) {
    if (!isRecipient(recipient) || (await hasManyNotices(tx, userId, now))) continue;
    const { name: person, organization, ...written } = await addresseeOf(tx, userId, organizationId);
    const facts = {
      person,
      organization: organization?.name ?? '',
      receiver: new URL(endpoint.url).host,
      url: `${settings.consoleUrl}/webhooks/endpoints/${endpointId}`,
    };
    const letter =
      kind === 'failing'
        ? letterOf('endpointFailing', { ...facts, since: failingSince, days: String(days) }, written)
        : letterOf('endpointDisabled', { ...facts, days: days === null ? '' : String(days) }, written);
    const since = kind === 'failing' ? failingSince : now;
    await writeMail(
      tx,
      { settings, now },
      {
        ...letter,
        userId,
        organizationId,
        purpose,
        recipient,
        secret: null,
        expiresAt: new Date(now.getTime() + NOTICE_MS),
        noticeKey: `${purpose} ${endpointId} ${since.toISOString()} ${userId}`,
      },
    );
  }
}

type Reached = { organizationId: number; ownerId: number | null; settings: NoticeWriter['settings'] };

/** The owner first, then the administrators who have been there for the longest time. */
async function recipientsOf(tx: Tx, { organizationId, ownerId, settings }: Reached) {
  const administers = { organizationId, permissions: { some: { permissionName: settings.permissions.administer } } };
  const found = { kind: 'person', disabledAt: null } as const;
  const select = { id: true, email: true };
  const owner = ownerId === null ? null : await tx.user.findFirst({ where: { ...found, id: ownerId }, select });
  const administrators = await tx.user.findMany({
    where: { ...found, id: { not: ownerId ?? 0 }, roles: { some: { role: administers } } },
    orderBy: { id: 'asc' },
    take: MAX_RECIPIENTS - (owner ? 1 : 0),
    select,
  });
  return owner ? [owner, ...administrators] : administrators;
}

async function hasManyNotices(tx: Tx, userId: number, now: Date): Promise<boolean> {
  const purpose = { in: ['endpointFailing', 'endpointDisabled'] as const };
  const createdAt = { gt: new Date(now.getTime() - HOUR_MS) };
  return (await tx.mail.count({ where: { userId, purpose: { in: [...purpose.in] }, createdAt } })) >= MAX_NOTICES;
}
