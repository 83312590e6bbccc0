/*
 * The service worker of the page of drivers and guides: it keeps the page itself, so that it opens without a network.
 * It keeps no data: those are in IndexedDB, and the page deletes them when the session ends. Operations are not touched.
 */

const SHELL = 'crew-shell';
const PAGE = '/crew';
/** Milliseconds that the page waits for a slow network before the kept one is shown. */
const PATIENCE_MS = 4_000;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// The page names the files that it has loaded: those of the current build. Files of earlier builds are removed.
self.addEventListener('message', (event) => {
  const { files } = event.data ?? {};
  if (!Array.isArray(files)) return;
  event.waitUntil(keep(files).then(() => event.source?.postMessage({ isKept: true })));
});

async function keep(files) {
  const cache = await caches.open(SHELL);
  const wanted = new Set([PAGE, ...files.filter(isFile)].map((path) => new URL(path, self.location.origin).href));
  const known = new Set((await cache.keys()).map(({ url }) => url));
  const missing = [...wanted].filter((url) => !known.has(url) && url !== new URL(PAGE, self.location.origin).href);
  await cache.addAll([PAGE, ...missing]);
  await Promise.all([...known].filter((url) => !wanted.has(url)).map((url) => cache.delete(url)));
}

/** Files of a build have names that change with their content. */
const isFile = (path) => typeof path === 'string' && path.startsWith('/_next/static/');

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && pathname === PAGE) event.respondWith(page(request));
  else if (isFile(pathname)) event.respondWith(file(request));
});

async function page(request) {
  const cache = await caches.open(SHELL);
  const kept = await cache.match(PAGE);
  try {
    const response = await fetch(request, kept ? { signal: AbortSignal.timeout(PATIENCE_MS) } : {});
    // A proxy answers for a server that is being restarted.
    return kept && response.status >= 500 ? kept : response;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

async function file(request) {
  const cache = await caches.open(SHELL);
  return (await cache.match(request)) ?? fetch(request);
}
