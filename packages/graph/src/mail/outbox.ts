import type { Prisma, PrismaClient, Tx } from '@channel/prisma';
import { seal } from '@channel/webhooks';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { isEmail } from '../shared/text.ts';

/*
 * The outbox of mail. A mail is written in the transaction of the change that causes it, so a change that is rolled back
 * sends none, and is sent by a job after the commit: at least once, because a worker that is killed between sending and
 * recording sends it again, with the same Message-ID.
 */

/** Name of the task that sends a mail. */
export const SEND_MAIL = 'send-mail';

/** Payload of its jobs. */
export type SendMailPayload = { mailId: number };

type Row = Prisma.MailGetPayload<object>;
export type MailPurpose = Row['purpose'];
export type MailFailure = NonNullable<Row['failure']>;

/** What a mail says, and the secret of the link in it. */
export type MailContent = { subject: string; text: string; secret: string };

export type NewMail = MailContent & {
  userId: number;
  organizationId: number;
  purpose: MailPurpose;
  /** When the link expires. */
  expiresAt: Date;
};

/** Mails that a person gets in an hour, whoever sends them. */
export const MAX_MAILS = 5;
const HOUR_MS = 3_600_000;
/** How long it is kept that a mail was sent, or failed. */
const RETENTION_MS = 30 * 24 * HOUR_MS;

/** Special characters that separate addresses, or end one, in a header or a command of SMTP. */
const UNSAFE = /[<>()[\],;:"\\\p{Cc}]/u;

/** The address to which mail to a person goes; null where the person has none, or mail is not set up. */
export async function mailAddress(
  db: PrismaClient | Tx,
  { smtp }: Pick<Context['settings'], 'smtp'>,
  userId: number,
): Promise<string | null> {
  if (smtp === null) return null;
  const { email } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  return isEmail(email) && !UNSAFE.test(email) ? email : null;
}

/**
 * Puts a mail into the outbox.
 *
 * @param tx a transaction that has locked the row of the person, so that concurrent requests are counted
 * @throws conflict where mail is not set up, the person has no address, or got too many mails
 */
export async function queueMail(tx: Tx, { settings, now }: Context, mail: NewMail): Promise<void> {
  const { userId, organizationId, purpose, expiresAt, ...content } = mail;
  if (settings.smtp === null) throw conflict('Mail is not set up on this installation.');
  const recipient = await mailAddress(tx, settings, userId);
  if (recipient === null) throw conflict('The person has no e-mail address.');
  const since = new Date(now.getTime() - HOUR_MS);
  if ((await tx.mail.count({ where: { userId, createdAt: { gt: since } } })) >= MAX_MAILS)
    throw conflict(`A person gets at most ${MAX_MAILS} mails in an hour. Try again later.`);
  const sealed = seal(JSON.stringify(content satisfies MailContent), settings.secretKey);
  const { id } = await tx.mail.create({
    data: { userId, organizationId, purpose, recipient, expiresAt, createdAt: now, content: sealed },
    select: { id: true },
  });
  await queueSending(tx, id);
}

/** Ends the mails of a purpose that were not sent yet, whose link has ended. */
export async function endMails(
  tx: Tx,
  of: { userId: number; organizationId: number; purpose: MailPurpose },
): Promise<void> {
  await tx.mail.updateMany({ where: { ...of, state: 'waiting' }, data: failedWith('ended') });
}

/** The columns of a mail that will not be sent. */
export const failedWith = (failure: MailFailure) => ({ state: 'failed', failure, content: null }) as const;

/** Adds the job that sends a mail. One mail is sent at a time, so that a slow server holds one slot of the worker. */
export async function queueSending(tx: Tx, mailId: number, runAt: Date | null = null): Promise<void> {
  const payload: SendMailPayload = { mailId };
  await tx.$executeRaw`
    SELECT graphile_worker.add_job(${SEND_MAIL}, ${JSON.stringify(payload)}::json, queue_name => 'mail',
      job_key => ${`${SEND_MAIL}:${mailId}`}, run_at => ${runAt}::timestamptz)`;
}

/** Erases mails that expired while no job sent them, and deletes old ones. For a recurring job. */
export async function pruneMails(db: PrismaClient, now: Date): Promise<void> {
  await db.mail.updateMany({ where: { state: 'waiting', expiresAt: { lte: now } }, data: failedWith('expired') });
  const before = new Date(now.getTime() - RETENTION_MS);
  await db.mail.deleteMany({ where: { state: { not: 'waiting' }, createdAt: { lt: before } } });
}
