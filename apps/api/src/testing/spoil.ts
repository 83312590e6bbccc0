import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, exchange } from './http.ts';

export type Passed = { method: string; path: string; body: string };

/**
 * A proxy server that corrupts answers, to test that clients detect it.
 *
 * @param spoil returns the changes of the answer; an empty object passes it on unchanged
 */
export async function spoiling(
  url: string,
  spoil: (request: Passed, answer: Answer) => { status?: number; text?: string },
): Promise<{ url: string; close(): Promise<void> }> {
  const proxy = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const raw = Buffer.concat(chunks);
    const { method = '', url: path = '' } = request;
    const { host: _, connection: _closed, ...headers } = request.headers;
    const sent = { headers: headers as Record<string, string>, ...(raw.length > 0 ? { raw } : {}) };
    const answer = await exchange(new URL(`${url}${path}`), method, sent);
    const { status = answer.status, text } = spoil({ method, path, body: raw.toString() }, answer);
    const { 'content-length': length, 'transfer-encoding': _encoding, ...kept } = answer.headers;
    const isWhole = text === undefined && length !== undefined;
    response.writeHead(status, { ...kept, ...(isWhole ? { 'content-length': length } : {}) });
    response.end(text ?? answer.bytes);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => proxy.close(() => resolve())),
  };
}
