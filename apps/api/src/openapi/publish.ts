import type { FastifyInstance } from 'fastify';
import type { Services } from '../context.ts';
import { fixedFile } from '../http/fixed-files.ts';
import { apiDocument, textOf } from './document.ts';

/** `/openapi.json`: the document under the settings of this installation. */
export function publishDocument(app: FastifyInstance, { settings }: Pick<Services, 'settings'>): void {
  const servers = [{ url: settings.apiUrl, description: 'This installation.' }];
  const send = fixedFile(() => ({
    type: 'application/json; charset=utf-8',
    body: textOf(apiDocument(settings, { servers })),
  }));
  // Tools of partners read it from pages of their own; it says nothing that is not meant for everybody.
  app.get('/openapi.json', async (request, reply) => send(request, reply.header('access-control-allow-origin', '*')));
}
