import type { FastifyInstance } from 'fastify';
import type { Services } from '../context.ts';
import { fixedFile } from '../http/fixed-files.ts';
import { collectionOf } from './collection.ts';
import { apiDocument, textOf } from './document.ts';

/**
 * `/openapi.json`: the document under the settings of this installation. `/docs/collection.postman.json`: its calls for Postman
 * and Bruno.
 */
export function publishDocument(app: FastifyInstance, { settings }: Pick<Services, 'settings'>): void {
  const servers = [{ url: settings.apiUrl, description: 'This installation.' }];
  const publish = (path: string, make: () => Record<string, unknown>) => {
    const send = fixedFile(() => ({ type: 'application/json; charset=utf-8', body: textOf(make()) }));
    // Tools of partners read it from pages of their own; it says nothing that is not meant for everybody.
    app.get(path, async (request, reply) => send(request, reply.header('access-control-allow-origin', '*')));
  };
  publish('/openapi.json', () => apiDocument(settings, { servers }));
  publish('/docs/collection.postman.json', () => collectionOf(apiDocument(settings, { servers })));
}
