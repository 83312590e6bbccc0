import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bodies up to so many bytes are not counted: Node itself may have read as much. */
export const UNCOUNTED = 65_536;

/** Milliseconds. Who is in a tunnel comes out within it, and it is what a client gets for sending a request, too. */
const PATIENCE = 30_000;

/** What is kept for one request until its answer is sent. */
type Exchange = { body: number; taken: string; movedAt: number };

export type ClientMemoryOptions = {
  /** Most bytes of request bodies, and most bytes of answers that their clients have not taken. */
  max: number;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
  /** Told of an answer that is cut, and how much of it was left. */
  onCut?: (unsent: number) => void;
};

/**
 * The memory that clients make the server keep, which lanes know nothing of: bodies from their first byte until the answer
 * is sent, and answers until their client has taken them.
 */
export class ClientMemory {
  readonly #options: Required<ClientMemoryOptions>;
  readonly #open = new Map<ServerResponse, Exchange>();
  #bodies = 0;

  constructor({ now = () => performance.now(), onCut = () => {}, ...options }: ClientMemoryOptions) {
    this.#options = { now, onCut, ...options };
  }

  /** Bytes of request bodies that are kept. */
  get bodies(): number {
    return this.#bodies;
  }

  /** Looks after a request from now on. */
  begin(response: ServerResponse): void {
    this.#open.set(response, { body: 0, taken: '', movedAt: this.#options.now() });
    response.once('close', () => this.#end(response));
  }

  /**
   * Reserves memory for a body of so many bytes in all; the caller's address may have half of what there is. A single body
   * is always let in.
   *
   * @returns false where there is none
   */
  reserve(response: ServerResponse, bytes: number): boolean {
    const exchange = this.#open.get(response);
    if (!exchange || bytes <= UNCOUNTED) return true;
    const others = this.#bodies - exchange.body;
    const { max } = this.#options;
    if (others > 0 && (others + bytes > max || this.#ofSameAddress(response) + bytes > max / 2)) return false;
    this.#bodies = others + bytes;
    exchange.body = bytes;
    return true;
  }

  #ofSameAddress(response: ServerResponse): number {
    const { remoteAddress } = response.req.socket;
    let sum = 0;
    for (const [other, { body }] of this.#open)
      if (other !== response && other.req.socket.remoteAddress === remoteAddress) sum += body;
    return sum;
  }

  /**
   * Cuts the answers of which their client took nothing for 30 seconds; and as many more as there is too much of all answers
   * together, those first that have not moved for longest, then the largest. A connection on which nothing is left to be
   * sent (a live view without news, a request that waits) stays.
   */
  sweep(): void {
    const now = this.#options.now();
    const unread: { response: ServerResponse; unsent: number; movedAt: number }[] = [];
    let sum = 0;
    for (const [response, exchange] of this.#open) {
      const { socket } = response.req;
      // The answers behind the one that a connection broke off at are told by nobody.
      if (socket.destroyed) this.#end(response);
      else {
        const unsent = response.writableLength;
        const taken = takenFrom(socket);
        if (unsent === 0 || taken !== exchange.taken) Object.assign(exchange, { taken, movedAt: now });
        if (unsent > 0) unread.push({ response, unsent, movedAt: exchange.movedAt });
        sum += unsent;
      }
    }
    unread.sort((one, other) => one.movedAt - other.movedAt || other.unsent - one.unsent);
    for (const { response, unsent, movedAt } of unread) {
      if (now - movedAt < PATIENCE && sum <= this.#options.max) return;
      response.req.socket.destroy();
      this.#options.onCut(unsent);
      sum -= unsent;
    }
  }

  #end(response: ServerResponse): void {
    this.#bodies -= this.#open.get(response)?.body ?? 0;
    this.#open.delete(response);
  }
}

/**
 * Changes whenever the client takes something. A write that is under way counts as all or nothing; what the system has taken
 * of it stands where Node's own time limit of a socket looks, too.
 */
function takenFrom(socket: Socket): string {
  const handle: unknown = Reflect.get(socket, '_handle');
  const left: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'writeQueueSize') : 0;
  return `${socket.bytesWritten - socket.writableLength} ${left}`;
}
