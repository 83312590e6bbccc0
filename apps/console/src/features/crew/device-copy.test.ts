import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CrewDay, CrewJob } from './crew-operations.ts';
import { keepDay, readCopy } from './device-copy.ts';
import { kept } from './testing/device.ts';

vi.mock('idb-keyval', async () => (await import('./testing/device.ts')).idb);

beforeEach(() => {
  kept.clear();
  vi.useFakeTimers({ now: Date.parse('2026-06-01T20:00:00Z') });
});
// Other files share the process, and its clock.
afterEach(() => void vi.useRealTimers());

const job = (id: string, hidesGuestsAt: string | null) =>
  ({
    id,
    hidesGuestsAt,
    place: { address: 'Dam 1' },
    leader: { name: 'Ada' },
    needs: [{}],
    notes: ['Gate'],
  }) as CrewJob;
const day = (...jobs: CrewJob[]) => ({ jobs }) as CrewDay;
const hidden = { place: null, leader: null, needs: [], notes: [] };

it('keeps no guests of jobs that ended some time ago', async () => {
  await keepDay(day(job('pickup:1', '2026-06-01T20:00:00Z'), job('pickup:2', '2026-06-01T20:00:01Z')));
  expect(kept.get('day')).toMatchObject({ jobs: [hidden, { leader: { name: 'Ada' } }] });
});

it('deletes them when the copy is read later, also without a network', async () => {
  await keepDay(day(job('pickup:1', '2026-06-01T23:00:00Z')));
  vi.setSystemTime(Date.parse('2026-06-03T07:00:00Z'));
  expect((await readCopy()).day).toMatchObject({ jobs: [hidden] });
  expect(JSON.stringify(kept.get('day'))).not.toContain('Ada');
});
