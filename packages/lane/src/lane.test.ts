import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Bounds, type Entry, Lane, type Wait } from './lane.ts';

const busy = () => new Error('busy');
const WIDE: Bounds = { slots: 4, waiting: 8, stallTimeout: 60_000, maxExpectedWait: 60_000, busy };
const of = (caller: string, max = 2): Entry => ({ parties: [{ key: caller, max }], socket: { destroyed: false } });

// Only `pass` advances the time, whatever the load of the machine.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const sleep = (milliseconds: number) => new Promise<void>((end) => setTimeout(end, milliseconds));

/** Sends named requests, each of which runs until `end` is called with its name. */
function requests(lane: Lane) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const answers = new Map<string, Promise<string>>();
  return {
    begun,
    answers,
    send(name: string, entry: Entry) {
      const answer = lane.run(entry, async () => {
        begun.push(name);
        await new Promise<void>((end) => ends.set(name, end));
        return name;
      });
      answer.catch(() => {});
      answers.set(name, answer);
    },
    async end(name: string) {
      ends.get(name)?.();
      await turn();
    },
  };
}

describe('a lane', () => {
  it('limits the concurrent requests of one caller, and runs those of others', () => {
    const { send, begun } = requests(new Lane(WIDE));
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'd1']) send(name, of(name.charAt(0)));
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1']);
  });

  it('limits the requests of an organization across its callers', () => {
    const { send, begun } = requests(new Lane(WIDE));
    const colleague = (name: string) => ({ ...of(name), parties: [...of(name).parties, { key: 'org', max: 3 }] });
    for (const name of ['a', 'b', 'c', 'd']) send(name, colleague(name));
    send('stranger', of('stranger'));
    expect(begun).toEqual(['a', 'b', 'c', 'stranger']);
  });

  it('gives a free slot to the caller with the fewest running requests, then to the longest waiting one', async () => {
    const { send, begun, end } = requests(new Lane({ ...WIDE, slots: 3 }));
    for (const name of ['a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'd1']) send(name, of(name.charAt(0)));
    await end('b1');
    await end('a1');
    await end('a2');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'a3']);
  });

  it('refuses at once when the queue is full', async () => {
    const { send, answers, begun, end } = requests(new Lane({ ...WIDE, slots: 1, waiting: 2 }));
    for (const name of ['a1', 'b1', 'c1', 'd1']) send(name, of(name.charAt(0)));
    await expect(answers.get('d1')).rejects.toThrow('busy');
    await end('a1');
    expect(begun).toEqual(['a1', 'b1']);
  });

  it('leaves half of the queue to others', async () => {
    const { send, answers } = requests(new Lane({ ...WIDE, slots: 1, waiting: 4 }));
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) send(name, of(name.charAt(0)));
    await expect(answers.get('a4')).rejects.toThrow('busy');
    expect(await Promise.race([answers.get('b1'), turn('waits')])).toBe('waits');
  });

  it('limits the waiting requests of a party across its callers', async () => {
    const { send, answers } = requests(new Lane({ ...WIDE, slots: 1 }));
    const stranger = (name: string) => ({
      ...of(name),
      parties: [...of(name).parties, { key: 'all', max: 1, waiting: 2 }],
    });
    for (const name of ['a', 'b', 'c', 'd']) send(name, stranger(name));
    send('known', of('known'));
    await expect(answers.get('d')).rejects.toThrow('busy');
    for (const name of ['c', 'known']) expect(await Promise.race([answers.get(name), turn('waits')])).toBe('waits');
  });

  it('evicts the last request of the caller with the most from a full queue for a caller with fewer', async () => {
    const { send, answers, begun, end } = requests(new Lane({ ...WIDE, slots: 1, waiting: 6 }));
    const waits = (name: string) => Promise.race([answers.get(name)?.catch(() => 'refused'), turn(name)]);
    for (const name of ['a', 'a1', 'a2']) send(name, of('a'));
    send('a3', { ...of('a'), hasBegun: true });
    for (const name of ['b1', 'b2', 'c1', 'd1', 'e1']) send(name, of(name.charAt(0)));
    // Nothing is evicted among equals: neither for another request of `b` nor for a new caller.
    for (const name of ['b2', 'f1']) send(name, of(name.charAt(0)));
    const names = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1', 'd1', 'e1', 'f1'];
    expect(await Promise.all(names.map(waits))).toEqual([
      'a1',
      'refused',
      'a3',
      'b1',
      'refused',
      'c1',
      'd1',
      'e1',
      'refused',
    ]);
    const left = ['a', 'a1', 'a3', 'b1', 'c1', 'd1', 'e1'];
    for (const name of left) await end(name);
    expect(begun).toEqual(left);
  });

  it('evicts only requests of the party that is full', async () => {
    const { send, answers } = requests(new Lane({ ...WIDE, slots: 1, waiting: 20 }));
    const stranger = (name: string) => ({
      ...of(name),
      parties: [...of(name).parties, { key: 'all', max: 1, waiting: 3 }],
    });
    for (const name of ['known', 'known1', 'known2', 'known3', 'known4']) send(name, of('known'));
    for (const name of ['a1', 'a2', 'b1', 'c1']) send(name, stranger(name.charAt(0)));
    const what = (name: string) => Promise.race([answers.get(name)?.catch(() => 'refused'), turn('waits')]);
    expect(await Promise.all(['known4', 'a1', 'a2', 'b1', 'c1'].map(what))).toEqual([
      'waits',
      'waits',
      'refused',
      'waits',
      'waits',
    ]);
  });

  it('refuses a request that has waited too long, and at once one that would', async () => {
    const lane = new Lane({ ...WIDE, slots: 1, stallTimeout: 30, maxExpectedWait: 20 });
    const slow = lane.run(of('a'), () => sleep(400));
    const refused = expect(lane.run(of('b'), async () => 'b')).rejects.toThrow('busy');
    await pass(400);
    await Promise.all([slow, refused]);
    // The usual duration exceeds the longest expected wait: with one request waiting, the next is refused at once.
    const { send, answers, begun, end } = requests(lane);
    for (const name of ['a', 'b', 'c']) send(name, of(name));
    expect(await Promise.race([answers.get('c')?.catch(({ message }) => message), turn('waits')])).toBe('busy');
    await end('a');
    expect(begun).toEqual(['a', 'b']);
  });

  it('refuses at once a request that would wait too long for other callers of its organization', async () => {
    const letIn = async (callers: string[]) => {
      const lane = new Lane({ slots: 4, waiting: 1_000, stallTimeout: 60_000, maxExpectedWait: 100, busy });
      const usual = lane.run(of('usual'), () => sleep(200));
      await pass(200);
      await usual;
      const { send, answers } = requests(lane);
      const colleague = (name: string) => ({ ...of(name), parties: [...of(name).parties, { key: 'org', max: 2 }] });
      const names = Array.from({ length: 60 }, (_, index) => callers.map((caller) => `${caller}${index}`)).flat();
      for (const name of names) send(name, colleague(name.charAt(0)));
      const refused = await Promise.all(
        names.map((name) => Promise.race([answers.get(name)?.catch(() => 'refused'), turn('waits')])),
      );
      return refused.filter((what, index) => names[index]?.startsWith('a') && what === 'waits').length;
    };
    const [alone, together] = [await letIn(['a']), await letIn(['a', 'b'])];
    expect(alone).toBeGreaterThan(4);
    expect(together).toBeLessThan(0.75 * alone);
    expect(together).toBeGreaterThan(0);
  });

  it('lets requests wait longer while slots become free', async () => {
    const lane = new Lane({ ...WIDE, slots: 1, stallTimeout: 500 });
    const answers = Array.from({ length: 8 }, (_, index) => lane.run(of(`${index}`), () => sleep(100)));
    const all = expect(Promise.all(answers)).resolves.toHaveLength(8);
    // The last one waits for 700 ms.
    await pass(800);
    await all;
  });

  it('tells work since when it has waited, if it has', async () => {
    const lane = new Lane({ ...WIDE, slots: 1 });
    const since: (number | undefined)[] = [];
    const work = async (_releaseSlot: unknown, wait: Wait) => {
      since.push(wait.since);
      await sleep(100);
    };
    const began = performance.now();
    const all = ['a', 'b'].map((name) => lane.run(of(name), work));
    await pass(200);
    await Promise.all(all);
    expect(since).toEqual([undefined, began]);
  });

  it('does not count the waits of the rest of a started answer, but those outside of the slot', async () => {
    const lane = new Lane({ ...WIDE, slots: 1 });
    const first = lane.run(of('a'), () => sleep(100));
    const since: (number | undefined)[] = [];
    const rest = lane.run({ ...of('b'), hasBegun: true }, async (releaseSlot, wait) => {
      since.push(wait.since);
      await releaseSlot(() => sleep(100));
      since.push(wait.since);
    });
    await pass(100);
    const left = performance.now();
    await pass(100);
    await Promise.all([first, rest]);
    expect(since).toEqual([undefined, left]);
  });

  it.each([
    [false, 'answered'],
    [true, 'refused'],
  ])('takes the end of work as movement, unless what it needs was refused: %s', async (wasInVain, expected) => {
    const lane = new Lane({ ...WIDE, slots: 1, stallTimeout: 500 });
    const first = lane.run(of('a'), async (_releaseSlot, wait) => {
      await sleep(400);
      wait.wasInVain = wasInVain;
    });
    const second = lane.run(of('b'), () => sleep(250));
    const third = lane.run(of('c'), async () => 'answered').catch(() => 'refused');
    await pass(700);
    expect(await third).toBe(expected);
    await Promise.all([first, second]);
  });

  it('serves admitted requests even if they wait longer than estimated', async () => {
    const lane = new Lane({ ...WIDE, slots: 1, maxExpectedWait: 400 });
    const usual = lane.run(of('usual'), () => sleep(100));
    await pass(100);
    await usual;
    const answers = ['a', 'b', 'c', 'd'].map((name) => lane.run(of(name), () => sleep(150).then(() => name)));
    const all = expect(Promise.all(answers)).resolves.toEqual(['a', 'b', 'c', 'd']);
    // The usual duration is now 10 ms; the last one waits for 450.
    await pass(600);
    await all;
  });

  it('does not take the slow first request of a process as the usual duration', async () => {
    const lane = new Lane({ ...WIDE, waiting: 100, slots: 1, maxExpectedWait: 3_000 });
    const first = lane.run(of('first'), () => sleep(500));
    await pass(500);
    await first;
    const answers = Array.from({ length: 20 }, (_, index) => lane.run(of('a', 1), async () => index));
    expect(await Promise.all(answers)).toHaveLength(20);
  });

  it('lets the rest of a started answer wait when a new request is refused', async () => {
    const { send, answers } = requests(new Lane({ ...WIDE, slots: 1, waiting: 0 }));
    send('a', of('a'));
    send('new', of('b'));
    send('rest', { ...of('b'), hasBegun: true });
    await expect(answers.get('new')).rejects.toThrow('busy');
    expect(await Promise.race([answers.get('rest'), turn('waits')])).toBe('waits');
  });

  it('skips disconnected clients, and passes on the slot of a failed request', async () => {
    const lane = new Lane({ ...WIDE, slots: 1 });
    const { send, begun, end, answers } = requests(lane);
    send('a', of('a'));
    const gone = of('b');
    send('gone', gone);
    const failing = lane.run(of('c'), () => Promise.reject(new Error('no luck')));
    failing.catch(() => {});
    send('d', of('d'));
    gone.socket.destroyed = true;
    await end('a');
    await expect(failing).rejects.toThrow('no luck');
    await expect(answers.get('gone')).rejects.toThrow('busy');
    await turn();
    expect(begun).toEqual(['a', 'd']);
  });

  it('keeps the other requests in the queue of a disconnected client', async () => {
    const lane = new Lane({ ...WIDE, slots: 1 });
    const { send, begun, end, answers } = requests(lane);
    send('a', of('a'));
    const gone = of('b');
    send('gone', gone);
    send('second', of('b'));
    send('third', of('b'));
    gone.socket.destroyed = true;
    await end('a');
    await end('second');
    await end('third');
    await expect(answers.get('gone')).rejects.toThrow('busy');
    expect(begun).toEqual(['a', 'second', 'third']);
  });
});

