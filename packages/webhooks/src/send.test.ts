import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { AddressRules } from './addresses.ts';
import { type ConnectorOptions, createAgent } from './connector.ts';
import { ANSWER_BYTES, send } from './send.ts';
import {
  answering,
  type Behaviour,
  CERTIFICATE,
  closing,
  dripping,
  good,
  hanging,
  huge,
  type Receiver,
  slow,
  startReceiver,
} from './testing/index.ts';

const LOOPBACK: AddressRules = { httpsOnly: false, ports: [], allowedRanges: ['127.0.0.1'] };
const PUBLIC_ONLY: AddressRules = { httpsOnly: false, ports: [443, 80], allowedRanges: [] };

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function receiver(behaviour: Behaviour, options = {}): Promise<Receiver> {
  const started = await startReceiver(behaviour, options);
  open.push(started.close);
  return started;
}

function agentOf(rules: AddressRules, options?: ConnectorOptions) {
  const agent = createAgent(rules, options);
  open.push(() => agent.destroy());
  return agent;
}

const post = (url: string, { timeoutMs = 2_000, rules = LOOPBACK, ...options }: PostOptions = {}) =>
  send(agentOf(rules, options), { url, headers: { 'x-order-sequence': '3' }, body: '{"a":"é"}', timeoutMs });
type PostOptions = { timeoutMs?: number; rules?: AddressRules } & ConnectorOptions;

describe('send', () => {
  it('posts the body byte for byte and returns the response', async () => {
    const { url, received } = await receiver(answering(201, { 'x-thing': 'one' }));
    const answer = await post(url);
    expect(answer).toMatchObject({ status: 201, body: 'status 201', error: null });
    expect(answer.headers).toMatchObject({ 'x-thing': 'one' });
    expect(received).toMatchObject([
      {
        method: 'POST',
        path: '/hook',
        body: '{"a":"é"}',
        headers: { 'x-order-sequence': '3', 'content-length': '10' },
      },
    ]);
  });

  it.each([200, 204, 299, 400, 404, 410, 429, 500, 502, 503])('reports the status %i', async (status) => {
    const { url } = await receiver(answering(status));
    expect(await post(url)).toMatchObject({ status, error: null });
  });

  it.each([301, 302, 303, 307, 308])('does not follow the redirect %i', async (status) => {
    const target = await receiver(good);
    const { url } = await receiver(answering(status, { location: target.url }));
    expect(await post(url)).toMatchObject({ status, error: null });
    expect(target.received).toHaveLength(0);
  });

  it('waits for a slow receiver, but not for one that hangs or sends single bytes', async () => {
    expect(await post((await receiver(slow(150))).url)).toMatchObject({
      status: 200,
      body: 'ok, at last',
      error: null,
    });
    for (const [behaviour, status, body] of [
      [hanging, null, null],
      [dripping, 200, expect.stringMatching(/^\.+$/)],
    ] as const) {
      const answer = await post((await receiver(behaviour)).url, { timeoutMs: 300 });
      expect(answer).toMatchObject({ status, body, error: 'No complete response within 0.3 s.' });
      expect(answer.durationMs).toBeGreaterThanOrEqual(295);
      expect(answer.durationMs).toBeLessThan(1_000);
    }
  });

  it('keeps the beginning of a huge response and closes the connection', async () => {
    const { url } = await receiver(huge);
    const before = process.memoryUsage().rss;
    const answer = await post(url);
    expect(answer).toMatchObject({ status: 200, error: null });
    expect(answer.body).toHaveLength(ANSWER_BYTES);
    expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 ** 2);
  });

  it('does not decompress a response, and replaces characters that Postgres cannot store', async () => {
    const { url } = await receiver((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(Buffer.from([0x1f, 0x8b, 0, 0xff, 0x41]));
    });
    expect((await post(url)).body).toBe('\u001f\ufffd\ufffd\ufffdA');
  });

  it('reports a truncated response as an error, but keeps it', async () => {
    const answer = await post((await receiver(closing)).url);
    expect(answer).toMatchObject({ status: 200, body: 'only the beginning' });
    expect(answer.error).toMatch(/closed before the response was complete/);
  });

  it('reports why there was no response', async () => {
    const gone = await startReceiver();
    await gone.close();
    expect((await post(gone.url)).error).toBe('The connection was refused.');
    const reset = await receiver((response) => void response.socket?.resetAndDestroy());
    expect((await post(reset.url)).error).toMatch(/reset|closed/);
    const unknown = async () => {
      throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    };
    expect((await post('http://nobody.example/', { resolve: unknown })).error).toBe('The host name is not known.');
  });

  it('describes failed TLS connections', async () => {
    const { url } = await receiver(good);
    expect(await post(url.replace('http:', 'https:'))).toMatchObject({
      status: null,
      error: 'The receiver does not speak TLS at this address.',
    });
    // A TLS alert instead of a handshake: no common cipher.
    const refusing = createServer((socket) => socket.end(Buffer.from([0x15, 3, 3, 0, 2, 2, 40])).resume());
    await new Promise<void>((listening) => refusing.listen(0, '127.0.0.1', listening));
    open.push(() => new Promise((closed) => refusing.close(() => closed())));
    const { port } = refusing.address() as AddressInfo;
    expect((await post(`https://127.0.0.1:${port}/`)).error).toMatch(
      /^No secure connection could be made \(ERR_SSL_\S+\)\.$/,
    );
  });

  it('refuses a self-signed certificate', async () => {
    const { url, received } = await receiver(good, { tls: true });
    expect((await post(url)).error).toMatch(/certificate/);
    expect(received).toHaveLength(0);
    expect(await post(url, { ca: CERTIFICATE.cert })).toMatchObject({ status: 200, error: null });
  });
});

