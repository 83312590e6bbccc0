import type { Prisma } from '@channel/prisma';
import { builder } from '../builder.ts';

const OrderSortKey = builder.enumType('OrderSortKey', {
  description: 'The sort key of a list of orders.',
  values: {
    booked: { description: 'When they were finalised. Orders that were never finalised count as the latest.' },
    created: { description: 'When they were created.' },
    updated: { description: 'When anything in them last changed.' },
    starts: { description: 'When they begin, on the wall clock of the place.' },
    leader: { description: "The leader's name; orders without a name come before all names." },
    product: { description: 'The title of the booked product; orders without a title come before all titles.' },
    status: { description: 'The state, in the order in which they are listed here.' },
    total: { description: 'The amount that the client pays, whatever its currency.' },
  } as const,
});

export const OrderSort = builder.inputType('OrderSort', {
  description:
    'How a list of orders is sorted. Orders without a start or a total come last in both directions. Orders with equal keys are sorted by id, in the same direction.',
  fields: (t) => ({
    by: t.field({ type: OrderSortKey, required: true, description: 'The sort key.' }),
    descending: t.boolean({
      defaultValue: false,
      description: 'True: the latest, the alphabetically last, the largest first.',
    }),
  }),
});

type Requested = typeof OrderSort.$inferInput;
type Direction = 'asc' | 'desc';
/** The sort column, the direction, and the position of nulls if the column has any. */
type Sort = { column: Column; direction: Direction; nulls?: 'first' | 'last' };
type Column =
  | 'bookedAt'
  | 'createdAt'
  | 'updatedAt'
  | 'startsAtLocal'
  | 'leaderSort'
  | 'productSort'
  | 'status'
  | 'totalSold';

const COLUMNS: Record<Requested['by'], Column> = {
  booked: 'bookedAt',
  created: 'createdAt',
  updated: 'updatedAt',
  starts: 'startsAtLocal',
  leader: 'leaderSort',
  product: 'productSort',
  status: 'status',
  total: 'totalSold',
};
/** Newest first by creation, whatever the status: orders in the cart do not push down the newest booking. */
const NEWEST_FIRST: Requested = { by: 'created', descending: true };

/** The sort key of a list. */
export const sortedBy = (requested: Requested | null | undefined): Requested['by'] => (requested ?? NEWEST_FIRST).by;

function sortOf({ by, descending }: Requested): Sort {
  const column = COLUMNS[by];
  const direction = descending ? 'desc' : 'asc';
  if (by === 'booked') return { column, direction, nulls: descending ? 'first' : 'last' };
  return { column, direction, ...(by === 'starts' || by === 'total' ? { nulls: 'last' } : {}) };
}

/**
 * The order of a list as Prisma's `orderBy`; by default newest first. It is a total order, so that pages never overlap.
 */
export function orderOf(requested: Requested | null | undefined): Prisma.OrderOrderByWithRelationInput[] {
  const { column, direction, nulls } = sortOf(requested ?? NEWEST_FIRST);
  return [{ [column]: nulls ? { sort: direction, nulls } : direction }, { id: direction }];
}

/** Newest first. */
export const newestFirst = orderOf(NEWEST_FIRST);
