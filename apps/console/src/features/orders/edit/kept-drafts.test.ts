import { expect, it } from 'vitest';
import type { Order } from '../order-query.ts';
import { keepDraft, keptDraft } from './kept-drafts.ts';

/** A minimal `Storage` whose keys are its own properties. */
class Kept {
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(Reflect.get(this, key)) : null;
  }
  setItem(key: string, text: string): void {
    Reflect.set(this, key, text);
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key);
  }
}

const transfer = { date: null, time: null, driver: null, location: { point: null } };
const base = {
  id: 7,
  version: 3,
  status: 'Booked',
  referenceCode: null,
  contactPerson: null,
  tourGuide: null,
  pickup: transfer,
  dropoff: transfer,
  passengers: [],
} as unknown as Order;
const draft = { base, edits: { referenceCode: { value: 'typed', shown: 'typed' } } };

it('restores a draft only for the same user and the same order', () => {
  const kept = new Kept();
  keepDraft(kept, 1, 7, draft);
  expect(keptDraft(kept, 1, 7)).toEqual(draft);
  expect(keptDraft(kept, 2, 7)).toBeUndefined();
  expect(keptDraft(kept, 1, 8)).toBeUndefined();
});

it('removes a draft that was saved or discarded', () => {
  const kept = new Kept();
  keepDraft(kept, 1, 7, draft);
  keepDraft(kept, 1, 7, undefined);
  expect(keptDraft(kept, 1, 7)).toBeUndefined();
});

it('ignores stored text that it cannot parse', () => {
  const kept = new Kept();
  keepDraft(kept, 1, 7, draft);
  const [key = ''] = Object.keys(kept);
  for (const text of ['', '{', 'null', '{"base":{"id":7},"edits":{}}', JSON.stringify({ base, edits: { gone: {} } })]) {
    kept.setItem(key, text);
    expect(keptDraft(kept, 1, 7)).toBeUndefined();
  }
});
