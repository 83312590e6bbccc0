import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { joinPieces, type Parser } from './pieces.ts';

/*
 * Node reads up to 64 KB of a connection at once, and emits everything in them in one tick of the event loop: thousands
 * of requests, or ten thousand chunks of a body.
 */

/** Maximum requests of one connection that wait for the requests before them. */
const WAITING = 20;

/** Makes the parser skip the rest of the bytes that were read, as Node does after an upgrade request. */
const STOP = 2;

const connections = new WeakMap<Socket, Connection>();

/**
 * Bounds the work that one connection causes at a time, for requests of any kind. A request begins in a separate tick,
 * after the requests before it on its connection are answered. While 20 requests wait, the next one is not read, and
 * the connection ends after the answer to the last waiting request. Small pieces of a body are joined.
 *
 * The server emits a CONNECT request as a `clientError`, and a body with too many small chunks at once as one with
 * `SmallChunks`; both end the connection.
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
    else connections.get(request.socket)?.wait(request, response, () => begin(request, response));
  });
}

/**
 * Ends a connection whose next request cannot be read. Pending answers to complete requests are sent first. A connection
 * on which the client would take an error for another answer is destroyed.
 *
 * @returns whether an error is to be sent, which must end the connection
 */
export function endUnreadable(error: Error & { code?: string }, socket: Socket): boolean {
  const connection = connections.get(socket);
  const isOpen = error.code !== 'ECONNRESET' && socket.writable;
  if (isOpen && connection?.endAfterAnswers()) return false;
  if (isOpen && !connection?.hasAnswered()) return true;
  socket.destroy();
  return false;
}

class Connection {
  readonly #server: Server;
  readonly #socket: Socket;
  readonly #parser: Parser;
  #waiting = 0;
  #last: ServerResponse | undefined;
  #isDeaf = false;

  constructor(server: Server, socket: Socket) {
    const parser: Parser = Reflect.get(socket, 'parser');
    this.#server = server;
    this.#socket = socket;
    this.#parser = parser;
    joinPieces(socket, parser, (error) => this.#refuse(error));
    const next = parser.onIncoming;
    parser.onIncoming = (request, isKeptAlive) => {
      if (this.#mayCome(request)) return next(request, isKeptAlive);
      parser.incoming = null;
      return STOP;
    };
  }

  /** Begins a request once the answers before its own are sent. */
  wait(request: IncomingMessage, response: ServerResponse, begin: () => void): void {
    this.#last = response;
    response.once('socket', () => {
      this.#waiting -= 1;
      setImmediate(() => {
        // The rest of its body is not read.
        if (this.#isDeaf && !request.complete) this.#socket.destroySoon();
        else if (this.#socket.writable) begin();
      });
    });
  }

  /** Whether answers to complete requests are pending; the connection then ends after them. */
  endAfterAnswers(): boolean {
    if (this.#isDeaf) return true;
    const current = answeredBy(this.#socket);
    if (!current?.req.complete) return false;
    this.#deafen();
    const last = this.#last?.writableFinished === false ? this.#last : current;
    last.shouldKeepAlive = false;
    // The headers may already be sent.
    last.once('finish', () => this.#socket.destroySoon());
    return true;
  }

  /** Whether the answer to an incomplete request has begun. */
  hasAnswered(): boolean {
    return answeredBy(this.#socket)?.headersSent ?? this.#parser.incoming?.complete === false;
  }

  #mayCome(request: IncomingMessage): boolean {
    if (this.#isDeaf) return false;
    if (request.method === 'CONNECT') {
      // Node would not send the pending answers.
      this.#parser.incoming = null;
      this.#refuse(new Error('A tunnel was requested'));
    } else if (answeredBy(this.#socket) === undefined) this.#waiting = 0;
    else if (this.#waiting === WAITING) this.endAfterAnswers();
    else this.#waiting += 1;
    return !this.#isDeaf;
  }

  #refuse(error: Error): void {
    this.#server.emit('clientError', error, this.#socket);
    this.#parser.incoming = null;
    if (this.#isDeaf) return;
    this.#deafen();
    this.#socket.destroySoon();
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
