import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';

/** A file of JavaScript, with the bytes that its body took on the wire. */
export type Script = { name: string; bytes: number };

/** The page has loaded what it loads when no script has come for so long, in milliseconds. */
const QUIET = 2_000;
const PATIENCE = 20_000;

/** Every script that the order list loads when a browser with an empty cache opens it, the largest first. */
export async function measureScripts(context: BrowserContext): Promise<Script[]> {
  const page = await context.newPage();
  const scripts: Script[] = [];
  let last = Date.now();
  page.on('requestfinished', async (request) => {
    if (request.resourceType() !== 'script') return;
    last = Date.now();
    const { responseBodySize } = await request.sizes();
    scripts.push({ name: new URL(request.url()).pathname.split('/').at(-1) ?? '', bytes: responseBodySize });
  });
  await page.goto('/orders');
  await page.getByRole('table', { name: 'Orders' }).waitFor();
  for (const deadline = Date.now() + PATIENCE; Date.now() < Math.min(deadline, last + QUIET); ) await sleep(100);
  await page.close();
  return scripts.sort((one, other) => other.bytes - one.bytes);
}
