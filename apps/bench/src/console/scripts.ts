import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';

/** A JavaScript file with the size of its body on the wire, in bytes. */
export type Script = { name: string; bytes: number };

/** The page counts as loaded after this many milliseconds without a new script. */
const QUIET = 2_000;
const TIMEOUT = 20_000;

/** The scripts that the order list loads in a browser with an empty cache, largest first. */
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
  for (const deadline = Date.now() + TIMEOUT; Date.now() < Math.min(deadline, last + QUIET); ) await sleep(100);
  await page.close();
  return scripts.sort((one, other) => other.bytes - one.bytes);
}
