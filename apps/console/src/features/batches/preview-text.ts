import { type CountForms, countText } from '#lib/count-text.ts';
import { type OrderStatus, STATUS_LOOKS } from '#lib/order-status.ts';
import { ordersText } from './batch-labels.ts';
import type { Batch } from './batch-query.ts';

type Previewed = Pick<Batch, 'kind' | 'change' | 'counts' | 'effects'>;
type Change = NonNullable<Batch['change']>;
type Effects = Batch['effects'];

/** The assignment of `{name}`, by the member of the order. */
const ASSIGN: Record<string, CountForms> = {
  'pickup.driver': {
    one: 'Assign {name} as driver of # pickup',
    other: 'Assign {name} as driver of # pickups',
  },
  'dropoff.driver': {
    one: 'Assign {name} as driver of # drop-off',
    other: 'Assign {name} as driver of # drop-offs',
  },
  tourGuide: { one: 'Assign {name} as guide of # order', other: 'Assign {name} as guide of # orders' },
  contactPerson: {
    one: 'Assign {name} as contact person of # order',
    other: 'Assign {name} as contact person of # orders',
  },
};

const UNASSIGN: Record<string, CountForms> = {
  'pickup.driver': { one: 'Unassign the driver of # pickup', other: 'Unassign the drivers of # pickups' },
  'dropoff.driver': { one: 'Unassign the driver of # drop-off', other: 'Unassign the drivers of # drop-offs' },
  tourGuide: { one: 'Unassign the guide of # order', other: 'Unassign the guides of # orders' },
  contactPerson: {
    one: 'Unassign the contact person of # order',
    other: 'Unassign the contact persons of # orders',
  },
};

const MOVE: CountForms = { one: 'move #', other: 'move #' };

/** Changes of the tags of `{orders}`. */
const TAGS: Record<'assigned' | 'replaced' | 'synchronised' | 'added' | 'changed' | 'removed', CountForms> = {
  assigned: { one: 'Assign # tag to {orders}', other: 'Assign # tags to {orders}' },
  replaced: { one: 'replace # value', other: 'replace # values' },
  synchronised: { one: 'Synchronise: removes # tag of {orders}', other: 'Synchronise: removes # tags of {orders}' },
  added: { one: 'adds #', other: 'adds #' },
  changed: { one: 'changes #', other: 'changes #' },
  removed: { one: 'Remove # tag of {orders}', other: 'Remove # tags of {orders}' },
};

/** The clauses with a number above 0, and the first one in any case. */
const clauses = (first: string, ...others: [number, CountForms][]): string =>
  [first, ...others.flatMap(([count, forms]) => (count > 0 ? [countText(count, forms)] : []))].join(', ');

/**
 * What running a batch does, in numbers, for the headline and the button of its preview: `Assign Ana Lopes as driver of
 * 12 pickups, move 3` (3 of the 12 have another driver), or `Synchronise: removes 41 tags of 9 orders`.
 */
export function previewText({ kind, change, counts, effects }: Previewed): string {
  const orders = ordersText(counts.planned);
  if (kind === 'undo') return `Undo: change ${orders}`;
  if (kind === 'dispatch' || !change) return `Publish: change ${orders}`;
  if (change.status) return `Set ${orders} to “${STATUS_LOOKS[change.status as OrderStatus].label}”`;
  return change.tags ? tagsText(change.tags.action, effects) : assignmentText(change.assignments, effects);
}

/** One clause for each transfer or person that is assigned: pickups and drop-offs are counted apart. */
function assignmentText(assignments: Change['assignments'], effects: Effects): string {
  const name = assignments[0]?.person?.name;
  const parts = effects.map(({ member, added, changed, removed }) => {
    if (name === undefined) return countText(removed, UNASSIGN[member] ?? ORDERS);
    const assigned = countText(added + changed, ASSIGN[member] ?? ORDERS).replace('{name}', () => name);
    return clauses(assigned, [changed, MOVE]);
  });
  return parts.join('; ');
}

const ORDERS: CountForms = { one: 'Change # order', other: 'Change # orders' };

/** The tags of an order, its bookings or a transfer: a batch changes one of them. */
function tagsText(action: NonNullable<Change['tags']>['action'], [effect]: Effects): string {
  const { orders = 0, added = 0, changed = 0, removed = 0, removedFrom = 0 } = effect ?? {};
  const of = (count: number, forms: CountForms, from: number) =>
    countText(count, forms).replace('{orders}', ordersText(from));
  if (action === 'remove') return of(removed, TAGS.removed, removedFrom);
  if (action === 'assign') return clauses(of(added + changed, TAGS.assigned, orders), [changed, TAGS.replaced]);
  return clauses(of(removed, TAGS.synchronised, removedFrom), [added, TAGS.added], [changed, TAGS.changed]);
}
