import type { Actor, CrewMember } from '@channel/auth';
import { describe, expect, it } from 'vitest';
import { type Entrant, Surface } from './surface.ts';

const from = (remoteAddress: string, actor?: Actor | CrewMember | null): Entrant => ({
  actor,
  socket: { destroyed: false, remoteAddress },
});
const CREW: CrewMember = {
  userId: 1,
  organizationId: 1,
  sessionId: 1,
  name: 'Ada',
  organizationName: 'Boats',
  expiresAt: new Date(0),
};
const ACTOR: Actor = { userId: 1, name: 'Ada', isSystem: false, service: null, clientIds: [], roles: [] };

/**
 * Requests from 60 addresses run or wait until they are released; `begins` tells whether another one runs beside them.
 */
function crowded(entrants: (index: number) => Entrant) {
  const surface = new Surface('api', 5, true);
  const release = Promise.withResolvers<void>();
  let running = 0;
  const crowd = Array.from({ length: 60 }, (_, index) =>
    surface.run(entrants(index), () => {
      running += 1;
      return release.promise;
    }),
  );
  return {
    running: () => running,
    begins: async (entrant: Entrant) => {
      const before = running;
      crowd.push(
        surface.run(entrant, () => {
          running += 1;
          return release.promise;
        }),
      );
      await new Promise(setImmediate);
      return running > before;
    },
    end: () => {
      release.resolve();
      return Promise.all(crowd);
    },
  };
}

describe('a surface', () => {
  it('gives at most half of its slots to anonymous requests, from however many addresses', async () => {
    const { running, begins, end } = crowded((index) => from(`10.0.${index}.7`, null));
    await new Promise(setImmediate);
    expect(running()).toBe(10);
    expect(await begins(from('10.1.0.7', null))).toBe(false);
    expect(await begins(from('10.1.0.8', ACTOR))).toBe(true);
    expect(await begins(from('10.0.0.7'))).toBe(true);
    await end();
  });

  it('takes the crew as known callers, apart from the console of the same person', async () => {
    const { running, begins, end } = crowded((index) => from('10.0.0.7', index < 30 ? null : CREW));
    await new Promise(setImmediate);
    // Of one address and of one member of the crew.
    expect(running()).toBe(6);
    expect(await begins(from('10.0.0.7', CREW))).toBe(false);
    expect(await begins(from('10.0.0.7', ACTOR))).toBe(true);
    expect(await begins(from('10.0.0.7', { ...CREW, userId: 2 }))).toBe(true);
    await end();
  });

  it('authenticates as many callers concurrently as it has connections, however many others run and wait', async () => {
    const { running, begins, end } = crowded((index) => from(`10.0.${index}.7`));
    await new Promise(setImmediate);
    expect(running()).toBe(5);
    expect(await begins(from('10.1.0.7'))).toBe(false);
    expect(await begins(from('10.0.0.7', null))).toBe(true);
    expect(await begins(from('10.1.0.8', ACTOR))).toBe(true);
    await end();
  });

  it('queues a request of another address, however many requests of others wait', async () => {
    const surface = new Surface('api', 5, true);
    const release = Promise.withResolvers<void>();
    const statuses = (address: string) =>
      surface
        .run(from(address, null), () => release.promise)
        .then(
          () => 'ran',
          () => 'refused',
        );
    // The maximum: 10 run, 384 wait.
    const crowd = Array.from({ length: 394 }, (_, index) => statuses(`10.0.${index % 190}.7`));
    const late = [statuses('10.1.0.7'), statuses('10.0.0.7')];
    release.resolve();
    expect(await Promise.all(late)).toEqual(['ran', 'refused']);
    expect((await Promise.all(crowd)).filter((status) => status === 'refused')).toHaveLength(1);
  });

  it('counts the addresses of one IPv6 network as one', async () => {
    const { running, end } = crowded((index) => from(`2001:db8::${index + 1}`, null));
    await new Promise(setImmediate);
    expect(running()).toBe(3);
    await end();
  });
});
