import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { newSecret, seal, unseal } from './secrets.ts';
import { signatureHeaders } from './sign.ts';

const EVENT = { id: '0f5e8a1c-9d0b-4c0e-8a53-3f8f3b1f7a10', body: '{"event":"order-updated","name":"Zoë €"}' };
const now = () => new Date();

describe('signatureHeaders', () => {
  it('returns the signature of the published example', () => {
    const headers = signatureHeaders(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      sentAt: new Date(1_614_265_330_000),
      body: '{"test": 2432232314}',
    });
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('is accepted by the public library, and only for the signed content', () => {
    const secret = newSecret();
    const headers = signatureHeaders([secret], { ...EVENT, sentAt: now() });
    expect(new Webhook(secret).verify(EVENT.body, headers)).toMatchObject({ event: 'order-updated' });
    const timestamp = String(Number(headers['webhook-timestamp']) + 1);
    const changed: [string, string, Record<string, string>][] = [
      ['the body', EVENT.body.replace('Zoë', 'Zoe'), headers],
      ['the id', EVENT.body, { ...headers, 'webhook-id': EVENT.id.replace('0', '1') }],
      ['the time', EVENT.body, { ...headers, 'webhook-timestamp': timestamp }],
    ];
    for (const [what, body, sent] of changed) expect(() => new Webhook(secret).verify(body, sent), what).toThrow();
    expect(() => new Webhook(newSecret()).verify(EVENT.body, headers)).toThrow();
  });

  it('contains a signature for each secret of a rotation', () => {
    const [before, after] = [newSecret(), newSecret()];
    const headers = signatureHeaders([after, before], { ...EVENT, sentAt: now() });
    for (const secret of [before, after]) expect(new Webhook(secret).verify(EVENT.body, headers)).toBeTruthy();
  });
});

describe('secrets', () => {
  const key = 'the key of the operator, 32 and more';

  it('decrypt only with the key that encrypted them', () => {
    const secret = newSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const sealed = seal(secret, key);
    expect(Buffer.from(sealed).toString('latin1')).not.toContain(secret.slice(6, 20));
    expect(unseal(sealed, key)).toBe(secret);
    expect(() => unseal(sealed, `${key}!`)).toThrow();
    expect(seal(secret, key)).not.toEqual(sealed);
  });

  it('do not decrypt with a changed byte', () => {
    const sealed = seal(newSecret(), key);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Uint8Array.from(sealed, (byte, index) => (index === at ? byte ^ 1 : byte));
      expect(() => unseal(changed, key), `byte ${at}`).toThrow();
    }
  });

  it('require a key', () => {
    expect(() => seal(newSecret(), null)).toThrow(/SECRET_KEY/);
  });
});
