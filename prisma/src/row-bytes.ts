import { Socket } from 'node:net';
import type pg from 'pg';

/*
 * The rows of some statements are finished texts of up to some megabytes, which are sent to a client unchanged. The
 * driver would convert them to strings: a decoding, an encoding and twice their size in the heap, for nothing. So their
 * messages are extracted from the received bytes before the driver sees them, and all other messages are passed on.
 */

/** One row: the bytes of each column, null for NULL. */
export type RowBytes = (Buffer | null)[];

/** A message of Postgres begins with its kind and its length, which counts itself. */
const HEADER = 5;
const OF_LENGTH = 4;
const DATA_ROW = 'D'.charCodeAt(0);

/** Extracts the row messages from the bytes of a connection. */
export class RowFilter {
  readonly rows: RowBytes[] = [];
  readonly #header = Buffer.alloc(HEADER);
  #inHeader = 0;
  /** Missing bytes of the current message. */
  #missing = 0;
  /** The current message, if it is a row. */
  #row: Buffer | undefined;

  /** @returns the bytes that do not belong to rows */
  pass(chunk: Buffer): Buffer {
    const passed: Buffer[] = [];
    for (let at = 0; at < chunk.length; ) {
      at += this.#missing > 0 ? this.#body(chunk.subarray(at), passed) : this.#begin(chunk.subarray(at), passed);
    }
    return Buffer.concat(passed);
  }

  /** @returns the number of bytes that belong to the header */
  #begin(bytes: Buffer, passed: Buffer[]): number {
    const taken = bytes.copy(this.#header, this.#inHeader);
    this.#inHeader += taken;
    if (this.#inHeader < HEADER) return taken;
    this.#inHeader = 0;
    this.#missing = this.#header.readUInt32BE(1) - OF_LENGTH;
    // Of its exact size: a growing buffer would be copied repeatedly.
    if (this.#header[0] === DATA_ROW) this.#row = Buffer.allocUnsafe(this.#missing);
    else passed.push(Buffer.from(this.#header));
    return taken;
  }

  #body(bytes: Buffer, passed: Buffer[]): number {
    const piece = bytes.subarray(0, this.#missing);
    if (this.#row) piece.copy(this.#row, this.#row.length - this.#missing);
    else passed.push(piece);
    this.#missing -= piece.length;
    if (this.#row && this.#missing === 0) {
      this.rows.push(columnsOf(this.#row));
      this.#row = undefined;
    }
    return piece.length;
  }
}

/** A row: the number of columns, then for each its length, or -1 for NULL, and its bytes. */
function columnsOf(row: Buffer): RowBytes {
  let at = 2;
  return Array.from({ length: row.readUInt16BE(0) }, () => {
    const length = row.readInt32BE(at);
    at += OF_LENGTH;
    if (length < 0) return null;
    at += length;
    return row.subarray(at - length, at);
  });
}

/** The maximum number of bytes received in one read. */
const RECEIVED_AT_ONCE = 65_536;

/**
 * The socket of a connection. It receives into one reused buffer, instead of a new one of that size for each of
 * the 8 KB that Postgres sends at a time; it passes on copies.
 */
export class RowSocket extends Socket {
  /** Receives the rows, while they are requested as bytes. */
  rowFilter: RowFilter | undefined;

  constructor() {
    super({
      onread: {
        buffer: Buffer.allocUnsafeSlow(RECEIVED_AT_ONCE),
        callback: (length, buffer) => this.#receive(Buffer.from(buffer.buffer, buffer.byteOffset, length)),
      },
    });
  }

  #receive(chunk: Buffer): boolean {
    const passed = this.rowFilter ? this.rowFilter.pass(chunk) : Buffer.from(chunk);
    if (passed.length > 0) this.emit('data', passed);
    return true;
  }
}

/**
 * Runs statements on an idle connection, and returns their rows as bytes.
 *
 * @param run sends the statements to the driver, waits for their end and returns the rows of each that the driver received
 */
export async function rowBytes(connection: pg.PoolClient, run: () => Promise<unknown[][][]>): Promise<RowBytes[]> {
  const socket = socketOf(connection);
  if (!socket) return (await run()).flat().map((row) => row.map(bytesOf));
  const filter = new RowFilter();
  socket.rowFilter = filter;
  try {
    await run();
    return filter.rows;
  } finally {
    socket.rowFilter = undefined;
  }
}

/** The bytes of a value that the driver has decoded. */
export const bytesOf = (value: unknown): Buffer | null => (value === null ? null : Buffer.from(String(value)));

/** The socket for a connection; an ordinary one if the driver will encrypt it. */
export function openSocket(...[options]: unknown[]): Socket {
  const isEncrypted = typeof options === 'object' && options !== null && 'ssl' in options && Boolean(options.ssl);
  return isEncrypted ? new Socket() : new RowSocket();
}

/** Undefined for an encrypted connection. */
function socketOf(connection: object): RowSocket | undefined {
  const wire: unknown = Reflect.get(connection, 'connection');
  const stream: unknown = typeof wire === 'object' && wire !== null ? Reflect.get(wire, 'stream') : undefined;
  return stream instanceof RowSocket ? stream : undefined;
}
