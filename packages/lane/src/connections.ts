import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/*
 * Node reads up to 64 KB of a connection at once, and emits everything in them in one tick of the event loop: thousands
 * of requests, or ten thousand chunks of a body. Each chunk takes some hundred bytes of memory in addition to its own.
 */

/** Maximum requests of one connection that wait for the requests before them. */
const WAITING = 20;
/** A body may have CHUNKS chunks of any size; the chunks of a body with more must have BYTES bytes on average. */
const CHUNKS = 1_000;
const BYTES = 64;

/** A body has too many chunks that are too small. */
export class SmallChunks extends Error {
  readonly code = 'SMALL_CHUNKS';

  constructor() {
    super(`A body of more than ${CHUNKS} chunks must have ${BYTES} bytes in each, on average.`);
  }
}

/** The HTTP parser that Node uses for a connection. Static properties of its class contain the keys of its callbacks. */
type Parser = {
  socket: Socket;
  incoming: IncomingMessage | null;
  onIncoming(request: IncomingMessage, isKeptAlive: boolean): number;
  [callback: number]: unknown;
  constructor: { kOnBody: number; kOnExecute: number };
};
type OnBody = (this: Parser, chunk: Buffer) => void;

/** Makes the parser skip the rest of the bytes that were read, as Node does after an upgrade request. */
const STOP = 2;

const connections = new WeakMap<Socket, Connection>();

/**
 * Bounds the work that one connection causes at a time, for requests of any kind. A request begins in a separate tick,
 * after the requests before it on its connection are answered. While 20 requests wait, the next one is not read, and
 * the connection ends after the answer to the last waiting request. A body of more than 1,000 chunks with fewer than 64
 * bytes on average ends its connection, even if no listener reads the body. The server emits this as a `clientError`
 * with `SmallChunks` if the request can still be answered.
 *
 * @param server with all its `request` listeners
 */
export function boundConnections(server: Server): void {
  server.on('connection', (socket) => connections.set(socket, new Connection(server, socket)));
  const listeners = server.rawListeners('request');
  const begin = (request: IncomingMessage, response: ServerResponse) => {
    for (const listener of listeners) listener.call(server, request, response);
  };
  server.removeAllListeners('request').on('request', (request, response) => {
    if (response.socket !== null) begin(request, response);
    else connections.get(request.socket)?.wait(response, () => begin(request, response));
  });
}

class Connection {
  readonly #server: Server;
  readonly #socket: Socket;
  readonly #parser: Parser;
  #waiting = 0;
  #last: ServerResponse | undefined;
  #body: IncomingMessage | null = null;
  #chunks = 0;
  #bytes = 0;
  #isDeaf = false;

  constructor(server: Server, socket: Socket) {
    const parser: Parser = Reflect.get(socket, 'parser');
    this.#server = server;
    this.#socket = socket;
    this.#parser = parser;
    watchBodies(parser);
    const next = parser.onIncoming;
    parser.onIncoming = (request, isKeptAlive) => (this.#mayCome() ? next(request, isKeptAlive) : STOP);
  }

  /** Begins a request once the answers before its own are sent. */
  wait(response: ServerResponse, begin: () => void): void {
    this.#last = response;
    response.once('socket', () => {
      this.#waiting -= 1;
      setImmediate(() => {
        if (this.#socket.writable) begin();
      });
    });
  }

  /** Whether a chunk of a body may be kept. */
  mayKeep(chunk: Buffer): boolean {
    const { incoming } = this.#parser;
    if (incoming !== this.#body) {
      this.#body = incoming;
      this.#chunks = 0;
      this.#bytes = 0;
    }
    this.#chunks += 1;
    this.#bytes += chunk.length;
    if (this.#chunks <= CHUNKS || this.#bytes >= this.#chunks * BYTES) return true;
    this.#deafen();
    const response = answeredBy(this.#socket);
    // If another answer is sent first, or this one has begun, the client would assign an error to another request.
    if (response?.req === incoming && !response.headersSent)
      this.#server.emit('clientError', new SmallChunks(), this.#socket);
    this.#socket.destroySoon();
    return false;
  }

  #mayCome(): boolean {
    if (answeredBy(this.#socket) === undefined) this.#waiting = 0;
    else if (this.#waiting === WAITING) {
      if (this.#last) this.#last.shouldKeepAlive = false;
      this.#deafen();
    } else this.#waiting += 1;
    return !this.#isDeaf;
  }

  /** Ignores all further bytes of the client, and does not report parse errors in them. */
  #deafen(): void {
    const parser = this.#parser;
    const { kOnBody, kOnExecute } = parser.constructor;
    const onBody = parser[kOnBody];
    this.#isDeaf = true;
    parser[kOnBody] = null;
    parser[kOnExecute] = () => {};
    // Node reuses the parser for other connections.
    this.#socket.removeAllListeners('end').once('close', () => {
      parser[kOnBody] = onBody;
    });
  }
}

/** The answer that the connection currently sends. */
const answeredBy = (socket: Socket): ServerResponse | undefined => Reflect.get(socket, '_httpMessage') ?? undefined;

/** Node reuses parsers for other connections, also for connections of its HTTP clients. */
const watched = new WeakSet<Parser>();

function watchBodies(parser: Parser): void {
  if (watched.has(parser)) return;
  watched.add(parser);
  const { kOnBody } = parser.constructor;
  const next = parser[kOnBody] as OnBody;
  parser[kOnBody] = function onBody(this: Parser, chunk: Buffer) {
    if (connections.get(this.socket)?.mayKeep(chunk) !== false) next.call(this, chunk);
  };
}
