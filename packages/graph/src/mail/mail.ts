import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { MailFailure } from './outbox.ts';

type Row = Prisma.MailGetPayload<{ omit: { content: true } }>;

const MailState = builder.enumType('MailState', {
  description: 'What has become of a mail.',
  values: {
    waiting: { description: 'It will be sent, possibly after failed attempts.' },
    sent: { description: 'The mail server has taken it.' },
    failed: { description: 'It will not be sent.' },
  } satisfies Record<Row['state'], object>,
});

const MailFailureEnum = builder.enumType('MailFailure', {
  description: 'Why an attempt to send a mail failed.',
  values: {
    unreachable: { description: 'The mail server was not reached, or did not answer in time.' },
    deferred: { description: 'The mail server requested a later attempt.' },
    loginRefused: { description: 'The mail server refused the login of this installation.' },
    addressRefused: { description: 'The mail server refused the address.' },
    refused: { description: 'The mail server refused the mail.' },
    unreadable: { description: 'The mail was encrypted with another key of the installation.' },
    expired: { description: 'The link in it expired before.' },
    ended: { description: 'The link in it was replaced, used or ended before.' },
  } satisfies Record<MailFailure, object>,
});

/** What staff see of a mail to a person. */
export const Mail = builder.objectRef<Row>('Mail').implement({
  description: 'A mail to a person. Its text is not shown: it holds a secret.',
  fields: (t) => ({
    address: t.exposeString('recipient', { description: 'The address to which it is sent.' }),
    state: t.expose('state', { type: MailState, description: 'What has become of it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
    sentAt: t.expose('sentAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the mail server took it; null unless it is sent.',
    }),
    failure: t.expose('failure', {
      type: MailFailureEnum,
      nullable: true,
      description: 'Why the last attempt failed; null when none has, and once it is sent.',
    }),
  }),
});
