import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** The HTTP parser that Node uses for a connection. Static properties of its class contain the keys of its callbacks. */
export type Parser = {
  socket: Socket;
  incoming: IncomingMessage | null;
  onIncoming(request: IncomingMessage, isKeptAlive: boolean): number;
  [callback: number]: unknown;
  constructor: { kOnBody: number; kOnMessageComplete: number; kOnExecute: number };
};
type OnBody = (this: Parser, piece: Buffer) => void;
type OnMessageComplete = (this: Parser) => void;

/** Bytes of a joined piece. */
const SIZE = 4_096;
/** In one tick, a body may have PIECES pieces of any size; more of them must have BYTES bytes on average. */
const PIECES = 4_000;
const BYTES = 64;

/** A body has too many chunks that are too small, at once. Other bodies have few pieces in one tick. */
export class SmallChunks extends Error {
  readonly code = 'SMALL_CHUNKS';

  constructor() {
    super(`More than ${PIECES} chunks of a body that arrive at once must have ${BYTES} bytes in each, on average.`);
  }
}

const connections = new WeakMap<Socket, Pieces>();
/** Node reuses parsers for other connections, also for connections of its HTTP clients. */
const watched = new WeakSet<Parser>();

/**
 * Joins the small pieces of each body of a connection, because a piece takes some hundred bytes of memory in addition
 * to its own. A piece is an HTTP chunk, or the part of it that one read of the socket has. The body receives them when
 * about 4 KB are joined, and at its end.
 *
 * @param refuse ends a connection of which one tick has too many; it must stop the parser's `kOnBody`
 */
export function joinPieces(socket: Socket, parser: Parser, refuse: (error: SmallChunks) => void): void {
  connections.set(socket, new Pieces(refuse));
  if (watched.has(parser)) return;
  watched.add(parser);
  const { kOnBody, kOnMessageComplete } = parser.constructor;
  const keep = parser[kOnBody] as OnBody;
  const complete = parser[kOnMessageComplete] as OnMessageComplete;
  parser[kOnBody] = function onBody(this: Parser, piece: Buffer) {
    const pieces = connections.get(this.socket);
    if (pieces?.join(piece)) return;
    const before = pieces?.take();
    if (before !== undefined) keep.call(this, before);
    if (!pieces?.join(piece)) keep.call(this, piece);
  };
  parser[kOnMessageComplete] = function onMessageComplete(this: Parser) {
    const rest = connections.get(this.socket)?.take();
    if (rest !== undefined) keep.call(this, rest);
    complete.call(this);
  };
}

class Pieces {
  readonly #refuse: (error: SmallChunks) => void;
  /** The only piece, or a buffer of `SIZE` bytes with several. */
  #bytes: Buffer | undefined;
  #length = 0;
  /** Of the current tick. */
  #tick = { pieces: 0, bytes: 0 };

  constructor(refuse: (error: SmallChunks) => void) {
    this.#refuse = refuse;
  }

  /** Adds a piece to those before it, if there is room. */
  join(piece: Buffer): boolean {
    if (this.#length + piece.length > SIZE) return false;
    if (this.#bytes === undefined) this.#bytes = piece;
    else {
      if (this.#bytes.length < SIZE) {
        const first = this.#bytes;
        this.#bytes = Buffer.allocUnsafe(SIZE);
        first.copy(this.#bytes);
      }
      piece.copy(this.#bytes, this.#length);
      this.#count(piece.length);
    }
    this.#length += piece.length;
    return true;
  }

  /** The joined pieces, which the next ones do not join. */
  take(): Buffer | undefined {
    const bytes = this.#bytes?.subarray(0, this.#length);
    this.#bytes = undefined;
    this.#length = 0;
    return bytes;
  }

  #count(bytes: number): void {
    const tick = this.#tick;
    if (tick.pieces === 0) {
      setImmediate(() => {
        this.#tick = { pieces: 0, bytes: 0 };
      });
    }
    tick.pieces += 1;
    tick.bytes += bytes;
    if (tick.pieces > PIECES && tick.bytes < tick.pieces * BYTES) this.#refuse(new SmallChunks());
  }
}
