import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { hashPassword, inHashSlot, needsRehash, PasswordsBusy, verifyPassword } from './passwords.ts';

describe('passwords', () => {
  it('are hashed with argon2id, 19 MiB, two passes, one lane, and a new salt each time', async () => {
    const [first, second] = [await hashPassword('secret'), await hashPassword('secret')];
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{22}\$[^$]{43}$/);
    expect(second).not.toBe(first);
  });

  it('are told from others', async () => {
    const stored = await hashPassword('secret');
    expect(await verifyPassword(stored, 'secret')).toBe(true);
    for (const wrong of ['Secret', 'secret ', '', 'secret\0', '\ud800']) {
      expect(await verifyPassword(stored, wrong)).toBe(false);
    }
    expect(await verifyPassword(null, '')).toBe(false);
  });

  it('are the same however the keyboard composes them', async () => {
    expect(await verifyPassword(await hashPassword('caf\u00e9'), 'cafe\u0301')).toBe(true);
  });

  it('want a new hash when the parameters were others', async () => {
    expect(needsRehash(await hashPassword('secret'))).toBe(false);
    expect(needsRehash(await hash('secret', { memoryCost: 4_096, timeCost: 3, parallelism: 1 }))).toBe(true);
  });
});

describe('hash slots', () => {
  it('are two, given in order of arrival, and free again after an error', async () => {
    const order: number[] = [];
    let running = 0;
    let most = 0;
    const work = (n: number) =>
      inHashSlot(async () => {
        most = Math.max(most, ++running);
        await new Promise(setImmediate);
        running--;
        order.push(n);
        if (n % 3 === 0) throw new Error('planned');
      });
    const numbers = Array.from({ length: 20 }, (_, n) => n);
    const results = await Promise.allSettled(numbers.map(work));
    expect(most).toBe(2);
    expect(order).toEqual(numbers);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(7);
  });

  it('refuse at once when too many wait', async () => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const accepted = Array.from({ length: 2 + 256 }, () => inHashSlot(() => gate));
    await expect(inHashSlot(async () => {})).rejects.toThrow(PasswordsBusy);
    await expect(verifyPassword(null, 'secret')).rejects.toThrow(PasswordsBusy);
    open();
    await Promise.all(accepted);
    await expect(inHashSlot(async () => 'done')).resolves.toBe('done');
  });
});
