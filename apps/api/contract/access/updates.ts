import { always, guide, nest, type Slot, type Value } from './slot.ts';

const CHANGE = { leader: guide('Changed') };

/** Members of a change: the object that each names, the row of the order that changes, and the member of its error. */
export const references: Record<string, { value: Value; row: string; at: string }> = {};
for (const side of ['pickup', 'dropoff']) {
  references[`${side}.driver_id`] = { value: ({ driver }) => driver, row: 'transfer', at: `${side}.driver_id` };
  const at = `${side}.location.point.id`;
  references[`${side}.location.point`] = { value: ({ point }) => point, row: 'transfer', at };
  references[`${side}.location.point.id`] = { value: ({ point }) => point, row: 'transfer', at };
}
references['contact_person.id'] = { value: (n) => n.contactPerson, row: '', at: 'contact_person.id' };
references['contact_person.tags'] = { value: (n) => [n.contactPersonTag], row: '', at: 'contact_person.tags' };
references['tour_guide.id'] = { value: (n) => n.tourGuide, row: '', at: 'tour_guide.id' };
references['tour_guide.tags'] = { value: (n) => [n.tourGuideTag], row: '', at: 'tour_guide.tags' };

/** The references of a change of orders. */
const changing =
  (member: string, at: string): Slot['expected'] =>
  (kind) => {
    if (kind === 'crew') return 403;
    return kind === 'guest' && !/^(pickup|dropoff)/.test(member) ? 403 : { at };
  };

export const updates: Slot[] = Object.entries(references).flatMap(([member, { value, row, at }]) => {
  const changes = ['orders', ...(row === '' ? [] : [row])];
  const single = (method: string): Slot => ({
    route: `${method} /v1/orders/{order}`,
    member,
    ask: (own, named) => ({ path: `/v1/orders/${own.order}`, body: nest(member, value(named)) }),
    expected: changing(member, at),
    changes,
  });
  const batch = (address: string): Slot => ({
    route: `PUT ${address}`,
    member,
    ask: (own, named) => ({ path: address, body: { ...nest(member, value(named)), orders: { ids: [own.order] } } }),
    expected: changing(member, at),
    changes,
  });
  return [single('PUT'), single('PATCH'), batch('/v1/orders'), batch('/v1/pos/orders')];
});

/** The selections of a change of several orders. */
export const selections: Slot[] = ['/v1/orders', '/v1/pos/orders'].flatMap((address): Slot[] => [
  {
    route: `PUT ${address}`,
    member: 'orders.ids',
    // The caller's own order in the selection does not change either: all of them or none.
    ask: (own, named) => ({ path: address, body: { ...CHANGE, orders: { ids: [own.order, named.order] } } }),
    ownerRequest: (own) => ({
      path: address,
      body: { leader: guide(`Changed at ${address}`), orders: { ids: [own.order] } },
    }),
    expected: always({ at: 'orders.ids.1' }),
    changes: ['orders', 'passenger'],
  },
  {
    route: `PUT ${address}`,
    member: 'orders.tags',
    ask: (_own, named) => ({
      path: address,
      body: { leader: guide(`Changed by tag at ${address}`), orders: { tags: [named.orderTag] } },
    }),
    expected: always({ at: 'orders' }),
    changes: ['orders', 'passenger'],
  },
]);
