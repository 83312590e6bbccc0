import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { shownError, shownRequest } from './shown-in-log.ts';

/** The line of a log that shows something. */
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
  it('shows of an error what went wrong and where, and nothing that hangs on it', () => {
    const client = { secretKey: 4711, password: 'secret' };
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

  it('shows of a request neither its query string nor the secret of a ticket', () => {
    const { req } = lineOf({ req: { method: 'GET', url: '/tickets/s3cret/1.pdf?filter[search]=Ann', ip: '::1' } });
    expect(req).toEqual({ method: 'GET', url: '/tickets/…/1.pdf', remoteAddress: '::1' });
  });
});
