import type { ServerResponse } from 'node:http';

/*
 * Bodies are bytes outside of the heap. Left to the garbage collector they lie about until it happens to look for them, and
 * the system must hand out new memory for the next one, page by page. Given back at once, the next body takes their place.
 */

/** What is smaller may share its memory with others, in a pool of Node's; the collector may have it. */
const OF_THEIR_OWN = 16_384;

/** Gives back the memory of bytes that nobody reads any more, and of whatever lies in the same memory: it is empty from then on. */
export function giveBack({ buffer, length }: Buffer): void {
  if (length >= OF_THEIR_OWN && buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}

/** Gives back the memory of a body as soon as all of it is sent. */
export function giveBackAfter(response: ServerResponse, body: Buffer): void {
  const { socket } = response;
  // A connection that broke may still hold it.
  response.once('finish', () => {
    if (!socket?.destroyed) giveBack(body);
  });
}
