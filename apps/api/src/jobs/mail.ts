import {
  MAIL_PASSWORD_LINK,
  type MailHost,
  type MailPasswordLinkPayload,
  mailRequestedLink,
  putIntoMailbox,
  SEND_MAIL,
  type SendMailPayload,
  sendMail,
} from '@channel/graph';
import type { TaskList } from 'graphile-worker';
import type { Logger } from 'pino';
import type { Services } from '../context.ts';
import { openMailServer } from '../mail/mail-server.ts';

/** The tasks that send mail, and that answer requests for a link to set a password. */
export function mailTasks(services: Services, log: Logger): TaskList {
  const { db, settings, clock } = services;
  const send = senderOf(services, log);
  return {
    [SEND_MAIL]: (payload) => sendMail({ db, settings, clock, send }, (payload as SendMailPayload).mailId),
    [MAIL_PASSWORD_LINK]: (payload) =>
      mailRequestedLink({ db, settings, now: clock() }, payload as MailPasswordLinkPayload),
  };
}

/** A worker without a mail server leaves the mails to later attempts, and to other workers. */
function senderOf({ db, settings, clock }: Services, log: Logger): MailHost['send'] {
  const { smtp, mailFrom, demoMailbox, secretKey } = settings;
  if (smtp && mailFrom) return openMailServer(smtp, mailFrom, log);
  if (demoMailbox)
    return async ({ id: mailId, subject, text }) => {
      await putIntoMailbox(db, { mailId, subject, text, secretKey, now: clock() });
      return null;
    };
  return async ({ id: mailId }) => {
    log.warn({ mailId }, 'a mail was not sent: SMTP_URL is not set for this worker');
    return { failure: 'unreachable', isFinal: false };
  };
}
