import { describe, expect, it } from 'vitest';
import { readable } from './log-line.ts';

const time = new Date(2026, 0, 2, 3, 4, 5).getTime();
const line = (entry: object) =>
  JSON.stringify({ level: 30, time, pid: 1, hostname: 'h', name: 'channel-api', ...entry });

describe('readable', () => {
  const req = { method: 'GET', url: '/v1/orders' };

  it('shows a request and its answer', () => {
    const ended = line({ reqId: 'a', req, res: { statusCode: 200 }, responseTime: 12.3, msg: 'request completed' });
    expect(readable(ended)).toBe('03:04:05 GET /v1/orders 200 12 ms');
  });

  it('shows that a client disconnected before the end of the answer', () => {
    const left = line({ reqId: 'a', req, aborted: true, responseTime: 12.3, msg: 'request aborted' });
    expect(readable(left)).toBe('03:04:05 request aborted (GET /v1/orders) aborted=true');
  });

  it('shows the level from a warning on, the request, other members, and the stack of an error', () => {
    const broken = { level: 50, msg: 'it broke', req, order: 7, err: { message: 'no', stack: 'Error: no\n    at x' } };
    expect(readable(line(broken))).toBe('03:04:05 error it broke (GET /v1/orders) order=7\nError: no\n    at x');
  });

  it('leaves lines unchanged that are not log entries', () => {
    for (const text of ['Ready in 102ms', '{not json', '{"level":"high"}', '']) expect(readable(text)).toBe(text);
  });
});
