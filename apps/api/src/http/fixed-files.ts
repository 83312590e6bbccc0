import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { knownEtag } from 'graphql-rest-router';

/** Content that does not change while the process runs. */
export type Content = { type: string; body: string | Buffer };

type FixedFile = { type: string; body: Buffer; etag: string };

/** Sends content that is built on its first request, with an ETag. */
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
  return { type, body: bytes, etag };
}

function send({ type, body, etag }: FixedFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = knownEtag(request, etag);
  reply.headers({ etag: known ?? etag, 'cache-control': 'no-cache' });
  return known === undefined ? reply.type(type).send(body) : reply.code(304).send();
}
