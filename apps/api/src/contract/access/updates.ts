import { always, guide, nest, type Slot, type Value } from './slot.ts';

const CHANGE = { leader: guide('Twin') };

/** Members of a change, each with what it names there, which row of the order changes, and where a fault is told. */
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

/** What a change of orders names. */
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

/** How a change of several orders selects them. */
export const selections: Slot[] = ['/v1/orders', '/v1/pos/orders'].flatMap((address): Slot[] => [
  {
    route: `PUT ${address}`,
    member: 'orders.ids',
    // One's own beside it does not change either: all of them or none.
    ask: (own, named) => ({ path: address, body: { ...CHANGE, orders: { ids: [own.order, named.order] } } }),
    fieldSql: (own) => ({
      path: address,
      body: { leader: guide(`Twin at ${address}`), orders: { ids: [own.order] } },
    }),
    expected: always({ at: 'orders.ids.1' }),
    changes: ['orders', 'passenger'],
  },
  {
    route: `PUT ${address}`,
    member: 'orders.tags',
    ask: (_own, named) => ({
      path: address,
      body: { leader: guide(`Twin by tag at ${address}`), orders: { tags: [named.orderTag] } },
    }),
    expected: always({ at: 'orders' }),
    changes: ['orders', 'passenger'],
  },
]);
