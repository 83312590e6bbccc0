import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../context.ts';
import { fixedFile } from '../http/fixed-files.ts';
import { collectionOf } from './collection.ts';
import { apiDocumentInPieces, textOf } from './document.ts';

/**
 * `/openapi.json`: the document under the settings of this installation. `/docs/collection.postman.json`: the
 * collection of its calls for Postman and Bruno.
 */
export function publishDocument(app: FastifyInstance, { settings }: Pick<Services, 'settings'>): void {
  const servers = [{ url: settings.apiUrl, description: 'This installation.' }];
  let document: Promise<Record<string, unknown>> | undefined;
  const documentOnce = () => {
    document ??= inPieces(apiDocumentInPieces(settings, { servers }));
    return document;
  };
  const publish = (path: string, make: (document: Record<string, unknown>) => Record<string, unknown>) => {
    const send = fixedFile(async () => ({
      type: 'application/json; charset=utf-8',
      body: textOf(make(await documentOnce())),
    }));
    // Partners' tools read it from pages of other origins; its content is public.
    app.get(path, async (request, reply) => send(request, reply.header('access-control-allow-origin', '*')));
  };
  publish('/openapi.json', (made) => made);
  publish('/docs/collection.postman.json', collectionOf);
}

/** Runs a generator to its end, serving other requests between its pieces. */
async function inPieces<Whole>(pieces: Generator<void, Whole>): Promise<Whole> {
  for (let piece = pieces.next(); ; piece = pieces.next()) {
    if (piece.done) return piece.value;
    await nextTurn();
  }
}
