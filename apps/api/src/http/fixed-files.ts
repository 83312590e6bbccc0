import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Content that stays the same while the process runs. */
export type Content = { type: string; body: string | Buffer };

type FixedFile = { type: string; body: Buffer; zipped: Buffer; etag: string };

/** Sends content that is made at its first request: with an ETag, and zipped for clients that accept it. */
export function fixedFile(make: () => Content): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  let file: FixedFile | undefined;
  return (request, reply) => {
    file ??= fileOf(make());
    return send(file, request, reply);
  };
}

function fileOf({ type, body }: Content): FixedFile {
  const bytes = Buffer.from(body);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { type, body: bytes, zipped: gzipSync(bytes), etag };
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
