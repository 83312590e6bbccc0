import { createCrewCalendar, createCrewLink, endCrewAccess } from '@channel/auth';
import { inTransaction, type Tx } from '@channel/prisma';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { conflict, forbidden } from '../errors.ts';
import { calendarPerson, mayChangeCalendars } from '../jobs/person-calendar.ts';
import { endMails } from '../mail/outbox.ts';
import { peopleWho } from '../people/user.ts';
import { audit } from '../shared/audit.ts';
import { ANSWERS_SECRET } from '../shared/idempotency-key.ts';
import { FOR_CREW } from '../shared/public-field.ts';
import { lockRows } from '../shared/rows.ts';
import { crewOf, type Whose } from './own-jobs.ts';

/** A person who works for an organization. */
export type Of = { personId: number; organizationId: number };

const works = ({ personId, organizationId }: Of, context: Context) => ({
  id: personId,
  OR: (['drive', 'guide'] as const).map((right) => peopleWho(right, [organizationId], context)),
});

const whoseOf = ({ personId, organizationId }: Of): Whose => ({ userId: personId, organizationId });

export const CrewAccess = builder.objectRef<Of>('CrewAccess').implement({
  description: 'How a driver or guide gets to the page of the crew, and whether the person has it open.',
  fields: (t) => ({
    personId: t.exposeInt('personId', { description: "The person's id." }),
    organizationId: t.exposeInt('organizationId', { description: "The organization's id." }),
    mayManage: t.boolean({
      description: 'Whether the viewer may create links and end sessions.',
      resolve: ({ organizationId }, _args, context) => mayChangeCalendars(context, organizationId),
    }),
    isCrew: t.boolean({
      description: 'Whether the person drives or guides for the organization.',
      resolve: async (of, _args, context) => (await context.db.user.count({ where: works(of, context) })) > 0,
    }),
    linkExpiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the link expires that was not used yet; null when there is none.',
      resolve: async (of, _args, { db, now }) =>
        (await db.crewLink.findFirst({ where: { ...whoseOf(of), expiresAt: { gt: now } } }))?.expiresAt ?? null,
    }),
    hasCalendar: t.boolean({
      description: 'Whether there is an address of the calendar of the person.',
      resolve: async (of, _args, { db }) => (await db.crewCalendar.count({ where: whoseOf(of) })) > 0,
    }),
    sessions: t.int({
      description: 'Number of devices on which the page is open.',
      resolve: (of, _args, { db, now }) => db.crewSession.count({ where: { ...whoseOf(of), expiresAt: { gt: now } } }),
    }),
  }),
});

const CrewLink = builder.objectRef<{ url: string; expiresAt: Date; access: Of }>('CrewLink').implement({
  description: 'A personal link to the page of the crew. It is shown once; only its hash is stored.',
  fields: (t) => ({
    url: t.exposeString('url', {
      description: 'The address to hand over. Whoever opens it first sees the jobs of the person.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it expires unless it is used before.' }),
    access: t.expose('access', { type: CrewAccess, description: 'The access of the person.' }),
  }),
});

/** The arguments of operations on the access of a person. */
export const args = {
  personId: { required: true, description: "The person's id." },
  organizationId: { required: true, description: "The organization's id." },
} as const;

builder.queryField('crewAccess', (t) =>
  t.field({
    type: CrewAccess,
    description: "A person's access to the page of the crew. For staff of the organization.",
    args: { personId: t.arg.int(args.personId), organizationId: t.arg.int(args.organizationId) },
    resolve: async (_root, of, context) => {
      await calendarPerson(context, of.personId, of.organizationId);
      return of;
    },
  }),
);

builder.mutationFields((t) => ({
  createCrewLink: t.field({
    extensions: ANSWERS_SECRET,
    type: CrewLink,
    description:
      'Creates the personal link of a driver or guide to the page of the crew; an earlier link ends, open sessions stay. For staff who see all orders of the organization.',
    args: { personId: t.arg.int(args.personId), organizationId: t.arg.int(args.organizationId) },
    resolve: (_root, of, context) => changed(context, of, 'create-link', (tx) => newLink(tx, context, of)),
  }),
  createCrewCalendar: t.string({
    extensions: ANSWERS_SECRET,
    description:
      'Creates the address of the calendar of a driver or guide, which is shown once; an earlier address ends. The calendar has the jobs of a week, without names and phone numbers. For staff who see all orders of the organization.',
    args: { personId: t.arg.int(args.personId), organizationId: t.arg.int(args.organizationId) },
    resolve: (_root, of, context) => changed(context, of, 'create-calendar', (tx) => newCalendar(tx, context, of)),
  }),
  createOwnCrewCalendar: t.string({
    extensions: ANSWERS_SECRET,
    ...FOR_CREW,
    description:
      'Creates the address of the own calendar, which is shown once; an earlier address ends. Only for sessions of the page of the crew.',
    resolve: async (_root, _args, context) => {
      const { userId: personId, organizationId } = crewOf(context);
      return inTransaction(context.db, async (tx) => {
        const line = { action: 'crew.create-calendar', entity: 'user', entityId: personId, organizationId };
        await audit(tx, context, [line], personId);
        return newCalendar(tx, context, { personId, organizationId });
      });
    },
  }),
  endCrewAccess: t.field({
    type: CrewAccess,
    description:
      'Ends the link, the calendar and all sessions of a person, immediately. For staff who see all orders of the organization.',
    args: { personId: t.arg.int(args.personId), organizationId: t.arg.int(args.organizationId) },
    resolve: (_root, of, context) =>
      changed(context, of, 'end-access', async (tx) => {
        await endCrewAccess(tx, whoseOf(of));
        await endMails(tx, { ...whoseOf(of), purposes: ['crewLink'] });
        return of;
      }),
  }),
}));

/**
 * Changes the access of a person.
 *
 * @throws not found for an unknown person; forbidden for staff who do not dispatch the organization
 */
export async function changed<T>(context: Context, of: Of, action: string, act: (tx: Tx) => Promise<T>): Promise<T> {
  await calendarPerson(context, of.personId, of.organizationId);
  if (!mayChangeCalendars(context, of.organizationId))
    throw forbidden('You may not send links to the crew of this organization.');
  return inTransaction(context.db, async (tx) => {
    await lockRows(tx, 'User', { id: of.personId });
    const result = await act(tx);
    const { personId: entityId, organizationId } = of;
    await audit(tx, context, [{ action: `crew.${action}`, entity: 'user', entityId, organizationId }]);
    return result;
  });
}

/**
 * Creates the link of a person; an earlier one ends, and is not mailed any more.
 *
 * @throws conflict for a person who neither drives nor guides
 */
export async function newLink(tx: Tx, context: Context, of: Of) {
  const { now, settings } = context;
  if ((await tx.user.count({ where: works(of, context) })) === 0)
    throw conflict('The person neither drives nor guides for this organization.');
  const { secret, expiresAt } = await createCrewLink(tx, whoseOf(of), now, settings.crewLinkHours);
  await endMails(tx, { ...whoseOf(of), purposes: ['crewLink'] });
  return { url: `${settings.consoleUrl}/crew#${secret}`, secret, expiresAt, access: of };
}

async function newCalendar(tx: Tx, { now, settings }: Context, of: Of): Promise<string> {
  return `${settings.apiUrl}/calendars/${await createCrewCalendar(tx, whoseOf(of), now)}.ics`;
}
