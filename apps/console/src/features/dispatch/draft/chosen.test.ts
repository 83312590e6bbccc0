import { expect, it } from 'vitest';
import { chosenOf } from './chosen.ts';

const SHOWN = { personId: 7, time: '09:00', date: '2026-11-20' };

it('drafts changed values and omits unchanged ones', () => {
  expect(chosenOf(SHOWN, { ...SHOWN, personId: 8 }, false)).toEqual({ personId: 8 });
  expect(chosenOf(SHOWN, { ...SHOWN, personId: null }, false)).toEqual({ personId: null });
  expect(chosenOf(SHOWN, { ...SHOWN, time: null }, false)).toEqual({ time: null, date: '2026-11-20' });
  expect(chosenOf(SHOWN, { ...SHOWN, date: '2026-11-21' }, false)).toEqual({ time: '09:00', date: '2026-11-21' });
  expect(chosenOf(SHOWN, { personId: 7 }, false)).toEqual({});
});

it('drafts all values shown when the user confirms them over the changes of others', () => {
  expect(chosenOf(SHOWN, SHOWN, true)).toEqual(SHOWN);
  expect(chosenOf(SHOWN, { personId: 7 }, true)).toEqual({ personId: 7 });
});
