import { optional } from '../kinds.ts';
import { mailbox, smtpServer } from '../mail-kinds.ts';
import type { Read } from '../setting.ts';

/** Mail to people. */
export const mailSettings = (read: Read) => ({
  smtp: read({
    name: 'SMTP_URL',
    kind: optional(smtpServer),
    default: '',
    about:
      'Mail server through which personal links of drivers and guides are sent, with user and password (percent-encoded) where it requires a login. `smtps` is TLS from the start, on port 465 by default; `smtp` is STARTTLS, on port 587, and refuses a server without it, except on loopback. Its certificate is verified. Not set: no mail is sent. The API and the worker need the same value.',
  }),
  mailFrom: read({
    name: 'MAIL_FROM',
    kind: optional(mailbox),
    default: '',
    about: 'Sender of mail; required with `SMTP_URL`.',
  }),
});
