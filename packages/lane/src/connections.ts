import { subscribe } from 'node:diagnostics_channel';
import { IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { joinPieces, type Parser } from './pieces.ts';
import { readInTurns } from './read-in-turns.ts';

/** Maximum requests of one connection that wait for the requests before them. */
const WAITING = 20;

/**
 * Milliseconds after the end of the answers in which the client may end the connection, too. Until then its bytes are
 * received and ignored: the system would answer them with a reset, on which a client discards the answers.
 */
const LINGER_MS = 2_000;

/** Maximum bytes of a body that are parsed after the answer to its request: the connection then ends. */
const REST_BYTES = 4_096;

/** Makes the parser skip the rest of the bytes that were read, as Node does after an upgrade request. */
const STOP = 2;

const connections = new WeakMap<Socket, Connection>();

// Node answers some requests itself, with 417, and emits no `request` event for them.
subscribe('http.server.request.start', (message) => {
  const response: unknown = Reflect.get(Object(message), 'response');
  if (response instanceof ServerResponse) connections.get(response.req.socket)?.expect(response);
});

subscribe('http.server.response.finish', (message) => {
  const request: unknown = Reflect.get(Object(message), 'request');
  if (request instanceof IncomingMessage && !request.complete) connections.get(request.socket)?.boundRest(request);
});

/**
 * Bounds the work that one connection causes at a time, for requests of any kind. A request begins in a separate tick,
 * after the requests before it on its connection are answered. While 20 requests wait, the next one is not read, and
 * the connection ends after the answer to the last waiting request. Small pieces of a body are joined. All connections of
 * the process share the bytes that are parsed in one turn of the event loop.
 *
 * The server emits a CONNECT request as a `clientError`, which ends the connection. A client that sends more than the
 * server reads receives the answers before the connection is reset.
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
  if (isOpen && !connection?.hasAnswered()) {
    connection?.ignoreInput();
    return true;
  }
  socket.destroy();
  return false;
}

class Connection {
  readonly #server: Server;
  readonly #socket: Socket;
  readonly #parser: Parser;
  #waiting = 0;
  #last: ServerResponse | undefined;
  #isInputIgnored = false;
  readonly #discardInput: () => void;
  /** The answered request whose body is still arriving, and the bytes that may follow. */
  #rest: { request: IncomingMessage; bytes: number } | undefined;

  constructor(server: Server, socket: Socket) {
    const parser: Parser = Reflect.get(socket, 'parser');
    this.#server = server;
    this.#socket = socket;
    this.#parser = parser;
    const parsed = joinPieces(socket, parser);
    const listeners = socket.listeners('data');
    socket.removeAllListeners('data');
    this.#discardInput = readInTurns(socket, (bytes) => {
      const before = parsed();
      if (this.#isRestTooLong(bytes.length)) this.#end();
      else for (const listener of listeners) listener.call(socket, bytes);
      return parsed() - before;
    });
    // Node calls it after an answer with `Connection: close`.
    socket.destroySoon = () => this.#end();
    const next = parser.onIncoming;
    parser.onIncoming = (request, isKeptAlive) => {
      if (this.#mayCome(request)) return next(request, isKeptAlive);
      parser.incoming = null;
      return STOP;
    };
  }

  /** Notes the answer that is sent after all others. */
  expect(response: ServerResponse): void {
    this.#last = response;
  }

  /** Ends the connection if the body of an answered request goes on for too long. */
  boundRest(request: IncomingMessage): void {
    this.#rest = { request, bytes: REST_BYTES };
  }

  #isRestTooLong(length: number): boolean {
    const rest = this.#rest;
    if (rest === undefined || rest.request.complete) return false;
    rest.bytes -= length;
    return rest.bytes < 0;
  }

  /** Begins a request once the answers before its own are sent. */
  wait(request: IncomingMessage, response: ServerResponse, begin: () => void): void {
    response.once('socket', () => {
      this.#waiting -= 1;
      setImmediate(() => {
        // The rest of its body is not read.
        if (this.#isInputIgnored && !request.complete) this.#end();
        else if (this.#socket.writable) begin();
      });
    });
  }

  /** Whether answers to complete requests are pending; the connection then ends after them. */
  endAfterAnswers(): boolean {
    if (this.#isInputIgnored) return true;
    const current = answeredBy(this.#socket);
    if (!current?.req.complete) return false;
    this.ignoreInput();
    const last = this.#last ?? current;
    last.shouldKeepAlive = false;
    // The headers may already be sent.
    last.once('finish', () => this.#end());
    return true;
  }

  /** Ignores all further bytes of the client. Once the connection is ended, it closes. */
  ignoreInput(): void {
    if (this.#isInputIgnored) return;
    this.#isInputIgnored = true;
    const socket = this.#socket;
    socket.removeAllListeners('end');
    this.#discardInput();
    socket.once('finish', () => {
      const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
      socket.once('close', () => clearTimeout(timer));
    });
  }

  /** Whether the answer to an incomplete request has begun. */
  hasAnswered(): boolean {
    return answeredBy(this.#socket)?.headersSent ?? this.#parser.incoming?.complete === false;
  }

  #mayCome(request: IncomingMessage): boolean {
    if (this.#isInputIgnored) return false;
    if (request.method === 'CONNECT') {
      // Node would not send the pending answers.
      this.#parser.incoming = null;
      this.#refuse(new Error('A tunnel was requested'));
    } else if (answeredBy(this.#socket) === undefined) this.#waiting = 0;
    else if (this.#waiting === WAITING) this.endAfterAnswers();
    else this.#waiting += 1;
    return !this.#isInputIgnored;
  }

  #refuse(error: Error): void {
    this.#server.emit('clientError', error, this.#socket);
    this.#parser.incoming = null;
    if (!this.#isInputIgnored) this.#end();
  }

  #end(): void {
    this.ignoreInput();
    this.#socket.end();
  }
}

/** The answer that the connection currently sends. */
const answeredBy = (socket: Socket): ServerResponse | undefined => Reflect.get(socket, '_httpMessage') ?? undefined;
