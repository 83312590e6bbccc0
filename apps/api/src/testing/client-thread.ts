import { request } from 'node:http';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

/** A request to send. */
export type Sending = { url: string; method: string; headers: Record<string, string>; raw?: string | undefined };
export type Received = { status: number; beginning: string };

const BEGINNING = 400;

/** Sends requests from a separate thread, so that the client's work is not measured as the server's. */
export function clientThread() {
  const worker = new Worker(new URL(import.meta.url));
  return {
    send: (sending: Sending): Promise<Received> =>
      new Promise((resolve, reject) => {
        worker.once('message', resolve).once('error', reject);
        worker.postMessage(sending);
      }),
    end: () => worker.terminate(),
  };
}

if (!isMainThread)
  parentPort?.on('message', ({ url, method, headers, raw = '' }: Sending) => {
    const length = raw === '' ? {} : { 'content-length': String(Buffer.byteLength(raw)) };
    const sent = request(url, { method, headers: { ...headers, ...length } }, (response) => {
      let beginning = '';
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        beginning += text.slice(0, BEGINNING - beginning.length);
      });
      response.on('end', () => parentPort?.postMessage({ status: response.statusCode, beginning } as Received));
    });
    sent.end(raw);
  });
