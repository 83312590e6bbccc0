import { expect, it } from 'vitest';
import type { CrewAction, CrewJob } from './crew-operations.ts';
import { isNear, stepsOf, withActions } from './crew-states.ts';

const job = { id: 'pickup:1', appointment: 'at two', state: 'assigned', reason: '', isWithdrawn: false } as CrewJob;
const said = (more: Partial<CrewAction>): CrewAction => ({
  id: '1',
  jobId: job.id,
  appointment: 'at two',
  state: 'accepted',
  reason: null,
  at: '2026-06-01T10:00:00Z',
  ...more,
});

it('shows an answer that waits, and none for another day, time or place', () => {
  expect(withActions([job], [said({})])).toMatchObject([{ state: 'accepted', stateAt: said({}).at }]);
  expect(withActions([job], [said({ appointment: 'at ten' })])).toEqual([job]);
  expect(withActions([job], [said({}), said({ id: '2', state: 'assigned' })])).toMatchObject([{ state: 'assigned' }]);
});

it('offers no steps for a withdrawn job, and none on the way to one of tomorrow', () => {
  expect(stepsOf({ ...job, isWithdrawn: true }, true)).toEqual({});
  expect(stepsOf({ ...job, state: 'accepted' }, true).next).toBe('onTheWay');
  expect(stepsOf({ ...job, state: 'accepted' }, false).next).toBeUndefined();
});

it('is near to a job of today, and to one soon after midnight', () => {
  const at = (day: string, startsAt: string | null) => ({ ...job, timeZone: 'Europe/Amsterdam', day, startsAt });
  const evening = new Date('2026-06-01T21:30:00Z');
  expect(isNear(at('2026-06-01', '2026-06-01T04:00:00Z'), evening)).toBe(true);
  expect(isNear(at('2026-06-02', '2026-06-01T22:15:00Z'), evening)).toBe(true);
  expect(isNear(at('2026-06-02', '2026-06-02T08:00:00Z'), evening)).toBe(false);
  expect(isNear(at('2026-06-02', null), evening)).toBe(false);
});
