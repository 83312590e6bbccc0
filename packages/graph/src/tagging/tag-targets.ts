import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';
import { productsOf } from '../catalog/staff-catalogue.ts';
import { visibleProducts } from '../catalog/visible-products.ts';
import type { Context } from '../context.ts';
import { forbidden } from '../errors.ts';
import { checkMembers, type OrderParties } from '../orders/order-access.ts';
import { visibleOrders } from '../orders/visible-orders.ts';
import { visibleCities } from '../places/visible-cities.ts';
import { actorOf, holds, organizationIdsOf, staffOrganizationIds } from '../shared/principals.ts';

export const TagTarget = builder.enumType('TagTarget', {
  description: 'The kinds of resources that carry tags.',
  values: {
    products: { description: 'Products that the viewer sees.' },
    roles: { description: "Roles of the viewer's organizations." },
    cities: { description: 'Cities that the viewer sees.' },
    users: { description: "Users of the viewer's organizations." },
    transfers: { description: 'Transfers of orders that the viewer may change.' },
    orders: { description: 'Orders that the viewer may change.' },
    categories: { description: 'Categories of products that the viewer sees.' },
    bookings: { description: 'Bookings of orders that the viewer may change.' },
  } as const,
});

export type Target = typeof TagTarget.$inferType;

/** A target to tag: the organization of its tags, and the order that changes with it, if any. */
export type Tagged = { id: number; organizationId: number; orderId: number | null };

/** The model of a target. The column of `tag` that references it has its name: `product_id`. */
export type TagModel = 'Booking' | 'Category' | 'City' | 'Order' | 'Product' | 'Role' | 'Transfer' | 'User';

type Kind = {
  model: TagModel;
  /** The ids that the actor sees and may tag. */
  find: (context: Context, ids: number[]) => Promise<Tagged[]>;
};

const parties = {
  id: true,
  organizationId: true,
  roleId: true,
  clientId: true,
  issuerId: true,
  contactPersonId: true,
} as const;

function ofOrder(context: Context, id: number, order: OrderParties & { id: number }): Tagged {
  checkMembers(context, order, ['tags']);
  return { id, organizationId: order.organizationId, orderId: order.id };
}

/** Targets outside of orders; their tags serve the whole organization, for example dispatch. */
const SHARED = ['products', 'roles', 'cities', 'users', 'categories'] as const satisfies Target[];

export type SharedTarget = (typeof SHARED)[number];

export const isShared = (target: string): target is SharedTarget => SHARED.some((each) => each === target);

/** Whether the actor may change the tags that an organization puts on shared resources. No other right implies it. */
export const mayTagShared = (context: Context, organizationId: number): boolean =>
  holds(context, 'sharedTags', organizationId);

const mayNotTag = ({ settings }: Context, target: SharedTarget) =>
  forbidden(`You may not change tags of ${target}: this needs the permission ${settings.permissions.sharedTags}.`);

/**
 * @throws forbidden, with the target in the message, unless the actor may change the tags that an organization puts on
 *   it
 */
export function demandSharedTags(context: Context, target: SharedTarget, organizationId: number): void {
  if (!mayTagShared(context, organizationId)) throw mayNotTag(context, target);
}

/**
 * The organizations for which the actor may tag shared resources, ordered by the oldest role. Checked before any id is
 * looked up, so that the error reveals nothing about ids.
 *
 * @throws forbidden, with the target in the message
 */
function taggedFor(context: Context, target: SharedTarget): [number, ...number[]] {
  const [first, ...others] = organizationIdsOf(actorOf(context)).filter((id) => mayTagShared(context, id));
  if (first === undefined) throw mayNotTag(context, target);
  return [first, ...others];
}

type See = (context: Context, ids: number[]) => Promise<{ id: number }[]>;

/**
 * Shared resources have separate tags per organization: the actor changes those of the first for which they may tag.
 */
const shared = (target: SharedTarget, model: TagModel, see: See): Kind => ({
  model,
  find: async (context, ids) => {
    const [organizationId] = taggedFor(context, target);
    return (await see(context, ids)).map(({ id }) => ({ id, organizationId, orderId: null }));
  },
});

/** Products that the actor sells, and all products of organizations where the actor is staff and sees every order. */
const seenProducts = (context: Context): Prisma.ProductWhereInput => ({
  OR: [
    visibleProducts(actorOf(context)),
    productsOf(staffOrganizationIds(context).filter((id) => holds(context, 'allOrders', id))),
  ],
});

const onlyId = { id: true } as const;

export const TARGETS: Record<Target, Kind> = {
  products: shared('products', 'Product', (context, ids) =>
    context.db.product.findMany({
      where: { AND: [{ id: { in: ids } }, seenProducts(context)] },
      select: onlyId,
    }),
  ),
  cities: shared('cities', 'City', (context, ids) =>
    context.db.city.findMany({
      where: { AND: [{ id: { in: ids } }, visibleCities(actorOf(context))] },
      select: onlyId,
    }),
  ),
  categories: shared('categories', 'Category', (context, ids) => {
    const products = { some: { product: seenProducts(context) } };
    return context.db.category.findMany({ where: { id: { in: ids }, products }, select: onlyId });
  }),
  users: shared('users', 'User', (context, ids) => {
    const roles = { some: { role: { organizationId: { in: organizationIdsOf(context.actor) } } } };
    return context.db.user.findMany({ where: { id: { in: ids }, roles }, select: onlyId });
  }),
  roles: {
    model: 'Role',
    find: async (context, ids) => {
      taggedFor(context, 'roles');
      const where = { id: { in: ids }, organizationId: { in: organizationIdsOf(context.actor) } };
      const rows = await context.db.role.findMany({ where, select: { id: true, organizationId: true } });
      for (const { organizationId } of rows) demandSharedTags(context, 'roles', organizationId);
      return rows.map((row) => ({ ...row, orderId: null }));
    },
  },
  orders: {
    model: 'Order',
    find: async (context, ids) => {
      const orders = await context.db.order.findMany({
        where: { AND: [{ id: { in: ids } }, visibleOrders(context)] },
        select: parties,
      });
      return orders.map((order) => ofOrder(context, order.id, order));
    },
  },
  bookings: {
    model: 'Booking',
    find: async (context, ids) => {
      const where = { id: { in: ids }, order: visibleOrders(context) };
      const bookings = await context.db.booking.findMany({ where, select: { id: true, order: { select: parties } } });
      return bookings.map(({ id, order }) => ofOrder(context, id, order));
    },
  },
  transfers: {
    model: 'Transfer',
    find: async (context, ids) => {
      const visible: Prisma.OrderWhereInput = visibleOrders(context);
      const where = { id: { in: ids }, OR: [{ pickupOf: visible }, { dropoffOf: visible }] };
      const select = { id: true, pickupOf: { select: parties }, dropoffOf: { select: parties } } as const;
      const transfers = await context.db.transfer.findMany({ where, select });
      return transfers.flatMap(({ id, pickupOf, dropoffOf }) => {
        const order = pickupOf ?? dropoffOf;
        return order ? [ofOrder(context, id, order)] : [];
      });
    },
  },
};
