import { inTransaction, type PrismaClient } from '@channel/prisma';
import { seal } from '@channel/webhooks';
import type { Letter } from './letters/letter-facts.ts';
import { openMail } from './send-mail.ts';

/*
 * The mailbox of the demo (`DEMO_MAILBOX`), which takes the place of a mail server: mails are stored instead of sent, and
 * administrators read them in the console.
 */

/** Mails that are kept, the newest. */
export const MAILBOX_SIZE = 200;

type Delivered = Letter & { mailId: number; secretKey: string | null; now: Date };

/** Puts a mail into the mailbox, once, and removes the oldest ones above its size. */
export async function putIntoMailbox(db: PrismaClient, { mailId, secretKey, now, subject, text }: Delivered) {
  const content = seal(JSON.stringify({ subject, text, secret: null }), secretKey);
  await inTransaction(db, async (tx) => {
    await tx.mailboxMail.createMany({ data: { mailId, content, sentAt: now }, skipDuplicates: true });
    const [oldest] = await tx.mailboxMail.findMany({
      orderBy: { mailId: 'desc' },
      skip: MAILBOX_SIZE - 1,
      take: 1,
      select: { mailId: true },
    });
    if (oldest) await tx.mailboxMail.deleteMany({ where: { mailId: { lt: oldest.mailId } } });
  });
}

/** A mail as it is read in the mailbox. */
export const letterIn = (content: Uint8Array, secretKey: string | null): Letter =>
  openMail(content, secretKey) ?? { subject: '?', text: 'This mail was encrypted with another key.' };
