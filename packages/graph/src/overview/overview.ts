import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { Organization } from '../people/organization.ts';
import { dateAt } from '../shared/calendar.ts';
import { staffOrganizationIds } from '../shared/principals.ts';
import { BY_HAND } from '../webhooks/manage-endpoints.ts';
import { visibleEndpoints } from '../webhooks/staff-access.ts';
import { WebhookEndpoint } from '../webhooks/webhook-types.ts';
import { BackupReport, backupReports } from './backup-reports.ts';
import { DepartureToday, departuresToday } from './departures-today.ts';
import { OrdersOfDay, ordersByDay } from './orders-by-day.ts';
import { UnassignedTransfers, unassignedTransfers } from './unassigned-transfers.ts';
import { UnbalancedDeparture, unbalancedDepartures } from './unbalanced-departures.ts';

type ReportedOrganization = { id: number; timeZone: string };

const Overview = builder.objectRef<ReportedOrganization>('Overview').implement({
  description: 'Key figures of an organization. For its staff; only orders that the viewer may see are counted.',
  fields: (t) => ({
    organization: t.prismaField({
      type: Organization,
      description: 'The organization of the figures.',
      resolve: (query, { id }, _args, { db }) => db.organization.findUniqueOrThrow({ ...query, where: { id } }),
    }),
    timeZone: t.exposeString('timeZone', { description: 'IANA time zone in which its days begin and end.' }),
    today: t.field({
      type: 'Date',
      description: 'The current day in that time zone.',
      resolve: ({ timeZone }, _args, { now }) => dateAt(now, timeZone),
    }),
    departures: t.field({
      type: [DepartureToday],
      description:
        "Today's departures of its products, where today is the local date of each place, earliest first. At most 500.",
      resolve: ({ id }, _args, context) => departuresToday(context, id),
    }),
    unassignedTransfers: t.field({
      type: UnassignedTransfers,
      description: 'Transfers of booked orders that have a day but no driver, from today on.',
      args: {
        days: t.arg.int({ defaultValue: 7, description: 'Number of days, including today; 1 to 31.' }),
        first: t.arg.int({ defaultValue: 20, description: 'Number of transfers to list, 0 to 200.' }),
      },
      resolve: (office, { days, first }, context) =>
        unassignedTransfers(context, office, { days: days ?? 7, first: first ?? 20 }),
    }),
    failingEndpoints: t.prismaField({
      type: [WebhookEndpoint],
      description:
        'Its webhook endpoints whose latest attempts all failed, the longest failing first, without those that staff switched off.',
      resolve: (query, { id }, _args, context) =>
        context.db.webhookEndpoint.findMany({
          ...query,
          where: {
            AND: [visibleEndpoints(context), { organizationId: id, failingSince: { not: null } }],
            OR: [{ disabledReason: null }, { disabledReason: { not: BY_HAND } }],
          },
          orderBy: [{ failingSince: 'asc' }, { id: 'asc' }],
        }),
    }),
    unbalancedDepartures: t.field({
      type: [UnbalancedDeparture],
      description:
        'Departures of its products whose booked places differ from the places that their bookings hold, by the last hourly check. Empty unless there is a defect.',
      resolve: ({ id }, _args, context) => unbalancedDepartures(context, id),
    }),
    backups: t.field({
      type: [BackupReport],
      description:
        'The last base backup and the last drill of the installation, as far as there are any. Empty for viewers who do not administer the organization.',
      resolve: ({ id }, _args, context) => backupReports(context, id),
    }),
    ordersByDay: t.field({
      type: [OrdersOfDay],
      description:
        'Orders by the day on which they were made, oldest day first, today last; days without orders are included.',
      args: { days: t.arg.int({ defaultValue: 30, description: 'Number of days, including today; 1 to 366.' }) },
      resolve: (office, { days }, context) => ordersByDay(context, office, days ?? 30),
    }),
  }),
});

/** @throws not found unless the actor is staff of the organization (or of any organization, where none is requested) */
async function reportedOrganizationOf(
  context: Context,
  requested: number | null | undefined,
): Promise<ReportedOrganization> {
  const staffed = staffOrganizationIds(context);
  const id = requested ?? staffed[0] ?? 0;
  const office = staffed.includes(id)
    ? await context.db.organization.findUnique({ where: { id }, select: { id: true, timeZone: true } })
    : null;
  if (!office) throw notFound('Organization');
  return office;
}

builder.queryField('overview', (t) =>
  t.field({
    type: Overview,
    description: 'Key figures of an organization. For its staff.',
    args: {
      organizationId: t.arg.int({
        description: 'The organization; by default the first in which the viewer is staff.',
      }),
    },
    resolve: (_root, { organizationId }, context) => reportedOrganizationOf(context, organizationId),
  }),
);
