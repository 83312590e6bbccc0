import type { I18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { type OrderStatus, STATUS_LOOKS } from '#lib/order-status.ts';
import type { Batch } from './batch-query.ts';

type Previewed = Pick<Batch, 'kind' | 'change' | 'counts' | 'effects'>;
type Change = NonNullable<Batch['change']>;
type Effects = Batch['effects'];

/**
 * What running a batch does, in numbers, for the headline and the button of its preview: `Assign Ana Lopes as driver of
 * 12 pickups, move 3` (3 of the 12 have another driver), or `Synchronise: removes 41 tags of 9 orders`.
 */
export function previewText(i18n: I18n, { kind, change, counts, effects }: Previewed): string {
  const { planned } = counts;
  if (kind === 'undo') return t(i18n)`Undo: change ${plural(planned, { one: '# order', other: '# orders' })}`;
  if (kind === 'dispatch' || !change)
    return t(i18n)`Publish: change ${plural(planned, { one: '# order', other: '# orders' })}`;
  if (change.status) {
    const status = i18n._(STATUS_LOOKS[change.status as OrderStatus].label);
    return t(i18n)`Set ${plural(planned, { one: '# order', other: '# orders' })} to “${status}”`;
  }
  if (change.tags) return tagsText(i18n, change.tags.action, effects);
  return assignmentText(i18n, change.assignments[0]?.person?.name, effects);
}

/** The clauses with a number above 0, and the first one in any case. */
const clauses = (first: string, ...others: [number, string][]): string =>
  [first, ...others.flatMap(([count, text]) => (count > 0 ? [text] : []))].join(', ');

/** One clause for each transfer or person that is assigned: pickups and drop-offs are counted apart. */
function assignmentText(i18n: I18n, name: string | undefined, effects: Effects): string {
  const parts = effects.map(({ member, added, changed, removed }) => {
    if (name === undefined) return unassignText(i18n, member, removed);
    const moved = t(i18n)`${plural(changed, { one: 'move #', other: 'move #' })}`;
    return clauses(assignText(i18n, member, name, added + changed), [changed, moved]);
  });
  return parts.join('; ');
}

/** The assignment of a person, by the member of the order. */
function assignText(i18n: I18n, member: string, name: string, count: number): string {
  switch (member) {
    case 'pickup.driver':
      return t(i18n)`${plural(count, {
        one: `Assign ${name} as driver of # pickup`,
        other: `Assign ${name} as driver of # pickups`,
      })}`;
    case 'dropoff.driver':
      return t(i18n)`${plural(count, {
        one: `Assign ${name} as driver of # drop-off`,
        other: `Assign ${name} as driver of # drop-offs`,
      })}`;
    case 'tourGuide':
      return t(i18n)`${plural(count, {
        one: `Assign ${name} as guide of # order`,
        other: `Assign ${name} as guide of # orders`,
      })}`;
    case 'contactPerson':
      return t(i18n)`${plural(count, {
        one: `Assign ${name} as contact person of # order`,
        other: `Assign ${name} as contact person of # orders`,
      })}`;
    default:
      return changeText(i18n, count);
  }
}

function unassignText(i18n: I18n, member: string, count: number): string {
  switch (member) {
    case 'pickup.driver':
      return t(i18n)`${plural(count, {
        one: 'Unassign the driver of # pickup',
        other: 'Unassign the drivers of # pickups',
      })}`;
    case 'dropoff.driver':
      return t(i18n)`${plural(count, {
        one: 'Unassign the driver of # drop-off',
        other: 'Unassign the drivers of # drop-offs',
      })}`;
    case 'tourGuide':
      return t(
        i18n,
      )`${plural(count, { one: 'Unassign the guide of # order', other: 'Unassign the guides of # orders' })}`;
    case 'contactPerson':
      return t(i18n)`${plural(count, {
        one: 'Unassign the contact person of # order',
        other: 'Unassign the contact persons of # orders',
      })}`;
    default:
      return changeText(i18n, count);
  }
}

const changeText = (i18n: I18n, count: number) =>
  t(i18n)`${plural(count, { one: 'Change # order', other: 'Change # orders' })}`;

/** The tags of an order, its bookings or a transfer: a batch changes one of them. */
function tagsText(i18n: I18n, action: NonNullable<Change['tags']>['action'], [effect]: Effects): string {
  const { orders = 0, added = 0, changed = 0, removed = 0, removedFrom = 0 } = effect ?? {};
  if (action === 'remove') {
    return t(
      i18n,
    )`Remove ${plural(removed, { one: '# tag', other: '# tags' })} of ${plural(removedFrom, { one: '# order', other: '# orders' })}`;
  }
  if (action === 'assign') {
    const assigned = added + changed;
    return clauses(
      t(
        i18n,
      )`Assign ${plural(assigned, { one: '# tag', other: '# tags' })} to ${plural(orders, { one: '# order', other: '# orders' })}`,
      [changed, t(i18n)`${plural(changed, { one: 'replace # value', other: 'replace # values' })}`],
    );
  }
  return clauses(
    t(
      i18n,
    )`Synchronise: removes ${plural(removed, { one: '# tag', other: '# tags' })} of ${plural(removedFrom, { one: '# order', other: '# orders' })}`,
    [added, t(i18n)`${plural(added, { one: 'adds #', other: 'adds #' })}`],
    [changed, t(i18n)`${plural(changed, { one: 'changes #', other: 'changes #' })}`],
  );
}
