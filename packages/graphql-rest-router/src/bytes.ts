import type { ServerResponse } from 'node:http';
import { isMarkedAsUntransferable } from 'node:worker_threads';

/*
 * Bodies are bytes outside of the heap. Left to the garbage collector they lie about until it happens to look for them, and
 * the system must hand out new memory for the next one, page by page. Given back at once, the next body takes their place.
 */

/** The memory of what is smaller is not worth it. */
const WORTH_IT = 16_384;

/**
 * Gives back the memory of bytes that nobody reads any more, and of whatever lies in the same memory: it is empty from then
 * on. What shares a pool of Node's, which is marked, is left to the collector.
 */
export function release({ buffer, length }: Buffer): void {
  if (length < WORTH_IT || !(buffer instanceof ArrayBuffer)) return;
  if (!buffer.detached && !isMarkedAsUntransferable(buffer)) buffer.transfer(0);
}

/** Gives back the memory of a body as soon as all of it is sent. */
export function releaseAfter(response: ServerResponse, body: Buffer): void {
  const { socket } = response;
  // A connection that broke may still hold it.
  response.once('finish', () => {
    if (!socket?.destroyed) release(body);
  });
}
