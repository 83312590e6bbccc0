import type { Kind, Named, Slot } from './slot.ts';

const targets: Record<string, (named: Named) => number> = {
  products: ({ product }) => product,
  roles: ({ role }) => role,
  cities: ({ city }) => city,
  users: ({ user }) => user,
  transfers: ({ transfer }) => transfer,
  orders: ({ order }) => order,
  categories: ({ category }) => category,
  bookings: ({ booking }) => booking,
};
const OF_ORDERS = ['transfers', 'orders', 'bookings'];
const tagsShared = (kind: Kind) => kind === 'partner' || kind === 'staff';

/** The objects that tags are assigned to and removed from. */
export const tagging: Slot[] = (['POST', 'PUT', 'DELETE'] as const).flatMap((method) =>
  Object.entries(targets).flatMap(([target, of]): Slot[] => {
    const tags = [method === 'DELETE' ? { key: 'owner' } : { key: 'owner', value: `${method} ${target}` }];
    const changed = { POST: ['+tag'], PUT: ['tag', '-tag?'], DELETE: ['-tag'] }[method];
    return [
      {
        route: `${method} /v1/tags/{tag}/{target}`,
        member: 'ids',
        ask: (_own, named) => ({ path: `/v1/tags/any/${target}`, body: { ids: [of(named)], tags } }),
        // Tags of shared objects require their own permission, which is checked before any object is looked up.
        expected: (kind) => (OF_ORDERS.includes(target) || tagsShared(kind) ? { at: 'ids.0' } : 403),
        changes: [...changed, ...(OF_ORDERS.includes(target) ? ['orders'] : [])],
      },
    ];
  }),
);

/** A tag of others on an object that the caller sees: it can't be removed. */
export const foreignTags: Slot = {
  route: 'DELETE /v1/tags/{tag}/{target}',
  member: 'tags',
  ask: (own, named) => {
    const [key, value] = named.productTag.split(':');
    return { path: '/v1/tags/any/products', body: { ids: [own.product], tags: [{ key, value }] } };
  },
  expected: (kind) => (tagsShared(kind) ? 'unchanged' : 403),
  changes: ['-tag'],
};
