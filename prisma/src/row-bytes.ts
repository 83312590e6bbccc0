import { Socket } from 'node:net';
import type pg from 'pg';

/*
 * The rows of some statements are finished texts of up to some megabytes, which go to a client as they are. The driver would
 * make strings of them: a decoding, an encoding and twice their size in the heap, for nothing. So their messages are taken
 * out of what the connection receives, before the driver sees it, and everything else is passed on.
 */

/** One row: the bytes of each column, null for NULL. */
export type RowBytes = (Buffer | null)[];

/** A message of Postgres begins with its kind and its length, which counts itself. */
const HEADER = 5;
const OF_LENGTH = 4;
const DATA_ROW = 'D'.charCodeAt(0);

/** Takes the messages that are rows out of the bytes of a connection. */
export class RowFilter {
  readonly rows: RowBytes[] = [];
  readonly #header = Buffer.alloc(HEADER);
  #inHeader = 0;
  /** Bytes that are missing of the present message. */
  #missing = 0;
  /** The present message, where it is a row. */
  #row: Buffer | undefined;

  /** @returns what is not of rows */
  pass(chunk: Buffer): Buffer {
    const passed: Buffer[] = [];
    for (let at = 0; at < chunk.length; ) {
      at += this.#missing > 0 ? this.#body(chunk.subarray(at), passed) : this.#begin(chunk.subarray(at), passed);
    }
    return Buffer.concat(passed);
  }

  /** @returns how many bytes were of the header */
  #begin(bytes: Buffer, passed: Buffer[]): number {
    const taken = bytes.copy(this.#header, this.#inHeader);
    this.#inHeader += taken;
    if (this.#inHeader < HEADER) return taken;
    this.#inHeader = 0;
    this.#missing = this.#header.readUInt32BE(1) - OF_LENGTH;
    // Of its exact size: the driver's buffer would grow from half to half.
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

/** A row: how many columns, then of each its length, or -1 for NULL, and its bytes. */
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

/** As much as Postgres and the system hand over at a time. */
const RECEIVED_AT_ONCE = 65_536;

/**
 * The socket of a connection. It receives into one buffer again and again, in place of a new one of that size for each of
 * the 8 KB that Postgres sends at a time; what it passes on is a copy.
 */
export class RowSocket extends Socket {
  /** Takes the rows, while they are wanted as bytes. */
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
 * Runs a statement on an idle connection, and answers with its rows as bytes.
 *
 * @param run sends the statement to the driver, waits for its end and answers with what rows the driver found
 */
export async function rowBytes(connection: pg.PoolClient, run: () => Promise<unknown[][]>): Promise<RowBytes[]> {
  const socket = socketOf(connection);
  if (!socket) return (await run()).map((row) => row.map(bytesOf));
  const filter = new RowFilter();
  socket.rowFilter = filter;
  try {
    await run();
    return filter.rows;
  } finally {
    socket.rowFilter = undefined;
  }
}

/** A text that the driver has read. */
export const bytesOf = (value: unknown): Buffer | null => (value === null ? null : Buffer.from(String(value)));

/** The socket for a connection; a usual one where the driver will put encryption around it. */
export function openSocket(...[options]: unknown[]): Socket {
  const isEncrypted = typeof options === 'object' && options !== null && 'ssl' in options && Boolean(options.ssl);
  return isEncrypted ? new Socket() : new RowSocket();
}

/** Undefined where the connection is encrypted. */
function socketOf(connection: object): RowSocket | undefined {
  const wire: unknown = Reflect.get(connection, 'connection');
  const stream: unknown = typeof wire === 'object' && wire !== null ? Reflect.get(wire, 'stream') : undefined;
  return stream instanceof RowSocket ? stream : undefined;
}
