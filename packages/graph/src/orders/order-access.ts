import type { Context } from '../context.ts';
import { forbidden } from '../errors.ts';
import { actorOf, holds } from '../shared/principals.ts';

/** The members of an order that decide which users may change it. */
export type OrderParties = {
  organizationId: number;
  roleId: number;
  clientId: number;
  issuerId: number;
  contactPersonId: number | null;
};

/** The members of an order that can be changed. */
export type OrderMember =
  | 'status'
  | 'leader'
  | 'pickup'
  | 'dropoff'
  | 'contactPerson'
  | 'tourGuide'
  | 'referenceCode'
  | 'tags';

/** The values of the GraphQL enum for these members. */
export const ORDER_MEMBERS = {
  status: { description: 'The state.' },
  leader: { description: 'The leader.' },
  pickup: { description: 'The pickup: day, time, driver, place.' },
  dropoff: { description: 'The dropoff: day, time, driver, place.' },
  contactPerson: { description: 'The contact person.' },
  tourGuide: { description: 'The tour guide.' },
  referenceCode: { description: 'The reference code.' },
  tags: { description: 'The tags of the order, its bookings and its transfers.' },
} as const satisfies Record<OrderMember, object>;

const ALL = Object.keys(ORDER_MEMBERS) as OrderMember[];
const MEMBERS_OF_GUESTS: readonly OrderMember[] = ['status', 'leader', 'pickup', 'dropoff'];
const WIRE_NAMES: Partial<Record<OrderMember, string>> = {
  contactPerson: 'contact_person',
  tourGuide: 'tour_guide',
  referenceCode: 'reference_code',
};

/**
 * Refuses members of a visible order that the actor may not change: staff and the partner who sold it may change all
 * members, contact person and client only some, drivers and guides none.
 *
 * @throws forbidden, naming the first refused member
 */
export function checkMembers(context: Context, order: OrderParties, members: readonly OrderMember[]): void {
  const allowed = changeableMembers(context, order);
  const refused = members.find((member) => !allowed.includes(member));
  if (refused) throw forbidden(`You may not change ${WIRE_NAMES[refused] ?? refused} of this order.`);
}

/** Whether the actor may change every member of a visible order, and rebook it: staff and the partner who sold it may. */
export function mayRebook(context: Context, order: OrderParties): boolean {
  const actor = actorOf(context);
  if (actor.isSystem || holds(context, 'allOrders', order.organizationId)) return true;
  const sold = order.issuerId === actor.userId || actor.roles.some((role) => role.id === order.roleId);
  return sold && holds(context, 'book', order.organizationId);
}

/** The members of a visible order that the actor may change. */
export function changeableMembers(context: Context, order: OrderParties): OrderMember[] {
  const actor = actorOf(context);
  if (mayRebook(context, order)) return [...ALL];
  const guest = order.contactPersonId === actor.userId || actor.clientIds.includes(order.clientId);
  return guest ? [...MEMBERS_OF_GUESTS] : [];
}
