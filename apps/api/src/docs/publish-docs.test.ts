import { openFacts } from '@channel/settings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startServer, type TestServer } from '../testing/index.ts';
import { pagesOf } from './pages.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ env: { API_URL: 'https://channel.test' } });
});
afterAll(() => server.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { headers, redirect: 'manual' });

const pathsOf = (page: string) => [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address]) => address ?? '');

/** Every page that can be reached by links from /docs, or from the manual of operators, with its HTML. */
async function allPages(): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const waiting = ['/docs', '/docs/operators'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue;
    const answer = await get(path);
    expect([path, answer.status]).toEqual([path, 200]);
    const isPage = answer.headers.get('content-type') === 'text/html; charset=utf-8';
    const html = isPage ? await answer.text() : '';
    pages.set(path, html);
    const base = `${server.url}${path}`;
    for (const address of pathsOf(html)) {
      const { origin, pathname } = new URL(address, base);
      if (origin === server.url) waiting.push(pathname);
    }
  }
  return pages;
}

it('has no dead link, no dead anchor and no resource of another host', async () => {
  const pages = await allPages();
  expect([...pages.keys()]).toEqual(expect.arrayContaining(['/docs/open-facts', '/docs/reference', '/openapi.json']));
  for (const [path, html] of pages) {
    expect([path, html.match(/(?:src|<link[^>]* href)="(?!\/docs\/)[^"]*"/)]).toEqual([path, null]);
    for (const address of pathsOf(html).filter((each) => each.includes('#'))) {
      const { origin, pathname, hash } = new URL(address, `${server.url}${path}`);
      if (origin === server.url)
        expect([path, pages.get(pathname)]).toEqual([path, expect.stringContaining(`id="${hash.slice(1)}"`)]);
    }
  }
});

it('makes every page accessible by keyboard and screen reader', async () => {
  for (const [path, html] of await allPages()) {
    if (html === '') continue;
    expect([path, html.match(/<h1>/g)?.length]).toEqual([path, 1]);
    for (const part of ['<html lang="en">', '<main id="content"', '<nav id="all-pages"', 'href="#content"'])
      expect([path, html]).toEqual([path, expect.stringContaining(part)]);
    const levels = [...html.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
    for (const [at, level] of levels.entries())
      expect([path, level]).toEqual([path, Math.min(level, (levels[at - 1] ?? 0) + 1)]);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect([path, ids]).toEqual([path, [...new Set(ids)]]);
  }
});

it('runs only its own scripts, connects only to this server, and is sent again only when it has changed', async () => {
  for (const path of ['/docs', '/docs/reference']) {
    const { headers } = await get(path);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe|https?:|\*/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect((await get(path, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
  }
});

it('shows the address of this installation, and replaces every value', async () => {
  expect(await (await get('/docs')).text()).toContain('https://channel.test');
  for (const { markdown } of pagesOf(server.settings)) expect(markdown).not.toMatch(/\{\{|undefined|NaN/);
});

it('has a manual for operators, apart from the pages for partners', async () => {
  for (const [path, html] of await allPages())
    if (!path.startsWith('/docs/operators'))
      expect([path, html]).toEqual([path, expect.not.stringContaining('href="/docs/operators')]);
  const manual = await (await get('/docs/operators')).text();
  for (const part of ['id="incidents"', 'id="install"', '/docs/operators/settings', 'For partners'])
    expect(manual).toContain(part);
  expect(await (await get('/docs/operators/settings')).text()).toContain('<code>SECRET_KEY</code>');
  expect(await (await get('/docs/operators/monitoring/alerts.yml')).text()).toContain('ChannelQueueStuck');
  const robots = async (path: string) => (await get(path)).headers.get('x-robots-tag');
  for (const path of ['/docs/operators', '/docs/operators/settings', '/docs/operators/monitoring/alerts.yml'])
    expect([path, await robots(path)]).toEqual([path, 'noindex']);
  expect(await robots('/docs')).toBeNull();
});

it('has an anchor for every open fact', async () => {
  const page = await (await get('/docs/open-facts')).text();
  for (const { id } of openFacts) expect(page).toContain(`id="${id}"`);
});

it.each([
  ['/docs/openapi.json', '/openapi.json'],
  ['/docs/index', '/docs'],
  ['/docs/index.md', '/docs'],
  ['/docs/errors.md', '/docs/errors'],
  ['/docs/open-facts.md', '/docs/open-facts'],
])('redirects %s to %s', async (from, to) => {
  const { status, headers } = await get(from);
  expect([status, headers.get('location')]).toEqual([308, to]);
});
