import { expect, it } from 'vitest';
import type { CrewAction, CrewJob } from './crew-operations.ts';
import { stepsOf, withActions } from './crew-states.ts';

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
