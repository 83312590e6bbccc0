import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { withPings } from './pings.ts';

it('sends comments between the events of a stream until it ends', async () => {
  const events = new PassThrough();
  events.write('event: next\n');
  let text = '';
  for await (const bytes of withPings(events, 5)) {
    text += bytes;
    if (text.endsWith('\n:\n:\n:\n')) events.end('data: {}\n\n');
  }
  expect(text).toMatch(/^event: next\n(:\n){3,}data: \{\}\n\n$/);
});

it('sends none while its client reads nothing', async () => {
  const events = new PassThrough({ highWaterMark: 1 });
  const pinged = withPings(events, 1);
  events.write('x'.repeat(100_000));
  await expect.poll(() => pinged.readableLength).toBe(100_000);
  await sleep(20);
  expect(pinged.readableLength).toBe(100_000);
  events.destroy();
});
