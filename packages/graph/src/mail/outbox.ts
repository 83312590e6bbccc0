import type { Prisma, PrismaClient, Tx } from '@channel/prisma';
import { seal } from '@channel/webhooks';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { isEmail } from '../shared/text.ts';
import type { Letter } from './letters/letter-facts.ts';

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

/** What writing a mail needs of a request, or of a worker. */
export type MailWriter = { settings: Pick<Context['settings'], 'smtp' | 'demoMailbox' | 'secretKey'>; now: Date };

/** What a mail says, and the secret of the link in it; null where it has none. */
export type MailContent = Letter & { secret: string | null };

export type NewMail = MailContent & {
  userId: number;
  organizationId: number | null;
  purpose: MailPurpose;
  /** When the link expires. */
  expiresAt: Date;
};

/** Mails of one purpose that a person gets in an hour, whoever sends them. */
export const MAX_MAILS = 5;
const HOUR_MS = 3_600_000;
/** How long it is kept that a mail was sent, or failed. */
const RETENTION_MS = 30 * 24 * HOUR_MS;

/** Special characters that separate addresses, or end one, in a header or a command of SMTP. */
const UNSAFE = /[<>()[\],;:"\\\p{Cc}]/u;

/** Whether a text is one address, to which a mail can be sent. */
export const isRecipient = (email: string): boolean => isEmail(email) && !UNSAFE.test(email);

/** Whether this installation sends mail. */
export const isMailSetUp = ({ smtp, demoMailbox }: Pick<Context['settings'], 'smtp' | 'demoMailbox'>): boolean =>
  smtp !== null || demoMailbox;

/** @throws conflict where this installation sends no mail */
export function requireMail(settings: Pick<Context['settings'], 'smtp' | 'demoMailbox'>): void {
  if (!isMailSetUp(settings)) throw conflict('Mail is not set up on this installation.');
}

/** The address to which mail to a person goes; null where the person has none, or mail is not set up. */
export async function mailAddress(
  db: PrismaClient | Tx,
  settings: Pick<Context['settings'], 'smtp' | 'demoMailbox'>,
  userId: number,
): Promise<string | null> {
  if (!isMailSetUp(settings)) return null;
  const { email } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  return isRecipient(email) ? email : null;
}

/** Whether a person got as many mails of a purpose in the last hour as there may be. */
export async function hasManyMails(tx: Tx, userId: number, purpose: MailPurpose, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - HOUR_MS);
  return (await tx.mail.count({ where: { userId, purpose, createdAt: { gt: since } } })) >= MAX_MAILS;
}

/**
 * Puts a mail to a person into the outbox.
 *
 * @param tx a transaction that has locked the row of the person, so that concurrent requests are counted
 * @throws conflict where mail is not set up, the person has no address, or got too many mails
 */
export async function queueMail(tx: Tx, writer: MailWriter, mail: NewMail): Promise<void> {
  const { userId, purpose } = mail;
  requireMail(writer.settings);
  const recipient = await mailAddress(tx, writer.settings, userId);
  if (recipient === null) throw conflict('The person has no e-mail address.');
  if (await hasManyMails(tx, userId, purpose, writer.now))
    throw conflict(`A person gets at most ${MAX_MAILS} mails in an hour. Try again later.`);
  await writeMail(tx, writer, { ...mail, recipient });
}

/** A mail as it is written; those with a `noticeKey` exist once. */
export type WrittenMail = Omit<NewMail, 'userId'> & { userId: number | null; recipient: string; noticeKey?: string };

/** Writes a mail and the job that sends it. @returns whether it is new */
export async function writeMail(tx: Tx, { settings, now }: MailWriter, mail: WrittenMail): Promise<boolean> {
  const { subject, text, secret, ...columns } = mail;
  const sealed = seal(JSON.stringify({ subject, text, secret } satisfies MailContent), settings.secretKey);
  const [made] = await tx.mail.createManyAndReturn({
    data: { ...columns, createdAt: now, content: sealed },
    skipDuplicates: true,
    select: { id: true },
  });
  if (made) await queueSending(tx, made.id);
  return made !== undefined;
}

/** Ends the mails of some purposes that were not sent yet, whose link has ended. */
export async function endMails(
  tx: Tx,
  { purposes, ...of }: { userId: number; organizationId?: number; purposes: readonly MailPurpose[] },
): Promise<void> {
  const where = { ...of, purpose: { in: [...purposes] }, state: 'waiting' as const };
  await tx.mail.updateMany({ where, data: failedWith('ended') });
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
