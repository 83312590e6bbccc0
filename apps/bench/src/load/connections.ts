import { connect, type Socket } from 'node:net';
import { ConditionalRequests } from './etags.ts';

/*
 * HTTP over plain keep-alive sockets: requests are written as prepared bytes; of answers only status and length are
 * read. On a machine of two cores a complete client would take processor time from the measured server.
 */

export type HttpRequest = {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Sends the ETag of the last answer, if it had one: 304 is expected then. */
  ifNoneMatch?: true;
};

/** A load: connections that each send requests in sequence until the time is over. */
export type Job = {
  port: number;
  connections: number;
  milliseconds: number;
  /** Ends it earlier, after this many answers. */
  answers?: number;
  requests: HttpRequest[];
  /** The index of the first request, so that the next round continues after this one. */
  offset: number;
  /** Error statuses that are counted as refusals; any other status than success ends the load. */
  mayRefuse?: readonly number[];
  /** Milliseconds between an answer and the next request of its connection; default none. */
  pause?: number;
};

export type JobResult = {
  /** Milliseconds of each answer. */
  latencies: Float64Array;
  /** The same for refusals. */
  refusals: Float64Array;
  /** The number of answers by status. */
  statuses: Record<number, number>;
  /** Milliseconds from the first request to the last answer. */
  elapsed: number;
};

/** The bytes of a request. */
export function bytesOf({ method, path, headers, body }: HttpRequest): Buffer {
  const lines = Object.entries({
    host: 'localhost',
    ...headers,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(body)}` }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
}

const HEAD_END = Buffer.from('\r\n\r\n');
/** Includes the end of the chunk before it, because a chunk of text may end like the last chunk. */
const CHUNKS_END = '\r\n0\r\n\r\n';

/** Reads the answers of a socket in sequence. */
class Answers {
  #head: Buffer = Buffer.alloc(0);
  #left: number | 'chunks' | undefined;
  #tail = '';
  #status = 0;
  /** Of the answer that is read. */
  etag: string | undefined;

  /** Processes received bytes; returns the status when they complete an answer. */
  take(chunk: Buffer): number | undefined {
    let rest = chunk;
    if (this.#left === undefined) {
      this.#head = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
      const end = this.#head.indexOf(HEAD_END);
      if (end < 0) return undefined;
      const head = this.#head.toString('latin1', 0, end);
      rest = this.#head.subarray(end + HEAD_END.length);
      this.#status = Number(head.slice(9, 12));
      this.etag = /\r\netag: *([^\r]+)/i.exec(head)?.[1];
      const isEmpty = this.#status === 204 || this.#status === 304;
      const length = isEmpty ? '0' : /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
      this.#left = length === undefined ? 'chunks' : Number(length);
      // The end of the head counts as the end of a chunk.
      this.#tail = '\r\n';
    }
    if (this.#left === 'chunks') {
      this.#tail = (this.#tail + rest.toString('latin1')).slice(-CHUNKS_END.length);
      if (this.#tail !== CHUNKS_END) return undefined;
    } else {
      this.#left -= rest.length;
      if (this.#left > 0) return undefined;
    }
    this.#left = undefined;
    this.#head = Buffer.alloc(0);
    return this.#status;
  }
}

/**
 * Runs a load until it is over, or aborted. @throws when an answer is neither a success nor an allowed refusal, or a
 * connection breaks
 */
export async function run(
  { port, connections, milliseconds, answers: max = Infinity, requests, offset, mayRefuse = [], pause = 0 }: Job,
  signal?: AbortSignal,
): Promise<JobResult> {
  const bytes = requests.map(bytesOf);
  const conditional = new ConditionalRequests(port, requests, bytes);
  const latencies: number[] = [];
  const refusals: number[] = [];
  const statuses: Record<number, number> = {};
  const started = performance.now();
  const end = started + milliseconds;
  let next = offset;
  let last = started;
  await Promise.all(
    Array.from({ length: connections }, () => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
      const answers = new Answers();
      let sent = 0;
      let current = 0;
      const send = () => {
        if (performance.now() >= end || latencies.length + refusals.length >= max || signal?.aborted) {
          socket.off('close', broken).end();
          return resolve();
        }
        current = next++ % bytes.length;
        sent = performance.now();
        socket.write(conditional.bytesAt(current));
      };
      const broken = () => reject(new Error('the server closed a connection'));
      socket.on('connect', send);
      socket.on('error', reject);
      socket.on('close', broken);
      socket.on('data', (chunk) => {
        const status = answers.take(chunk);
        if (status === undefined) return;
        conditional.keep(current, answers.etag);
        const isRefused = mayRefuse.includes(status);
        const isUnchanged = status === 304 && conditional.mayBeUnchanged(current);
        if (!isRefused && !isUnchanged && (status < 200 || status > 299)) {
          const { method, path } = requests[current] ?? {};
          return reject(new Error(`${method} ${path} was answered ${status}`));
        }
        statuses[status] = (statuses[status] ?? 0) + 1;
        last = performance.now();
        (isRefused ? refusals : latencies).push(last - sent);
        if (pause > 0) setTimeout(send, pause);
        else send();
      });
      return promise;
    }),
  );
  return {
    latencies: Float64Array.from(latencies),
    refusals: Float64Array.from(refusals),
    statuses,
    elapsed: last - started,
  };
}
