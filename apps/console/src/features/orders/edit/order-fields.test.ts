import { describe, expect, it } from 'vitest';
import { english } from '#lib/testing/english.ts';
import type { Order } from '../order-query.ts';
import { mergeOf, withoutEdits } from './merge.ts';
import { type Edits, errorsByField, fieldOf, inputOf } from './order-fields.ts';

const transfer = (time: string | null) => ({
  id: 1,
  date: '2026-06-10',
  time,
  driver: null,
  location: { point: null },
  tags: [],
});
/** An order with only the members that the fields read. */
const order = (parts: object) =>
  ({
    status: 'Booked',
    referenceCode: null,
    contactPerson: null,
    tourGuide: null,
    pickup: transfer('09:00:00'),
    dropoff: transfer(null),
    passengers: [{ isLeader: true, firstName: 'Ada', lastName: 'Byron' }],
    ...parts,
  }) as unknown as Order;

const edit = (
  value: Edits[keyof Edits] extends infer E | undefined ? (E & { value: unknown })['value'] : never,
  shown = '',
) => ({
  value,
  shown,
});

describe('the input of edits', () => {
  it('contains only the changed members, at their paths', () => {
    const edits: Edits = {
      referenceCode: edit(''),
      tourGuide: edit(7),
      contactPerson: edit(null),
      'leader.lastName': edit(''),
      'pickup.driver': edit(9),
      'pickup.time': edit('08:30'),
      'dropoff.spot': edit({ id: 3 }),
    };
    expect(inputOf(edits)).toEqual({
      referenceCode: null,
      tourGuide: { id: 7 },
      contactPerson: null,
      leader: { lastName: '' },
      pickup: { driverId: 9, time: '08:30' },
      dropoff: { location: { point: { id: 3 } } },
    });
  });

  it('maps server error messages to fields', () => {
    const fieldErrors = { 'pickup.location.point.latitude': 'must be a number.', 'leader.email': 'no e-mail.' };
    expect(errorsByField(fieldErrors)).toEqual({ 'pickup.spot': 'must be a number.', 'leader.email': 'no e-mail.' });
  });

  it('maps paths of the history to fields', () => {
    expect(fieldOf(['pickup', 'point'])).toBe('pickup.spot');
    expect(fieldOf(['leader', 'email'])).toBe('leader.email');
    expect(fieldOf(['tags', 'room'])).toBeUndefined();
  });
});

describe('edits of an order that others changed', () => {
  const base = order({});
  const current = order({ referenceCode: 'THEIRS', pickup: transfer('10:00:00') });

  it('clash where both changed the same field to something else', () => {
    const edits: Edits = {
      referenceCode: edit('MINE', 'MINE'),
      'pickup.time': edit('10:00', '10:00'),
      status: edit('Cancelled', 'Cancelled'),
    };
    expect(mergeOf(english, base, current, edits)).toEqual([
      { name: 'status', was: 'Booked', theirs: undefined, mine: 'Cancelled', isClash: false },
      { name: 'referenceCode', was: '', theirs: 'THEIRS', mine: 'MINE', isClash: true },
      { name: 'pickup.time', was: '09:00', theirs: '10:00', mine: '10:00', isClash: false },
    ]);
    expect(Object.keys(withoutEdits(edits, current, ['referenceCode']))).toEqual(['status']);
    expect(Object.keys(withoutEdits(edits, current, []))).toEqual(['referenceCode', 'status']);
  });
});