describe('work that leaves its slot', () => {
  /** Work that leaves its slot until `comeBack` is called, and then holds a slot until `end` is called. */
  function leaving(lane: Lane, entry: Entry) {
    const [back, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const states: string[] = [];
    const done = lane.run(entry, async (releaseSlot) => {
      await releaseSlot(() => {
        states.push('aside');
        return back.promise;
      });
      states.push('back');
      await end.promise;
      return 'done';
    });
    done.catch(() => {});
    return { states, done, comeBack: () => back.resolve(), end: () => end.resolve() };
  }

  it('frees its slot for other requests of its caller, and returns before waiting requests', async () => {
    const lane = new Lane({ ...WIDE, slots: 1 });
    const { send, begun, end } = requests(lane);
    const first = leaving(lane, of('a'));
    for (const name of ['a1', 'b1', 'a2']) send(name, of(name.charAt(0)));
    expect(begun).toEqual(['a1']);
    first.comeBack();
    await turn();
    expect(first.states).toEqual(['aside']);
    await end('a1');
    expect([begun, first.states]).toEqual([['a1'], ['aside', 'back']]);
    first.end();
    await expect(first.done).resolves.toBe('done');
    expect(begun).toEqual(['a1', 'b1']);
  });

  it('keeps its slot when it does not leave', async () => {
    const lane = new Lane({ ...WIDE, slots: 1 });
    const { send, begun } = requests(lane);
    send('a', of('a'));
    send('a1', of('a'));
    await turn();
    expect(begun).toEqual(['a']);
  });

  it('returns in the order in which its waits ended', async () => {
    const lane = new Lane({ ...WIDE, slots: 1 });
    const { send, end } = requests(lane);
    const [one, other] = [leaving(lane, of('a')), leaving(lane, of('a'))];
    send('a', of('a'));
    other.comeBack();
    await turn();
    one.comeBack();
    await turn();
    await end('a');
    expect([one.states, other.states]).toEqual([['aside'], ['aside', 'back']]);
  });

  it('is refused when its caller, or all callers together, have left too many; other requests still run', async () => {
    const lane = new Lane({ ...WIDE, waiting: 4 });
    const left = ['a', 'a', 'b'].map((name) => leaving(lane, of(name)));
    await expect(leaving(lane, of('a')).done).rejects.toThrow('busy');
    left.push(leaving(lane, of('b')));
    await expect(leaving(lane, of('c')).done).rejects.toThrow('busy');
    await expect(lane.run(of('a'), async () => 'runs')).resolves.toBe('runs');
    for (const one of left) {
      one.comeBack();
      one.end();
      await one.done;
    }
    expect(leaving(lane, of('a')).states).toEqual(['aside']);
  });

  it('does not return for a disconnected client, nor after it was abandoned, and loses no slot', async () => {
    const lane = new Lane({ ...WIDE, slots: 1 });
    const entry = of('a');
    const gone = leaving(lane, entry);
    entry.socket.destroyed = true;
    gone.comeBack();
    await expect(gone.done).rejects.toThrow('busy');
    const back = Promise.withResolvers<void>();
    // The work does not await it.
    await lane.run(of('b'), async (releaseSlot) => void releaseSlot(() => back.promise));
    back.resolve();
    await turn();
    const { send, begun } = requests(lane);
    for (const name of ['c1', 'c2']) send(name, of(name));
    expect(begun).toEqual(['c1']);
  });

  it('leaves at once if it was abandoned while it waited to return', async () => {
    const lane = new Lane({ ...WIDE, slots: 1 });
    const { send, begun, end } = requests(lane);
    const [back, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const given = lane.run(of('a'), (releaseSlot) => {
      void releaseSlot(() => back.promise);
      return over.promise;
    });
    send('b', of('b'));
    back.resolve();
    await turn();
    over.resolve();
    await given;
    send('c', of('c'));
    await end('b');
    expect(begun).toEqual(['b', 'c']);
  });
});
