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

/** What tags are given to, and taken from. */
export const tagging: Slot[] = (['POST', 'PUT', 'DELETE'] as const).flatMap((method) =>
  Object.entries(targets).flatMap(([target, of]): Slot[] => {
    const tags = [method === 'DELETE' ? { key: 'twin' } : { key: 'twin', value: `${method} ${target}` }];
    const changed = { POST: ['+tag'], PUT: ['tag', '-tag?'], DELETE: ['-tag'] }[method];
    return [
      {
        route: `${method} /v1/tags/{tag}/{target}`,
        member: 'ids',
        ask: (_own, named) => ({ path: `/v1/tags/any/${target}`, body: { ids: [of(named)], tags } }),
        // Tags of shared things need a permission of their own; its lack is said before anything is looked up.
        expected: (kind) => (OF_ORDERS.includes(target) || tagsShared(kind) ? { at: 'ids.0' } : 403),
        changes: [...changed, ...(OF_ORDERS.includes(target) ? ['orders'] : [])],
      },
    ];
  }),
);

/** A tag of others on something that one sees oneself: it can't be taken away. */
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
