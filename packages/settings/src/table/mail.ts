import { flag, optional } from '../kinds.ts';
import { mailbox, mailboxes, smtpServer } from '../mail-kinds.ts';
import type { Read } from '../setting.ts';

/** Maximum number of addresses of the operator. */
const MAX_OPERATORS = 10;

/** Mail to people, and to the operator. */
export const mailSettings = (read: Read) => ({
  smtp: read({
    name: 'SMTP_URL',
    kind: optional(smtpServer),
    default: '',
    about:
      'Mail server through which links and notices are sent (docs/operations.md), with user and password (percent-encoded) where it requires a login. `smtps` is TLS from the start, on port 465 by default; `smtp` is STARTTLS, on port 587, and refuses a server without it, except on loopback. Its certificate is verified. Not set: no mail is sent. The API and the worker need the same value.',
  }),
  mailFrom: read({
    name: 'MAIL_FROM',
    kind: optional(mailbox),
    default: '',
    about: 'Sender of mail; required with `SMTP_URL`.',
  }),
  operatorMail: read({
    name: 'OPERATOR_MAIL',
    kind: mailboxes(MAX_OPERATORS),
    default: '',
    about: `Addresses of the operator, at most ${MAX_OPERATORS}, separated by commas. They get a mail when a backup or a drill fails, departures count other places than their bookings hold, or the queue does not advance: one of each kind in a day. Requires \`SMTP_URL\`. Not set: no such mail is sent.`,
  }),
  demoMailbox: read({
    name: 'DEMO_MAILBOX',
    kind: flag,
    default: '0',
    about:
      'Whether mails go to a mailbox of the console (`/mailbox`) instead of a mail server, where its administrators read them, with the links in them: for trying them out. Not together with `SMTP_URL`, and never in production. `npm start` turns it on for the demo world in the embedded Postgres, outside production, where `SMTP_URL` is not set.',
  }),
});
