import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { type Browser, packagedBrowser } from './packaged.ts';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * The browser of the tests: `CHROMIUM_PATH`, else the one packaged on npm (the same everywhere), else one that
 * Playwright has downloaded, else one of the system.
 *
 * @throws when there is none, with what to do.
 */
export function resolveBrowser(): Browser {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROMIUM_PATH is ${given}: there is no such file`);
    return { executablePath: given, env: {} };
  }
  const packaged = packagedBrowser();
  if (packaged) return packaged;
  const found = [chromium.executablePath(), ...SYSTEM].find((path) => path && existsSync(path));
  if (found) return { executablePath: found, env: {} };
  throw new Error('No browser was found: set CHROMIUM_PATH, or run `npx playwright install chromium`');
}
