import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { shownError, shownRequest } from './shown-in-log.ts';
import { exchange } from './testing/http.ts';
import { startServer } from './testing/index.ts';

/** The log line of an object. */
function lineOf(shown: object): Record<string, unknown> {
  let line = '';
  const into = new Writable({
    write(chunk, _encoding, done) {
      line += chunk;
      done();
    },
  });
  pino({ serializers: { err: shownError, req: shownRequest } }, into).warn(shown, 'something');
  return JSON.parse(line);
}

describe('the log', () => {
  it('shows the message and the stack of an error, and none of its other properties', () => {
    const client = { secretKey: 47114711, password: 'secret' };
    const error = Object.assign(new Error('gone', { cause: new Error('cut') }), {
      code: '57P01',
      constraint: 'one_key',
      detail: 'Key (email)=(ann@example.com) already exists.',
      client,
    });
    const { err } = lineOf({ err: error });
    expect(err).toEqual({
      type: 'Error',
      message: 'gone: cut',
      stack: expect.stringContaining('shown-in-log.test.ts'),
      code: '57P01',
      constraint: 'one_key',
    });
  });

  it('shows no values of a query that Prisma rejects', async () => {
    const server = await startServer();
    const where = { version: -Number.POSITIVE_INFINITY, referenceCode: 'Ann' };
    const error = await server.db.order.findMany({ where }).catch((thrown: unknown) => thrown);
    await server.close();
    const { err } = lineOf({ err: error });
    expect(err).toMatchObject({ message: expect.stringMatching(/invocation.* … .*Argument `version` is missing\.$/s) });
    expect(err).toMatchObject({ stack: expect.stringContaining('shown-in-log.test.ts') });
    expect(JSON.stringify(err)).not.toContain('Ann');
  });

  it('shows neither the query string of a request, nor names in its path, nor the secret of a ticket', async () => {
    const lines: string[] = [];
    const into = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const loggerInstance = pino({ serializers: { err: shownError, req: shownRequest } }, into);
    const server = await startServer({ loggerInstance });
    const shown: Record<string, string> = {
      '/v1/orders?filter[search]=Ann': '/v1/orders',
      '/v1/orders/5?a=Ann': '/v1/orders/5',
      '/v1/orders/export': '/v1/orders/export',
      '/v1/orders/booking:Ann': '/v1/orders/…',
      '/v1/%6frders/booking%3AAnn': '/v1/orders/…',
      '/v1/tags/Ann/orders': '/v1/tags/…/…',
      '/v1/tags/47114711/orders': '/v1/tags/…/…',
      '/v1/tokens/12%7CAnn': '/v1/tokens/…',
      '/v1/pos/roles/1/products/Ann': '/v1/pos/roles/1/products/…',
      '/tickets/47114711Ann/1.pdf': '/tickets/…/1.pdf',
      '/avatars/7.svg': '/avatars/7.svg',
      '/v1/tags/Ann': '/v1/…',
      '//v1/orders/booking:Ann': '//…',
      '/v1/orders/booking:%ffAnn': '/v1/…',
      '/nothing': '/nothing',
    };
    for (const path of Object.keys(shown)) await exchange(new URL(`${server.url}${path}`), 'GET', {});
    await server.close();
    const requests = lines.map((line) => JSON.parse(line).req?.url).filter((url) => url !== undefined);
    expect(requests).toEqual(Object.values(shown));
    expect(lines.join()).not.toMatch(/Ann|47114711/);
  });
});
