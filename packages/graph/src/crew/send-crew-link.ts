import type { Tx } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { mayChangeCalendars } from '../jobs/person-calendar.ts';
import { addresseeOf } from '../mail/addressee.ts';
import { letterOf } from '../mail/letters/letters.ts';
import { Mail } from '../mail/mail.ts';
import { MAX_MAILS, mailAddress, queueMail } from '../mail/outbox.ts';
import { args, CrewAccess, changed, newLink, type Of } from './crew-access.ts';

builder.objectFields(CrewAccess, (t) => ({
  mailAddress: t.string({
    nullable: true,
    description:
      'The address to which a link can be sent; null where mail is not set up, the person has no address, or the viewer may not create links.',
    resolve: (of, _args, context) =>
      mayChangeCalendars(context, of.organizationId) ? mailAddress(context.db, context.settings, of.personId) : null,
  }),
  lastMail: t.field({
    type: Mail,
    nullable: true,
    description:
      'The last mail with a link of the last 30 days; null when there is none, and for viewers who may not create links.',
    resolve: ({ personId: userId, organizationId }, _args, context) =>
      mayChangeCalendars(context, organizationId)
        ? context.db.mail.findFirst({
            where: { userId, organizationId, purpose: 'crewLink' },
            orderBy: { id: 'desc' },
            omit: { content: true },
          })
        : null,
  }),
}));

builder.mutationField('sendCrewLink', (t) =>
  t.field({
    type: CrewAccess,
    description: `Sends a new personal link of a driver or guide to the e-mail address of the person, in the language of the person; an earlier link ends, open sessions stay. A person gets at most ${MAX_MAILS} mails in an hour. For staff who see all orders of the organization.`,
    args: { personId: t.arg.int(args.personId), organizationId: t.arg.int(args.organizationId) },
    resolve: (_root, of, context) =>
      changed(context, of, 'send-link', async (tx) => {
        await mailLink(tx, context, of);
        return of;
      }),
  }),
);

async function mailLink(tx: Tx, context: Context, of: Of): Promise<void> {
  const { personId: userId, organizationId } = of;
  const { url, secret, expiresAt } = await newLink(tx, context, of);
  const { name, organization, ...written } = await addresseeOf(tx, userId, organizationId);
  const facts = { person: name, organization: organization?.name ?? '', url, until: expiresAt };
  const letter = letterOf('crewLink', facts, written);
  await queueMail(tx, context, { userId, organizationId, purpose: 'crewLink', secret, expiresAt, ...letter });
}
