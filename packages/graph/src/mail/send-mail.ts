import { isCrewLinkValid, readPasswordLink } from '@channel/auth';
import { inTransaction, type Prisma, type PrismaClient } from '@channel/prisma';
import type { Settings } from '@channel/settings';
import { unseal } from '@channel/webhooks';
import { failedWith, type MailContent, type MailFailure, type MailPurpose, queueSending } from './outbox.ts';

/** A mail for the mail server: plain text. */
export type OutgoingMail = {
  /** The same for each attempt. */
  id: number;
  to: string;
  subject: string;
  text: string;
  /** When it was written: the same for each attempt. */
  date: Date;
};

/** Why the mail server did not take a mail, and whether further attempts would fail as well. */
export type SendFailure = { failure: MailFailure; isFinal: boolean };

/** What sending needs of the worker. */
export type MailHost = {
  db: PrismaClient;
  settings: Pick<Settings, 'secretKey'>;
  clock: () => Date;
  /** Hands a mail to the mail server. Returns null once the server has taken it; never throws. */
  send: (mail: OutgoingMail) => Promise<SendFailure | null>;
};

/** Seconds after each failed attempt until the next one: about a day, if the link lives that long. */
const WAITS = [15, 60, 300, 900, 3_600, 7_200, 14_400, 28_800, 28_800];

type IsValid = (db: PrismaClient, secret: string, now: Date) => Promise<boolean>;

const isPasswordLinkValid: IsValid = async (db, token, now) => !('refused' in (await readPasswordLink(db, token, now)));

/** Whether the link in a mail still works. The other mails have no link that ends. */
const IS_VALID: Partial<Record<MailPurpose, IsValid>> = {
  crewLink: isCrewLinkValid,
  invitation: isPasswordLinkValid,
  passwordReset: isPasswordLinkValid,
  passwordRequest: isPasswordLinkValid,
};

/** Makes one attempt to send a mail, and records the result. Does nothing for a mail that does not wait. */
export async function sendMail(host: MailHost, mailId: number): Promise<void> {
  const { db, clock } = host;
  const mail = await db.mail.findFirst({ where: { id: mailId, state: 'waiting' } });
  if (!mail?.content) return;
  const failed = await attempt(host, { ...mail, content: mail.content });
  const attempts = mail.attempts + 1;
  const where = { id: mailId, state: 'waiting' as const };
  if (failed === null) {
    const sent = { state: 'sent', sentAt: clock(), content: null, failure: null, attempts } as const;
    await db.mail.updateMany({ where, data: sent });
    return;
  }
  const { failure, isFinal } = failed;
  const wait = WAITS[mail.attempts];
  const next = wait === undefined ? null : new Date(clock().getTime() + wait * 1_000);
  if (isFinal || next === null || next >= mail.expiresAt) {
    await db.mail.updateMany({ where, data: { ...failedWith(failure), attempts } });
    return;
  }
  await inTransaction(db, async (tx) => {
    // It may have been ended meanwhile.
    const { count } = await tx.mail.updateMany({ where, data: { failure, attempts } });
    if (count > 0) await queueSending(tx, mailId, next);
  });
}

type Waiting = Prisma.MailGetPayload<object> & { content: Uint8Array };

async function attempt(host: MailHost, { id, purpose, recipient, userId, expiresAt, createdAt, ...mail }: Waiting) {
  const { db, clock, settings, send } = host;
  const now = clock();
  if (expiresAt <= now) return final('expired');
  const content = openMail(mail.content, settings.secretKey);
  if (content === null) return final('unreadable');
  const { subject, text, secret } = content;
  if (secret !== null && !(await IS_VALID[purpose]?.(db, secret, now))) return final('ended');
  // The address may have been wrong, and was corrected.
  const stillHas = { id: userId ?? 0, email: recipient, disabledAt: null };
  if (userId !== null && (await db.user.count({ where: stillHas })) === 0) return final('ended');
  return send({ id, to: recipient, subject, text, date: createdAt });
}

const final = (failure: MailFailure): SendFailure => ({ failure, isFinal: true });

/** What a mail says. @returns null where it was encrypted with another key */
export function openMail(sealed: Uint8Array, secretKey: string | null): MailContent | null {
  try {
    return JSON.parse(unseal(sealed, secretKey)) as MailContent;
  } catch {
    return null;
  }
}

/** Whether the key decrypts a mail. */
export const opensMail = (sealed: Uint8Array, secretKey: string | null): boolean =>
  openMail(sealed, secretKey) !== null;
