import { onShare } from '@channel/prisma';
import { describe, expect, it } from 'vitest';
import { inHashSlot, PasswordsBusy } from './hash-queue.ts';
import { verifyPassword } from './passwords.ts';

/** A turn of an unknown caller. */
const from = (lane: string) => ({ lane, isKnown: false });

/** Occupies both slots until it is opened. */
function closedGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, running: [inHashSlot(() => opened), inHashSlot(() => opened)] };
}

describe('hash slots', () => {
  it('are two, assigned in order of arrival within a lane, and released after an error', async () => {
    const order: number[] = [];
    let running = 0;
    let max = 0;
    const work = (n: number) =>
      inHashSlot(async () => {
        max = Math.max(max, ++running);
        await new Promise(setImmediate);
        running--;
        order.push(n);
        if (n % 3 === 0) throw new Error('planned');
      });
    const numbers = Array.from({ length: 20 }, (_, n) => n);
    const results = await Promise.allSettled(numbers.map(work));
    expect(max).toBe(2);
    expect(order).toEqual(numbers);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(7);
  });

  it('refuse immediately when too many callers wait', async () => {
    const { open, running } = closedGate();
    const accepted = [...running, ...Array.from({ length: 128 }, () => inHashSlot(async () => {}))];
    await expect(inHashSlot(async () => {})).rejects.toThrow(PasswordsBusy);
    await expect(verifyPassword(null, 'secret')).rejects.toThrow(PasswordsBusy);
    open();
    await Promise.all(accepted);
    await expect(inHashSlot(async () => 'done')).resolves.toBe('done');
  });

  it('serve lanes in turn, however many callers wait in one', async () => {
    const { open, running } = closedGate();
    const order: string[] = [];
    const wait = (lane: string, times: number) =>
      Array.from({ length: times }, (_, n) => inHashSlot(async () => order.push(`${lane}${n}`), from(lane)));
    const all = [...running, ...wait('a', 4), ...wait('b', 2), ...wait('c', 1)];
    open();
    await Promise.all(all);
    expect(order).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'a2', 'a3']);
  });

  it('give a new caller the position of the last one in the longest lane when the queue is full', async () => {
    const { open, running } = closedGate();
    const order: string[] = [];
    const wait = (lane: string, times: number) =>
      Array.from({ length: times }, (_, n) =>
        inHashSlot(async () => order.push(`${lane}${n}`), from(lane)).catch((error: unknown) => {
          expect(error).toBeInstanceOf(PasswordsBusy);
          return `refused ${lane}${n}`;
        }),
      );
    const [a, b] = [wait('a', 128), wait('b', 128)];
    const c = wait('c', 2);
    expect(await Promise.all([a[127], b[127]])).toEqual(['refused a127', 'refused b127']);
    expect(await wait('a', 2)[1]).toBe('refused a1');
    open();
    await Promise.all([...running, ...a, ...b, ...c]);
    expect(order.slice(0, 4)).toEqual(['a0', 'b0', 'c0', 'a1']);
    expect(order.filter((name) => name.startsWith('c'))).toEqual(['c0', 'c1']);
  });

  it('are refused to a new caller of a full queue where no lane is longer than one', async () => {
    const { open, running } = closedGate();
    const lanes = Array.from({ length: 256 }, (_, n) => inHashSlot(async () => n, from(`lane ${n}`)));
    await expect(inHashSlot(async () => {}, from('another'))).rejects.toThrow(PasswordsBusy);
    open();
    await Promise.all([...running, ...lanes]);
  });

  /**
   * How many others are served before the last caller, who arrives when this many unknown callers wait, each in its own
   * lane.
   */
  async function servedBefore(unknownCallers: number, last: { lane: string; isKnown: boolean }) {
    const { open, running } = closedGate();
    let served = 0;
    const waiting = Array.from({ length: unknownCallers }, (_, n) =>
      inHashSlot(async () => ++served, from(`lane ${n}`)),
    );
    const position = inHashSlot(async () => served++, last).catch((error: unknown) => error);
    open();
    await Promise.all([...running, ...waiting]);
    return position;
  }

  it('serve a known caller after at most one unknown caller, however many wait', async () => {
    for (const unknownCallers of [190, 256]) {
      expect(await servedBefore(unknownCallers, { lane: 'known', isKnown: true })).toBeLessThanOrEqual(1);
    }
    // Control: in one queue with unknown callers, all of them are served first.
    expect(await servedBefore(190, from('another'))).toBe(190);
    expect(await servedBefore(256, from('another'))).toBeInstanceOf(PasswordsBusy);
  });

  it('alternate between unknown and known callers, with separate bounds', async () => {
    const { open, running } = closedGate();
    const order: boolean[] = [];
    const wait = (isKnown: boolean) =>
      Array.from({ length: 256 }, (_, n) =>
        inHashSlot(async () => order.push(isKnown), { lane: `lane ${n}`, isKnown }),
      );
    const all = [...running, ...wait(false), ...wait(true)];
    for (const isKnown of [true, false]) {
      await expect(inHashSlot(async () => {}, { lane: 'another', isKnown })).rejects.toThrow(PasswordsBusy);
    }
    open();
    await Promise.all(all);
    const first = order[0] === true;
    expect(order).toEqual(Array.from({ length: 512 }, (_, n) => (n % 2 === 0) === first));
  });

  it('release the slot of the request while waiting and hashing, and keep it when refused immediately', async () => {
    let left = 0;
    const atSlot = (lane: string) =>
      onShare('a share', () => inHashSlot(async () => left, from(lane)), {
        releaseSlot: (wait) => {
          left += 1;
          return wait().finally(() => {
            left -= 1;
          });
        },
      });
    const { open, running } = closedGate();
    const waiting = Array.from({ length: 128 }, () => atSlot('a'));
    expect(left).toBe(128);
    await expect(atSlot('a')).rejects.toThrow(PasswordsBusy);
    expect(left).toBe(128);
    open();
    await Promise.all([...running, ...waiting]);
    expect(left).toBe(0);
    expect(await atSlot('a')).toBe(1);
  });
});
