import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../context.ts';
import { type Content, fixedFile } from '../http/fixed-files.ts';
import { layout, type Sheet } from './layout.ts';
import { render } from './markdown.ts';
import { monitoringFile, operatorPages, type Page, pagesOf } from './pages.ts';

const SITE = join(import.meta.dirname, '..', '..', 'docs-page');
const SWAGGER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** The assets of the pages, all served by this server. */
const ASSETS: Readonly<Record<string, { folder: string; type: string }>> = {
  'icon.svg': { folder: SITE, type: 'image/svg+xml' },
  'site.css': { folder: SITE, type: 'text/css; charset=utf-8' },
  'moved.js': { folder: SITE, type: 'text/javascript; charset=utf-8' },
  'reference.css': { folder: SITE, type: 'text/css; charset=utf-8' },
  'reference.js': { folder: SITE, type: 'text/javascript; charset=utf-8' },
  'swagger-ui.css': { folder: SWAGGER, type: 'text/css; charset=utf-8' },
  'swagger-ui-bundle.js': { folder: SWAGGER, type: 'text/javascript; charset=utf-8' },
};

/** The pages may only run their own scripts and connect to this server. */
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

/** For search engines. */
const NOT_INDEXED = { 'x-robots-tag': 'noindex' };

/** The OpenAPI document as an interactive page. */
const REFERENCE: Sheet = {
  entry: { address: '/docs/reference', title: 'Reference' },
  content:
    '<h1>Reference</h1>\n<noscript><p>This page needs JavaScript; the document itself is at <a href="/openapi.json">/openapi.json</a>.</p></noscript>\n<div id="api"></div>',
  sections: [],
  styles: ['swagger-ui.css', 'reference.css'],
  scripts: ['swagger-ui-bundle.js', 'reference.js'],
};

/** The files that the manual of operators names. */
const MONITORING: Readonly<Record<string, string>> = {
  'prometheus.yml': 'text/yaml; charset=utf-8',
  'alerts.yml': 'text/yaml; charset=utf-8',
  'dashboard.json': 'application/json; charset=utf-8',
};

/**
 * Publishes `/docs`: the documentation for partners, from the Markdown files of docs/partners, with its assets; and below
 * `/docs/operators`, with a navigation of its own, that of operators. The pages for partners do not link to it, and search
 * engines leave it out (decision 44).
 */
export function publishDocs(app: FastifyInstance, { settings }: Pick<Services, 'settings'>): void {
  const pages = pagesOf(settings);
  const manual = operatorPages();
  const entries = [...pages, REFERENCE.entry];
  const operatorEntries = [...manual, { address: '/docs', title: 'For partners' }];
  for (const page of manual)
    publish(page.address, () => layout(operatorSheet(page, manual, pages), operatorEntries), NOT_INDEXED);
  for (const [name, type] of Object.entries(MONITORING))
    serve(`/docs/operators/monitoring/${name}`, () => ({ type, body: monitoringFile(name) }), NOT_INDEXED);
  for (const page of pages) publish(page.address, () => layout(sheetOf(page, pages), entries));
  publish(REFERENCE.entry.address, () => layout(REFERENCE, entries));
  for (const [name, { folder, type }] of Object.entries(ASSETS)) {
    serve(`/docs/${name}`, () => ({ type, body: readFileSync(join(folder, name)) }));
  }
  redirect('/docs/openapi.json', '/openapi.json');
  redirect('/docs/index', '/docs');
  // The Markdown sources link to file names.
  for (const { name, address } of pages) redirect(`/docs/${name}.md`, address);

  function redirect(from: string, to: string): void {
    app.get(from, async (_request, reply) => reply.redirect(to, 308));
  }

  function publish(address: string, html: () => string, more: Record<string, string> = {}): void {
    const headers = { 'content-security-policy': POLICY, ...more };
    serve(address, () => ({ type: 'text/html; charset=utf-8', body: html() }), headers);
  }

  function serve(address: string, make: () => Content, headers: Record<string, string> = {}): void {
    const send = fixedFile(make);
    app.get(address, async (request, reply) => send(request, reply.headers(headers)));
  }
}

function sheetOf(page: Page, pages: readonly Page[]): Sheet {
  const { html, sections } = render(page.markdown, (target) => addressOf(target, page, pages));
  return {
    entry: page,
    content: `<article>\n${html}</article>`,
    sections,
    // The reference was once at /docs. Old links carry a fragment, which only the browser sees, so a script redirects
    // them.
    ...(page.name === 'index' ? { scripts: ['moved.js'] } : {}),
  };
}

/** A page for operators. Links to files that are not published show their text alone. */
function operatorSheet(page: Page, manual: readonly Page[], pages: readonly Page[]): Sheet {
  const { html, sections } = render(page.markdown, (target) => {
    if (/^(https?:|#)/.test(target)) return target;
    const [, file = '', fragment = ''] = /^([^#]*)(#.*)?$/.exec(target) ?? [];
    if (/^monitoring\/\w+\.(yml|json)$/.test(file)) return `/docs/operators/${file}`;
    const found = [...manual, ...pages].find(({ name }) => `${name}.md` === file);
    return found && `${found.address}${fragment}`;
  });
  return { entry: page, content: `<article>\n${html}</article>`, sections };
}

/** The address of a link: names of page files become page addresses. Throws for a file that is no page. */
function addressOf(target: string, from: Page, pages: readonly Page[]): string {
  const [, name, fragment = ''] = /^([\w-]+)\.md(#.*)?$/.exec(target) ?? [];
  if (name === undefined) return target;
  const page = pages.find((each) => each.name === name);
  if (!page) throw new Error(`The page ${from.name} links to ${target}, which is no page.`);
  return `${page.address}${fragment}`;
}
