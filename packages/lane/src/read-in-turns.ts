import type { Socket } from 'node:net';

/*
 * The HTTP parser calls back for each chunk of a body, each request and each few headers that it is given, in one tick:
 * ten thousand times for the 64 KB that one read of a socket may have. What takes the time are the bytes around bodies,
 * such as the sizes of chunks; those of bodies count as a 64th.
 */

/** Maximum bytes that all connections of this process give to their parsers in one turn of the event loop. */
const TURN_BYTES = 32_768;
/** The same while clients are connecting: Node accepts one connection in a turn, so that turns have to be short. */
const CONNECTING_TURN_BYTES = 2_048;
/** The least that a connection is given at a time, if it has as much. A smaller read counts as this many bytes. */
const SHARE_BYTES = 1_024;
const BODY_WEIGHT = 1 / 64;

let left = TURN_BYTES;
let isTurning = false;
let isConnecting = false;
/** The connections whose bytes wait for a later turn. The first one has waited longest. */
const waiting = new Set<Socket>();

/**
 * Passes the bytes of a new connection to `parse`. All connections of the process share the bytes of a turn of the event
 * loop. A connection that has more is paused, and goes on after those that waited before it.
 *
 * @param parse returns how many of the bytes are part of bodies
 * @returns a function after which the bytes are read and discarded, outside of the shared bytes
 */
export function readInTurns(socket: Socket, parse: (bytes: Buffer) => number): () => void {
  isConnecting = true;
  endTurn();
  let isDiscarded = false;
  const take = (bytes: Buffer) => {
    endTurn();
    const share = Math.min(left, Math.max(SHARE_BYTES, Math.floor(left / (waiting.size + 1))));
    if (share > 0) waiting.delete(socket);
    let taken = 0;
    let rest = bytes;
    const isOver = () => rest.length === 0 || isDiscarded || socket.destroyed;
    while (taken < share && !isOver() && !socket.isPaused()) {
      const piece = rest.subarray(0, SHARE_BYTES);
      rest = rest.subarray(SHARE_BYTES);
      taken += piece.length - parse(piece) * (1 - BODY_WEIGHT);
    }
    left -= Math.min(left, Math.max(SHARE_BYTES, taken));
    if (isOver()) return;
    // Paused by Node, for a body or answers that are not read: Node also resumes it.
    if (!socket.isPaused()) waiting.add(socket);
    socket.pause();
    socket.unshift(rest);
  };
  const leave = () => waiting.delete(socket);
  socket.on('data', take).once('close', leave);
  return () => {
    isDiscarded = true;
    leave();
    socket.removeListener('data', take).resume();
  };
}

/** Begins the next turn once all sockets were polled. */
function endTurn(): void {
  if (isTurning) return;
  isTurning = true;
  setImmediate(() => {
    isTurning = false;
    left = isConnecting ? CONNECTING_TURN_BYTES : TURN_BYTES;
    let count = left / SHARE_BYTES;
    if (isConnecting || waiting.size > 0) {
      isConnecting = false;
      endTurn();
    }
    for (const socket of waiting) {
      if (count === 0) break;
      count -= 1;
      // It stays among the waiting ones until it has its share.
      socket.resume();
    }
  });
}
