import type { Prisma } from '@channel/prisma';

/** An order with the rows that its writes depend on. */
export const orderState = {
  pickup: { include: { point: true } },
  dropoff: { include: { point: true } },
  passengers: { where: { isLeader: true } },
  bookings: { orderBy: { id: 'asc' } },
} as const satisfies Prisma.OrderInclude;

export type OrderState = Prisma.OrderGetPayload<{ include: typeof orderState }>;
