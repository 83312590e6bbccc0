import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bodies of at most this many bytes are not counted: Node itself may have read that much. */
export const UNCOUNTED = 65_536;

/** Milliseconds. Long enough for a short loss of the network; equal to the time limit for sending a request. */
const TIMEOUT = 30_000;

/** The memory that is kept for one request until its answer is sent. */
type Exchange = { address: string; body: number; taken: string; movedAt: number };

export type ClientMemoryOptions = {
  /** Maximum bytes of request bodies, and maximum bytes of answers that clients have not read. */
  max: number;
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
  /** Called for each answer that is cut, with the number of bytes not sent. */
  onCut?: (unsent: number) => void;
};

/**
 * The memory that clients make the server keep and that lanes do not count: request bodies from their first byte until
 * the answer is sent, and answers until the client has read them.
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

  /** Starts to account for a request of the client at an address. */
  begin(response: ServerResponse, address: string): void {
    this.#open.set(response, { address, body: 0, taken: '', movedAt: this.#options.now() });
    response.once('close', () => this.#end(response));
  }

  /**
   * Reserves memory for a body of this many bytes in total; one address may use half of the maximum. A single body is
   * always admitted.
   *
   * @returns false if there is not enough memory
   */
  reserve(response: ServerResponse, bytes: number): boolean {
    const exchange = this.#open.get(response);
    if (!exchange || bytes <= UNCOUNTED) return true;
    const others = this.#bodies - exchange.body;
    const { max } = this.#options;
    const ofAddress = this.#ofAddress(exchange.address) - exchange.body;
    if (others > 0 && (others + bytes > max || ofAddress + bytes > max / 2)) return false;
    this.#bodies = others + bytes;
    exchange.body = bytes;
    return true;
  }

  #ofAddress(address: string): number {
    let sum = 0;
    for (const exchange of this.#open.values()) if (exchange.address === address) sum += exchange.body;
    return sum;
  }

  /**
   * Cuts the answers whose client read nothing for 30 seconds. If all answers together still exceed the maximum, it
   * cuts further ones: first those without progress for longest, then the largest. A connection with nothing left to
   * send (a live view without events, a waiting request) stays open.
   */
  sweep(): void {
    const now = this.#options.now();
    const unread: { response: ServerResponse; unsent: number; movedAt: number }[] = [];
    let sum = 0;
    for (const [response, exchange] of this.#open) {
      const { socket } = response.req;
      // No event reports the answers queued behind the one at which a connection broke off.
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
      if (now - movedAt < TIMEOUT && sum <= this.#options.max) return;
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
 * Changes whenever the client reads something. A write in progress counts as all or nothing in `bytesWritten`; the
 * queue size, which Node's own socket time-out also uses, shows how much of it the operating system has taken.
 */
function takenFrom(socket: Socket): string {
  const handle: unknown = Reflect.get(socket, '_handle');
  const left: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'writeQueueSize') : 0;
  return `${socket.bytesWritten - socket.writableLength} ${left}`;
}
