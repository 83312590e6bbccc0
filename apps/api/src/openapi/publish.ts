import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../context.ts';
import { apiDocument, textOf } from './document.ts';

const PAGE = join(import.meta.dirname, '..', '..', 'docs-page');
const SWAGGER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** What the page loads, all of it from here. */
const ASSETS: Readonly<Record<string, { folder: string; type: string }>> = {
  'swagger-ui.css': { folder: SWAGGER, type: 'text/css; charset=utf-8' },
  'swagger-ui-bundle.js': { folder: SWAGGER, type: 'text/javascript; charset=utf-8' },
  'page.css': { folder: PAGE, type: 'text/css; charset=utf-8' },
  'page.js': { folder: PAGE, type: 'text/javascript; charset=utf-8' },
  'icon.svg': { folder: PAGE, type: 'image/svg+xml' },
};

/** The page runs its own scripts, talks to this server, and does nothing else. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

type File = { type: string; body: Buffer; zipped: Buffer; etag: string };

/** `/openapi.json`: the document under the settings of this installation. `/docs`: a page to read it and try it. */
export function publishDocument(app: FastifyInstance, { settings }: Pick<Services, 'settings'>): void {
  const servers = [{ url: settings.apiUrl, description: 'This installation.' }];
  const files = new Map<string, File>();
  const once = (name: string, make: () => { type: string; body: string | Buffer }) => {
    const known = files.get(name) ?? fileOf(make());
    files.set(name, known);
    return known;
  };

  app.get('/openapi.json', async (request, reply) => {
    const file = once('openapi.json', () => ({
      type: 'application/json; charset=utf-8',
      body: textOf(apiDocument(settings, { servers })),
    }));
    // Tools of partners read it from pages of their own; it says nothing that is not meant for everybody.
    return send(file, request, reply.header('access-control-allow-origin', '*'));
  });
  app.get('/docs', async (request, reply) => {
    const file = once('index.html', () => ({
      type: 'text/html; charset=utf-8',
      body: readFileSync(join(PAGE, 'index.html')),
    }));
    return send(file, request, reply.header('content-security-policy', POLICY));
  });
  for (const [name, { folder, type }] of Object.entries(ASSETS)) {
    app.get(`/docs/${name}`, async (request, reply) =>
      send(
        once(name, () => ({ type, body: readFileSync(join(folder, name)) })),
        request,
        reply,
      ),
    );
  }
}

function fileOf({ type, body }: { type: string; body: string | Buffer }): File {
  const bytes = Buffer.from(body);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { type, body: bytes, zipped: gzipSync(bytes), etag };
}

function send({ type, body, zipped, etag }: File, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({
    etag,
    vary: 'Accept-Encoding',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  if (headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  if (!/\bgzip\b/.test(headers['accept-encoding'] ?? '')) return reply.type(type).send(body);
  return reply.type(type).header('content-encoding', 'gzip').send(zipped);
}
