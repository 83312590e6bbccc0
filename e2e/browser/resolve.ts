import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { type Browser, packagedBrowser } from './packaged.ts';

const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * The browser of the tests: `CHROMIUM_PATH`, else the npm package (the same version everywhere), else Playwright's
 * download, else a system browser.
 *
 * @throws if there is none, with instructions.
 */
export function resolveBrowser(): Browser {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROMIUM_PATH is ${given}, but that file does not exist`);
    return { executablePath: given, env: {} };
  }
  const packaged = packagedBrowser();
  if (packaged) return packaged;
  const found = [chromium.executablePath(), ...SYSTEM].find((path) => path && existsSync(path));
  if (found) return { executablePath: found, env: {} };
  throw new Error('No browser was found: set CHROMIUM_PATH, or run `npx playwright install chromium`');
}
