import { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';

/** What kind of change an event of an order is. */
export const OrderEventKind = builder.enumType('OrderEventKind', {
  description: 'The kind of a change of an order.',
  values: {
    created: { description: 'Booked, put into the cart, or imported.' },
    updated: { description: 'Fields of the order changed: its state, people, transfers, leader or reference code.' },
    rebooked: { description: 'Moved to another departure, rate, service level or product.' },
    tagged: { description: 'Tags of the order, its bookings or its transfers changed.' },
    holdRenewed: { description: 'The places of an order in the cart are held longer. The version stays.' },
  } as const,
});

/** The kind of a change (`c`) with its entry of the audit log (`a`), which an imported order lacks. */
export const orderEventKind = Prisma.sql`(CASE
  WHEN a.id IS NULL OR a.action = 'order.book' THEN 'created'
  WHEN a.action = 'order.rebook' THEN 'rebooked'
  WHEN a.action = 'order.renew-hold' THEN 'holdRenewed'
  WHEN starts_with(a.action, 'tags.') THEN 'tagged'
  ELSE 'updated' END)`;
