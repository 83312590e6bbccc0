import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** The HTTP parser that Node uses for a connection. Static properties of its class contain the keys of its callbacks. */
export type Parser = {
  socket: Socket;
  incoming: IncomingMessage | null;
  onIncoming(request: IncomingMessage, isKeptAlive: boolean): number;
  [callback: number]: unknown;
  constructor: { kOnBody: number; kOnMessageComplete: number };
};
type OnBody = (this: Parser, piece: Buffer) => void;
type OnMessageComplete = (this: Parser) => void;

/** Bytes of a joined piece. */
const SIZE = 4_096;
const connections = new WeakMap<Socket, Pieces>();
/** Node reuses parsers for other connections, also for connections of its HTTP clients. */
const watched = new WeakSet<Parser>();

/**
 * Joins the small pieces of each body of a connection, because a piece takes some hundred bytes of memory in addition
 * to its own. A piece is an HTTP chunk, or the part of it that one read of the socket has. The body receives them when
 * about 4 KB are joined, and at its end.
 *
 * @returns a function that returns the number of bytes of bodies that were parsed
 */
export function joinPieces(socket: Socket, parser: Parser): () => number {
  const own = new Pieces();
  connections.set(socket, own);
  watch(parser);
  return () => own.parsed;
}

function watch(parser: Parser): void {
  if (watched.has(parser)) return;
  watched.add(parser);
  const { kOnBody, kOnMessageComplete } = parser.constructor;
  const keep = parser[kOnBody] as OnBody;
  const complete = parser[kOnMessageComplete] as OnMessageComplete;
  parser[kOnBody] = function onBody(this: Parser, piece: Buffer) {
    const pieces = connections.get(this.socket);
    if (pieces) pieces.parsed += piece.length;
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
  parsed = 0;
  /** The only piece, or a buffer of `SIZE` bytes with several. */
  #bytes: Buffer | undefined;
  #length = 0;

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
}
