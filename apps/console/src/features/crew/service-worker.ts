/** Keeps the page on the device, with the files that it has loaded. */
export async function keepPage(): Promise<void> {
  // Missing on pages that are served over HTTP from another machine.
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/crew/sw.js', { scope: '/crew' });
  const { active } = await navigator.serviceWorker.ready;
  const files = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/_next/static/'))
    .map(({ pathname, search }) => `${pathname}${search}`);
  active?.postMessage({ files });
}
