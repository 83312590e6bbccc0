import { Readable } from 'node:stream';
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

/**
 * Runs a statement on an idle connection, and answers with its rows as bytes.
 *
 * @param run sends the statement to the driver and waits for its end; it finds no rows
 */
export async function rowBytes(connection: pg.PoolClient, run: () => Promise<unknown>): Promise<RowBytes[]> {
  const stream = streamOf(connection);
  const driver = stream.listeners('data');
  const filter = new RowFilter();
  const take = (chunk: Buffer) => {
    const passed = filter.pass(chunk);
    if (passed.length > 0) for (const listener of driver) listener.call(stream, passed);
  };
  stream.removeAllListeners('data').on('data', take);
  try {
    await run();
    return filter.rows;
  } finally {
    stream.off('data', take);
    for (const listener of driver) stream.on('data', listener as (chunk: Buffer) => void);
  }
}

/** The driver has no word for it. */
function streamOf(connection: object): Readable {
  const wire: unknown = Reflect.get(connection, 'connection');
  const stream: unknown = typeof wire === 'object' && wire !== null ? Reflect.get(wire, 'stream') : undefined;
  if (!(stream instanceof Readable)) throw new Error('the driver keeps its stream elsewhere');
  return stream;
}
