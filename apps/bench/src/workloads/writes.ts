import type { Facts, Workload } from './workload.ts';

const GIVEN = ['Ada', 'Mary', 'Emmy', 'Grace', 'Sofia', 'Maria', 'Rosalind', 'Hedy'];
const FAMILY = ['Byron', 'Somerville', 'Noether', 'Hopper', 'Kowalewska', 'Agnesi', 'Franklin', 'Kiesler'];

const guest = (index: number) => ({
  first_name: GIVEN[index % GIVEN.length],
  last_name: FAMILY[Math.floor(index / GIVEN.length) % FAMILY.length],
  email: `guest${index}@guest.example`,
});

/** The write workloads. */
export function writes(facts: Facts): Workload[] {
  const role = String(facts.partnerRole);
  const ids = (index: number) => {
    const from = (index * 100) % Math.max(1, facts.batchIds.length - 99);
    return facts.batchIds.slice(from, from + 100);
  };
  const booking: Workload = {
    name: 'booking for two',
    writes: 'baseline',
    requests: Array.from({ length: 500 }, (_nothing, index) => {
      const slot = facts.slots[index % facts.slots.length];
      if (!slot) throw new Error('the data set has no slots to book');
      const body = {
        leader: guest(index),
        passengers: [guest(index + 3)],
        details: { availability_id: slot.id },
        tags: [{ key: 'desk', value: 'lobby' }],
      };
      return {
        method: 'POST' as const,
        path: `/v1/pos/roles/${role}/service_levels/${slot.serviceLevelId}/orders`,
        token: facts.partner,
        body,
        operation: 'BookOrder',
        variables: {},
      };
    }),
  };
  return [
    booking,
    { ...booking, name: 'booking for two, 1 ms round trip', delaysPostgres: true, connections: 1 },
    {
      name: 'update of 100 orders',
      writes: 'this server',
      countsStatements: true,
      connections: 1,
      requests: Array.from({ length: 200 }, (_nothing, index) => ({
        method: 'PUT' as const,
        path: '/v1/orders',
        token: facts.staff,
        body: { orders: { ids: ids(index) }, reference_code: `batch ${index}` },
        operation: 'UpdateOrders',
        variables: {},
      })),
    },
  ];
}
