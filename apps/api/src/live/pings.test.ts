import { PassThrough } from 'node:stream';
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

it('sends none to a client that reads nothing', async () => {
  const events = new PassThrough();
  const pinged = withPings(events, 1);
  const waiting = () => pinged.readableLength;
  let before = -1;
  while (waiting() !== before) {
    before = waiting();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(before).toBeLessThan(40_000);
  events.destroy();
});
