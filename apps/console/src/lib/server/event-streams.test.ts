import { expect, it } from 'vitest';
import { EventStreams } from './event-streams.ts';

const EVENT = new TextEncoder().encode(':\n');

/** An endless stream with one event so far, and why it was cancelled. */
function endless() {
  const state = { isCancelled: false };
  const source = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(EVENT),
    cancel: () => {
      state.isCancelled = true;
    },
  });
  return { source, state };
}

it('passes on events, the end and the failure of a stream', async () => {
  const finite = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(EVENT);
      controller.close();
    },
  });
  const streams = new EventStreams();
  expect(await new Response(streams.untilEnding(finite)).text()).toBe(':\n');
  const failing = new ReadableStream<Uint8Array>({ pull: () => Promise.reject(new Error('gone')) });
  await expect(new Response(streams.untilEnding(failing)).text()).rejects.toThrow('gone');
});

it('leaves the API when the page leaves', async () => {
  const { source, state } = endless();
  await new EventStreams().untilEnding(source).cancel();
  expect(state.isCancelled).toBe(true);
});

it('ends open streams when the console ends, and those that begin then', async () => {
  const streams = new EventStreams();
  const open = endless();
  const reader = streams.untilEnding(open.source).getReader();
  expect(await reader.read()).toEqual({ done: false, value: EVENT });
  const next = reader.read();
  streams.end();
  expect(await next).toEqual({ done: true, value: undefined });
  const late = endless();
  expect(await new Response(streams.untilEnding(late.source)).text()).toBe('');
  expect([open.state.isCancelled, late.state.isCancelled]).toEqual([true, true]);
});
