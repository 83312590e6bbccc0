import { createFactories, type TestDatabase } from '@channel/prisma/testing';
import type { Context } from '../context.ts';
import { contextFor } from './context.ts';
import { answer } from './run.ts';

export const ASSIGN = /* GraphQL */ `
  mutation ($target: TagTarget!, $ids: [SafeInt!]!, $tags: [TagInput!]!) { changed: assignTags(target: $target, ids: $ids, tags: $tags) { count } }
`;
export const SYNCHRONISE = /* GraphQL */ `
  mutation ($target: TagTarget!, $ids: [SafeInt!]!, $tags: [TagInput!]!) { changed: synchroniseTags(target: $target, ids: $ids, tags: $tags) { count } }
`;
export const REMOVE = /* GraphQL */ `
  mutation ($target: TagTarget!, $ids: [SafeInt!]!, $tags: [TagMatch!]!) { changed: removeTags(target: $target, ids: $ids, tags: $tags) { count } }
`;
const READ = /* GraphQL */ `
  query ($order: String!) {
    order(reference: $order) { tags { ...Pair } bookings { id: databaseId tags { ...Pair } } pickup { id: databaseId tags { ...Pair } } dropoff { id: databaseId tags { ...Pair } } }
    products { id: databaseId tags { ...Pair } }
    cities { id: databaseId tags { ...Pair } }
    categories { id: databaseId tags { ...Pair } }
    drivers { id: databaseId tags { ...Pair } }
    viewer { roles { id: databaseId tags { ...Pair } } }
  }
  fragment Pair on Tag { key value }
`;

type Tagged = { id: number; tags: { key: string; value: string | number }[] };
type Read = {
  order: { tags: Tagged['tags']; bookings: Tagged[]; pickup: Tagged; dropoff: Tagged };
  products: Tagged[];
  cities: Tagged[];
  categories: Tagged[];
  drivers: Tagged[];
  viewer: { roles: Tagged[] };
};
/** The kinds of resources that carry tags. */
export type Target = 'products' | 'roles' | 'cities' | 'users' | 'transfers' | 'orders' | 'categories' | 'bookings';

export const TARGETS: Target[] = [
  'products',
  'roles',
  'cities',
  'users',
  'transfers',
  'orders',
  'categories',
  'bookings',
];
export const SHARED: Target[] = ['products', 'cities', 'categories', 'users'];
export const OF_ORDERS: Target[] = ['orders', 'bookings', 'transfers'];

export const pairs = (tags: Record<string, string | number>) =>
  Object.entries(tags).map(([key, value]) => ({ key, value }));

/** Two organizations that share a product, its city and category, and a driver; each has staff and an order. */
export async function tagScene({ db }: TestDatabase) {
  const make = createFactories(db);
  const category = await make.category();
  const driver = await make.user();
  const offer = await make.offer([], { product: { categories: [category.id] } });

  async function party(organizationId: number) {
    const staff = await make.userWith(['orders.view-all', 'tags.change-shared'], {
      organizationId,
      products: [offer.product.id],
      cities: [(await make.amsterdam()).id],
    });
    const drivers = await make.role({ organizationId, permissions: ['transfers.drive'] });
    await db.userRole.create({ data: { userId: driver.id, roleId: drivers.id } });
    const order = await make.order({ offer, organizationId, roleId: staff.role.id });
    const context = await contextFor(db, staff.id);
    return { organizationId, staff, drivers, order, context, orderId: order.id };
  }

  const ours = await party((await make.home()).id);
  const theirs = await party((await make.organization()).id);
  type Party = typeof ours;

  const read = ({ orderId }: Party, context: Context) => answer<Read>(READ, { order: String(orderId) }, context);

  /** The resource of each target in the view of the organization. */
  async function thingsOf(of: Party, as = of.context): Promise<Record<Target, Tagged>> {
    const data = await read(of, as);
    const only = (things: Tagged[]) => things[0] ?? { id: 0, tags: [] };
    return {
      products: only(data.products),
      roles: only(data.viewer.roles),
      cities: only(data.cities),
      users: only(data.drivers),
      transfers: data.order.dropoff,
      orders: { id: of.orderId, tags: data.order.tags },
      categories: only(data.categories),
      bookings: only(data.order.bookings),
    };
  }

  return {
    make,
    ours,
    theirs,
    read,
    thingsOf,
    change: async (document: string, target: Target, ids: number[], tags: object[], as: Context = ours.context) =>
      (await answer<{ changed: number }>(document, { target, ids, tags }, as)).changed,
    tagsOf: async (target: Target, of: Party = ours) =>
      Object.fromEntries((await thingsOf(of))[target].tags.map(({ key, value }) => [key, value])),
    versionOf: async ({ orderId }: Party) => (await db.order.findUniqueOrThrow({ where: { id: orderId } })).version,
  };
}

export type TagScene = Awaited<ReturnType<typeof tagScene>>;
