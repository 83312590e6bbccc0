/*
 * The cache of a client that sends `If-None-Match`: of an answer it keeps the ETag alone. It is kept between loads, so that
 * a request is answered in full during the warm-up and not while it is measured.
 */

const etags = new Map<string, string>();

/** Requests to a server as bytes; those with `ifNoneMatch` carry the ETag of their last answer. */
export class ConditionalRequests {
  readonly #bytes: readonly Buffer[];
  readonly #keys: readonly (string | undefined)[];

  constructor(port: number, requests: readonly { ifNoneMatch?: true }[], bytes: readonly Buffer[]) {
    this.#bytes = bytes;
    this.#keys = requests.map(({ ifNoneMatch }, index) => (ifNoneMatch ? `${port} ${bytes[index]}` : undefined));
  }

  bytesAt(index: number): Buffer {
    const bytes = this.#bytes[index] ?? Buffer.alloc(0);
    const etag = etags.get(this.#keys[index] ?? '');
    if (etag === undefined || bytes.length === 0) return bytes;
    const head = bytes.indexOf('\r\n') + 2;
    return Buffer.concat([bytes.subarray(0, head), Buffer.from(`if-none-match: ${etag}\r\n`), bytes.subarray(head)]);
  }

  /** Keeps the ETag of an answer, if it has one. */
  keep(index: number, etag: string | undefined): void {
    const key = this.#keys[index];
    if (key !== undefined && etag !== undefined) etags.set(key, etag);
  }

  /** Whether 304 is an answer to a request. */
  mayBeUnchanged(index: number): boolean {
    return this.#keys[index] !== undefined;
  }
}
