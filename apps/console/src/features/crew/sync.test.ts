import { beforeEach, describe, expect, it, vi } from 'vitest';
import { problemOf } from '#lib/problem.ts';
import type { CrewAction, CrewDay } from './crew-operations.ts';
import { enqueue, keepDay, readCopy } from './device-copy.ts';
import { leave, open, sync } from './sync.ts';
import { kept } from './testing/device.ts';

const server = vi.hoisted(() => ({
  readDay: vi.fn(),
  exchangeLink: vi.fn(),
  sendActions: vi.fn(),
  signOut: vi.fn(),
}));
vi.mock('idb-keyval', async () => (await import('./testing/device.ts')).idb);
vi.mock('./crew-operations.ts', () => server);

const dayOf = (personId: number) => ({ personId, organizationId: 1, jobs: [] }) as unknown as CrewDay;
const error = (code: string) => problemOf(code, { code });
const wait = (id: string, reason: string | null = null) =>
  enqueue({
    id,
    jobId: 'pickup:1',
    appointment: 'a',
    state: 'accepted',
    reason,
    at: '2026-06-01T10:00:00Z',
    title: 'Tour',
  });
const sent = () => server.sendActions.mock.calls.flatMap(([actions]) => actions.map(({ id }: CrewAction) => id));
const record = async (actions: CrewAction[]) => actions.map(({ id }) => ({ id, outcome: 'recorded' }));
const conflicts = async () => (await readCopy()).conflicts.map(({ action, outcome }) => [action.id, outcome]);

beforeEach(() => {
  kept.clear();
  for (const each of Object.values(server)) each.mockReset().mockResolvedValue(undefined);
  server.readDay.mockResolvedValue(dayOf(7));
  server.sendActions.mockImplementation(record);
});

describe('answers that wait when the session has ended', () => {
  beforeEach(async () => {
    await keepDay(dayOf(7));
    await wait('one');
    server.sendActions.mockRejectedValueOnce(error('UNAUTHENTICATED'));
  });

  it('stay on the device, without the jobs', async () => {
    expect(await sync()).toEqual({ state: 'ended', unsent: 1 });
    expect([...kept.keys()].sort()).toEqual(['owner', 'queue']);
  });

  it('are sent under the next session of the same person', async () => {
    expect(await open('token')).toBe('opened');
    expect(await sync()).toMatchObject({ state: 'read' });
    expect(sent()).toEqual(['one', 'one']);
    expect(await readCopy()).toMatchObject({ queue: [], conflicts: [], isOpening: false });
  });

  it('also when the network goes after the link was exchanged', async () => {
    await open('token');
    server.readDay.mockRejectedValueOnce(error('UNAVAILABLE'));
    expect(await sync()).toEqual({ state: 'away' });
    expect(sent()).toEqual(['one']);
    await sync();
    expect((await readCopy()).queue).toEqual([]);
  });

  it('are not sent for another person, but shown', async () => {
    server.readDay.mockResolvedValue(dayOf(8));
    await open('token');
    await sync();
    expect(sent()).toEqual(['one']);
    expect(await conflicts()).toEqual([['one', 'otherPerson']]);
    expect((await readCopy()).conflicts).toMatchObject([{ title: 'Tour' }]);
  });

  it('are deleted when the person signs out', async () => {
    await leave();
    expect([...kept.keys()]).toEqual(['isLeaving']);
    await expect.poll(() => [...kept.keys()]).toEqual([]);
    expect(server.signOut).toHaveBeenCalledOnce();
  });
});

describe('a person who signs out', () => {
  beforeEach(() => keepDay(dayOf(7)));

  it('is signed out at the next contact if the network is away', async () => {
    server.signOut.mockRejectedValueOnce(error('UNAVAILABLE'));
    await leave();
    await expect.poll(() => server.signOut.mock.calls).toHaveLength(1);
    expect([...kept.keys()]).toEqual(['isLeaving']);
    expect(await sync()).toEqual({ state: 'ended', unsent: 0 });
    expect([...kept.keys()]).toEqual([]);
  });

  it('leaves nothing that a slow contact reads', async () => {
    const read = Promise.withResolvers<CrewDay>();
    server.readDay.mockReturnValueOnce(read.promise);
    server.signOut.mockRejectedValue(error('UNAVAILABLE'));
    const contact = sync();
    await expect.poll(() => server.readDay.mock.calls).toHaveLength(1);
    await leave();
    read.resolve(dayOf(7));
    await contact;
    await sync();
    expect([...kept.keys()]).toEqual(['isLeaving']);
  });
});

describe('what the server refuses', () => {
  it('is shown, and does not hold up other answers', async () => {
    server.sendActions.mockImplementation(async (actions: CrewAction[]) => {
      if (actions.some(({ reason }) => reason === 'bad')) throw error('BAD_USER_INPUT');
      return record(actions);
    });
    await wait('one');
    await wait('two', 'bad');
    await wait('three');
    expect(await sync()).toMatchObject({ state: 'read' });
    expect(sent()).toEqual(['one', 'two', 'three', 'one', 'two', 'three']);
    expect(await conflicts()).toEqual([['two', 'invalid']]);
    expect((await readCopy()).queue).toEqual([]);
  });

  it.each([['UNAVAILABLE'], ['DEADLINE'], ['INTERNAL_SERVER_ERROR'], ['TOO_MANY_REQUESTS']])(
    'for now (%s) is sent again',
    async (code) => {
      server.sendActions.mockRejectedValueOnce(error(code));
      await wait('one');
      expect(await sync()).toEqual({ state: 'away' });
      expect((await readCopy()).queue).toMatchObject([{ id: 'one' }]);
    },
  );

  it('because the page is of an earlier version is kept until the page is loaded again', async () => {
    server.sendActions.mockRejectedValueOnce(error('PERSISTED_QUERY_NOT_FOUND'));
    await wait('one');
    expect(await sync()).toEqual({ state: 'outdated' });
    expect((await readCopy()).queue).toMatchObject([{ id: 'one' }]);
  });

  it.each([
    ['NOT_FOUND', 'refused'],
    ['BAD_USER_INPUT', 'refused'],
    ['UNAVAILABLE', 'away'],
    ['PERSISTED_QUERY_NOT_FOUND', 'outdated'],
  ])('as a link (%s) is %s', async (code, outcome) => {
    server.exchangeLink.mockRejectedValueOnce(error(code));
    expect(await open('token')).toBe(outcome);
  });
});
