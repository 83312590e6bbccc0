import { inTransaction, type PrismaClient, type Tx } from '@channel/prisma';
import type { Settings } from '@channel/settings';
import { type OperatorPurpose, operatorLetter } from './letters/operator.ts';
import { isMailSetUp, type MailWriter, writeMail } from './outbox.ts';

/** How long it is tried to send a notice. */
export const NOTICE_MS = 3 * 86_400_000;

/** The settings of notices to the operator. */
export type NoticeSettings = MailWriter['settings'] & Pick<Settings, 'operatorMail' | 'consoleUrl'>;

/**
 * Queues the mail to each address of `OPERATOR_MAIL` that something went wrong. Of each kind there is one in a day (UTC);
 * further calls on that day do nothing. Does nothing where `OPERATOR_MAIL` or mail is not set up.
 *
 * @param db the database, or the transaction with which the notice is rolled back
 * @param notice `details`: some lines for the operator in English, without secrets
 * @returns the number of new mails
 * @throws where the installation has no key (`SECRET_KEY`), or the database is away
 */
export async function queueNotice(
  db: PrismaClient | Tx,
  { settings, now }: { settings: NoticeSettings; now: Date },
  { purpose, details }: { purpose: OperatorPurpose; details: string },
): Promise<number> {
  if (!isMailSetUp(settings) || settings.operatorMail.length === 0) return 0;
  const letter = operatorLetter(purpose, settings.consoleUrl, details);
  const expiresAt = new Date(now.getTime() + NOTICE_MS);
  const day = now.toISOString().slice(0, 10);
  return inTransaction(db, async (tx) => {
    let made = 0;
    for (const { address } of settings.operatorMail) {
      const noticeKey = `${purpose} ${day} ${address}`;
      const mail = { ...letter, purpose, expiresAt, noticeKey, recipient: address };
      if (await writeMail(tx, { settings, now }, { ...mail, userId: null, organizationId: null, secret: null })) made++;
    }
    return made;
  });
}
