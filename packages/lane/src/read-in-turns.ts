import type { Socket } from 'node:net';

/*
 * The HTTP parser calls back for each chunk of a body, each request and each few headers that it is given, in one tick:
 * ten thousand times for the 64 KB that one read of a socket may have.
 */

/** Maximum bytes that all connections of this process give to their parsers in one turn of the event loop. */
const TURN_BYTES = 32_768;
/** The least that a connection is given at a time, if it has as much. A smaller read counts as this many bytes. */
const SHARE_BYTES = 1_024;

let left = TURN_BYTES;
let isTurning = false;
/** The connections whose bytes wait for a later turn. The first one has waited longest. */
const waiting = new Set<Socket>();

/**
 * Passes the bytes of a connection to `parse`. All connections of the process share the bytes of a turn of the event
 * loop. A connection that has more is paused, and goes on after those that waited before it.
 */
export function readInTurns(socket: Socket, parse: (bytes: Buffer) => void): void {
  socket.on('data', (bytes: Buffer) => {
    const count = shareOf(bytes.length);
    if (count > 0) {
      waiting.delete(socket);
      parse(bytes.subarray(0, count));
    }
    if (count === bytes.length || socket.destroyed) return;
    // Paused by Node, for a body or answers that are not read: Node also resumes it.
    if (!socket.isPaused()) waiting.add(socket);
    socket.pause();
    socket.unshift(bytes.subarray(count));
  });
  socket.once('close', () => waiting.delete(socket));
}

/** Takes the share of a connection from the bytes of this turn, at most `length`. */
function shareOf(length: number): number {
  endTurn();
  const share = Math.min(length, left, Math.max(SHARE_BYTES, Math.floor(left / (waiting.size + 1))));
  left = Math.max(0, left - Math.max(SHARE_BYTES, share));
  return share;
}

/** Begins the next turn once all sockets were polled. */
function endTurn(): void {
  if (isTurning) return;
  isTurning = true;
  setImmediate(() => {
    isTurning = false;
    left = TURN_BYTES;
    if (waiting.size > 0) endTurn();
    let count = TURN_BYTES / SHARE_BYTES;
    for (const socket of waiting) {
      if (count === 0) break;
      count -= 1;
      // It stays among the waiting ones until it has its share.
      socket.resume();
    }
  });
}
