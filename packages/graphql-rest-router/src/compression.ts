import { finished, Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { promisify } from 'node:util';
import {
  constants,
  createGzip,
  createZstdCompress,
  gzip,
  gzipSync,
  type ZlibOptions,
  type ZstdOptions,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/*
 * Answers are compressed in the best coding that the client accepts. The ETag of a compressed answer is that of the
 * plain one with the coding as its suffix: the bytes differ, so a strong ETag must.
 */

/** Smaller bodies are sent as they are, in bytes: the headers of the answer are as large. */
const WORTH_IT = 1_024;

/** Larger bodies are compressed by a thread of their own, in bytes: they take more than some 0.2 ms. */
const IN_PLACE = 32_768;

const COMPRESSIBLE = /^(text\/|application\/(json|problem\+json|x-ndjson|[\w.-]+\+json)|image\/svg\+xml)/;

/** Level 3 of gzip takes half the time of its usual level 6, for a body that is 5 % larger. */
const GZIP: ZlibOptions = { level: 3 };
const ZSTD: ZstdOptions = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
/** The memory of a stream, which may stay open for hours: 128 KiB instead of 2 MiB. */
const ZSTD_STREAM: ZstdOptions = { params: { ...ZSTD.params, [constants.ZSTD_c_windowLog]: 17 } };

/** The codings. The parts of a stream are sent at once, be they events or the pages of an export. */
const CODINGS = {
  zstd: {
    inPlace: (body: Buffer) => zstdCompressSync(body, ZSTD),
    apart: (body: Buffer) => promisify(zstdCompress)(body, ZSTD),
    stream: () => createZstdCompress({ ...ZSTD_STREAM, flush: constants.ZSTD_e_flush }),
  },
  gzip: {
    inPlace: (body: Buffer) => gzipSync(body, GZIP),
    apart: (body: Buffer) => promisify<Buffer, ZlibOptions, Buffer>(gzip)(body, GZIP),
    stream: () => createGzip({ ...GZIP, flush: constants.Z_SYNC_FLUSH }),
  },
};

type Coding = keyof typeof CODINGS;

const BEST_FIRST: readonly Coding[] = ['zstd', 'gzip'];

/** The codings that a client accepts no less than plain answers, those that it prefers first. */
function acceptedCodings({ headers }: Pick<FastifyRequest, 'headers'>): Coding[] {
  const { 'accept-encoding': accepted } = headers;
  if (accepted === undefined) return [];
  const weights = new Map<string, number>();
  for (const each of String(accepted).split(',')) {
    const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)));
  }
  // Clients that send `*` rarely know zstd.
  const weightOf = (coding: Coding) => weights.get(coding) ?? (coding === 'gzip' ? weights.get('*') : undefined) ?? 0;
  const least = weights.get('identity') ?? 0;
  return BEST_FIRST.filter((coding) => weightOf(coding) > 0 && weightOf(coding) >= least).sort(
    (one, other) => weightOf(other) - weightOf(one),
  );
}

const coded = (etag: string, coding: Coding) => etag.replace(/"$/, `-${coding}"`);

/** The tags in `If-None-Match`, without the mark of weak ones. */
const tagsOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string[] =>
  headers['if-none-match']?.split(',').map((each) => each.trim().replace(/^W\//, '')) ?? [];

/**
 * The ETag in `If-None-Match` under which the client has an answer, in a coding that it accepts.
 *
 * @param etag the strong ETag of the plain answer
 * @returns undefined if the client does not have it
 */
export function knownEtag(request: FastifyRequest, etag: string): string | undefined {
  const tags = tagsOf(request);
  if (tags.join() === '*') return etag;
  if (tags.length === 0) return undefined;
  const own = new Set([etag, ...acceptedCodings(request).map((coding) => coded(etag, coding))]);
  return tags.find((each) => own.has(each));
}

/** The ETags of plain answers that the client may have, in any of the codings that it accepts, without their quotes. */
export const candidates = (request: FastifyRequest): string[] =>
  tagsOf(request).flatMap((tag) => {
    const text = tag.replaceAll('"', '');
    const codings = acceptedCodings(request).map((coding) => `-${coding}`);
    return [text, ...codings.flatMap((ending) => (text.endsWith(ending) ? [text.slice(0, -ending.length)] : []))];
  });

const plain = new WeakSet<FastifyRequest>();

/**
 * Has the answer to a request sent without compression: for one that holds a secret beside text that somebody else may
 * choose. Its length would show how much of the secret the text repeats (BREACH).
 */
export const sendPlain = (request: FastifyRequest): void => void plain.add(request);

/** Compresses the answers of a server. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const coding = codingOf(request, reply);
    if (coding === undefined) return done(null, payload);
    const send = (body: Awaited<ReturnType<typeof compressed>>) => {
      if (body === undefined) return done(null, payload);
      const etag = reply.getHeader('etag');
      if (typeof etag === 'string') reply.header('etag', coded(etag, coding));
      reply.removeHeader('content-length').header('content-encoding', coding);
      done(null, body);
    };
    compressed(coding, payload).then(send).catch(done);
  });
}

/** The coding in which an answer is sent, whose headers then say on what it depends; undefined for a plain one. */
function codingOf(request: FastifyRequest, reply: FastifyReply): Coding | undefined {
  if (plain.has(request)) {
    // Nobody on the way may compress it either.
    reply.header('cache-control', 'no-store, no-transform');
    return undefined;
  }
  const type = String(reply.getHeader('content-type') ?? '');
  if (!COMPRESSIBLE.test(type) && reply.statusCode !== 304) return undefined;
  if (reply.hasHeader('content-encoding')) return undefined;
  reply.header('vary', varyWith(reply));
  return acceptedCodings(request)[0];
}

const varyWith = (reply: FastifyReply) =>
  [reply.getHeader('vary'), 'Accept-Encoding'].flat().filter(Boolean).join(', ');

/** @returns undefined for what is not compressed: no body, or a small one */
async function compressed(coding: Coding, payload: unknown): Promise<Buffer | Readable | undefined> {
  const { inPlace, apart, stream } = CODINGS[coding];
  if (payload instanceof Readable) return piped(payload, stream());
  if (payload instanceof ReadableStream) return piped(Readable.fromWeb(payload), stream());
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return undefined;
  if (payload.length < WORTH_IT) return undefined;
  const body = typeof payload === 'string' ? Buffer.from(payload) : payload;
  return body.length > IN_PLACE ? apart(body) : inPlace(body);
}

/** An error of the source comes after the parts before it: with the first of them, the answer has begun. */
function piped(source: Readable, compressor: ReturnType<(typeof CODINGS)[Coding]['stream']>): Readable {
  finished(source, (error) => {
    if (!error || compressor.destroyed) return;
    if (source.readableDidRead) compressor.flush(() => compressor.destroy(error));
    else compressor.destroy(error);
  });
  finished(compressor, (error) => source.destroy(error ?? undefined));
  return source.pipe(compressor);
}
