import { describe, expect, it } from 'vitest';
import { english } from '#lib/testing/english.ts';
import { previewText } from './preview-text.ts';

const NONE = { total: 12, planned: 12, done: 0, unchanged: 0, refused: 0, stale: 0, failed: 0, cancelled: 0 };
const effect = (member: string, numbers: object = {}) => ({
  member,
  orders: 12,
  added: 0,
  changed: 0,
  removed: 0,
  removedFrom: 0,
  ...numbers,
});
type Effect = ReturnType<typeof effect>;

const assigned = (person: string | null, effects: Effect[]) =>
  previewText(english, {
    kind: 'change',
    counts: NONE,
    effects,
    change: {
      status: null,
      assignments: [{ of: 'pickup', person: person === null ? null : { name: person } }],
      tags: null,
    },
  });
const tagged = (action: 'assign' | 'synchronise' | 'remove', effects: Effect[]) =>
  previewText(english, {
    kind: 'change',
    counts: NONE,
    effects,
    change: { status: null, assignments: [], tags: { on: 'order', action, tagCount: 0, tags: [] } },
  });

describe('the preview of a batch', () => {
  it('counts the assignments, and those that are moved from another person', () => {
    const pickups = effect('pickup.driver', { added: 9, changed: 3 });
    expect(assigned('Ana Lopes', [pickups])).toBe('Assign Ana Lopes as driver of 12 pickups, move 3');
    expect(assigned('Ana Lopes', [effect('dropoff.driver', { added: 1 }), pickups])).toBe(
      'Assign Ana Lopes as driver of 1 drop-off; Assign Ana Lopes as driver of 12 pickups, move 3',
    );
    expect(assigned('$& #1', [effect('tourGuide', { added: 2 })])).toBe('Assign $& #1 as guide of 2 orders');
    expect(assigned(null, [effect('contactPerson', { removed: 2 })])).toBe('Unassign the contact persons of 2 orders');
  });

  it('counts the tags that are removed, and the orders that lose them', () => {
    const tags = effect('orders.tags', { removed: 41, removedFrom: 9 });
    expect(tagged('synchronise', [tags])).toBe('Synchronise: removes 41 tags of 9 orders');
    expect(tagged('synchronise', [{ ...tags, added: 12, changed: 4 }])).toBe(
      'Synchronise: removes 41 tags of 9 orders, adds 12, changes 4',
    );
    expect(tagged('synchronise', [effect('orders.tags', { added: 12 })])).toBe(
      'Synchronise: removes 0 tags of 0 orders, adds 12',
    );
    expect(tagged('remove', [effect('orders.tags', { removed: 1, removedFrom: 1 })])).toBe('Remove 1 tag of 1 order');
    expect(tagged('assign', [effect('orders.tags', { added: 12, changed: 1 })])).toBe(
      'Assign 13 tags to 12 orders, replace 1 value',
    );
  });

  it('names the status, and the number of orders of other batches', () => {
    const change = { status: 'Cancelled' as const, assignments: [], tags: null };
    expect(previewText(english, { kind: 'change', counts: NONE, effects: [effect('status')], change })).toBe(
      'Set 12 orders to “Cancelled”',
    );
    expect(previewText(english, { kind: 'undo', counts: { ...NONE, planned: 1 }, effects: [], change: null })).toBe(
      'Undo: change 1 order',
    );
  });
});
