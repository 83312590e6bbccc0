import { Readable } from 'node:stream';
import { executeOperation, isStorable } from '@channel/graph';
import { isBusy, onceAMinute } from '@channel/prisma';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError, readOperations } from 'graphql-rest-router';
import { clientOf, type Surface } from '../admission/surface.ts';
import { contextOf, type Services } from '../context.ts';
import { drawTicket } from '../tickets/draw.ts';
import type { TicketSheet } from '../tickets/render.ts';
import { ticketFileOf } from '../tickets/ticket-files.ts';

/** The document that a ticket is drawn from. */
export const printTicket = readOperations(new URL('../tickets/', import.meta.url)).get('PrintTicket');

const notFound = () => new HttpError(404, 'Not found.');

/** Files are foreign content on this server's origin: they may neither run nor load anything. */
const HARMLESS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
};

type Named = { Params: { key: string; filename: string } };

/** A file to send. */
type Content = { headers: Record<string, string>; body: Readable | Buffer };

/**
 * Publishes `/media/{key}/{filename}` and `/tickets/{key}/{filename}`: public to every client that knows the address.
 */
export function publishFiles(app: FastifyInstance, services: Services, surface: Surface): void {
  const send = (reply: FastifyReply, { headers, body }: Content) => reply.headers(headers).send(body);
  const warnOnce = onceAMinute((line) => app.log.warn(line));
  const notStored = (error: unknown) => {
    // The storage itself reports that it is full. The message may name the key, which is a secret.
    if (!isBusy(error)) warnOnce('ticket', `A ticket was not stored: ${codeOf(error)}`);
  };
  app.get<Named>('/media/:key/:filename', async (request, reply) =>
    send(reply, await surface.run({ ...clientOf(request), actor: null }, () => mediaOf(services, request.params))),
  );
  app.get<Named>('/tickets/:key/:filename', async (request, reply) => {
    const ticket = () => ticketOf(services, request, notStored);
    return send(reply, await surface.run({ ...clientOf(request), actor: null, isHeavy: true }, ticket));
  });
}

const codeOf = (error: unknown): string =>
  error instanceof Error ? String('code' in error ? error.code : error.name) : 'unknown';

async function mediaOf({ db, storage }: Services, { key, filename }: Named['Params']): Promise<Content> {
  if (!/^[0-9a-f]{64}$/.test(key) || !isStorable(filename)) throw notFound();
  const media = await db.media.findUnique({ where: { storageKey_filename: { storageKey: key, filename } } });
  const body = media && (await storage.get(key));
  if (!media || !body) throw notFound();
  const headers = { 'content-type': media.contentType, 'cache-control': 'public, max-age=31536000, immutable' };
  return { headers: { ...HARMLESS, ...headers }, body };
}

/**
 * Draws the file when it is first fetched, and again when the data that it shows has changed.
 *
 * @param notStored gets the reason for which a drawn file was not stored: it is sent all the same
 */
async function ticketOf(
  services: Services,
  { params: { key, filename }, id: requestId, ip: address }: FastifyRequest<Named>,
  notStored: (error: unknown) => void,
): Promise<Content> {
  if (!isStorable(key)) throw notFound();
  const { settings, storage } = services;
  const context = await contextOf(services, { actor: null, channel: 'api', requestId, address });
  const { data, errors } = await executeOperation(printTicket.document, { key }, context);
  // The only expected refusal of this public query is NOT_FOUND.
  const failure = errors?.find(({ extensions }) => extensions.code !== 'NOT_FOUND');
  if (failure) throw failure.originalError ?? failure;
  const sheet = data?.ticket as TicketSheet | undefined;
  if (sheet?.filename !== filename) throw notFound();
  const stored = ticketFileOf(key, sheet);
  const known = await storage.get(stored);
  const body = known ?? (await drawTicket(sheet, `${settings.apiUrl}/tickets/${key}/${sheet.filename}`));
  // While the storage takes no files, it is drawn again for each request.
  if (!(body instanceof Readable)) await storage.put(stored, body, 'application/pdf').catch(notStored);
  const headers = {
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${sheet.filename}"`,
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'private, no-cache',
  };
  return { headers, body };
}
