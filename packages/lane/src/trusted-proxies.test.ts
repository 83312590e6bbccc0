import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { clientAddress, trustedProxies } from './trusted-proxies.ts';

/** The client's address as a server sees it whose peer is 127.0.0.1. */
async function seen(setting: string, forwarded: string | string[]): Promise<string> {
  const trusted = trustedProxies(setting);
  if (!trusted) throw new Error(`${setting} is refused.`);
  const server = createServer((incoming, response) => response.end(clientAddress(incoming, trusted)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const sent = request({ host: '127.0.0.1', port, agent: false, headers: { 'x-forwarded-for': forwarded } }).end();
  const [answer] = await once(sent, 'response');
  const text = (await answer.toArray()).join('');
  server.close();
  return text;
}

describe('the address of a client', () => {
  it.each([
    ['1', '203.0.113.9', '203.0.113.9'],
    ['1', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
    ['1', ['6.6.6.6', '203.0.113.9'], '203.0.113.9'],
    ['2', '6.6.6.6, 203.0.113.9, 10.0.0.1', '203.0.113.9'],
    ['2', '203.0.113.9', '203.0.113.9'],
    ['1', '', '127.0.0.1'],
    ['127.0.0.1', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
    ['127.0.0.0/8, 10.0.0.0/8', '6.6.6.6, 203.0.113.9, 10.0.0.1', '203.0.113.9'],
    ['127.0.0.1,10.0.0.1', '6.6.6.6, 203.0.113.9, 10.0.0.2', '10.0.0.2'],
    ['::ffff:127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['10.0.0.0/8', '6.6.6.6', '127.0.0.1'],
    ['fd00::/8', '6.6.6.6', '127.0.0.1'],
    ['::1', '6.6.6.6', '127.0.0.1'],
    ['127.0.0.1', '2001:db8::7', '2001:db8::7'],
  ])('with TRUST_PROXY=%s and X-Forwarded-For %s is %s', async (setting, forwarded, address) => {
    expect(await seen(setting, forwarded)).toBe(address);
  });
});

it.each([
  '0',
  '33',
  '-1',
  '1.5',
  'true',
  '*',
  'loopback',
  'proxy.example',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/255.0.0.0',
  '10.1',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.1,',
  '1,10.0.0.1',
  '10.0.0.1;10.0.0.2',
])('the proxies %s are refused', (text) => expect(trustedProxies(text)).toBeUndefined());
