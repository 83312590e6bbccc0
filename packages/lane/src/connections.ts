import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/*
 * Node reads up to 64 KB of a connection at once, and hands over all that is in them in one turn of the event loop: thousands of requests, or ten
 * thousand chunks of a body, each of which takes some hundred bytes besides its own.
 */

/** Requests of one connection that wait for those before them. */
const WAITING = 20;
/** A body may come in so many chunks of any size; where there are more, they have so many bytes on average. */
const CHUNKS = 1_000;
const BYTES = 64;

/** A body came in chunks that are too small. */
export class SmallChunks extends Error {
  readonly code = 'SMALL_CHUNKS';

  constructor() {
    super(`A body of more than ${CHUNKS} chunks must have ${BYTES} bytes in each, on average.`);
  }
}

/** What Node reads connections with. Its callbacks have the numbers that its class tells. */
type Parser = {
  socket: Socket;
  incoming: IncomingMessage | null;
  onIncoming(request: IncomingMessage, isKeptAlive: boolean): number;
  [callback: number]: unknown;
  constructor: { kOnBody: number; kOnExecute: number };
};
type OnBody = (this: Parser, chunk: Buffer) => void;

/** Has the parser leave the rest of what was read alone, as Node does behind a request to upgrade. */
const STOP = 2;

const connections = new WeakMap<Socket, Connection>();

/**
 * Bounds what a connection has a server do at once, whatever its requests are. A request begins when those before it on its
 * connection are answered, in a turn of its own; one that more than 20 are before is not read, and the connection ends with
 * the answer to the last one. A body of more than 1,000 chunks with less than 64 bytes each, on average, ends its connection
 * whether anybody reads it or not: as a `clientError`, `SmallChunks`, where it may have an answer.
 *
 * @param server with all its listeners of requests
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

  /** Begins a request when it is the turn of its answer. */
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
    // Where another answer comes first, or this one has begun, what is sent now would be taken for that of another request.
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

  /** Ignores what the client still sends; errors in it are not reported. */
  #deafen(): void {
    const parser = this.#parser;
    const { kOnBody, kOnExecute } = parser.constructor;
    const onBody = parser[kOnBody];
    this.#isDeaf = true;
    parser[kOnBody] = null;
    parser[kOnExecute] = () => {};
    // The next connection of the parser is another one.
    this.#socket.removeAllListeners('end').once('close', () => {
      parser[kOnBody] = onBody;
    });
  }
}

/** The answer that a connection is about. */
const answeredBy = (socket: Socket): ServerResponse | undefined => Reflect.get(socket, '_httpMessage') ?? undefined;

/** Parsers go from connection to connection, of clients too. */
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
