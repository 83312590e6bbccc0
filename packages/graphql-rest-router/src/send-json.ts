import type { FastifyReply } from 'fastify';
import { type JsonText, joined } from './answers.ts';
import { release, releaseAfter } from './bytes.ts';

/**
 * Sends JSON that is put together from texts and UTF-8 bytes, such as those of an executor. The bytes must not be read
 * afterwards: their memory is released.
 */
export function sendJson(reply: FastifyReply, ...pieces: readonly JsonText[]): FastifyReply {
  const body = joined(...pieces);
  for (const piece of pieces) if (Buffer.isBuffer(piece)) release(piece);
  if (Buffer.isBuffer(body)) releaseAfter(reply.raw, body);
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}
