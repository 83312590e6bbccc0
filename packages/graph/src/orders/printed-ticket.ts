import { builder } from '../builder.ts';
import { notFound } from '../errors.ts';
import { inLanguage } from '../shared/translation.ts';
import type { BookedDetailsShape } from './booked-details.ts';
import { OrderStatus } from './booking.ts';

const PrintedTicket = builder.prismaObject('Ticket', {
  variant: 'PrintedTicket',
  description: 'The content of a ticket. Anyone who knows its address may read it.',
  fields: (t) => ({
    ticketId: t.exposeInt('id', { description: "The ticket's id." }),
    filename: t.exposeString('filename'),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the ticket was issued.' }),
    status: t.field({
      type: OrderStatus,
      description: 'The state of its order; a ticket is valid while it is `Booked`.',
      select: { order: { select: { status: true } } },
      resolve: ({ order }) => order.status,
    }),
    title: t.string({
      description: 'Headline of the ticket.',
      select: { order: { select: { product: true } } },
      resolve: ({ order }, _args, { lang }) =>
        (order.product && inLanguage<'ticketTitle', string | null>(order.product, 'ticketTitle', lang)) ?? '',
    }),
    message: t.string({
      description: 'Information for the guest who shows the ticket.',
      select: { order: { select: { product: true } } },
      resolve: ({ order }, _args, { lang }) =>
        (order.product && inLanguage<'ticketMessage', string | null>(order.product, 'ticketMessage', lang)) ?? '',
    }),
    product: t.string({
      description: 'Title of the booked product.',
      select: { order: { select: { bookedDetails: true } } },
      resolve: ({ order }, _args, { lang }) => {
        const details = order.bookedDetails as BookedDetailsShape | null;
        return details ? inLanguage<'title', string>(details.product, 'title', lang) : '';
      },
    }),
    reference: t.string({
      description: 'Reference code of the order, or its id.',
      select: { order: { select: { id: true, referenceCode: true } } },
      resolve: ({ order }) => order.referenceCode ?? String(order.id),
    }),
    startsAt: t.field({
      type: 'LocalDateTime',
      nullable: true,
      description: 'Start in local time; null for a pass.',
      select: { order: { select: { startsAtLocal: true } } },
      resolve: ({ order }) => order.startsAtLocal,
    }),
    place: t.string({
      description: 'The starting point.',
      select: { order: { select: { bookedDetails: true, city: true } } },
      resolve: ({ order }, _args, { lang }) => {
        const details = order.bookedDetails as BookedDetailsShape | null;
        return [details?.startingPoint.address, inLanguage(order.city, 'name', lang)].filter(Boolean).join(', ');
      },
    }),
    names: t.stringList({
      description: 'Names of the admitted passengers.',
      select: { passenger: true, order: { select: { passengers: { orderBy: { position: 'asc' } } } } },
      resolve: ({ passenger, order }) =>
        (passenger ? [passenger] : order.passengers).map(({ firstName, lastName }) =>
          `${firstName} ${lastName}`.trim(),
        ),
    }),
  }),
});

builder.queryField('printedTicket', (t) =>
  t.prismaField({
    type: PrintedTicket,
    description: 'The ticket with an address key.',
    skipTypeScopes: true,
    args: { key: t.arg.string({ required: true, description: 'The unguessable part of the address.' }) },
    resolve: async (query, _root, { key }, { db }) => {
      const ticket = await db.ticket.findUnique({ ...query, where: { addressKey: key } });
      if (!ticket) throw notFound('Ticket');
      return ticket;
    },
  }),
);
