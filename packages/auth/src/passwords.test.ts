import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts';

describe('passwords', () => {
  it('are hashed with argon2id, 19 MiB, two passes, one lane, and a new salt each time', async () => {
    const [first, second] = [await hashPassword('secret'), await hashPassword('secret')];
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$]{22}\$[^$]{43}$/);
    expect(second).not.toBe(first);
  });

  it('do not match other passwords', async () => {
    const stored = await hashPassword('secret');
    expect(await verifyPassword(stored, 'secret')).toBe(true);
    for (const wrong of ['Secret', 'secret ', '', 'secret\0', '\ud800']) {
      expect(await verifyPassword(stored, wrong)).toBe(false);
    }
    expect(await verifyPassword(null, '')).toBe(false);
  });

  it('match in every Unicode composition', async () => {
    expect(await verifyPassword(await hashPassword('caf\u00e9'), 'cafe\u0301')).toBe(true);
  });

  it('need a new hash when the parameters differ', async () => {
    expect(needsRehash(await hashPassword('secret'))).toBe(false);
    expect(needsRehash(await hash('secret', { memoryCost: 4_096, timeCost: 3, parallelism: 1 }))).toBe(true);
  });
});
