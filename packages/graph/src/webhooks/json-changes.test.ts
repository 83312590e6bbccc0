import { describe, expect, it } from 'vitest';
import { changesBetween } from './json-changes.ts';

describe('changesBetween', () => {
  it('lists the members that differ, with nested paths', () => {
    const before = { id: 1, status: 'Booked', pickup: { date: null, time: '08:00:00' }, labels: ['a'] };
    const after = { id: 1, status: 'Cancelled', pickup: { date: '2026-06-01', time: '08:00:00' }, labels: ['a', 'b'] };
    expect(changesBetween(before, after)).toEqual([
      { path: 'status', before: 'Booked', after: 'Cancelled' },
      { path: 'pickup.date', before: null, after: '2026-06-01' },
      { path: 'labels[1]', before: undefined, after: 'b' },
    ]);
    expect(changesBetween(before, structuredClone(before))).toEqual([]);
  });

  it('matches list entries by identity, not by position', () => {
    const before = {
      tags: [{ key: 'a', value: 1 }],
      bookings: [
        { id: 7, status: 'Booked' },
        { id: 8, status: 'Booked' },
      ],
    };
    const after = {
      tags: [
        { key: 'b', value: 1 },
        { key: 'a', value: 2 },
      ],
      bookings: [{ id: 8, status: 'Cancelled' }],
    };
    expect(changesBetween(before, after)).toEqual([
      { path: 'tags[key=a].value', before: 1, after: 2 },
      { path: 'tags[key=b]', before: undefined, after: { key: 'b', value: 1 } },
      { path: 'bookings[id=7]', before: { id: 7, status: 'Booked' }, after: undefined },
      { path: 'bookings[id=8].status', before: 'Booked', after: 'Cancelled' },
    ]);
  });

  it('compares a value of another type as a whole', () => {
    expect(changesBetween({ a: [], b: {}, c: 1 }, { a: {}, b: null, c: '1' })).toEqual([
      { path: 'a', before: [], after: {} },
      { path: 'b', before: {}, after: null },
      { path: 'c', before: 1, after: '1' },
    ]);
  });
});
