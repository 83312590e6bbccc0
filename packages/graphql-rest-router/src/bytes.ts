import type { ServerResponse } from 'node:http';
import { isMarkedAsUntransferable } from 'node:worker_threads';

/*
 * Bodies are bytes outside of the heap. The garbage collector frees them late, and until then the system must allocate
 * new memory for each next body, page by page. Releasing a body at once lets the next one reuse its memory.
 */

/** Smaller buffers are not worth releasing. */
const WORTH_IT = 16_384;

/**
 * Releases the memory of bytes that are no longer read, and of every buffer that shares it: all of them are empty
 * afterwards. Buffers in Node's shared pool, which are marked as untransferable, are left to the garbage collector.
 */
export function release({ buffer, length }: Buffer): void {
  if (length < WORTH_IT || !(buffer instanceof ArrayBuffer)) return;
  if (!buffer.detached && !isMarkedAsUntransferable(buffer)) buffer.transfer(0);
}

/** Releases the memory of a body as soon as all of it is sent. */
export function releaseAfter(response: ServerResponse, body: Buffer): void {
  const { socket } = response;
  // A broken connection may still hold the body.
  response.once('finish', () => {
    if (!socket?.destroyed) release(body);
  });
}
