import { type MailHost, SEND_MAIL, type SendMailPayload, sendMail } from '@channel/graph';
import type { TaskList } from 'graphile-worker';
import type { Logger } from 'pino';
import type { Services } from '../context.ts';
import { openMailServer } from '../mail/mail-server.ts';

/** The task that sends mail. A worker without a mail server leaves it to later attempts, and to other workers. */
export function mailTasks({ db, settings, clock }: Services, log: Logger): TaskList {
  const { smtp, mailFrom } = settings;
  const send: MailHost['send'] =
    smtp && mailFrom
      ? openMailServer(smtp, mailFrom, log)
      : async ({ id: mailId }) => {
          log.warn({ mailId }, 'a mail was not sent: SMTP_URL is not set for this worker');
          return { failure: 'unreachable', isFinal: false };
        };
  return {
    [SEND_MAIL]: (payload) => sendMail({ db, settings, clock, send }, (payload as SendMailPayload).mailId),
  };
}