describe('the connector', () => {
  const at = (...addresses: string[]) => {
    let requested = 0;
    return async () => [{ address: addresses[Math.min(requested++, addresses.length - 1)] ?? '', family: 4 }];
  };

  it.each([false, true])('connects to no private address, given directly or by name (tls: %s)', async (tls) => {
    const { url, received } = await receiver(good, { tls });
    const { port, protocol } = new URL(url);
    const rules = { ...PUBLIC_ONLY, ports: [Number(port)] };
    const ca = CERTIFICATE.cert;
    for (const host of ['127.0.0.1', '127.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', 'localhost']) {
      const answer = await post(`${protocol}//${host}:${port}/hook`, { rules, ca });
      expect(answer, host).toMatchObject({ status: null, error: expect.stringMatching(/not public/) });
    }
    // Not every system resolves the name with the trailing dot of the root.
    expect((await post(`${protocol}//localhost.:${port}/hook`, { rules, ca })).status).toBeNull();
    const named = `${protocol}//receiver.test:${port}/hook`;
    for (const resolve of [at('127.0.0.1'), async () => [...(await at('8.8.8.8')()), ...(await at('127.0.0.1')())]]) {
      expect((await post(named, { rules, ca, resolve })).error).toMatch(/not public/);
    }
    expect(received).toHaveLength(0);
    // The same request succeeds where it is allowed, so the rules caused the refusal.
    const allowed = await post(named, { rules: LOOPBACK, ca, resolve: at('127.0.0.1') });
    expect(allowed).toMatchObject({ status: 200, error: null });
  });

  it.each([false, true])('connects to the checked address, whatever the next DNS answer is (tls: %s)', async (tls) => {
    const { url, received } = await receiver(good, { tls });
    const { port, protocol } = new URL(url);
    // Nothing listens on the allowed address. A second DNS lookup for the connection would reach the receiver.
    const rules = { ...LOOPBACK, allowedRanges: ['127.0.0.2'] };
    let requested = 0;
    const rebinding = async () => {
      requested += 1;
      return [{ address: requested === 1 ? '127.0.0.2' : '127.0.0.1', family: 4 }];
    };
    const agent = agentOf(rules, { ca: CERTIFICATE.cert, resolve: rebinding });
    const target = { url: `${protocol}//receiver.test:${port}/hook`, headers: {}, body: '', timeoutMs: 500 };
    expect((await send(agent, target)).error).toBe('The connection was refused.');
    expect(requested).toBe(1);
    expect((await send(agent, target)).error).toMatch(/not public/);
    expect(received).toHaveLength(0);
  });
});
