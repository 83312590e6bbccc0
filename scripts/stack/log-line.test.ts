import { describe, expect, it } from 'vitest';
import { readableLines } from './log-line.ts';

const time = new Date(2026, 0, 2, 3, 4, 5).getTime();
const line = (entry: object) =>
  JSON.stringify({ level: 30, time, pid: 1, hostname: 'h', name: 'channel-api', ...entry });

describe('readableLines', () => {
  it('tells a request and its answer in one line', () => {
    const read = readableLines();
    expect(
      read(line({ reqId: 'a', req: { method: 'GET', url: '/v1/orders' }, msg: 'incoming request' })),
    ).toBeUndefined();
    expect(read(line({ reqId: 'a', res: { statusCode: 200 }, responseTime: 12.3, msg: 'request completed' }))).toBe(
      '03:04:05 GET /v1/orders 200 12 ms',
    );
  });

  it('says of a stream that was left that it ended', () => {
    const read = readableLines();
    read(line({ reqId: 'a', req: { method: 'POST', url: '/graphql' }, msg: 'incoming request' }));
    expect(read(line({ reqId: 'a', res: { statusCode: 200 }, msg: 'stream closed prematurely' }))).toBe(
      '03:04:05 POST /graphql 200 stream closed prematurely',
    );
  });

  it('names the level from a warning on, other members, and the stack of an error', () => {
    const read = readableLines();
    expect(
      read(line({ level: 50, msg: 'it broke', order: 7, err: { message: 'no', stack: 'Error: no\n    at x' } })),
    ).toBe('03:04:05 error it broke order=7\nError: no\n    at x');
  });

  it('leaves alone what is no log entry', () => {
    const read = readableLines();
    for (const text of ['Ready in 102ms', '{not json', '{"level":"high"}', '']) expect(read(text)).toBe(text);
  });
});
