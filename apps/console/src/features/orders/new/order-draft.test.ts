import { expect, it } from 'vitest';
import type { Departure } from '../sale/sale-query.ts';
import { transferDay } from './order-draft.ts';

const at = (startTime: string | null) => ({ date: '2026-12-31', startTime }) as Departure;

it.each<['pickup' | 'dropoff', string, string | null, string]>([
  ['pickup', '09:30', '10:00:00', '2026-12-31'],
  ['pickup', '10:15', '10:00:00', '2026-12-31'],
  ['pickup', '23:30', '00:30:00', '2026-12-30'],
  ['pickup', '', '00:30:00', '2026-12-31'],
  ['dropoff', '13:00', '10:00:00', '2026-12-31'],
  ['dropoff', '10:00', '10:00:00', '2026-12-31'],
  ['dropoff', '00:30', '20:00:00', '2027-01-01'],
  ['dropoff', '00:30', null, '2026-12-31'],
])('a %s at %j of a departure at %j is on %s', (side, time, startTime, day) => {
  expect(transferDay(side, time, at(startTime))).toBe(day);
});
