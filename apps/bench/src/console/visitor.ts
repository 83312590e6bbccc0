import { resolveBrowser } from '@channel/e2e/browser/resolve.ts';
import { enter } from '@channel/e2e/stack/session.ts';
import { type BrowserContext, chromium } from '@playwright/test';

export type Visit = {
  /** The URL of the console. */
  url: string;
  login: { name: string; password: string };
  /** The profile folder of the browser; empty at first. */
  profile: string;
};

/** Launches the browser of the tests with an empty cache and a signed-in user. */
export async function visit({ url, login, profile }: Visit): Promise<BrowserContext> {
  const { executablePath, env } = resolveBrowser();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
    env: { ...process.env, ...env },
    baseURL: url,
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
  });
  try {
    await enter(context, login, url);
    return context;
  } catch (error) {
    await context.close();
    throw error;
  }
}
