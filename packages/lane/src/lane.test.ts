import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Bounds, type Entry, Lane } from './lane.ts';

const busy = () => new Error('busy');
const WIDE: Bounds = { places: 4, waiting: 8, patience: 60_000, longest: 60_000, busy };
const of = (caller: string, max = 2): Entry => ({ parties: [{ key: caller, max }], socket: { destroyed: false } });

// Time passes by `pass` alone, however busy the machine is.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const sleep = (milliseconds: number) => new Promise<void>((end) => setTimeout(end, milliseconds));

/** Requests of callers, each of which runs until it is ended by its name. */
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
  it('runs so many requests of one caller, and those of others beside them', () => {
    const { send, begun } = requests(new Lane(WIDE));
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'd1']) send(name, of(name.charAt(0)));
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1']);
  });

  it('counts the requests of an organization, whoever sends them', () => {
    const { send, begun } = requests(new Lane(WIDE));
    const colleague = (name: string) => ({ ...of(name), parties: [...of(name).parties, { key: 'org', max: 3 }] });
    for (const name of ['a', 'b', 'c', 'd']) send(name, colleague(name));
    send('stranger', of('stranger'));
    expect(begun).toEqual(['a', 'b', 'c', 'stranger']);
  });

  it('gives a free place to the caller who has the fewest, then to the one who waits longest', async () => {
    const { send, begun, end } = requests(new Lane({ ...WIDE, places: 3 }));
    for (const name of ['a1', 'a2', 'b1', 'a3', 'b2', 'c1', 'd1']) send(name, of(name.charAt(0)));
    await end('b1');
    await end('a1');
    await end('a2');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'a3']);
  });

  it('refuses at once whom the queue has no room for', async () => {
    const { send, answers, begun, end } = requests(new Lane({ ...WIDE, places: 1, waiting: 2 }));
    for (const name of ['a1', 'b1', 'c1', 'd1']) send(name, of(name.charAt(0)));
    await expect(answers.get('d1')).rejects.toThrow('busy');
    await end('a1');
    expect(begun).toEqual(['a1', 'b1']);
  });

  it('leaves half of the queue to others', async () => {
    const { send, answers } = requests(new Lane({ ...WIDE, places: 1, waiting: 4 }));
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) send(name, of(name.charAt(0)));
    await expect(answers.get('a4')).rejects.toThrow('busy');
    expect(await Promise.race([answers.get('b1'), turn('waits')])).toBe('waits');
  });

  it('lets so many wait of those who are counted together, whoever sends them', async () => {
    const { send, answers } = requests(new Lane({ ...WIDE, places: 1 }));
    const stranger = (name: string) => ({
      ...of(name),
      parties: [...of(name).parties, { key: 'all', max: 1, waiting: 2 }],
    });
    for (const name of ['a', 'b', 'c', 'd']) send(name, stranger(name));
    send('known', of('known'));
    await expect(answers.get('d')).rejects.toThrow('busy');
    for (const name of ['c', 'known']) expect(await Promise.race([answers.get(name), turn('waits')])).toBe('waits');
  });

  it('refuses the last one of the caller with the most for a caller with fewer, where no more may wait', async () => {
    const { send, answers, begun, end } = requests(new Lane({ ...WIDE, places: 1, waiting: 6 }));
    const waits = (name: string) => Promise.race([answers.get(name)?.catch(() => 'refused'), turn(name)]);
    for (const name of ['a', 'a1', 'a2']) send(name, of('a'));
    send('a3', { ...of('a'), hasBegun: true });
    for (const name of ['b1', 'b2', 'c1', 'd1', 'e1']) send(name, of(name.charAt(0)));
    // Of equals nobody makes room: neither for another one of `b` nor for one more caller.
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

  it('makes room among those who are counted together alone', async () => {
    const { send, answers } = requests(new Lane({ ...WIDE, places: 1, waiting: 20 }));
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

  it('refuses who has waited too long, and at once who would', async () => {
    const lane = new Lane({ ...WIDE, places: 1, patience: 30, longest: 20 });
    const slow = lane.run(of('a'), () => sleep(400));
    const refused = expect(lane.run(of('b'), async () => 'b')).rejects.toThrow('busy');
    await pass(400);
    await Promise.all([slow, refused]);
    // A request usually takes longer than anybody may wait: with one before, the next need not try.
    const { send, answers, begun, end } = requests(lane);
    for (const name of ['a', 'b', 'c']) send(name, of(name));
    expect(await Promise.race([answers.get('c')?.catch(({ message }) => message), turn('waits')])).toBe('busy');
    await end('a');
    expect(begun).toEqual(['a', 'b']);
  });

  it('refuses at once who would wait too long for the callers with whom it shares an organization', async () => {
    const letIn = async (callers: string[]) => {
      const lane = new Lane({ places: 4, waiting: 1_000, patience: 60_000, longest: 100, busy });
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

  it('lets wait longer while places come free', async () => {
    const lane = new Lane({ ...WIDE, places: 1, patience: 500 });
    const answers = Array.from({ length: 8 }, (_, index) => lane.run(of(`${index}`), () => sleep(100)));
    const all = expect(Promise.all(answers)).resolves.toHaveLength(8);
    // The last one waits for 700 ms.
    await pass(800);
    await all;
  });

  it('serves whom it let in to wait, also when it takes longer than was foreseen', async () => {
    const lane = new Lane({ ...WIDE, places: 1, longest: 400 });
    const usual = lane.run(of('usual'), () => sleep(100));
    await pass(100);
    await usual;
    const answers = ['a', 'b', 'c', 'd'].map((name) => lane.run(of(name), () => sleep(150).then(() => name)));
    const all = expect(Promise.all(answers)).resolves.toEqual(['a', 'b', 'c', 'd']);
    // 10 ms are usual by now; the last one waits for 450.
    await pass(600);
    await all;
  });

  it('does not take the first request, for which much is loaded, for a usual one', async () => {
    const lane = new Lane({ ...WIDE, waiting: 100, places: 1, longest: 3_000 });
    const first = lane.run(of('first'), () => sleep(500));
    await pass(500);
    await first;
    const answers = Array.from({ length: 20 }, (_, index) => lane.run(of('a', 1), async () => index));
    expect(await Promise.all(answers)).toHaveLength(20);
  });

  it('lets the rest of an answer wait where a new request is refused', async () => {
    const { send, answers } = requests(new Lane({ ...WIDE, places: 1, waiting: 0 }));
    send('a', of('a'));
    send('new', of('b'));
    send('rest', { ...of('b'), hasBegun: true });
    await expect(answers.get('new')).rejects.toThrow('busy');
    expect(await Promise.race([answers.get('rest'), turn('waits')])).toBe('waits');
  });

  it('gives no place to who has hung up, and the place of a failure to the next', async () => {
    const lane = new Lane({ ...WIDE, places: 1 });
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

  it('takes nobody else out of the queue in which somebody hung up', async () => {
    const lane = new Lane({ ...WIDE, places: 1 });
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

describe('work that leaves its place', () => {
  /** Work that leaves its place until it is told to come back, and has it again until it is told to end. */
  function leaving(lane: Lane, entry: Entry) {
    const [back, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const states: string[] = [];
    const done = lane.run(entry, async (aside) => {
      await aside(() => {
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

  it('makes room for other requests of its caller, and has it again before those who wait', async () => {
    const lane = new Lane({ ...WIDE, places: 1 });
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

  it('leaves no room where it stays', async () => {
    const lane = new Lane({ ...WIDE, places: 1 });
    const { send, begun } = requests(lane);
    send('a', of('a'));
    send('a1', of('a'));
    await turn();
    expect(begun).toEqual(['a']);
  });

  it('comes back in the order in which it could', async () => {
    const lane = new Lane({ ...WIDE, places: 1 });
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

  it('is refused where its caller, or all together, left too many; others still run', async () => {
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

  it('does not come back for a client that has hung up, nor once it was given up; no place is lost', async () => {
    const lane = new Lane({ ...WIDE, places: 1 });
    const entry = of('a');
    const gone = leaving(lane, entry);
    entry.socket.destroyed = true;
    gone.comeBack();
    await expect(gone.done).rejects.toThrow('busy');
    const back = Promise.withResolvers<void>();
    // Nobody waits for it.
    await lane.run(of('b'), async (aside) => void aside(() => back.promise));
    back.resolve();
    await turn();
    const { send, begun } = requests(lane);
    for (const name of ['c1', 'c2']) send(name, of(name));
    expect(begun).toEqual(['c1']);
  });

  it('that was given up while it waited to come back leaves at once', async () => {
    const lane = new Lane({ ...WIDE, places: 1 });
    const { send, begun, end } = requests(lane);
    const [back, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const given = lane.run(of('a'), (aside) => {
      void aside(() => back.promise);
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
