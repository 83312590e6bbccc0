import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Content that does not change while the process runs. */
export type Content = { type: string; body: string | Buffer };

type FixedFile = { type: string; body: Buffer; zipped: Buffer; etag: string };

const zip = promisify(gzip);

/** Sends content that is built on its first request: with an ETag, and compressed for clients that accept it. */
export function fixedFile(
  make: () => Content | Promise<Content>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  let file: Promise<FixedFile> | undefined;
  return async (request, reply) => {
    file ??= fileOf(make).catch((error) => {
      file = undefined;
      throw error;
    });
    return send(await file, request, reply);
  };
}

async function fileOf(make: () => Content | Promise<Content>): Promise<FixedFile> {
  const { type, body } = await make();
  const bytes = Buffer.from(body);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { type, body: bytes, zipped: await zip(bytes), etag };
}

function send({ type, body, zipped, etag }: FixedFile, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({
    etag,
    vary: 'Accept-Encoding',
    'cache-control': 'no-cache',
  });
  if (headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  if (!/\bgzip\b/.test(headers['accept-encoding'] ?? '')) return reply.type(type).send(body);
  return reply.type(type).header('content-encoding', 'gzip').send(zipped);
}
