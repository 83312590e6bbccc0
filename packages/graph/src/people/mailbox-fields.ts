import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { letterIn, MAILBOX_SIZE } from '../mail/mailbox.ts';
import { actorOf, adminOrganizationIds } from '../shared/principals.ts';
import { peopleOf } from './people-access.ts';

const withRecipient = { include: { mail: { select: { recipient: true } } } } as const;
type Row = Prisma.MailboxMailGetPayload<typeof withRecipient>;

const MailboxMail = builder.objectRef<Row>('MailboxMail').implement({
  description: 'A mail in the mailbox of the demo.',
  fields: (t) => ({
    number: t.expose('mailId', { type: 'SafeInt', description: 'Its number.' }),
    address: t.string({
      description: 'The address to which it would have been sent.',
      resolve: ({ mail }) => mail.recipient,
    }),
    sentAt: t.expose('sentAt', { type: 'DateTime', description: 'When it was delivered to the mailbox.' }),
    subject: t.string({
      description: 'Its subject.',
      resolve: ({ content }, _args, { settings }) => letterIn(content, settings.secretKey).subject,
    }),
    text: t.string({
      description: 'Its text, with the links in it.',
      resolve: ({ content }, _args, { settings }) => letterIn(content, settings.secretKey).text,
    }),
  }),
});

/**
 * The mails that the actor reads: to people of the organizations that the actor administers, and to the operator.
 *
 * @throws not found where there is no mailbox, and for everybody who administers nothing
 */
function readableMails(context: Context): Prisma.MailboxMailWhereInput {
  actorOf(context);
  const administered = adminOrganizationIds(context);
  if (!context.settings.demoMailbox || administered.length === 0) throw notFound('Mailbox');
  // A link opens the account of its owner everywhere, so nobody reads mails to people who also belong elsewhere (as `accountRefusal`).
  const elsewhere = { organizationId: { notIn: administered } };
  const alone = { roles: { none: { role: elsewhere } }, clients: { none: { client: elsewhere } } };
  return { mail: { OR: [{ userId: null }, { user: { AND: [peopleOf(administered), alone] } }] } };
}

builder.queryFields((t) => ({
  mailboxMails: t.field({
    type: [MailboxMail],
    description: `The last mails in the mailbox of the demo, at most ${MAILBOX_SIZE}, the newest first: those to people of the organizations that the viewer administers, and those to the operator. Not found where mails are sent.`,
    resolve: (_root, _args, context) =>
      context.db.mailboxMail.findMany({
        where: readableMails(context),
        orderBy: { mailId: 'desc' },
        take: MAILBOX_SIZE,
        ...withRecipient,
      }),
  }),
  mailboxMail: t.field({
    type: MailboxMail,
    description:
      'A mail in the mailbox of the demo. Not found where mails are sent, and for others than administrators.',
    args: { id: t.arg.int({ required: true, description: 'Its number.' }) },
    resolve: async (_root, { id: mailId }, context) => {
      const where = { AND: [{ mailId }, readableMails(context)] };
      const mail = await context.db.mailboxMail.findFirst({ where, ...withRecipient });
      if (!mail) throw notFound('Mail');
      return mail;
    },
  }),
}));
